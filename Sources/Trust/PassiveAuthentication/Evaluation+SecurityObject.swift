import ByteCoding
import Cryptography
import LDS
import PKI
import Standards

/// The signed objects of a chip.
enum SignedObject {
    case sod, cardSecurity

    var file: ElementaryFile {
        switch self {
        case .sod: .sod
        case .cardSecurity: .cardSecurity
        }
    }
}

/// EF.SOD, or another signed object, as signed data: steps 1 to 4 and 6 to 8.
extension Evaluation {
    /// Reads the object down to its one signer; nil where that is not there, and the finding says why.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4, §4.6.2.1 and §4.6.2.2; RFC 5652 §5.1, §5.3 and §11.
    mutating func readSecurityObject() -> SignedContent? {
        var draft = Draft()
        let signed = objectBytes(&draft).flatMap { signedContent($0, &draft) }
        conclude(.sodStructure, draft, .doc9303(10, object == .sod ? "4.6.2" : "3.11.4"))
        return signed
    }

    private mutating func objectBytes(_ draft: inout Draft) -> [UInt8]? {
        switch reading[object.file]?.outcome {
        case .read(let bytes), .damaged(let bytes, _): return bytes
        case .absent, .refused:
            draft.fail(
                "sodMissing", "the chip does not give out \(object.file), without which nothing it says is signed")
        case .partial:
            draft.breakOff(
                object == .sod ? "sodPartial" : "partial",
                "the read was broken off inside \(object.file); read the chip again")
        case .protected, .skipped, nil:
            draft.breakOff("sodNotRead", "\(object.file) was not read, so nothing can be compared; read the chip again")
        }
        return nil
    }

    private mutating func signedContent(_ file: [UInt8], _ draft: inout Draft) -> SignedContent? {
        do {
            let signedData = try SignedData(contentInfo: contentInfo(file, &draft))
            if signedData.wasNormalised {
                meet(.indefiniteLengths, "\(object.file) has indefinite lengths, which are not DER", in: &draft)
            }
            return try signedContent(signedData, &draft)
        } catch {
            draft.fail("malformed", "\(object.file) cannot be decoded: \(error)")
            return nil
        }
    }

    /// 1) The ContentInfo: inside tag 77 in EF.SOD, as it is in EF.CardSecurity.
    private mutating func contentInfo(_ file: [UInt8], _ draft: inout Draft) throws(DecodingFailure) -> [UInt8] {
        let tag = object.file.tag ?? 0x30
        if object == .sod, file.first == 0x30 {
            meet(.wrapperMissing, "EF.SOD is signed data without the tag 77 around it", in: &draft)
            return file
        }
        var reader = ByteReader(file)
        let wrapper: DataObject
        do {
            wrapper = try reader.dataObject(tag)
        } catch {
            guard error.reason == .indefiniteLength else { throw error }
            meet(.indefiniteLengths, "\(object.file) has indefinite lengths, which are not DER", in: &draft)
            reader = ByteReader(try BERNormaliser.normalise(file))
            wrapper = try reader.dataObject(tag)
        }
        if !reader.isAtEnd { meet(.trailingBytes, "\(reader.remaining) bytes follow \(object.file)", in: &draft) }
        return Array(object == .sod ? wrapper.value : wrapper.encoded)
    }

    private mutating func signedContent(_ signedData: SignedData, _ draft: inout Draft) throws(DecodingFailure)
        -> SignedContent?
    {
        // 2) Version 3 and one signer.
        draft.show("version", "\(signedData.version)")
        switch signedData.version {
        case 3: break
        case 1: meet(.signedDataVersion1, "the signed data has version 1 instead of 3", in: &draft)
        default: draft.fail("signedDataVersion", "the signed data has version \(signedData.version) instead of 3")
        }
        guard let signerInfo = signedData.signerInfos.first, signedData.signerInfos.count == 1 else {
            draft.fail("signerCount", "\(object.file) has \(signedData.signerInfos.count) signers instead of one")
            return nil
        }
        guard let content = signedData.eContent else {
            draft.fail("contentMissing", "\(object.file) does not hold the content that is signed")
            return nil
        }
        checkContentType(signedData.eContentType, &draft)

        // 4) The version of the signer information says how the signer is named.
        let version =
            switch signerInfo.sid {
            case .issuerAndSerialNumber: 1
            case .subjectKeyIdentifier: 3
            }
        if signerInfo.version != version {
            draft.fail(
                "signerVersion", "the signer information has version \(signerInfo.version) instead of \(version)")
        }

        // 6) Content type and message digest are signed, once each.
        guard let attributes = signerInfo.signedAttributes else {
            draft.fail("signedAttributesMissing", "the signer information has no signed attributes")
            return nil
        }
        if let type = try attributes.contentType() {
            if type != signedData.eContentType {
                draft.fail("contentTypeAttribute", "the signed content type \(type) is not the one of the content")
            }
        } else {
            draft.fail("contentTypeAttribute", "the content type is not among the signed attributes")
        }
        guard let messageDigest = try attributes.messageDigest() else {
            draft.fail("messageDigestMissing", "the message digest is not among the signed attributes")
            return nil
        }
        return SignedContent(
            signedData: signedData, content: content, signerInfo: signerInfo, attributes: attributes,
            messageDigest: messageDigest, signingTime: signingTime(attributes, &draft))
    }

