import ByteCoding
import CardTransport
import Cryptography
import LDS
import Standards

/// What `chip read --json` prints: what became of each file and what it cost, without what is in the files.
struct ChipReadingView: Encodable {
    var format = "emrtd/chip-reading/1"
    let startedAt: String
    let reader: String?
    let answerToReset: String
    let complete: Bool
    let brokenOff: ReasonView?
    let access: Access
    let files: [File]
    let recordFiles: [RecordList]
    let records: [Record]
    let activeAuthentication: String?
    let chipAuthentication: String?
    let terminalAuthentication: String?
    let remarks: [ReasonView]
    let steps: [Step]

    struct Access: Encodable {
        let offersPACE: Bool?
        let used: String?
        let failure: ReasonView?
        let pace: PACE?
        let attempts: [Attempt]
        let remainingTries: Int?
    }

    struct PACE: Encodable {
        let variant: String
        let identifier: String
        let parameterID: Int?
        let parameters: String?
        let password: String
    }

    struct Attempt: Encodable {
        let method: String
        let identifier: String?
        let reason: ReasonView
    }

    struct Record: Encodable {
        let file: String
        let number: Int
        let byteCount: Int
        let sha256: String
    }

    struct RecordList: Encodable {
        let file: String
        let outcome: String
        let count: Int?
        let status: String?
        let reason: ReasonView?
    }

    struct File: Encodable {
        let name: String
        let outcome: String
        let byteCount: Int?
        let sha256: String?
        let total: Int?
        let status: String?
        let reason: ReasonView?
    }

    struct Step: Encodable {
        let name: String
        let apduCount: Int
        let sentByteCount: Int
        let receivedByteCount: Int
        let milliseconds: Double
    }

    init(_ reading: ChipReading) {
        startedAt = reading.startedAt.description
        reader = reading.readerName
        answerToReset = Hexadecimal.encode(reading.answerToReset)
        if case .brokenOff(let reason) = reading.ending { brokenOff = ReasonView(reason) } else { brokenOff = nil }
        complete = brokenOff == nil
        access = Access(
            offersPACE: reading.access.offersPACE, used: reading.access.used?.rawValue,
            failure: reading.access.failure.map(ReasonView.init), pace: reading.access.pace.map(PACE.init),
            attempts: reading.access.attempts.map(Attempt.init), remainingTries: reading.access.remainingTries)
        files = reading.files.map(File.init)
        recordFiles = reading.recordFiles.map(RecordList.init)
        records = reading.records.map(Record.init)
        activeAuthentication = reading.activeAuthentication.map { $0.answer.word }
        chipAuthentication = reading.chipAuthentication.map { $0.outcome.word }
        terminalAuthentication = reading.terminalAuthentication.map { $0.outcome.word }
        remarks = reading.remarks.map(ReasonView.init)
        steps = reading.steps.map(Step.init)
    }
}

/// A reason, as every JSON of the program has it.
struct ReasonView: Encodable {
    let code: String
    let text: String

    init(_ reason: Reason) {
        code = reason.code
        text = reason.text
    }
}

extension ChipReadingView.PACE {
    init(_ pace: PACEReading) {
        self.init(
            variant: PACEVariant(pace.identifier).map { "\($0)" } ?? "\(pace.identifier)",
            identifier: pace.identifier.description, parameterID: pace.parameterID,
            parameters: pace.parameterID.map(DomainParameterNames.name), password: pace.password.name)
    }
}

extension ChipReadingView.Attempt {
    init(_ attempt: AccessAttempt) {
        self.init(
            method: attempt.method.rawValue, identifier: attempt.identifier?.description,
            reason: ReasonView(attempt.reason))
    }
}

extension ChipReadingView.Record {
    init(_ record: RecordReading) {
        self.init(
            file: record.file.rawValue, number: record.number, byteCount: record.bytes.count,
            sha256: Hexadecimal.encode(HashAlgorithm.sha256.hash(record.bytes)))
    }
}

extension ChipReadingView.RecordList {
    init(_ file: RecordFileReading) {
        var count: Int?
        var status: UInt16?
        var reason: Reason?
        let outcome: String
        switch file.outcome {
        case .read(let number): (outcome, count) = ("read", number)
        case .incomplete(let why): (outcome, reason) = ("incomplete", why)
        case .absent(let word): (outcome, status) = ("absent", word)
        case .refused(let word): (outcome, status) = ("refused", word)
        case .protected: outcome = "protected"
        case .skipped: outcome = "skipped"
        }
        self.init(
            file: file.file.rawValue, outcome: outcome, count: count,
            status: status.map { StatusWord($0).description }, reason: reason.map(ReasonView.init))
    }
}

extension ChipReadingView.File {
    init(_ file: FileReading) {
        var bytes: [UInt8]?
        var total: Int?
        var status: UInt16?
        var reason: Reason?
        switch file.outcome {
        case .read(let whole): bytes = whole
        case .absent(let word), .refused(let word): status = word
        case .protected, .skipped: break
        case .damaged(let kept, let why): (bytes, reason) = (kept, why)
        case .partial(let kept, let count): (bytes, total) = (kept, count)
        }
        self.init(
            name: file.file.name, outcome: file.outcome.word, byteCount: bytes?.count,
            sha256: bytes.map { Hexadecimal.encode(HashAlgorithm.sha256.hash($0)) }, total: total,
            status: status.map { StatusWord($0).description }, reason: reason.map(ReasonView.init))
    }
}

extension ChipReadingView.Step {
    init(_ step: ChipReading.Step) {
        self.init(
            name: step.name, apduCount: step.apduCount, sentByteCount: step.sentByteCount,
            receivedByteCount: step.receivedByteCount, milliseconds: (step.duration / .milliseconds(1)).rounded())
    }
}

extension FileReading.Outcome {
    /// A stable word for what became of a file.
    var word: String {
        switch self {
        case .read: "read"
        case .absent: "absent"
        case .refused: "refused"
        case .protected: "protected"
        case .skipped: "skipped"
        case .damaged: "damaged"
        case .partial: "partial"
        }
    }
}

extension ActiveAuthenticationReading.Answer {
    /// What the chip answered, in a word.
    var word: String {
        switch self {
        case .signature: "signed"
        case .refused(let status): "refused \(StatusWord(status))"
        }
    }
}

extension ChipAuthenticationReading.Outcome {
    /// What became of it, in a word.
    var word: String {
        switch self {
        case .confirmed: "confirmed"
        case .refused(let status): "refused \(StatusWord(status))"
        case .failed(let reason): "failed: \(reason.code)"
        }
    }
}

extension TerminalAuthenticationReading.Outcome {
    /// What became of it, in a word.
    var word: String {
        switch self {
        case .accepted(let groups):
            groups.isEmpty ? "accepted" : "accepted for \(groups.map(\.name).joined(separator: ", "))"
        case .refused(let status, let step): "refused \(StatusWord(status)) at \(step)"
        case .notTried(let reason): "not tried: \(reason.code)"
        }
    }
}

extension Reason {
    /// The sentence as a line of an error message: lower case, no full stop.
    var line: String {
        // A name, such as DG3 or PACE, stays as it is.
        let isName = text.dropFirst().first.map { $0.isUppercase } ?? false
        let start = isName ? text : text.prefix(1).lowercased() + text.dropFirst()
        return start.hasSuffix(".") ? String(start.dropLast()) : start
    }
}
