import Cryptography
import Foundation
import Issuing
import LDS
import PKI
import Standards
import TestSupport

/// An authority with its key, and what it signs.
struct HandedAuthority {
    var name: DirectoryName
    var key: PrivateKey
    var algorithm = SignatureAlgorithm.ecdsa(.sha256, encoding: .der)
    var serialNumber: UInt8 = 1
    var from = HandedPassport.day(2020)
    var until = HandedPassport.day(2036)

    var issuer: CertificateIssuer { CertificateIssuer(name: name, key: key, algorithm: algorithm) }

    private func profile(_ role: CertificateProfile.Role, _ serialNumber: UInt8) -> CertificateProfile {
        CertificateProfile(
            role: role, serialNumber: [serialNumber], subject: name, notBefore: from, notAfter: until,
            stateCode: "UTO")
    }

    func certificate() throws -> [UInt8] {
        try issuer.issue(profile(.csca, serialNumber), for: key.subjectPublicKeyInfo())
    }

    func link(from old: HandedAuthority) throws -> [UInt8] {
        try old.issuer.issue(profile(.link(hasNewName: old.name != name), 0x60), for: key.subjectPublicKeyInfo())
    }

    func list(revoking serialNumbers: [UInt8], on date: Timestamp = HandedPassport.day(2025)) throws -> [UInt8] {
        try issuer.issue(
            RevocationListProfile(
                thisUpdate: HandedPassport.day(2026), nextUpdate: HandedPassport.day(2026, 4),
                entries: serialNumbers.map { .init(serialNumber: [$0], date: date) }))
    }
}

/// A document of Utopia, signed in June 2024 by the signer 2A.
struct HandedPassport {
    var authority: HandedAuthority
    /// How the signer's certificate writes its issuer's name.
    var issuerName: DirectoryName?
    var state = "UTO"
    var signerCountry: String?
    var signerFrom = Self.day(2024)
    var signerUntil = Self.day(2034)
    var options = SODOptions(signingTime: Self.day(2024, 6))

    /// The certificate of the signer 2A, or of another serial number.
    func signerCertificate(serialNumber: UInt8 = 0x2A, key: PrivateKey? = nil) throws -> [UInt8] {
        let profile = CertificateProfile(
            role: .documentSigner(documentTypes: ["P"]), serialNumber: [serialNumber],
            subject: DirectoryName(country: signerCountry ?? authority.name.country, commonName: "Signer"),
            notBefore: signerFrom, notAfter: signerUntil, stateCode: state)
        let issuer = CertificateIssuer(
            name: issuerName ?? authority.name, key: authority.key, algorithm: authority.algorithm)
        return try issuer.issue(profile, for: (key ?? HandedKeys.signer.get()).subjectPublicKeyInfo())
    }

    /// The data groups of the document.
    func groups() throws -> [DataGroup: [UInt8]] {
        let code = state + String(repeating: "<", count: 3 - state.count)
        return [
            .dg1: FileEncoder.dg1(lines: [
                "P<\(code)ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16",
            ]),
            .dg2: try Specimen.utopia().files[.dataGroup(.dg2)] ?? [],
        ]
    }

    /// EF.SOD, by a certificate of the signer.
    func sod(certificate: [UInt8]) throws -> [UInt8] {
        try SODIssuer(
            key: HandedKeys.signer.get(), certificate: certificate, algorithm: .ecdsa(.sha256, encoding: .der)
        ).issue(groups(), options: options)
    }

    /// Writes the document as files; the signer's certificate is made anew where none is given.
    func write(to folder: URL, certificate: [UInt8]? = nil) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(FileEncoder.com(groups: [.dg1, .dg2], ldsVersion: "0107")).write(
            to: folder.appending(path: "EF_COM.bin"))
        try Data(sod(certificate: certificate ?? signerCertificate())).write(to: folder.appending(path: "EF_SOD.bin"))
        for (group, bytes) in try groups() { try Data(bytes).write(to: folder.appending(path: "\(group.name).bin")) }
    }

    static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Timestamp {
        Timestamp(year: year, month: month, day: day) ?? Timestamp(secondsSince1970: 0)
    }
}

/// Keys that all handed cases share.
enum HandedKeys {
    static let old = Result { try PrivateKey.generateEC(curve: .secp256r1) }
    static let new = Result { try PrivateKey.generateEC(curve: .brainpoolP256r1) }
    static let rsa = Result { try PrivateKey.generateRSA(bits: 2048, publicExponent: 65537) }
    static let signer = Result { try PrivateKey.generateEC(curve: .secp256r1) }
}
