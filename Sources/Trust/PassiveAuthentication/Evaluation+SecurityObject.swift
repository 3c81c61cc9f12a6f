import ByteCoding
import Cryptography
import LDS
import PKI
import Standards

/// EF.SOD as signed data: steps 1 to 4 and 6 to 8.
extension Evaluation {
    /// Reads EF.SOD down to its one signer; nil where that is not there, and the finding says why.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.1 and §4.6.2.2; RFC 5652 §5.1, §5.3 and §11.
    mutating func readSecurityObject() -> SignedContent? {
        var draft = Draft()
        let signed = sodBytes(&draft).flatMap { signedContent($0, &draft) }
        conclude(.sodStructure, draft, .doc9303(10, "4.6.2"))
        return signed
    }

    private mutating func sodBytes(_ draft: inout Draft) -> [UInt8]? {
        switch reading[.sod]?.outcome {
        case .read(let bytes), .damaged(let bytes, _): return bytes
        case .absent, .refused:
            draft.fail("sodMissing", "the chip does not give out EF.SOD, without which nothing it says is signed")
        case .partial: draft.breakOff("sodPartial", "the read was broken off inside EF.SOD; read the chip again")
        case .protected, .skipped, nil:
            draft.breakOff("sodNotRead", "EF.SOD was not read, so nothing can be compared; read the chip again")
        }
        return nil
    }

    private mutating func signedContent(_ file: [UInt8], _ draft: inout Draft) -> SignedContent? {
        do {
            let signedData = try SignedData(contentInfo: contentInfo(file, &draft))
            if signedData.wasNormalised {
                meet(.indefiniteLengths, "EF.SOD has indefinite lengths, which are not DER", in: &draft)
            }
            return try signedContent(signedData, &draft)
        } catch {
            draft.fail("malformed", "EF.SOD cannot be decoded: \(error)")
            return nil
        }
    }

    /// 1) The ContentInfo inside tag 77.
    private mutating func contentInfo(_ file: [UInt8], _ draft: inout Draft) throws(DecodingFailure) -> [UInt8] {
        if file.first == 0x30 {
            meet(.wrapperMissing, "EF.SOD is signed data without the tag 77 around it", in: &draft)
            return file
        }
        var reader = ByteReader(file)
        let wrapper: DataObject
        do {
            wrapper = try reader.dataObject(0x77)
        } catch {
            guard error.reason == .indefiniteLength else { throw error }
            meet(.indefiniteLengths, "EF.SOD has indefinite lengths, which are not DER", in: &draft)
            reader = ByteReader(try BERNormaliser.normalise(file))
            wrapper = try reader.dataObject(0x77)
        }
        if !reader.isAtEnd { meet(.trailingBytes, "\(reader.remaining) bytes follow EF.SOD", in: &draft) }
        return Array(wrapper.value)
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
            draft.fail("signerCount", "EF.SOD has \(signedData.signerInfos.count) signers instead of one")
            return nil
        }
        guard let content = signedData.eContent else {
            draft.fail("contentMissing", "EF.SOD does not hold the content that is signed")
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
        case .ldsSecurityObject: break
        case .data: meet(.genericContentType, "the content is called data and not an LDS security object", in: &draft)
        case .earlyLDSSecurityObject, .earlyDutchLDSSecurityObject:
            meet(.earlyContentType, "the content type \(type) is one of a draft", in: &draft)
        default: draft.fail("contentType", "the content type \(type) is not that of an LDS security object")
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
        guard let signed else { return skip(.sodAlgorithms, Self.noSOD, source) }
        var draft = Draft()
        let digest = signed.signerInfo.digestAlgorithm.oid
        let signature = signed.signerInfo.signatureAlgorithm
        draft.show("digest", Self.name(of: digest))
        draft.show("signature", SignatureScheme.name(of: signature))
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
            skip(.sodMessageDigest, Self.noSOD, source)
            return false
        }
        var draft = Draft()
        let digest = signed.signerInfo.digestAlgorithm.oid
        digestsInUse.append(("message digest", digest))
        if let hash = HashAlgorithm(oid: digest) {
            draft.show("algorithm", hash.name)
            if !equalInConstantTime(hash.hash(signed.content), signed.messageDigest) {
                draft.fail("differs", "the signed digest is not that of the content: the list of hashes was changed")
            }
        } else {
            judge(unknownDigest: digest, &draft)
        }
        conclude(.sodMessageDigest, draft, source)
        return draft.result == .successful
    }

    static let noSOD = Reason("noSOD", "there is no EF.SOD that could be read to its signer")
}
