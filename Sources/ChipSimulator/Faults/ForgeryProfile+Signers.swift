import Cryptography
import Issuing
import Standards

extension ForgeryProfile {
    /// Documents that are signed by somebody who must not.
    static let signers: [ForgeryProfile] = [
        ForgeryProfile(
            "self-made-csca",
            "everything is signed under a CSCA of the forger with the state's name and key identifiers",
            breaks: .issuerTrust
        ) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            let forger = CertificateIssuer(
                name: genuine.csca.name, key: try genuine.csca.key.another(), algorithm: genuine.csca.algorithm)
            try simulated.sign(under: forger, genuine.documentSignerProfile)
        },
        ForgeryProfile("self-signed-signer", "the document signer has signed its own certificate", breaks: .issuerTrust)
        {
            simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            let key = try genuine.documentSigner.key.another()
            let forger = CertificateIssuer(
                name: genuine.csca.name, key: key, algorithm: genuine.documentSigner.algorithm)
            try simulated.sign(under: forger, genuine.documentSignerProfile, with: key)
        },
        signer("ds-expired", "the document signer expired in 2020", breaks: .issuerTrust) { profile in
            profile.notBefore = Timestamp(secondsSince1970: 1_262_304_000)  // 2010-01-01
            profile.notAfter = Timestamp(secondsSince1970: 1_577_836_800)  // 2020-01-01
            profile.privateKeyUsage = profile.notBefore...profile.notAfter
        },
        signer("ds-not-yet-valid", "the document signer is valid from 2098", breaks: .issuerTrust) { profile in
            profile.notBefore = Timestamp(secondsSince1970: 4_039_372_800)  // 2098-01-01
            profile.notAfter = Timestamp(secondsSince1970: 4_070_908_800)  // 2099-01-01
            profile.privateKeyUsage = profile.notBefore...profile.notAfter
        },
        signer("ds-wrong-state", "the document signer is of another state than the document", breaks: .consistency) {
            profile in
            profile.subject.country = "XX"
            profile.stateCode = "XXX"
        },
        signer("ds-wrong-type", "the document signer may sign visas only", breaks: .consistency) { profile in
            profile.role = .documentSigner(documentTypes: ["V"])
        },
        signer("ds-wrong-usage", "the document signer's key may not sign documents", breaks: .issuerTrust) { profile in
            profile.deviations.insert(.wrongKeyUsage)
        },
        signer("ds-broken-signature", "one bit of the certificate's signature is flipped", breaks: .issuerTrust) {
            profile in
            profile.deviations.insert(.brokenSignature)
        },
    ]

    private static func signer(
        _ name: String, _ summary: String, breaks answer: Answer,
        _ change: @escaping @Sendable (inout CertificateProfile) -> Void
    ) -> ForgeryProfile {
        ForgeryProfile(name, summary, breaks: answer) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            var profile = genuine.documentSignerProfile
            change(&profile)
            try simulated.sign(under: genuine.csca, profile, with: genuine.documentSigner.key)
        }
    }
}

extension SimulatedDocument {
    /// Issues a document signer certificate and signs EF.SOD with its key (a new one where none is given).
    ///
    /// The certificates that a verifier trusts stay those of the genuine state.
    fileprivate mutating func sign(
        under authority: CertificateIssuer, _ profile: CertificateProfile, with key: PrivateKey? = nil
    ) throws(IssuingError) {
        guard var authorities = document.authorities else { return }
        let signerKey: PrivateKey
        if let key { signerKey = key } else { signerKey = try authorities.documentSigner.key.another() }
        let isExplicit = CertificateProfile.hasExplicitParameters(authorities.documentSigner.certificate)
        let certificate = try authority.issue(
            profile, for: signerKey.subjectPublicKeyInfo(explicitParameters: isExplicit))
        authorities.documentSigner = SODIssuer(
            key: signerKey, certificate: certificate, algorithm: authorities.documentSigner.algorithm)
        document.authorities = authorities
        try document.reissue()
    }
}

extension PrivateKey {
    /// A new key of the same kind.
    func another() throws(IssuingError) -> PrivateKey {
        do {
            return switch publicKey.kind {
            case .ellipticCurve(let point, _): try PrivateKey.generateEC(curve: point.curve)
            default: try PrivateKey.generateRSA(bits: max(1024, publicKey.bitCount))
            }
        } catch {
            throw .signingFailed("a forged key")
        }
    }
}
