import Cryptography
import Evidence
import LDS
import MRZ
public import Report
import Standards
public import Trust

/// Judges the records of a stream, a line of JSON each, and answers with a line of JSON each.
///
/// What a line is answered with depends on that line, the trust material, the policy and the time alone; only the answer
/// to a line that cannot be read also says which line it was. Belongs to one thread; several share what they are made
/// of.
public struct StreamJudge: ~Copyable {
    /// What the answers say of their own making, and what they are made with.
    public struct Settings: Sendable {
        public var trust: PassiveAuthentication
        /// The program and its version.
        public var component: InspectionReport.Component
        /// Whether the answer to a whole reading holds its report.
        public var holdsReports: Bool
        /// The lists that a report rests on.
        public var usedLists: @Sendable (InspectionReport) -> [InspectionReport.TrustList]

        public init(
            trust: PassiveAuthentication, component: InspectionReport.Component, holdsReports: Bool = false,
            usedLists: @escaping @Sendable (InspectionReport) -> [InspectionReport.TrustList] = { _ in [] }
        ) {
            self.trust = trust
            self.component = component
            self.holdsReports = holdsReports
            self.usedLists = usedLists
        }
    }

    /// What was answered so far.
    public private(set) var counts = StreamCounts()

    private let settings: Settings
    private var judgement: RepeatedJudgement
    private var scanner = RecordScanner()
    private var record = SecurityObjectRecord(sod: [])
    /// The end of every answer.
    private let ending: [UInt8]

    public init(_ settings: Settings) {
        self.settings = settings
        judgement = RepeatedJudgement(settings.trust)
        ending = StreamResult.ending(settings)
    }

    /// Answers one line.
    ///
    /// - Parameter number: Which line it is, from 1 on.
    public mutating func judge(_ line: ArraySlice<UInt8>, number: Int, into output: inout [UInt8]) {
        if readUsualForm(line) {
            return answer(scanner.id.isEmpty ? RecordID.none[...] : line[scanner.id], into: &output)
        }
        do throws(StreamFault) {
            let (id, found) = try StreamRecord.decode(line)
            switch found {
            case .object(let object):
                record = object
                answer(id[...], into: &output)
            case .reading(let reading): answer(id, reading, line, into: &output)
            }
        } catch {
            refuse(error, number: number, into: &output)
        }
    }

    /// Answers a line that is longer than any that is read.
    ///
    /// - Parameter beginning: Its first bytes.
    public mutating func refuse(
        overlong beginning: ArraySlice<UInt8>, limit: Int, number: Int, into output: inout [UInt8]
    ) {
        refuse(
            StreamFault(
                .lineTooLong, "the line has more than \(limit) bytes", id: RecordID.atStart(of: beginning)),
            number: number, into: &output)
    }

    private mutating func refuse(_ fault: StreamFault, number: Int, into output: inout [UInt8]) {
        counts.errors += 1
        output += StreamResult.beginning
        output += fault.id ?? RecordID.none
        output += StreamResult.members(fault, number: number)
        output += ending
    }

    // MARK: Security objects

    /// Reads a record in the form that programs write; false where it has another, or anything wrong with it.
    private mutating func readUsualForm(_ line: ArraySlice<UInt8>) -> Bool {
        guard scanner.scan(line), scanner.hashAlgorithm.isEmpty, scanner.readAt.isEmpty else {
            return false
        }
        record.removeAll()
        guard TextBytes.decodeBase64(line[scanner.sod], into: &record.sod) else { return false }
        for (number, text) in scanner.files {
            guard !record.has(number), record.withFile(of: number, { TextBytes.decodeBase64(line[text], into: &$0) })
            else { return false }
        }
        for (number, text) in scanner.hashes {
            guard !record.has(number), [40, 56, 64, 96, 128].contains(text.count),
                record.withHash(of: number, { TextBytes.decodeHexadecimal(line[text], into: &$0) })
            else { return false }
        }
        return true
    }

    private mutating func answer(_ id: ArraySlice<UInt8>, into output: inout [UInt8]) {
        let known = judgement.judge(record)
        if known.text.isEmpty {
            let result = StreamResult(known.result)
            known.verdict = result.verdict.rawValue
            known.text = result.members
        }
        counts.repeated = judgement.counts.repeated
        counts.add(known.verdict)
        output += StreamResult.beginning
        output += id
        output += known.text
        output += ending
    }

    // MARK: Readings

    private mutating func answer(
        _ id: [UInt8], _ stored: StoredReading, _ line: ArraySlice<UInt8>, into output: inout [UInt8]
    ) {
        let inspection = DocumentInspection(
            trust: settings.trust,
            account: .init(
                component: settings.component,
                // Not random, so that the same line gets the same answer.
                transactionID: Self.transactionID(line), accessPolicy: stored.accessPolicy, basis: "given",
                origin: .evidence, startedAt: settings.trust.time, endedAt: settings.trust.time))
        let printed =
            stored.printedLines.isEmpty
            ? nil : try? MachineReadableZone(concatenated: stored.printedLines.joined().utf8)
        var (report, passive) = inspection.judge(
            stored.reading, printed, stored.capture, isPrintUnreadable: printed == nil && !stored.printedLines.isEmpty)
        let result = StreamResult(report, passive)
        counts.add(result.verdict.rawValue)
        output += StreamResult.beginning
        output += id
        output += result.members
        if settings.holdsReports {
            report.trustLists = settings.usedLists(report)
            output += Array(#","report":"#.utf8) + Array(report.jsonLine().utf8)
        }
        output += ending
    }

    private static func transactionID(_ line: ArraySlice<UInt8>) -> String {
        StreamResult.hexadecimal(HashAlgorithm.sha256.hash(line).prefix(16))
    }
}

/// How many lines were answered, and how.
public struct StreamCounts: Hashable, Sendable {
    public fileprivate(set) var accepted = 0
    public fileprivate(set) var undecided = 0
    public fileprivate(set) var rejected = 0
    /// Lines that could not be read.
    public fileprivate(set) var errors = 0
    /// Security objects that were judged by what was known of their signer.
    public fileprivate(set) var repeated = 0

    public init() {}

    /// All lines that were answered.
    public var all: Int { accepted + undecided + rejected + errors }

    fileprivate mutating func add(_ verdict: String) {
        switch InspectionReport.Verdict(rawValue: verdict) {
        case .accepted: accepted += 1
        case .undecided, nil: undecided += 1
        case .rejected: rejected += 1
        }
    }

    /// Adds what another thread answered.
    public static func += (left: inout StreamCounts, right: StreamCounts) {
        left.accepted += right.accepted
        left.undecided += right.undecided
        left.rejected += right.rejected
        left.errors += right.errors
        left.repeated += right.repeated
    }
}
