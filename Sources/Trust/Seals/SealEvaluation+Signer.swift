import Cryptography
import PKI
import Seals
import Standards

/// The signer of a seal, and its signature.
extension SealEvaluation {
    /// The certificate that the seal names, or brings along.
    ///
    /// Country and common name of the subject make the signer identifier; the reference is the serial number.
    ///
    /// Spec: ICAO Doc 9303-13 (8th ed.) §2.3.1; Doc 9303-12 §7.1.1.
    mutating func findSigner() -> Certificate? {
        var draft = Draft()
        let signer: Certificate?
        switch seal {
        case .constrained(let seal): signer = find(seal, &draft)
        case .nonConstrained(let seal): signer = find(seal, &draft)
        }
        if let signer {
            draft.show("subject", signer.subject.description)
            draft.show("serial number", signer.serialNumberText)
        }
        evaluation.conclude(.sealSigner, draft, .doc9303(13, "2.3.1"))
        return signer
    }

    private mutating func find(_ seal: ConstrainedSeal, _ draft: inout Draft) -> Certificate? {
        let (country, name) = (String(seal.signerIdentifier.prefix(2)), String(seal.signerIdentifier.suffix(2)))
        draft.show("signer", seal.signerIdentifier)
        draft.show("certificate reference", seal.certificateReference)
        let number = seal.certificateSerialNumber
        func named(_ certificates: [Certificate]) -> [Certificate] {
            certificates.filter {
                CertificateCountry.normalised($0.subject) == country
                    && $0.subject.value(of: .commonName)?.uppercased() == name
            }
        }
        let material = evaluation.context.material
        let exact = named(material.sealSigners(ofCountry: country, serialNumber: number ?? [])).filter {
            Array($0.serialNumber.drop { $0 == 0 }) == number
        }
        if let signer = exact.first(where: { isSigner($0, of: seal) }) { return signer }
        // Tolerated: a reference that is not the serial number, where the key alone tells (Doc 9303-13 §2.3.1).
        let others = named(material.sealSigners(ofCountry: country, serialNumber: nil))
        if let signer = others.first(where: { isSigner($0, of: seal) }) {
            evaluation.meet(
                .sealReferenceDiffers,
                "the seal names the certificate \(seal.certificateReference), and that of its signer has another number",
                in: &draft)
            return signer
        }
        // Named alike, and not the one that signed: only one of a trusted key makes a forgery of the seal.
        if let genuine = exact.first(where: evaluation.isAnchored) { return genuine }
        if !exact.isEmpty {
            draft.leaveOpen(
                "otherSignerAtHand",
                "the certificate at hand has the signer's name and number, and is not the one that signed; "
                    + "nothing says that it is genuine")
            return nil
        }
        draft.leaveOpen(
            "noSealSigner",
            "the certificate \(seal.certificateReference) of the signer \(seal.signerIdentifier) is not at hand; "
                + "name it (--signer)")
        return nil
    }

    private mutating func find(_ seal: NonConstrainedSeal, _ draft: inout Draft) -> Certificate? {
        if let certificate = seal.certificate { return certificate }
        let country = CountryCode(seal.issuer)?.alpha2 ?? String(seal.issuer.prefix(2))
        let candidates = evaluation.context.material.sealSigners(ofCountry: country, serialNumber: nil).filter {
            CertificateCountry.normalised($0.subject) == country
        }
        let signer = candidates.first { certificate in
            key(of: certificate).flatMap { SealSignature.isValid(seal, by: $0) } ?? false
        }
        if signer == nil {
            draft.leaveOpen(
                "noSealSigner", "the seal leaves the certificate of its signer out; name it (--signer)")
        }
        return signer
    }

    private func isSigner(_ certificate: Certificate, of seal: ConstrainedSeal) -> Bool {
        key(of: certificate).flatMap { SealSignature.isValid(seal, by: $0) } ?? false
    }

    private func key(of certificate: Certificate) -> PublicKey? {
        try? evaluation.context.keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
    }

    /// The signature is that of the signer, over all that stands before it.
    ///
    /// Spec: ICAO Doc 9303-13 (8th ed.) §2.5; ICAO Technical Report VDS-NC §3.4.
    mutating func checkSignature(by signer: Certificate?) {
        let source = SpecReference.doc9303(13, "2.5")
        guard let signer else { return evaluation.skip(.sealSignature, Evaluation.noSigner, source) }
        var draft = Draft()
        do {
            let key = try evaluation.context.keys.key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo)
            judgeSignature(by: key, &draft)
        } catch {
            draft.leaveOpen("unusableKey", "the key of the signer cannot be used: \(error)")
        }
        evaluation.conclude(.sealSignature, draft, source)
    }

    private mutating func judgeSignature(by key: PublicKey, _ draft: inout Draft) {
        guard key.curve != nil else {
            return draft.fail("notECDSA", "the signer has no key for ECDSA, which alone is allowed")
        }
        let hash: HashAlgorithm?
        let isValid: Bool?
        switch seal {
        case .constrained(let seal):
            hash = SealSignature.hash(for: key)
            isValid = SealSignature.isValid(seal, by: key)
        case .nonConstrained(let seal):
            hash = SealSignature.hash(named: seal.algorithmName)
            isValid = SealSignature.isValid(seal, by: key)
            judge(seal.algorithmName, hash, key, &draft)
        }
        if let hash {
            draft.show("algorithm", "ECDSA with \(hash.name)")
            evaluation.digestsInUse.append(("signature of the seal", hash.oid))
        }
        if isValid == false {
            draft.fail("signatureWrong", "the signature of the seal is wrong: it was changed, or is a forgery")
        }
    }

    /// Spec: RFC 7518 §3.4: each name goes with a curve of its length.
    private mutating func judge(_ name: String, _ hash: HashAlgorithm?, _ key: PublicKey, _ draft: inout Draft) {
        guard let hash else {
            return evaluation.meet(.unknownAlgorithm, "the algorithm of the seal is not known", in: &draft)
        }
        if !["ES256", "ES384", "ES512"].contains(name) {
            evaluation.meet(.sealAlgorithmName, "the seal names its algorithm '\(name)'", in: &draft)
        }
        let lengths = hash == .sha512 ? [512, 521] : [hash.byteCount * 8]
        if !lengths.contains(key.bitCount) {
            draft.fail("otherCurve", "the algorithm of the seal does not go with a key of \(key.bitCount) bits")
        }
    }
}
