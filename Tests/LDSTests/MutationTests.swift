import ByteCoding
import Conformance
import Foundation
import LDS
import TestSupport
import Testing

/// Whatever a chip delivers, a parser answers or throws; it never traps.
@Suite("Robustness of every parser against changed files")
struct MutationTests {
    struct Subject: Sendable, CustomTestStringConvertible {
        let name: String
        let folder: String
        let parse: @Sendable ([UInt8]) -> Void
        var testDescription: String { name }
    }

    static let subjects: [Subject] = [
        Subject(name: "COM", folder: "com") { _ = try? COM(encoded: $0) },
        Subject(name: "ATR/INFO", folder: "attributes") { _ = try? CardAttributes(encoded: $0) },
        Subject(name: "DIR", folder: "directory") { _ = try? ApplicationDirectory(encoded: $0) },
        Subject(name: "SecurityInfos", folder: "security-infos") { _ = try? SecurityInfos(encoded: $0) },
        Subject(name: "LDSSecurityObject", folder: "security-object") { _ = try? LDSSecurityObject(encoded: $0) },
        Subject(name: "SOD", folder: "sod") { _ = try? SOD(encoded: $0) },
        Subject(name: "CardSecurity", folder: "card-security") { _ = try? CardSecurity(encoded: $0) },
        Subject(name: "CVCA", folder: "cvca") { _ = try? AuthorityReferences(encoded: $0) },
        Subject(name: "raw groups", folder: "raw") { bytes in
            for group in [DataGroup.dg6, .dg8, .dg13] { _ = try? RawDataGroup(group, encoded: bytes) }
        },
        Subject(name: "DG3", folder: "dg3") { _ = try? DG3(encoded: $0) },
        Subject(name: "DG4", folder: "dg4") { _ = try? DG4(encoded: $0) },
        Subject(name: "DG5 and DG7", folder: "displayed") { bytes in
            for group in [DataGroup.dg5, .dg7] { _ = try? DisplayedPictures(group, encoded: bytes) }
        },
        Subject(name: "records", folder: "records") { bytes in
            for file in RecordFile.allCases { _ = try? DecodedRecord(file, encoded: bytes) }
        },
        Subject(name: "additional biometrics", folder: "biometrics") { _ = try? AdditionalBiometrics(encoded: $0) },
        Subject(name: "detection", folder: "sod") { _ = ElementaryFile.detect($0) },
        Subject(name: "DG1", folder: "dg1") { _ = try? DG1(encoded: $0) },
        Subject(name: "DG2", folder: "dg2") { _ = try? DG2(encoded: $0) },
        Subject(name: "DG11", folder: "dg11") { _ = try? DG11(encoded: $0) },
        Subject(name: "DG12", folder: "dg12") { _ = try? DG12(encoded: $0) },
        Subject(name: "DG15", folder: "dg15") { _ = try? DG15(encoded: $0) },
        Subject(name: "DG16", folder: "dg16") { _ = try? DG16(encoded: $0) },
    ]

    struct File: Decodable, Sendable {
        let file: String?
        let content: String?
        var bytes: [UInt8] { [UInt8](hex: file ?? content ?? "") }
    }

    static func files(in folder: String) throws -> [[UInt8]] {
        let directory = Repository.testVectors.appending(path: "lds/\(folder)")
        return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted().flatMap {
            try VectorFile<File>.load("lds/\(folder)/\($0)").vectors.map(\.bytes)
        }
    }

    @Test(arguments: subjects)
    func `survives every truncation and many changes`(_ subject: Subject) throws {
        var random = Xorshift(state: 0x9303)
        let files = try Self.files(in: subject.folder)
        #expect(!files.isEmpty)
        for file in files where !file.isEmpty && file.count < 4096 {
            for count in 0..<file.count { subject.parse(Array(file.prefix(count))) }
            for _ in 0..<200 {
                var changed = file
                for _ in 0...Int(random.next() % 3) {
                    let index = Int(random.next() % UInt64(changed.count))
                    switch random.next() % 4 {
                    case 0: changed[index] = UInt8(truncatingIfNeeded: random.next())
                    case 1: changed[index] ^= 1 << (random.next() % 8)
                    case 2: changed.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
                    default: if changed.count > 1 { changed.remove(at: index) }
                    }
                }
                subject.parse(changed)
            }
        }
    }

