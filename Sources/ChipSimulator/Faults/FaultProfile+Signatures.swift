import CardTransport
import Cryptography
import Issuing
import LDS

extension FaultProfile {
    /// Keys and answers of Active Authentication.
    static let signatures: [FaultProfile] = signatureKeys + signatureAnswers

    private static let signatureKeys: [FaultProfile] = [
        key("aa-ecdsa-sha384", "the chip signs by ECDSA with SHA-384", "field note 86", .secp384r1, .sha384),
        key("aa-ecdsa-sha224", "the chip signs by ECDSA with SHA-224", "field note 86", .secp224r1, .sha224),
        key(
            "aa-p384-sha256", "the chip signs by ECDSA on P-384 with SHA-256, and no DG14 says so", "field note 86",
            .secp384r1, .sha256, isNamed: false),
        key("aa-der", "the chip's ECDSA signature is in DER", "field note 86", .secp256r1, .sha256, isDER: true),
        key("aa-p320", "the chip's key is on brainpoolP320r1", "field note 88", .brainpoolP320r1, .sha256),
        FaultProfile(
            "aa-rsa-1024", "the chip signs by RSA of 1024 bits with SHA-1", source: "field note 88"
        ) { simulated throws(IssuingError) in
            try simulated.issueKey(ActiveAuthenticationProfile(key: .rsa(bits: 1024), hash: .sha1), named: nil)
        },
        FaultProfile(
            "aa-smaller-root", "the chip sends the smaller of both roots", source: "ISO/IEC 9796-2 §B.4"
        ) { simulated throws(IssuingError) in
            try simulated.issueKey(
                ActiveAuthenticationProfile(key: .rsa(bits: 1024), takesSmallerRoot: true), named: nil)
        },
    ]

    private static let signatureAnswers: [FaultProfile] = [
        FaultProfile(
            "aa-parts", "a long signature comes in 61xx parts, and nothing has extended length",
            source: "field note 83"
        ) { simulated throws(IssuingError) in
            try simulated.issueKey(ActiveAuthenticationProfile(key: .rsa(bits: 2048)), named: nil)
            simulated.behaviour.extendedLength = nil
            simulated.behaviour.chainsResponses = true
        },
        FaultProfile(
            "aa-protected-parts", "a long signature comes in 61xx parts, each of them protected by itself",
            source: "field note 83"
        ) { simulated throws(IssuingError) in
            try simulated.issueKey(ActiveAuthenticationProfile(key: .rsa(bits: 2048)), named: nil)
            simulated.behaviour.extendedLength = nil
            simulated.behaviour.securedPieceByteCount = 128
        },
        FaultProfile(
            "aa-extended-alone", "INTERNAL AUTHENTICATE alone may have extended length, and nothing says so",
            source: "field note 50"
        ) { simulated throws(IssuingError) in
            try simulated.issueKey(ActiveAuthenticationProfile(key: .rsa(bits: 2048)), named: nil)
            simulated.behaviour.extendedLength = nil
            simulated.behaviour.extendsSignatures = true
        },
    ]

    private static func key(
        _ name: String, _ summary: String, _ source: String, _ curve: EllipticCurve, _ hash: HashAlgorithm,
        isNamed: Bool = true, isDER: Bool = false
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.issueKey(
                ActiveAuthenticationProfile(key: .ellipticCurve(curve), hash: hash, isDER: isDER),
                named: isNamed ? hash : nil)
        }
    }
}

extension SimulatedDocument {
    /// Gives the chip another key to sign with; DG14 is there where it names the hash function, and says nothing else.
    mutating func issueKey(
        _ profile: ActiveAuthenticationProfile, named hash: HashAlgorithm?
    ) throws(IssuingError) {
        let issued = try profile.issue()
        document.activeAuthentication = issued
        document.files[.dataGroup(.dg14)] = hash.map {
            FileEncoder.dg14(securityInfos: [SecurityInfoEncoder.activeAuthentication($0)])
        }
        document.files[.dataGroup(.dg15)] = FileEncoder.dg15(
            subjectPublicKeyInfo: issued.key.subjectPublicKeyInfo())
        try document.reissue()
    }
}
