package import LDS
import Standards
package import Trust

/// A document whose issuer is not published: hashes and signature verify, trust stays open.
package struct SpecimenDocumentVector: ConformanceVector {
    package static let places = ["trust/passive-authentication/specimens.json"]

    package let id: String
    package let com: HexBytes
    package let sod: HexBytes
    /// The files that are read, by name.
    package let files: [String: HexBytes]
    /// How each data group compares with its hash, by name.
    package let integrity: [String: String]
    package let signatureAlgorithm: String

    package func check() throws {
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: Self.time).evaluate(try reading())
        for group in result.dataGroups {
            try compare("integrity.\(group.group.name)", group.integrity.rawValue, with: integrity[group.group.name])
        }
        try compare("number of data groups", result.dataGroups.count, with: integrity.count)
        try compare("failures", result.failures, with: [])
        try compare("signature", result[.sodSignature]?.result, with: .successful)
        try compare("message digest", result[.sodMessageDigest]?.result, with: .successful)
        try compare("signatureAlgorithm", result.signer?.signatureAlgorithm, with: signatureAlgorithm)
        try compare("trust", result.trust, with: .undetermined)
        try compare("trust of the object", result.verifiedSOD?.trust, with: .undetermined)
        // EF.COM is not signed: it must at least be what it is taken for.
        _ = try COM(encoded: com.bytes)
    }

    /// The document as a reader would have read it.
    package func reading() throws -> ChipReading {
        var reading = ChipReading(startedAt: Self.time)
        for (name, bytes) in files.merging(["COM": com, "SOD": sod], uniquingKeysWith: { $1 }) {
            guard let file = ElementaryFile(name: name) else {
                throw Mismatch("files", expected: "the name of a file", found: name)
            }
            reading.files.append(FileReading(file: file, outcome: .read(bytes.bytes)))
        }
        return reading
    }

    private static let time = Timestamp(secondsSince1970: 1_767_225_600)  // 2026-01-01
}

/// A document of another implementation and its country signing certificate: all of it verifies.
package struct ForeignDocumentVector: ConformanceVector {
    package static let places = ["trust/passive-authentication/openssl.json"]

    package let id: String
    package let csca: HexBytes
    package let sod: HexBytes
    package let dg1: HexBytes
    package let dg2: HexBytes

    package func check() throws {
        let result = try evaluate()
        try compare("failures", result.failures, with: [])
        try compare("trust", result.trust, with: .trusted)
        for group in [DataGroup.dg1, .dg2] {
            let integrity = result.dataGroups.first { $0.group == group }?.integrity
            try compare("integrity of \(group.name)", integrity, with: .identical)
        }
    }

    /// The judgement of the document, or of the same with its security object changed.
    package func evaluate(changing change: (inout [UInt8]) -> Void = { _ in }) throws -> PassiveAuthenticationResult {
        var anchors = CSCAAnchors()
        try anchors.add(file: csca.bytes)
        var object = sod.bytes
        change(&object)
        let files: [(ElementaryFile, [UInt8])] = [
            (.sod, object), (.dataGroup(.dg1), dg1.bytes), (.dataGroup(.dg2), dg2.bytes),
        ]
        let reading = ChipReading(
            startedAt: Self.time, files: files.map { FileReading(file: $0.0, outcome: .read($0.1)) })
        return PassiveAuthentication(anchors: anchors, at: Self.time).evaluate(reading)
    }

    private static let time = Timestamp(secondsSince1970: 1_811_808_000)  // 2027-06-01
}

extension PassiveAuthenticationResult {
    /// Failed checks as `id: reason`.
    fileprivate var failures: [String] {
        findings.compactMap { finding in
            guard case .failed(let reason) = finding.result else { return nil }
            return "\(finding.id): \(reason.code)"
        }
    }
}
