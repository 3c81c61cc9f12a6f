import Cryptography
import Foundation
import Issuing
import LDS
import PKI
import Standards
import Trust

/// Documents of one signer, as records of a stream, and their bare signatures.
struct VerifyBenchDocuments {
    /// The judgement that accepts them.
    let trust: PassiveAuthentication
    /// Each object with the hashes of its data groups, a line each.
    let hashLines: [UInt8]
    /// The first `faceCount` objects with their DG2 as a file, a line each.
    let fileLines: [UInt8]
    let count: Int
    /// What OpenSSL verifies.
    let signatures: [(signature: [UInt8], digest: [UInt8])]
    let verifier: SignatureVerifier

    static let faceByteCount = 20_000
    static let faceCount = 250
    private static let groups: [DataGroup] = [.dg1, .dg2, .dg3, .dg14, .dg15]
    private static let day = Timestamp(secondsSince1970: 1_769_817_600)  // 31 January 2026

    private static func day(_ shift: Int64) -> Timestamp {
        Timestamp(secondsSince1970: day.secondsSince1970 + shift * 86_400)
    }

    /// Makes a state with one document signer and its documents.
    init(_ bench: VerifyBenchCase, count: Int) throws {
        let name = { DirectoryName(country: "UT", organization: "Ministry of Utopia", commonName: $0) }
        let issuerKey = try PrivateKey.generateEC(curve: .secp256r1)
        let issuer = CertificateIssuer(
            name: name("CSCA Utopia"), key: issuerKey, algorithm: .ecdsa(.sha256, encoding: .der))
        let csca = try Certificate(
            encoded: issuer.issue(
                CertificateProfile(
                    role: .csca, serialNumber: [1], subject: name("CSCA Utopia"), notBefore: Self.day(-1000),
                    notAfter: Self.day(4000), stateCode: "UTO"),
                for: issuerKey.subjectPublicKeyInfo(explicitParameters: false)))
        let key = try bench.generateKey()
        let info = key.subjectPublicKeyInfo(explicitParameters: bench.curve != nil)
        let certificate = try issuer.issue(
            CertificateProfile(
                role: .documentSigner(documentTypes: ["P"]), serialNumber: [2], subject: name("Document Signer"),
                notBefore: Self.day(-100), notAfter: Self.day(3600), stateCode: "UTO"), for: info)
        let signer = SODIssuer(key: key, certificate: certificate, algorithm: bench.algorithm)
        let publicKey = try PublicKey(subjectPublicKeyInfo: info)
        guard let verifier = SignatureVerifier(publicKey, bench.algorithm) else {
            throw CommandError("the benchmark's key does not fit its algorithm")
        }
        self.verifier = verifier
        self.count = count
        trust = PassiveAuthentication(anchors: CSCAAnchors([csca]), at: Self.day)

        var (hashLines, fileLines): ([UInt8], [UInt8]) = ([], [])
        var signatures: [(signature: [UInt8], digest: [UInt8])] = []
        for number in 0..<count {
            let files = Self.files(number)
            let sod = try signer.issue(
                files, options: SODOptions(versions: .init(), signingTime: Self.day(-Int64(number % 90))))
            hashLines += try Self.line(number, sod, files, isHashed: true)
            if number < Self.faceCount { fileLines += try Self.line(number, sod, files, isHashed: false) }
            guard let signed = try SignedData(contentInfo: Array(sod.dropFirst(4))).signerInfos.first,
                let attributes = signed.signedAttributes
            else { throw CommandError("the benchmark's objects are not signed") }
            signatures.append((signed.signature, bench.algorithm.hash.hash(attributes.storedAsSet)))
        }
        (self.hashLines, self.fileLines, self.signatures) = (hashLines, fileLines, signatures)
    }

    private static func files(_ number: Int) -> [DataGroup: [UInt8]] {
        var files: [DataGroup: [UInt8]] = [:]
        for group in groups {
            // No two documents have a file in common.
            let contents = Array("\(group.name) of document \(number)".utf8)
            files[group] = FileEncoder.file(of: group, contents: contents)
        }
        files[.dg2] = FileEncoder.file(
            of: .dg2,
            contents: Array("face of document \(number)".utf8)
                + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: faceByteCount - 24))
        return files
    }

    private static func line(
        _ number: Int, _ sod: [UInt8], _ files: [DataGroup: [UInt8]], isHashed: Bool
    ) throws -> [UInt8] {
        struct Record: Encodable {
            let id: String
            let sod: Data
            var dataGroupHashes: [String: String] = [:]
            var dataGroups: [String: Data]?
        }
        var record = Record(id: "UTO-\(1_000_000 + number)", sod: Data(sod))
        for (group, file) in files where isHashed || group != .dg2 {
            record.dataGroupHashes["\(group.rawValue)"] = HashAlgorithm.sha256.hash(file)
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        if !isHashed, let face = files[.dg2] { record.dataGroups = ["2": Data(face)] }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(record)) + [0x0A]
    }
}

/// An algorithm that is measured, and the share of the bare rate to reach.
struct VerifyBenchCase {
    let name: String
    let algorithm: SignatureAlgorithm
    /// Nil for RSA with 2048 bits.
    let curve: EllipticCurve?
    let share: Double

    static let all = [
        VerifyBenchCase(
            name: "P-256", algorithm: .ecdsa(.sha256, encoding: .der), curve: .secp256r1, share: 0.8),
        VerifyBenchCase(
            name: "brainpoolP256r1", algorithm: .ecdsa(.sha256, encoding: .der), curve: .brainpoolP256r1, share: 0.8),
        VerifyBenchCase(
            name: "brainpoolP384r1", algorithm: .ecdsa(.sha384, encoding: .der), curve: .brainpoolP384r1, share: 0.8),
        VerifyBenchCase(name: "RSA-2048", algorithm: .rsaPKCS1(.sha256), curve: nil, share: 0.4),
    ]

    func generateKey() throws -> PrivateKey {
        try curve.map { try PrivateKey.generateEC(curve: $0) } ?? PrivateKey.generateRSA(bits: 2048)
    }
}
