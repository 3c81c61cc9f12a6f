import CardTransport
import Cryptography
import Issuing
import LDS
import PKI
import Standards

extension FaultProfile {
    /// Whom chips trust to let terminals in, and how what is long gets to them and from them.
    static let trustPoints: [FaultProfile] = [
        FaultProfile(
            "ta-cvca-elsewhere", "EF.CVCA has the identifier 0130, as DG14 says", source: "TR-03110-3 A.1.1.3"
        ) { simulated throws(IssuingError) in
            try simulated.needTerminalAuthentication()
            let infos = simulated.securityInfos(of: .dataGroup(.dg14)).filter { !$0.isOfTerminalAuthentication }
            simulated.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(
                securityInfos: infos.map(\.encoded) + [
                    SecurityInfoEncoder.terminalAuthentication(cvcaFile: ([0x01, 0x30], nil))
                ])
            let references = simulated.trustPointReferences
            simulated.document.files[.cvca] = nil
            simulated.document.files[.cvca(identifier: 0x0130, shortIdentifier: 0)] =
                FileEncoder.authorityReferences(references)
            try simulated.document.reissue()
        },
        FaultProfile(
            "ta-first-authority-refused",
            "the chip names two authorities, and refuses the certificates from the first with 6300",
            source: "Doc 9303-11 §7.1.3"
        ) { simulated throws(IssuingError) in try simulated.trustOtherAuthority() },
        FaultProfile(
            "ta-first-authority-final",
            "the chip names two authorities, refuses the certificates from the first and takes no more in that session",
            source: "Doc 9303-11 §7.1.3"
        ) { simulated throws(IssuingError) in
            try simulated.trustOtherAuthority()
            simulated.behaviour.terminalAuthentication.endsAfterRefusedCertificate = true
        },
        FaultProfile(
            "ta-chained", "certificates come in chains of short commands, as EF.ATR/INFO says",
            source: "TR-03110-3 B.12"
        ) { simulated throws(IssuingError) in
            try simulated.needTerminalAuthentication()
            simulated.behaviour.extendedLength = nil
            simulated.behaviour.chainsCommands = true
        },
        FaultProfile(
            "eac2-pieces", "answers of both authentications come in pieces of 16 bytes, each protected by itself",
            source: "ISO/IEC 7816-4 §5.3.4"
        ) { simulated throws(IssuingError) in
            try simulated.needVersion2()
            simulated.behaviour.securedPieceByteCount = 16
        },
        FaultProfile(
            "eac2-authorization-refused", "MSE:Set AT of PACE with the terminal's authorization answers 6A80",
            source: "TR-03110-3 B.11.1", kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.needVersion2()
            simulated.behaviour.terminalAuthentication.refusesAuthorization = .wrongData
        },
    ]

    /// The authority that `ta-first-authority-refused` names first, and its certificate for the verifier of Utopia: with it,
    /// a terminal has a way from both. A new one in each run of the program.
    package static let otherAuthority: (root: [UInt8], verifier: [UInt8])? = try? makeOtherAuthority()

    private static func makeOtherAuthority() throws -> (root: [UInt8], verifier: [UInt8])? {
        let certificates = Specimen.terminal.certificates
        guard let root = certificates.first.flatMap({ CertifiedKey(trustPoint: $0) }),
            let certified = try certificates.dropFirst().first.map({ try CVCertificate(encoded: $0) }),
            let verifier = CertifiedKey(certified, under: root),
            let reference = CertificateReference("XXCVCA00009")
        else { return nil }
        let algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .plain)
        let authority = try CVCertificateIssuer(
            reference: reference, key: try PrivateKey.generateEC(curve: .brainpoolP256r1), algorithm: algorithm)
        var profile = CVCertificateProfile(
            holderReference: reference, authorization: root.authorization,
            effectiveDate: root.certificate.effectiveDate, expirationDate: root.certificate.expirationDate)
        let selfSigned = try authority.selfSigned(profile)
        profile.holderReference = certified.holderReference
        profile.authorization = certified.authorization
        profile.effectiveDate = certified.effectiveDate
        profile.expirationDate = certified.expirationDate
        return (selfSigned, try authority.issue(profile, for: verifier.publicKey, algorithm: verifier.algorithm))
    }
}

extension SimulatedDocument {
    /// Names another authority before that of Utopia, whose key verifies nothing.
    fileprivate mutating func trustOtherAuthority() throws(IssuingError) {
        try needTerminalAuthentication()
        guard let other = FaultProfile.otherAuthority, let certificate = try? CVCertificate(encoded: other.root) else {
            return
        }
        document.files[.cvca] = nil  // the chip writes it by itself, from what it trusts
        document.terminalAuthentication?.trustPoints.insert(other.root, at: 0)
        behaviour.terminalAuthentication.brokenTrustPoint = certificate.holderReference.bytes
    }

    /// The names of whom the chip trusts.
    fileprivate var trustPointReferences: [String] {
        (document.terminalAuthentication?.trustPoints ?? []).compactMap {
            (try? CVCertificate(encoded: $0))?.holderReference.description
        }
    }
}

extension SecurityInfo {
    fileprivate var isOfTerminalAuthentication: Bool {
        if case .terminalAuthentication = content { true } else { false }
    }
}
