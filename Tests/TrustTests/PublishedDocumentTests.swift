import ByteCoding
import Conformance
import Foundation
import LDS
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Passive Authentication of published specimens")
struct PublishedDocumentTests {
    @Test(arguments: try SpecimenDocumentVector.published())
    func `verifies hashes and signature, and leaves the issuer open`(_ vector: SpecimenDocumentVector) throws {
        let result = PassiveAuthentication(anchors: CSCAAnchors(), at: TestDocument.day(2026))
            .evaluate(try vector.reading())

        try vector.check()
        #expect(result.verdict == .undecided)
    }

    @Test(arguments: try SpecimenDocumentVector.published())
    func `names a changed signature`(_ vector: SpecimenDocumentVector) throws {
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

    @Test(arguments: try ForeignDocumentVector.published())
    func `accepts what another implementation issued`(_ vector: ForeignDocumentVector) throws {
        try vector.check()
        #expect(try vector.evaluate().verdict == .accepted)
    }

    @Test(arguments: try ForeignDocumentVector.published())
    func `rejects the same with its last byte changed`(_ vector: ForeignDocumentVector) throws {
        // The last bytes are those of the signature, or end-of-contents octets.
        let result = try vector.evaluate { $0[$0.count - 1 - ($0.last == 0 ? 14 : 0)] ^= 0x01 }
        #expect(result.verdict == .rejected)
        #expect(result.verifiedSOD == nil)
    }
}
