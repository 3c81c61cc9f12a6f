import AccessControl
import ByteCoding
import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import MRZ
import PKI
import Report
import Standards
import Testing
import Trust

/// A genuine chip with an odd habit, and what must come of it: every file read as it is, and the document accepted.
struct OddityRow: Sendable, CustomTestStringConvertible {
    /// The fault profile.
    let fault: String
    /// The document that has the fault.
    var specimen = Document.passport
    /// What opens it; nil takes what opens the document without the fault.
    var opens: AccessReading.Method?
    /// The proofs of the chip that must be good; nil takes those of the document without the fault.
    var proofs: Set<CheckID>?
    /// With what it is read.
    var way = Way.zone
    /// Codes of the remarks that a reader makes, and no others: with every reader, and with those for short or extended
    /// commands.
    var remarks: Set<String> = []
    var shortRemarks: Set<String> = []
    var extendedRemarks: Set<String> = []
    /// What else the reading must show.
    var shows: @Sendable (ChipReading) throws -> Bool = { _ in true }
    /// Files that the chip does not give out, which this oddity is about.
    var withheld: Set<ElementaryFile> = []
    /// Why a reader for short commands cannot see the chip's proof, where it cannot.
    var undecidedInShort: String?
    var policy = TrustPolicy.operational

    init(_ fault: String, on specimen: Document = .passport, _ change: (inout OddityRow) -> Void = { _ in }) {
        self.fault = fault
        self.specimen = specimen
        change(&self)
    }

    /// The documents of Utopia, each issued once.
    enum Document: String, CaseIterable {
        case passport = "specimen"
        case pace = "specimen-pace"
        case cam = "specimen-cam"
        case eac = "specimen-eac"
        case identityCard = "specimen-identity-card"

        private static let issued: [Document: IssuedDocument] = {
            var documents: [Document: IssuedDocument] = [:]
            for specimen in allCases { documents[specimen] = try? Specimen.named(specimen.rawValue) }
            return documents
        }()

        func document() throws -> IssuedDocument { try #require(Self.issued[self]) }

        var opening: AccessReading.Method { self == .passport ? .bac : .pace }

        var proofs: Set<CheckID> {
            switch self {
            case .passport: ["aa.chip"]
            case .pace: ["aa.chip", "ca.chip"]
            case .cam: ["ca.chip", "cam.chip"]
            case .eac, .identityCard: ["ca.chip"]
            }
        }
    }

    enum Way { case zone, can, pin, terminal, protectedGroups }

    var fieldNotes: [Int] { FaultProfile(named: fault)?.fieldNotes ?? [] }

    var testDescription: String {
        let notes = fieldNotes.isEmpty ? "" : "field note \(fieldNotes.map(String.init).joined(separator: ", ")): "
        return "\(notes)\(fault) on \(specimen.rawValue)"
    }

    /// The profiles of a kind; those of records have a table beside the reader of records.
    static func profiles(_ kind: FaultProfile.Kind) -> Set<String> {
        let records = Set(FaultProfile.records.map(\.name))
        return Set(FaultProfile.all.filter { $0.kind == kind }.map(\.name)).subtracting(records)
    }

    /// Every row, by subject.
    static let all = access + pace + reading + files + signers + authentication + trustPoints
}

/// A row that was read by a reader, and what was made of it.
struct OddityTrial {
    let document: IssuedDocument
    let reading: ChipReading
    let report: InspectionReport

    /// A reader, by the commands that it carries.
    enum Reader: Int, CaseIterable, CustomTestStringConvertible {
        case short = 261
        case extended = 65_544

        var testDescription: String { self == .short ? "a reader for short commands" : "a reader for extended length" }
    }

    init(
        _ fault: String, _ specimen: OddityRow.Document, _ reader: Reader, way: OddityRow.Way = .zone,
        policy: TrustPolicy = .operational
    ) throws {
        var simulated = SimulatedDocument(try specimen.document())
        // A certificate of a terminal needs one or the other.
        if specimen == .eac || way == .terminal { simulated.behaviour.chainsCommands = true }
        try #require(FaultProfile(named: fault)).apply(&simulated)
        try self.init(simulated, reader, way: way, policy: policy)
    }

    init(
        _ simulated: SimulatedDocument, _ reader: Reader = .extended, way: OddityRow.Way = .zone,
        policy: TrustPolicy = .operational, random: any RandomSource = SystemRandomSource()
    ) throws {
        var fixture = try InspectionFixture()
        fixture.policy = policy
        fixture.simulated = simulated
        document = simulated.document
        fixture.printed = try MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
        fixture.request = ReadRequest(key: document.keyInformation)
        switch way {
        case .zone: break
        case .can:
            fixture.request.password = try .can(String(decoding: document.pace?.can ?? [], as: UTF8.self))
        case .pin:
            fixture.request.password = try .pin(String(decoding: document.pace?.pin ?? [], as: UTF8.self))
        case .terminal: fixture.request.terminal = try Self.terminal()
        case .protectedGroups: fixture.request.readsProtectedGroups = true
        }
        let connection = SimulatedConnection(simulated.chip(), maximumCommandByteCount: reader.rawValue)
        var chipReader = ChipReader(connection, random: random)
        reading = chipReader.read(fixture.request, at: InspectionFixture.time)
        report = fixture.judge(reading)
    }

    private static func terminal() throws -> TerminalCredential? {
        let (certificates, key) = Specimen.terminal
        return TerminalCredential(
            pool: try (certificates + (FaultProfile.otherAuthority.map { [$0.verifier] } ?? [])).map {
                try CVCertificate(encoded: $0)
            },
            signer: PrivateKeySigner(try PrivateKey(pkcs8: key)))
    }

    /// The files that were not read as they are, but for those that need a terminal where there was none.
    func lost(way: OddityRow.Way) -> Set<ElementaryFile> {
        let hasTerminal = way == .terminal
        let lost = document.files.filter { file, whole in
            if file == .cvca || file.dataGroup?.needsTerminalAuthentication == true, !hasTerminal { return false }
            if file == .cardSecurity, reading.access.pace == nil { return false }
            return reading.bytes(of: file) != Self.object(file, whole)
        }
        return Set(lost.keys)
    }

    /// The outermost data object of a file, which is what a reader reads; a file of several is read whole.
    private static func object(_ file: ElementaryFile, _ whole: [UInt8]) -> [UInt8]? {
        guard file.tag != nil else { return whole }
        var reader = ByteReader(whole)
        return (try? reader.dataObject()).map { Array($0.encoded) }
    }

    /// The checks of the chip's own proofs that are good.
    var proofs: Set<CheckID> {
        let ids: [CheckID] = ["aa.chip", "ca.chip", "cam.chip"]
        return Set(ids.filter { report[$0]?.result == .successful })
    }

    var remarks: Set<String> { Set(reading.remarks.map(\.code)) }

    /// The checks that decide and are not good, by their reasons.
    var obstacles: [String] {
        report.checks.filter { $0.obligation == .mandatory && $0.result != .successful }.compactMap { check in
            check.result.reason.map { "\(check.id.rawValue): \($0.code)" }
        }
    }
}
