import Cryptography
import Issuing
import Standards

/// The certificates of a document: what the inspection system trusts, and who signed.
struct SuiteCertificates {
    let authority: CertificateIssuer
    let authorityCertificate: [UInt8]
    /// The document signer, with its certificate as it was issued.
    let signer: SODIssuer
    let signerProfile: CertificateProfile
    /// The certificate that goes into EF.SOD, where it is another than was issued.
    let changedCertificate: [UInt8]?
    let revocationList: [UInt8]
}

extension SuiteDocument {
    private static let authorityValidity = Self.moment(2014, 1, 1)...Self.moment(2039, 12, 31)
    private static let signerNumber: [UInt8] = [0x07, 0xD1]

    func certificates(_ keys: KeyRing) throws -> SuiteCertificates {
        let authorityKey = try keys.key(authority.key, of: .authority)
        let issuer = CertificateIssuer(name: authorityName, key: authorityKey, algorithm: authority.algorithm)
        let validity = Self.authorityValidity
        let own = try issuer.issue(
            CertificateProfile(
                role: .csca, serialNumber: [0x03, 0xE9], subject: authorityName, notBefore: validity.lowerBound,
                notAfter: validity.upperBound, stateCode: "UTO"),
            for: authorityKey.subjectPublicKeyInfo(explicitParameters: true))
        let signerKey = try keys.key(signer.key, of: .signer)
        let issued = try signerCertificate(issuer, signerKey)
        return SuiteCertificates(
            authority: issuer, authorityCertificate: own,
            signer: SODIssuer(key: signerKey, certificate: issued, algorithm: signer.algorithm),
            signerProfile: signerProfile, changedCertificate: try changed(issued, issuer),
            revocationList: try issuer.revocationList(
                number: 1,
                revoked: isRevoked ? [(serialNumber: Self.signerNumber, at: time.days(before: 30))] : [],
                thisUpdate: time.days(before: 10), nextUpdate: time.days(before: -80)))
    }

    private func signerCertificate(_ issuer: CertificateIssuer, _ key: PrivateKey) throws -> [UInt8] {
        let named = CertificateIssuer(
            name: issuerName ?? authorityName, key: issuer.key, algorithm: issuer.algorithm)
        return try named.issue(signerProfile, for: key.subjectPublicKeyInfo(explicitParameters: true))
    }

    private var signerProfile: CertificateProfile {
        var profile = CertificateProfile(
            role: .documentSigner(documentTypes: documentTypes), serialNumber: Self.signerNumber,
            subject: Self.names.signer, notBefore: signerValidity.lowerBound, notAfter: signerValidity.upperBound,
            privateKeyUsage: signerValidity.lowerBound...signerValidity.lowerBound.days(before: -92),
            stateCode: "UTO")
        profile.deviations = signerDeviations
        return profile
    }

    /// The certificate with the changes made, signed over those of its fields; nil where there are none.
    private func changed(_ issued: [UInt8], _ issuer: CertificateIssuer) throws -> [UInt8]? {
        guard certificateFields != nil || certificate != nil else { return nil }
        var parts = try Parts<CertificateField>(of: issued, CertificateField.allCases)
        if let certificateFields {
            var fields = try Parts<SignedCertificateField>(
                of: parts[.signed] ?? [], SignedCertificateField.allCases)
            try certificateFields(&fields)
            let signed = fields.encode()
            parts[.signed] = signed
            parts[.signatureValue] = DER.bitString(try issuer.key.sign(signed, algorithm: issuer.algorithm))
        }
        try certificate?(&parts)
        return parts.encode()
    }
}

extension Timestamp {
    /// The moment so many days earlier.
    func days(before count: Int64) -> Timestamp {
        Timestamp(secondsSince1970: secondsSince1970 - count * 86_400)
    }
}
