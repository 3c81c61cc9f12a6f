import AccessControl
import ByteCoding
package import Cryptography
package import PKI
package import Standards

/// A holder of a card verifiable certificate, with the key to issue others with: a second, small issuer for tests.
package struct CVAuthority {
    package let reference: String
    package let key: PrivateKey
    package let identifier: OID
    package var parameters: [UInt8]?

    package init(_ reference: String, ecdsa curve: EllipticCurve = .brainpoolP256r1, hash: UInt8 = 3) throws {
        self.reference = reference
        key = try PrivateKey.generateEC(curve: curve)
        identifier = .idTAECDSA.appending(hash)
        let numbers = curve.domainParameters
        parameters = [
            (0x81, numbers.p), (0x82, numbers.a), (0x83, numbers.b), (0x84, numbers.generator), (0x85, numbers.order),
        ].flatMap { DataObjectWriter.encode($0.0, $0.1) }
    }

    package init(_ reference: String, rsa scheme: UInt8) throws {
        self.reference = reference
        key = try PrivateKey.generateRSA(bits: 2048)
        identifier = .idTARSA.appending(scheme)
        parameters = nil
    }

    package var algorithm: SignatureAlgorithm {
        SignatureAlgorithm(terminalAuthentication: identifier) ?? .ecdsa(.sha256, encoding: .plain)
    }

    /// DO'7F49'.
    package func publicKey(withParameters: Bool) -> [UInt8] {
        let oid = DataObjectWriter.encode(0x06, identifier.contents)
        switch key.publicKey.kind {
        case .rsa(let modulus, let exponent):
            return DataObjectWriter.encode(
                0x7F49, oid + DataObjectWriter.encode(0x81, modulus) + DataObjectWriter.encode(0x82, exponent))
        default:
            let point = DataObjectWriter.encode(0x86, key.publicKey.point?.encoded ?? [])
            let cofactor = withParameters ? DataObjectWriter.encode(0x87, [1]) : []
            return DataObjectWriter.encode(
                0x7F49, oid + (withParameters ? parameters ?? [] : []) + point + cofactor)
        }
    }

    private static func encode(_ extensions: [OID: [UInt8]]) -> [UInt8] {
        guard !extensions.isEmpty else { return [] }
        return DataObjectWriter.encode(
            0x65,
            containing: extensions.map { identifier, bits in
                DataObjectWriter.encode(
                    0x73,
                    DataObjectWriter.encode(0x06, identifier.contents) + DataObjectWriter.encode(0x53, bits))
            })
    }

    /// A certificate over the key of `holder`.
    ///
    /// - Parameter extensions: The bits of further rights, by the identifiers of their extensions.
    package func certify(
        _ holder: CVAuthority, rights: UInt8, from: String = "260101", until: String = "261231",
        type: OID = .idIS, withParameters: Bool = false, granting extensions: [OID: [UInt8]] = [:],
        change: (inout [UInt8]) -> Void = { _ in }
    ) throws -> CVCertificate {
        let digits = { (text: String) in text.utf8.map { $0 - 0x30 } }
        let body = DataObjectWriter.encode(
            0x7F4E,
            containing: [
                [0x5F, 0x29, 0x01, 0x00], DataObjectWriter.encode(0x42, Array(reference.utf8)),
                holder.publicKey(withParameters: withParameters),
                DataObjectWriter.encode(0x5F20, Array(holder.reference.utf8)),
                CertificateHolderAuthorization(terminalType: type, bytes: [rights])?.encoded ?? [],
                DataObjectWriter.encode(0x5F25, digits(from)), DataObjectWriter.encode(0x5F24, digits(until)),
                Self.encode(extensions),
            ])
        var signature = try key.sign(body, algorithm: algorithm)
        change(&signature)
        return try CVCertificate(
            encoded: DataObjectWriter.encode(0x7F21, body + DataObjectWriter.encode(0x5F37, signature)))
    }
}

/// A certification authority with a successor, a document verifier, a terminal.
package struct CVWorld {
    package let first: CVAuthority
    package let second: CVAuthority
    package let verifier: CVAuthority
    package let terminal: CVAuthority

    package init(curve: EllipticCurve = .brainpoolP256r1) throws {
        first = try CVAuthority("UTCVCA00001", ecdsa: curve)
        second = try CVAuthority("UTCVCA00002", ecdsa: curve)
        verifier = try CVAuthority("UTDVUT00001", ecdsa: curve)
        terminal = try CVAuthority("UTISUT00001", ecdsa: curve)
    }

    package var root: CVCertificate {
        get throws { try first.certify(first, rights: 0xC3, until: "281231", withParameters: true) }
    }
    package var link: CVCertificate { get throws { try first.certify(second, rights: 0xC3, until: "260131") } }
    package var secondRoot: CVCertificate {
        get throws { try second.certify(second, rights: 0xC3, until: "281231", withParameters: true) }
    }
    package var verifierCertificate: CVCertificate { get throws { try second.certify(verifier, rights: 0x83) } }
    package var terminalCertificate: CVCertificate { get throws { try verifier.certify(terminal, rights: 0x03) } }
}
