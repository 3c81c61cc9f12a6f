import ByteCoding
import Conformance
import Foundation
import LDS
import PKI
import Standards
import TestSupport
import Testing
import Trust

struct SpecimenVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let com: String
    let sod: String
    let files: [String: String]
    let integrity: [String: String]
    let signatureAlgorithm: String

    var testDescription: String { id }

    static func all() throws -> [SpecimenVector] {
        try VectorFile<SpecimenVector>.load("trust/passive-authentication/specimens.json").vectors
    }

    func reading() throws -> ChipReading {
        var reading = ChipReading(startedAt: TestDocument.day(2026))
        for (name, hex) in files.merging(["COM": com, "SOD": sod], uniquingKeysWith: { $1 }) {
            let file = try #require(ElementaryFile(name: name))
            reading.files.append(FileReading(file: file, outcome: .read(try #require(Hexadecimal.decode(hex)))))
        }
        return reading
    }
}

struct ForeignVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let csca: String
    let sod: String
    let dg1: String
    let dg2: String

    var testDescription: String { id }

    static func all() throws -> [ForeignVector] {
        try VectorFile<ForeignVector>.load("trust/passive-authentication/openssl.json").vectors
    }

    func evaluate(changing change: (inout [UInt8]) -> Void = { _ in }) throws -> PassiveAuthenticationResult {
        var anchors = CSCAAnchors()
        try anchors.add(file: try #require(Hexadecimal.decode(csca)))
        var object = try #require(Hexadecimal.decode(sod))
        change(&object)
        let time = TestDocument.day(2027, 6, 1)
        let files: [(ElementaryFile, [UInt8])] = [
            (.sod, object), (.dataGroup(.dg1), try #require(Hexadecimal.decode(dg1))),
            (.dataGroup(.dg2), try #require(Hexadecimal.decode(dg2))),
        ]
        let reading = ChipReading(
            startedAt: time, files: files.map { FileReading(file: $0.0, outcome: .read($0.1)) })
        return PassiveAuthentication(anchors: anchors, at: time).evaluate(reading)
    }
}

@Suite("Passive Authentication of published specimens")
struct PublishedDocumentTests {
    @Test(arguments: try SpecimenVector.all())
    func `verifies hashes and signature, and leaves the issuer open`(_ vector: SpecimenVector) throws {
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2026))
            .evaluate(try vector.reading())

        let integrity = Dictionary(
            uniqueKeysWithValues: result.dataGroups.map { ($0.group.name, $0.integrity.rawValue) })
        #expect(integrity == vector.integrity)
        #expect(result.failures == [])
        #expect(result[.sodSignature]?.result == .successful)
        #expect(result[.sodMessageDigest]?.result == .successful)
        #expect(result.signer?.signatureAlgorithm == vector.signatureAlgorithm)
        #expect(result.trust == .undetermined)
        #expect(result.verdict == .undecided)
        #expect(result.verifiedSOD?.trust == .undetermined)
    }

    @Test(arguments: try SpecimenVector.all())
    func `names a changed signature`(_ vector: SpecimenVector) throws {
        var reading = try vector.reading()
        var sod = try #require(reading.bytes(of: .sod))
        sod[sod.count - 1] ^= 0x01
        reading.files.removeAll { $0.file == .sod }
        reading.files.append(FileReading(file: .sod, outcome: .read(sod)))
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2026)).evaluate(reading)
        #expect(result.failures == ["pa.sod.signature: signatureWrong"])
        #expect(result.verifiedSOD == nil)
    }

    @Test(.enabled(if: Repository.hasShared))
    func `verifies the whole BSI reference data set`() throws {
        let folder = Repository.shared.appending(path: "data/bsi-tr03105-5")
        func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }
        var reading = ChipReading(startedAt: TestDocument.day(2026))
        reading.files = [
            FileReading(file: .com, outcome: .read(try bytes("EF_COM.bin"))),
            FileReading(file: .sod, outcome: .read(try bytes("EF_SOD.bin"))),
        ]
        for number in [1, 2, 3, 4, 14, 15] {
            let group = try #require(DataGroup(rawValue: number))
            let file = try bytes("Datagroup\(number).bin")
            reading.files.append(FileReading(file: .dataGroup(group), outcome: .read(file)))
        }
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2026)).evaluate(reading)

        for group in [DataGroup.dg1, .dg2, .dg3, .dg4, .dg14] { #expect(result.integrity(group) == .identical) }
        #expect(result.integrity(.dg15) == .nonConformance)
        #expect(result.verifiedSOD?.lists(.dg15) == false)
        #expect(result[.sodSignature]?.result == .successful)
        #expect(result.failures == [])
        #expect(result.trust == .undetermined)
        #expect(result.verdict == .undecided)
    }

    @Test(arguments: try ForeignVector.all())
    func `accepts what another implementation issued`(_ vector: ForeignVector) throws {
        let result = try vector.evaluate()
        #expect(result.failures == [])
        #expect(result.trust == .trusted)
        #expect(result.verdict == .accepted)
    }

    @Test(arguments: try ForeignVector.all())
    func `rejects the same with its last byte changed`(_ vector: ForeignVector) throws {
        // The last bytes are those of the signature, or end-of-contents octets.
        let result = try vector.evaluate { $0[$0.count - 1 - ($0.last == 0 ? 14 : 0)] ^= 0x01 }
        #expect(result.verdict == .rejected)
        #expect(result.verifiedSOD == nil)
    }
}