    /// 3) Tolerated: the content types of drafts, and the generic one, which a real state writes.
    private mutating func checkContentType(_ type: OID, _ draft: inout Draft) {
        switch type {
        case .ldsSecurityObject where object == .sod, .idSecurityObject where object == .cardSecurity: break
        case .data: meet(.genericContentType, "the content is called data and not a security object", in: &draft)
        case .earlyLDSSecurityObject where object == .sod, .earlyDutchLDSSecurityObject where object == .sod:
            meet(.earlyContentType, "the content type \(type) is one of a draft", in: &draft)
        default: draft.fail("contentType", "the content type \(type) is not that of \(object.file)")
        }
    }

    private mutating func signingTime(_ attributes: SignedAttributes, _ draft: inout Draft) -> Timestamp? {
        do {
            return try attributes.signingTime()
        } catch {
            meet(.malformedSigningTime, "the signing time cannot be read: \(error)", in: &draft)
            return nil
        }
    }

    /// 7) The digest is listed, and the signature algorithm uses it.
    ///
    /// Spec: RFC 5652 §5.1 and §5.3; ICAO Doc 9303-12 (8th ed.) §4.4.
    mutating func checkAlgorithms(_ signed: SignedContent?) {
        let source = SpecReference.doc9303(12, "4.4")
        guard let signed else { return skip(.sodAlgorithms, noObject, source) }
        var draft = Draft()
        let digest = signed.signerInfo.digestAlgorithm.oid
        let signature = signed.signerInfo.signatureAlgorithm
        draft.show("digest", Self.name(of: digest))
        draft.show("signature", SignatureScheme.name(of: signature))
        for named in signed.signedData.digestAlgorithms.map(\.oid) + [digest] where Self.isForbidden(named) {
            judge(unknownDigest: named, &draft)
        }
        if !signed.signedData.digestAlgorithms.contains(where: { $0.oid == digest }) {
            draft.fail("digestNotListed", "the signer's digest algorithm is not among those of the signed data")
        }
        do {
            _ = try SignatureScheme(signature, digest: digest)
        } catch {
            judge(error, &draft)
        }
        if signature.oid == .rsaEncryption {
            meet(.keyAlgorithmOnly, "the signature algorithm names the key and no digest", in: &draft)
        }
        conclude(.sodAlgorithms, draft, source)
    }

    /// 8) The signed digest is that of the content.
    ///
    /// Spec: RFC 5652 §5.4 and §11.2; BSI TR-03135-1 §5.6.4.2.1.
    mutating func checkMessageDigest(_ signed: SignedContent?) -> Bool {
        let source = SpecReference.rfc(5652, "11.2")
        guard let signed else {
            skip(.sodMessageDigest, noObject, source)
            return false
        }
        var draft = Draft()
        let digest = signed.signerInfo.digestAlgorithm.oid
        digestsInUse.append(("message digest", digest))
        if let hash = HashAlgorithm(oid: digest) {
            draft.show("algorithm", hash.name)
            if !equalInConstantTime(hash.hash(signed.content), signed.messageDigest) {
                draft.fail("differs", "the signed digest is not that of the content: what is signed was changed")
            }
        } else {
            judge(unknownDigest: digest, &draft)
        }
        conclude(.sodMessageDigest, draft, source)
        return draft.result == .successful
    }

    static let noSOD = Reason("noSOD", "there is no EF.SOD that could be read to its signer")
    private static let noCardSecurity = Reason(
        "noCardSecurity", "there is no EF.CardSecurity that could be read to its signer")

    /// Why there is nothing to check.
    var noObject: Reason { object == .sod ? Self.noSOD : Self.noCardSecurity }
}
