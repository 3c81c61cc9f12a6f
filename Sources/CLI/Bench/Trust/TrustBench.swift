import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import Trust

/// The benchmark of the trust store: an import of a large list, and look-ups among many document signers.
enum TrustBench {
    struct Result: Encodable {
        let name = "trust"
        /// One for each list: the generated one, then those that were named.
        let imports: [Import]
        let lookups: [Lookup]
        let signers: Int
        /// CPU time for taking all signers in.
        let signersCPUSeconds: Double
        let storeBytes: Int

        var reached: Bool { imports.allSatisfy(\.reached) && lookups.allSatisfy(\.reached) }
    }

    struct Import: Encodable {
        let list: String
        let certificates: Int
        let cpuSeconds: Double
        /// For a list of 588 certificates; longer ones may take longer in proportion.
        let targetSeconds: Double
        let reached: Bool
    }

    struct Lookup: Encodable {
        let by: String
        let count: Int
        let meanMicroseconds: Double
        let slowestOfHundredMicroseconds: Double
        let targetMicroseconds = 50.0
        let reached: Bool
    }

    /// - Parameters:
    ///   - signers: how many document signers the store has.
    ///   - lists: paths of master lists that are measured, too.
    static func run(signers: Int, lists: [String], progress: (String, Double?) -> Void) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

        progress("making a list", nil)
        var imports = [try measureImport("generated", TrustBenchContents.authorities(588), at: path("list.sqlite"))]
        for list in lists {
            let file = try InputText.bytes(list, limit: 64 << 20)
            imports.append(try measureImport(list, certificates(in: file, list), at: path("\(imports.count).sqlite")))
        }

        let authority = try TrustBenchContents.Authority()
        let certificates = try (0..<signers).map { number in
            if number % 500 == 0 { progress("making signers", Double(number) / Double(signers)) }
            return try authority.signer(number)
        }
        progress("taking them in", nil)
        let store = try TrustStore(path: path("signers.sqlite"), access: .readWrite(create: true))
        var delivery = TrustDelivery(source: .init(kind: .directory, name: "signers", sha256: [1]), standing: .accepted)
        delivery.certificates = certificates.map { .init($0) }
        let start = CPUClock.now
        _ = try store.take([delivery], at: .now)
        let seconds = CPUClock.now - start
        progress("looking up", nil)
        let lookups = [
            try measure("issuer and serial number", certificates, store) {
                .issuerAndSerialNumber($0.issuer, serialNumber: $0.serialNumber)
            },
            try measure("key identifier", certificates, store) {
                .subjectKeyIdentifier($0.subjectKeyIdentifier ?? [])
            },
        ]
        let attributes = try? FileManager.default.attributesOfItem(atPath: store.path)
        return Result(
            imports: imports, lookups: lookups, signers: signers, signersCPUSeconds: rounded(seconds, 1000),
            storeBytes: (attributes?[.size] as? Int) ?? 0)
    }

    /// From the bytes of a list to the end of its import: decoded, verified as far as the store does, written.
    private static func measureImport(_ name: String, _ encoded: [[UInt8]], at path: String) throws -> Import {
        let start = CPUClock.now
        var delivery = TrustDelivery(source: .init(kind: .masterList, name: name, sha256: [1]), standing: .accepted)
        delivery.certificates = try encoded.map { .init(try Certificate(encoded: $0)) }
        let store = try TrustStore(path: path, access: .readWrite(create: true))
        let report = try store.take([delivery], at: .now)
        let seconds = CPUClock.now - start
        guard report.sources.first?.certificates.new == encoded.count else {
            throw CommandError("the benchmark lost certificates of \(name)")
        }
        let target = max(1, Double(encoded.count) / 588)
        return Import(
            list: name, certificates: encoded.count, cpuSeconds: rounded(seconds, 1000),
            targetSeconds: rounded(target, 100), reached: seconds <= target)
    }

    private static func certificates(in file: [UInt8], _ path: String) throws -> [[UInt8]] {
        let content = (try? SignedData(contentInfo: file))?.eContent ?? file
        guard let list = try? MasterList(encoded: content) else { throw CommandError("'\(path)' is no master list") }
        return list.certificates.map(\.encoded)
    }

    /// Each look-up asks for another signer, so that none is answered from memory.
    private static func measure(
        _ name: String, _ certificates: [Certificate], _ store: TrustStore,
        _ identifier: (Certificate) -> SignerInfo.Identifier
    ) throws -> Lookup {
        let material = try store.material(at: .now)
        // A step that shares no factor with the count visits each once, in no order.
        let count = min(certificates.count, 4000)
        let questions = (0..<count).map { identifier(certificates[($0 * 7919) % certificates.count]) }
        var times: [Double] = []
        for question in questions {
            let start = CPUClock.now
            let found = material.documentSigners(for: question)
            times.append((CPUClock.now - start) * 1e6)
            guard found.count == 1 else { throw CommandError("the benchmark lost a signer") }
        }
        let mean = times.reduce(0, +) / Double(max(times.count, 1))
        let slow = times.sorted()[max(0, times.count * 99 / 100 - 1)]
        return Lookup(
            by: name, count: count, meanMicroseconds: rounded(mean, 10),
            slowestOfHundredMicroseconds: rounded(slow, 10), reached: mean <= 50)
    }

    private static func rounded(_ number: Double, _ scale: Double) -> Double { (number * scale).rounded() / scale }
}
