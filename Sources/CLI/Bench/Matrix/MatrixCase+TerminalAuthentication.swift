import AccessControl
import ChipReader
import Cryptography
import Issuing
import LDS
import PKI
import Standards

extension MatrixCase {
    /// Both versions of Terminal Authentication with every algorithm, over a chain with a link certificate and without one,
    /// for a chip that trusts one authority and for one that trusts two.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1; BSI TR-03110-3 A.6.4 and A.6.5.
    static func terminalAuthentication() throws -> [MatrixCase] {
        var cases: [MatrixCase] = []
        for version in [1, 2] {
            for kind in TerminalKind.all {
                for hasLink in [false, true] {
                    for trustPointCount in [1, 2] {
                        let world = try TerminalWorld(kind, hasLink: hasLink, trustPointCount: trustPointCount)
                        cases.append(try terminalAuthentication(version, kind, world))
                    }
                }
            }
        }
        return cases.sorted { $0.row < $1.row }
    }

    /// The columns of these cases.
    static let hashHeadings = [HashAlgorithm.sha1, .sha224, .sha256, .sha384, .sha512].map(\.name)

    /// Whether the terminal is let in before the application is selected.
    var isSecondVersion: Bool { profile.terminalAuthentication?.version == 2 }

    private static func terminalAuthentication(
        _ version: Int, _ kind: TerminalKind, _ world: TerminalWorld
    ) throws -> MatrixCase {
        var profile = try DocumentProfile.matrix(pace: .matrixPACE, parameterID: 12)
        profile.files[.dataGroup(.dg3)] = [0x63, 0x04, 0x53, 0x02, 0x17, 0x42]
        profile.terminalAuthentication = TerminalAuthenticationProfile(version: version, trust: world.trust)
        if version == 1 {
            profile.chipAuthentication = .matrix
        } else {
            let variant = ChipAuthenticationProfile.Variant(.chipAuthentication(.ecdh, .aes128), version: 2, keyID: 1)
            profile.chipAuthentication = ChipAuthenticationProfile(
                keys: [.init(.ellipticCurve(.secp256r1), keyID: 1, places: [.cardSecurity])], variants: [variant])
            profile.pace?.otherInfos = [
                SecurityInfoEncoder.terminalAuthentication(version: 2),
                SecurityInfoEncoder.chipAuthentication(variant.protocolIdentifier, version: 2, keyID: 1),
            ]
        }
        return MatrixCase(
            row: "Terminal Authentication \(version), \(kind.heading)", column: kind.algorithm.hash.name,
            details: "\(kind.details)\(world.details)", profile: profile, terminal: world.credential
        ) { reading in
            let result = reading.terminalAuthentication
            try MatrixFailure.unless(result?.version == version, "another version was run")
            try MatrixFailure.unless(
                result?.outcome == .accepted(groups: [.dg3]),
                "the terminal was not let in: \(String(describing: result))")
            try MatrixFailure.unless(result?.chain == world.chain, "other certificates were shown")
            try MatrixFailure.unless(reading.chipAuthentication?.outcome == .confirmed, "the chip did not prove itself")
        }
    }
}

/// An algorithm and the keys that it is used with.
private struct TerminalKind {
    let algorithm: SignatureAlgorithm
    /// The curve; nil for RSA.
    let curve: EllipticCurve?

    static let all: [TerminalKind] = {
        let named = SignatureAlgorithm.terminalAuthenticationNames.compactMap {
            SignatureAlgorithm(terminalAuthenticationName: $0)
        }
        return named.flatMap { algorithm -> [TerminalKind] in
            guard case .ecdsa = algorithm else { return [TerminalKind(algorithm: algorithm, curve: nil)] }
            return [.secp224r1, .brainpoolP256r1, .secp384r1, .secp521r1].map {
                TerminalKind(algorithm: algorithm, curve: $0)
            }
        }
    }()

