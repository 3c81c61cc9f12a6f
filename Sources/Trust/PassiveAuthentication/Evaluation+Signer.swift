import PKI
import Standards

/// The document signer and its signature: steps 5 and 9.
extension Evaluation {
    static let noSigner = Reason("noSigner", "the document signer certificate is not known")

    /// 5) The certificate that the signer information names: in the object, else among those at hand.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.2; RFC 5652 §5.3.
    mutating func findDocumentSigner(_ signed: SignedContent?) -> Certificate? {
        let source = SpecReference.doc9303(10, "4.6.2.2")
        guard let signed else {
            skip(.documentSignerFound, noObject, source)
            return nil
        }
        var draft = Draft()
        let (inside, sid) = (signed.signedData.certificates, signed.signerInfo.sid)
        let found =
            find(signed, in: inside, &draft) ?? find(signed, in: context.material.documentSigners(for: sid), &draft)
        let replacement = replacementSigner(for: sid, found)
        let signer = replacement ?? found
        if let signer, replacement != nil {
            draft.show("replaced by", signer.serialNumberText)
        }
        if let signer {
            if !inside.contains(signer) { meetSignerOutside(signed, &draft) }
            draft.show("subject", signer.subject.description)
            draft.show("serial number", signer.serialNumberText)
        } else if let failure = signed.signedData.malformedCertificates.first {
            draft.fail("signerMalformed", "the document signer certificate cannot be decoded: \(failure)")
        } else if !inside.isEmpty {
            draft.fail("otherSigner", "none of the certificates in \(object.file) is the one that the signer names")
        } else {
            meetSignerOutside(signed, &draft)
            draft.leaveOpen("signerMissing", "\(object.file) does not hold the document signer certificate; add it")
        }
        conclude(.documentSignerFound, draft, source)
        return signer
    }

    private mutating func meetSignerOutside(_ signed: SignedContent, _ draft: inout Draft) {
        // §4.6.2.2: version 1 must hold the certificate, version 0 may; §3.11.4: EF.CardSecurity must.
        let isVersion1 =
            object == .cardSecurity || (try? SecurityObjectVersion(signed.content))?.isAtLeast1 ?? false
        meet(
            isVersion1 ? .signerOutsideVersion1 : .signerOutsideSOD,
            "the document signer certificate is not in \(object.file)", in: &draft)
    }

    private mutating func find(_ signed: SignedContent, in certificates: [Certificate], _ draft: inout Draft)
        -> Certificate?
    {
        let info = signed.signerInfo
        let found = SignerSearch.find(info.sid, in: certificates) { [keys = context.keys] certificate in
            guard let scheme = try? SignatureScheme(info.signatureAlgorithm, digest: info.digestAlgorithm.oid) else {
                return false
            }
            return keys.verify(info, signed.attributes, by: scheme, with: certificate).outcome == .valid
        }
        guard let found else { return nil }
        switch found.departure {
        case .reorderedIssuerName?:
            meet(.reorderedIssuerName, "the signer names its issuer in another order", in: &draft)
        case .computedKeyIdentifier?:
            meet(
                .computedKeyIdentifier, "the certificate does not hold the key identifier that the signer names",
                in: &draft)
        case let departure?: meet(departure, "the signer writes its issuer differently", in: &draft)
        case nil: break
        }
        return found.certificate
    }

    /// 9) The signature over the signed attributes.
    ///
    /// Spec: RFC 5652 §5.4 and §5.6; BSI TR-03135-1 §5.6.4.2.1.
    mutating func checkSignature(_ signed: SignedContent?, _ signer: Certificate?) -> Bool {
        let source = SpecReference.rfc(5652, "5.6")
        guard let signed else {
            skip(.sodSignature, noObject, source)
            return false
        }
        guard let signer else {
            skip(.sodSignature, Self.noSigner, source)
            return false
        }
        var draft = Draft()
        let info = signed.signerInfo
        draft.show("algorithm", SignatureScheme.name(of: info.signatureAlgorithm))
        do {
            let scheme = try SignatureScheme(info.signatureAlgorithm, digest: info.digestAlgorithm.oid)
            digestsInUse.append(("signature of \(object.file)", scheme.digest))
            checkSignature(signed, scheme, signer, &draft)
        } catch {
            judge(error, &draft)
        }
        conclude(.sodSignature, draft, source)
        return draft.result == .successful
    }

    private mutating func checkSignature(
        _ signed: SignedContent, _ scheme: SignatureScheme, _ signer: Certificate, _ draft: inout Draft
    ) {
        let (outcome, isReordered) = context.keys.verify(
            signed.signerInfo, signed.attributes, by: scheme, with: signer)
        if isReordered {
            meet(.unsortedAttributes, "the signed attributes are stored in another order than signed", in: &draft)
        }
        if outcome == .invalid, !signed.signedData.certificates.contains(signer), !isAnchored(signer) {
            draft.leaveOpen(
                "otherSignerAtHand",
                "the certificate at hand has the signer's name and number, and is not the one that signed; "
                    + "nothing says that it is genuine")
            return
        }
        judge(outcome, "\(object.file) is not signed by the document signer: it was changed, or is a forgery", &draft)
    }

    /// Whether a trusted key issued a signer: one that anybody may have put beside a document must not make a forgery
    /// of it.
    func isAnchored(_ signer: Certificate) -> Bool {
        guard let scheme = try? SignatureScheme(signer.signatureAlgorithm) else { return false }
        return context.material.anchors(for: signer).certificates.contains {
            verify(signer.signature, over: signer.tbs, by: scheme, with: $0) == .valid
        }
    }

    static var withoutNull: String { "the signature is right but for a DigestInfo that lacks its NULL" }

    mutating func judge(_ outcome: SignatureOutcome, _ invalid: String, _ draft: inout Draft) {
        switch outcome {
        case .valid: break
        case .validWithoutNull: meet(.digestInfoWithoutNull, Self.withoutNull, in: &draft)
        case .invalid: draft.fail("signatureWrong", invalid)
        case .unknownAlgorithm(let algorithm):
            meet(.unknownAlgorithm, "the algorithm \(Self.name(of: algorithm)) cannot be verified", in: &draft)
        case .unusableKey(let why): meet(.unknownAlgorithm, "the key cannot be used: \(why)", in: &draft)
        }
    }
}
