import Cryptography
import Issuing
import LDS
import Standards

extension ForgeryProfile {
    /// Documents that are signed by somebody who must not.
    static let signers: [ForgeryProfile] = [
        ForgeryProfile(
            "self-made-csca",
            "everything is signed under a CSCA of the forger with the state's name",
            breaks: .issuerTrust
        ) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            try simulated.sign(under: try genuine.csca.impostor(), genuine.documentSignerProfile)
        },
        ForgeryProfile(
            "self-made-csca-key",
            "everything is signed under a CSCA of the forger, whose key is called by the identifier of the state's",
            breaks: .issuerTrust
        ) { simulated throws(IssuingError) in
            guard let genuine = simulated.document.authorities else { return }
            var profile = genuine.documentSignerProfile
            profile.authorityKeyIdentifier = CertificateIssuer.keyIdentifier(
                of: genuine.csca.key.subjectPublicKeyInfo(explicitParameters: false))
            try simulated.sign(under: try genuine.csca.impostor(), profile)
        },
        ForgeryProfile(
            "card-security-self-made-csca",
            "EF.CardSecurity holds a key of the forger, signed under a CSCA of the forger", breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.needMapping()
            guard let genuine = simulated.document.authorities else { return }
            let infos = simulated.securityInfos(of: .cardSecurity).filter { !$0.isPublicKey }.map(\.encoded)
            let key = try SimulatedDocument.key(13)
            let signer = try genuine.signer(under: try genuine.csca.impostor(), genuine.documentSignerProfile)
            simulated.document.chipAuthentication = [key]
            simulated.document.files[.cardSecurity] = try signer.issueCardSecurity(
                infos + [SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: .standardized)],
                options: genuine.sodOptions)
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
        signer("ds-wrong-state", "the document signer is of another state than the document", breaks: .issuerTrust) {
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
        signer("ds-visa-stamp", "the document signer's key is one for visas on chips", breaks: .issuerTrust) {
            profile in
            profile.role = .recordSigner(.visas)
        },
        signer("ds-broken-signature", "one bit of the certificate's signature is flipped", breaks: .issuerTrust) {
            profile in
            profile.deviations.insert(.brokenSignature)
        },
        signer(
            "ds-unknown-extension", "the document signer has a critical extension that nobody knows",
            breaks: .issuerTrust
        ) { profile in profile.deviations.insert(.unknownCriticalExtension) },
        signer("ds-version-1", "the document signer's certificate says that it is of version 1", breaks: .issuerTrust) {
            profile in
            profile.deviations.insert(.version1)
        },
        signer(
            "ds-two-algorithms", "the document signer's certificate names one algorithm inside and another outside",
            breaks: .issuerTrust
        ) { profile in profile.deviations.insert(.differingAlgorithms) },
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
        authorities.documentSigner = try authorities.signer(under: authority, profile, with: key)
        document.authorities = authorities
        try document.reissue()
        if document.files[.cardSecurity] != nil { try reissueCardSecurity { $0.map(\.encoded) } }
    }
}

extension IssuingAuthorities {
    /// A document signer under some authority, with a key (a new one where none is given).
    fileprivate func signer(
        under authority: CertificateIssuer, _ profile: CertificateProfile, with key: PrivateKey? = nil
    ) throws(IssuingError) -> SODIssuer {
        let signerKey: PrivateKey
        if let key { signerKey = key } else { signerKey = try documentSigner.key.another() }
        let isExplicit = CertificateProfile.hasExplicitParameters(documentSigner.certificate)
        let certificate = try authority.issue(
            profile, for: signerKey.subjectPublicKeyInfo(explicitParameters: isExplicit))
        return SODIssuer(key: signerKey, certificate: certificate, algorithm: documentSigner.algorithm)
    }
}

extension CertificateIssuer {
    /// An authority of the same name with a key of its own.
    fileprivate func impostor() throws(IssuingError) -> CertificateIssuer {
        CertificateIssuer(name: name, key: try key.another(), algorithm: algorithm)
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
