import Evidence
import Foundation
import LDS
import Standards
import TestSupport
import Testing

@Suite("Evidence: protocols, passwords by name, and records of LDS2")
struct ProtocolEvidenceTests {
    private let temporary = TemporaryFolder()
    private var url: URL { temporary.url.appending(path: "evidence", directoryHint: .isDirectory) }

    @Test func `gives back what was written, as a folder and as a line`() throws {
        let stored = SampleReading.protocols
        let folder = try EvidenceFolder.create(url, with: stored)

        #expect(try folder.read() == stored)
        #expect(try StoredReading(line: stored.line()) == stored)
        let names = Set(temporary.names("evidence"))
        #expect(names.isSuperset(of: ["Biometrics7.bin", "EntryRecords-254.bin", "TravelCertificates-1.bin"]))
        #expect(try folder.delete() == [])
    }

    @Test(arguments: [
        ChipAuthenticationReading.Outcome.refused(status: 0x6A80), .failed(Reason("keyUsedNot", "Not under new keys.")),
    ])
    func `keeps how Chip Authentication went`(outcome: ChipAuthenticationReading.Outcome) throws {
        var stored = SampleReading.protocols
        stored.reading.chipAuthentication = SampleReading.chipAuthentication(outcome)
        #expect(try StoredReading(line: stored.line()) == stored)
    }

    @Test(arguments: [
        TerminalAuthenticationReading.Outcome.refused(status: 0x6300, at: "externalAuthenticate"),
        .notTried(Reason("noChain", "No chain leads to a trust point.")),
    ])
    func `keeps how Terminal Authentication went`(outcome: TerminalAuthenticationReading.Outcome) throws {
        var stored = SampleReading.protocols
        stored.reading.terminalAuthentication = SampleReading.terminalAuthentication(outcome)
        #expect(try StoredReading(line: stored.line()) == stored)
    }

    @Test func `reads evidence from before there was any of it`() throws {
        let text = String(decoding: try SampleReading.stored.line(), as: UTF8.self)
        for member in ["chipAuthentication", "terminalAuthentication", "records", "attempts", "policy", "pace"] {
            #expect(!text.contains("\"\(member)\""))
        }
        #expect(try StoredReading(line: Array(text.utf8)).accessPolicy == nil)
    }

    @Test(arguments: [
        (#""password":"CAN""#, #""password":"NFC""#, "PACE with 'NFC'"),
        (#""mappingPublicKey":"04"#, #""mappingPublicKey":"x4"#, "mappingPublicKey' is not hexadecimal"),
        (#""chipAuthenticationData":"03""#, #""chipData":"03""#, "chipAuthenticationData' is not hexadecimal"),
        (#""identifier":"0.4.0.127.0.7.2.2.4"#, #""identifier":"0.400.127.0.7.2.2.4"#, "names no protocol"),
        (#""method":"BAC""#, #""method":"CAB""#, "access by 'CAB'"),
        (#""remainingTries":2"#, #""remainingTries":-2"#, "remainingTries' cannot be"),
        (#""outcome":"confirmed""#, #""outcome":"refused""#, "has no status"),
        (#""outcome":"confirmed""#, #""outcome":"failed""#, "has no reason"),
        (#""outcome":"confirmed""#, #""outcome":"fine""#, "Chip Authentication with 'fine'"),
        (#""source":"DG14""#, #""source":"DG41""#, "no file 'DG41'"),
        (#""outcome":"accepted""#, #""outcome":"refused""#, "no status or no step"),
        (#""outcome":"accepted""#, #""outcome":"notTried""#, "has no reason"),
        (#""outcome":"accepted""#, #""outcome":"fine""#, "Terminal Authentication with 'fine'"),
        (#""groups":["DG3""#, #""groups":["DG0""#, "no data group 'DG0'"),
        (#""number":254"#, #""number":255"#, "no record 'EntryRecords-255'"),
        (#""number":254"#, #""number":1"#, "EntryRecords-1 is listed twice"),
        (#""file":"TravelCertificates""#, #""file":"../Certificates""#, "no record '../Certificates-1'"),
        (#""base64":"X0QA""#, #""base64":"X0QB""#, "EntryRecords-1 of the evidence was altered"),
        (#""base64":"X0QA""#, #""base64":"%""#, "EntryRecords-1 is missing"),
    ])
    func `refuses a line that was altered`(from: String, to: String, words: String) throws {
        let text = String(decoding: try SampleReading.protocols.line(), as: UTF8.self)
        let parts = text.split(separator: from, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)

        let error = #expect(throws: EvidenceError.self) {
            try StoredReading(line: Array(parts.joined(separator: to).utf8))
        }
        #expect("\(try #require(error))".contains(words), "\(String(describing: error))")
    }

    @Test func `notices a record that was changed or is gone`() throws {
        let folder = try EvidenceFolder.create(url, with: SampleReading.protocols)
        let file = url.appending(path: "EntryRecords-254.bin")
        try Data([0x73, 1]).write(to: file)
        #expect(throws: EvidenceError.altered("EntryRecords-254")) { try folder.read() }
        try FileManager.default.removeItem(at: file)
        #expect(throws: EvidenceError.missing("EntryRecords-254.bin")) { try folder.read() }
    }

    @Test func `takes records and fingerprints out with everything else that is personal`() throws {
        var stored = SampleReading.protocols
        stored.reading.files[5] = FileReading(file: .dataGroup(.dg3), outcome: .read([0x63, 0]))
        let folder = try EvidenceFolder.create(url, with: stored)
        let redacted = try folder.redact()

        #expect(redacted.reading.records == [])
        #expect(redacted.recordRedactions.map(\.byteCount) == [3, 2, 2])
        #expect(redacted.reading[.dataGroup(.dg3)]?.outcome == .skipped)
        #expect(redacted.redactions.map(\.file.name).contains("Biometrics7"))
        #expect(try folder.read() == redacted)
        #expect(
            Set(temporary.names("evidence")) == ["ATR-INFO.bin", "COM.bin", "CardSecurity.bin", "manifest.json"])
        #expect(try StoredReading(line: redacted.line()) == redacted)
    }

    @Test func `leaves the records where one group is named`() throws {
        let redacted = SampleReading.protocols.redacted([.dataGroup(.dg2)])
        #expect(redacted.reading.records == SampleReading.protocols.reading.records)
    }
}