    var heading: String {
        switch algorithm {
        case .rsaPKCS1: "RSA PKCS #1"
        case .rsaPSS: "RSA-PSS"
        default: "ECDSA"
        }
    }

    var details: String { curve.map { "\($0), " } ?? "2048 bits, " }

    func key(_ number: Int) throws -> PrivateKey {
        guard let curve else { return try Self.keys.get()[number] }
        return try PrivateKey.generateEC(curve: curve)
    }

    /// Keys of RSA take long to make: one for each holder, once for the whole run.
    private static let keys = Result { try (0..<5).map { _ in try PrivateKey.generateRSA(bits: 2048) } }
}

/// The authorities of one case, its verifier and its terminal.
private struct TerminalWorld {
    let trust: TerminalAuthenticationTrust
    let credential: TerminalCredential
    let chain: [String]
    let details: String

    init(_ kind: TerminalKind, hasLink: Bool, trustPointCount: Int) throws {
        func issuer(_ name: String, _ number: Int) throws -> CVCertificateIssuer {
            guard let reference = CertificateReference(name) else { throw MatrixFailure("\(name) is no reference") }
            return try CVCertificateIssuer(
                reference: reference, key: try kind.key(number), algorithm: kind.algorithm, allowsSHA1: true)
        }
        let (old, new) = (try issuer("UTCVCA00001", 0), try issuer("UTCVCA00002", 1))
        let other = try issuer("XXCVCA00001", 2)
        let verifier = try issuer("UTDVUT00001", 3)
        let terminalKey = try kind.key(4)
        let terminal = try CVCertificateIssuer(
            reference: try Self.terminalReference, key: terminalKey, algorithm: kind.algorithm, allowsSHA1: true)
        let link = try Self.certificate(new, by: old, .cvca)
        let verifierCertificate = try Self.certificate(verifier, by: new, .domesticDV)
        let terminalCertificate = try Self.certificate(terminal, by: verifier, .terminal)
        let trusted = hasLink ? old : new
        let root = try Self.certificate(trusted, by: trusted, .cvca)
        // The other authority has nothing to do with the terminal, and the chip names it first.
        let trustPoints = trustPointCount == 1 ? [root] : [try Self.certificate(other, by: other, .cvca), root]
        trust = TerminalAuthenticationTrust(trustPoints: trustPoints, currentDate: [2, 6, 0, 1, 0, 1])
        credential = TerminalCredential(
            terminal: try CVCertificate(encoded: terminalCertificate),
            certificates: try [link, verifierCertificate, root].map { try CVCertificate(encoded: $0) },
            signer: PrivateKeySigner(terminalKey))
        chain = (hasLink ? ["UTCVCA00002"] : []) + ["UTDVUT00001", "UTISUT00001"]
        details =
            (hasLink ? "over a link, " : "") + (trustPointCount == 1 ? "one trust point" : "two trust points")
    }

    private static var terminalReference: CertificateReference {
        get throws {
            guard let reference = CertificateReference("UTISUT00001") else { throw MatrixFailure("no reference") }
            return reference
        }
    }

    private static func certificate(
        _ holder: CVCertificateIssuer, by issuer: CVCertificateIssuer, _ role: CertificateHolderAuthorization.Role
    ) throws -> [UInt8] {
        guard
            let authorization = CertificateHolderAuthorization.inspectionSystem(role, readsDG3: true, readsDG4: false)
        else { throw MatrixFailure("no authorization") }
        var profile = CVCertificateProfile(
            holderReference: holder.reference, authorization: authorization,
            effectiveDate: try CVDate(encoded: [2, 6, 0, 1, 0, 1]),
            expirationDate: try CVDate(encoded: [2, 6, 1, 2, 3, 1]))
        guard holder.reference != issuer.reference else { return try issuer.selfSigned(profile) }
        profile.includesDomainParameters = false
        return try issuer.issue(profile, for: holder.publicKey, algorithm: holder.algorithm)
    }
}