    @Test(arguments: [0x60, 0x61, 0x6B, 0x6C])
    func `refuses a template of more data objects than any file has`(_ tag: Int) throws {
        let file = DataObjectWriter.encode(tag, [[UInt8]](repeating: [0x5C, 0x00], count: 1025).flatMap { $0 })
        let kind = try #require(ElementaryFile.detect(file))
        let failure = #expect(throws: DecodingFailure.self) { try DecodedFile(kind, encoded: file) }
        #expect(failure?.reason == .tooComplex(limit: 1024))
    }

    /// Even the least favourable content is looked through once.
    @Test(arguments: [[0x00], [0xFF], [0xFF, 0xD8, 0x00], [0, 0, 0, 0, 0x6A]] as [[UInt8]])
    func `looks for a picture in linear time`(_ pattern: [UInt8]) throws {
        let block = [[UInt8]](repeating: pattern, count: (1 << 18) / pattern.count).flatMap { $0 }
        let template = DataObjectWriter.encode(0x7F60, DataObjectWriter.encode(0x5F2E, block))
        let file = DataObjectWriter.encode(0x75, DataObjectWriter.encode(0x7F61, [0x02, 0x01, 0x01] + template))
        #expect(try DG2(encoded: file).images.isEmpty)
    }

    @Test(arguments: subjects)
    func `survives a file of nested templates`(_ subject: Subject) throws {
        let file = try #require(try Self.files(in: subject.folder).first { !$0.isEmpty })
        var reader = ByteReader(file)
        let first = try reader.tag()
        for tag in [0x30, 0x31, 0xA0, 0xA1, 0x7F61, 0x7F60, 0x64, 0x65, 0x66, 0x71, 0x73] {
            var nested: [UInt8] = []
            while nested.count < 4000 { nested = DataObjectWriter.encode(tag, nested) }
            subject.parse(DataObjectWriter.encode(first, nested))
        }
    }
}

/// The ways in which a hostile file is large without being long.
@Suite("Robustness of every parser against depth, counts and lengths")
struct HostileFileTests {
    /// Templates within templates, the innermost empty.
    static func nested(_ tags: [Int], depth: Int) -> [UInt8] {
        // From the inside out, written backwards, since lengths grow with what is inside.
        var reversed: [UInt8] = []
        for level in 0..<depth {
            reversed += DataObjectWriter.header(tags[level % tags.count], valueCount: reversed.count).reversed()
        }
        return reversed.reversed()
    }

    @Test(arguments: MutationTests.subjects, [[0x30], [0x31, 0x30], [0xA0], [0x7F61, 0x7F60], [0xA1, 0x65], [0x73]])
    func `survives data objects nested 10,000 deep`(_ subject: MutationTests.Subject, _ tags: [Int]) throws {
        let file = try #require(try MutationTests.files(in: subject.folder).first { !$0.isEmpty })
        var reader = ByteReader(file)
        let first = try reader.tag()
        let inside = Self.nested(tags, depth: 10_000)
        subject.parse(inside)
        subject.parse(DataObjectWriter.encode(first, inside))
        subject.parse(DataObjectWriter.encode(first, DataObjectWriter.encode(0x7F61, inside)))
    }

    @Test(arguments: MutationTests.subjects)
    func `survives every byte of every file as FF and every length as 4 GiB`(
        _ subject: MutationTests.Subject
    ) throws {
        for file in try MutationTests.files(in: subject.folder) where (1..<1024).contains(file.count) {
            for index in file.indices {
                var changed = file
                changed[index] = 0xFF
                subject.parse(changed)
                changed[index] = 0x00
                subject.parse(changed)
                changed.replaceSubrange(index...index, with: [0x84, 0xFF, 0xFF, 0xFF, 0xFF])
                subject.parse(changed)
            }
        }
    }

    @Test(.enabled(if: Repository.hasShared), arguments: [1, 2, 3, 4, 14, 15])
    func `survives every truncation of the headers of the BSI data set`(_ number: Int) throws {
        let url = Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup\(number).bin")
        let bytes = [UInt8](try Data(contentsOf: url))
        let file = try #require(ElementaryFile.detect(bytes))
        var random = Xorshift(state: 0x19794)
        for count in Array(0..<min(bytes.count, 700)) + Array(stride(from: 700, to: bytes.count, by: 97)) {
            _ = try? DecodedFile(file, encoded: Array(bytes.prefix(count)))
        }
        for _ in 0..<300 {
            var changed = bytes
            changed[Int(random.next() % UInt64(min(bytes.count, 200)))] = UInt8(truncatingIfNeeded: random.next())
            _ = try? DecodedFile(file, encoded: changed)
        }
    }
}

/// A small generator, so that every run makes the same changes.
struct Xorshift {
    var state: UInt64

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
