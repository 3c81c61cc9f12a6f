import Evidence
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("Evidence: folders of EF dumps")
struct DumpImportTests {
    static let time = Timestamp(secondsSince1970: 0)

    @Test(arguments: [
        ("EF_DG1.BIN", "DG1"), ("Datagroup1.bin", "DG1"), ("DG1.bin", "DG1"), ("dg1", "DG1"), ("0101.bin", "DG1"),
        ("EF.DG16", "DG16"), ("DG01.bin", "DG1"), ("data_group_2.dat", "DG2"), ("EF_COM.bin", "COM"),
        ("EF_SOD.bin", "SOD"), ("ef.sod", "SOD"), ("011E.bin", "COM"), ("011d", "SOD"),
        ("EF_CardAccess.bin", "CardAccess"),
        ("card-access", "CardAccess"), ("EF.CardSecurity.der", "CardSecurity"), ("011C.bin", "CardAccess"),
        ("EF_DIR.bin", "DIR"), ("ATR_INFO.bin", "ATR/INFO"), ("2F00.bin", "DIR"), ("0110.bin", "DG16"),
    ])
    func `understands a usual name`(name: String, file: String) {
        #expect(DumpImport.file(named: name)?.name == file)
    }

    @Test(arguments: [
        "DG14_pk.bin", "DG15_sk.pkcs8", "DG17.bin", "DG0", "dg", "ef", "readme.txt", "manifest.json", "0111.bin",
        "DG-1a",
    ])
    func `leaves another name alone`(name: String) {
        #expect(DumpImport.file(named: name) == nil)
    }

    @Test func `says which dump is not what its name says`() throws {
        let temporary = TemporaryFolder()
        try Data([0x61, 0x00]).write(to: temporary.url.appending(path: "DG1.bin"))
        try Data([0x61, 0x00]).write(to: temporary.url.appending(path: "DG2.bin"))
        try Data().write(to: temporary.url.appending(path: "EF_COM.bin"))
        let reading = try DumpImport(folder: temporary.url, at: Self.time).reading

        #expect(reading.bytes(of: .dataGroup(.dg1)) == [0x61, 0x00])
        for file in [ElementaryFile.dataGroup(.dg2), .com] {
            guard case .damaged(_, let reason) = reading[file]?.outcome else {
                Issue.record("\(file) is not damaged")
                continue
            }
            #expect(reason.code == "wrongTag")
        }
    }

    @Test func `takes signed data without the tag around it for EF.SOD, and for no other file`() throws {
        let temporary = TemporaryFolder()
        let bare: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x00]
        for name in ["EF_SOD.bin", "EF_COM.bin", "DG1.bin"] {
            try Data(bare).write(to: temporary.url.appending(path: name))
        }
        let reading = try DumpImport(folder: temporary.url, at: Self.time).reading

        #expect(reading.bytes(of: .sod) == bare)
        for file in [ElementaryFile.com, .dataGroup(.dg1)] {
            #expect(reading[file]?.outcome.isDamaged == true)
        }
    }

    @Test func `judges by its bytes what evidence calls a file of another kind`() throws {
        let fault = Reason("wrongTag", "The dump of SOD is not a file of this kind, by its first byte.")
        func stored(_ bytes: [UInt8], _ fault: Reason) throws -> FileReading.Outcome? {
            let reading = ChipReading(
                startedAt: Self.time, files: [FileReading(file: .sod, outcome: .damaged(bytes, fault))])
            return try StoredReading(line: StoredReading(reading: reading).line()).reading[.sod]?.outcome
        }
        let bare: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x00]
        #expect(try stored(bare, fault) == .read(bare))
        #expect(try stored([0x61, 0x00], fault) == .damaged([0x61, 0x00], fault))
        let other = Reason("truncated", "EF.SOD claims 5 bytes, and the chip has 4 of them.")
        #expect(try stored(bare, other) == .damaged(bare, other))
    }

    @Test func `refuses two dumps of one file, and a folder without any`() throws {
        let temporary = TemporaryFolder()
        #expect(throws: EvidenceError.nothingToImport(temporary.url.path(percentEncoded: false))) {
            try DumpImport(folder: temporary.url, at: Self.time)
        }
        #expect(!DumpImport.isDump(temporary.url))
        for name in ["DG1.bin", "EF_DG1.BIN"] { try Data([0x61, 0]).write(to: temporary.url.appending(path: name)) }
        #expect(throws: EvidenceError.ambiguous("DG1.bin", "EF_DG1.BIN")) {
            try DumpImport(folder: temporary.url, at: Self.time)
        }
    }

    @Test(.enabled(if: Repository.hasShared))
    func `imports the reference data set of TR-03105-5`() throws {
        let folder = Repository.shared.appending(path: "data/bsi-tr03105-5", directoryHint: .isDirectory)
        let dump = try DumpImport(folder: folder, at: Self.time)

        #expect(dump.reading.files.map(\.file.name) == ["COM", "SOD", "DG1", "DG2", "DG3", "DG4", "DG14", "DG15"])
        #expect(dump.reading.files.allSatisfy { dump.reading.bytes(of: $0.file) != nil })
        #expect(dump.ignoredNames == ["DG14_pk.bin", "DG14_sk.pkcs8", "DG15_pk.bin", "DG15_sk.pkcs8"])
    }
}

extension FileReading.Outcome {
    fileprivate var isDamaged: Bool {
        guard case .damaged = self else { return false }
        return true
    }
}
