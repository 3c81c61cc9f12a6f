import ByteCoding
import CardTransport
import Cryptography
import FoundationEssentials
import LDS
import Standards

extension Manifest {
    /// Describes a stored reading; the bytes of its files are left out.
    init(_ stored: StoredReading) {
        let reading = stored.reading
        component = stored.component
        startedAt = reading.startedAt.description
        readerName = reading.readerName
        answerToReset = Hexadecimal.encode(reading.answerToReset)
        printedLines = stored.printedLines.isEmpty ? nil : stored.printedLines
        capture = stored.capture.map { Capture($0, zone: stored.zonePicture) }
        access = Access(
            offersPACE: reading.access.offersPACE, used: reading.access.used?.rawValue,
            failure: reading.access.failure.map(Note.init), keyFitsDG1: reading.access.keyFitsDG1,
            pace: reading.access.pace.map(PACE.init),
            attempts: reading.access.attempts.isEmpty ? nil : reading.access.attempts.map(Attempt.init),
            remainingTries: reading.access.remainingTries, policy: stored.accessPolicy)
        activeAuthentication = reading.activeAuthentication.map(ActiveAuthentication.init)
        chipAuthentication = reading.chipAuthentication.map(ChipAuthentication.init)
        terminalAuthentication = reading.terminalAuthentication.map(TerminalAuthentication.init)
        let redactions = Dictionary(stored.redactions.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        files = reading.files.map { file in
            guard let redaction = redactions[file.file] else { return File(file) }
            return File(
                name: file.file.name, state: "redacted", byteCount: redaction.byteCount,
                sha256: Hexadecimal.encode(redaction.sha256))
        }
        let kept = reading.records.map(Record.init) + stored.recordRedactions.map(Record.init)
        records = kept.isEmpty ? nil : kept
        recordFiles = reading.recordFiles.isEmpty ? nil : reading.recordFiles.map(RecordList.init)
        steps = reading.steps.map(Step.init)
        remarks = reading.remarks.map(Note.init)
        if case .brokenOff(let reason) = reading.ending { brokenOff = Note(reason) }
        usedLists = stored.usedLists.isEmpty ? nil : stored.usedLists
    }

    /// Rebuilds the stored reading, with the bytes of each file from `bytes`.
    ///
    /// Every byte is compared with the hash that the manifest has for it. The trace has none and decides nothing: one
    /// that cannot be read is left out with a remark.
    func stored(
        trace content: [UInt8]?, bytes: (File, ElementaryFile) throws(EvidenceError) -> [UInt8],
        recordBytes: (Record, RecordFile) throws(EvidenceError) -> [UInt8],
        pictureBytes: (Capture.Picture) throws(EvidenceError) -> [UInt8]
    ) throws(EvidenceError) -> StoredReading {
        guard let startedAt = Timestamp(iso8601: startedAt) else { throw .manifest("'startedAt' is no time") }
        guard let answerToReset = Hexadecimal.decode(answerToReset) else {
            throw .manifest("'answerToReset' is not hexadecimal")
        }
        var reading = ChipReading(startedAt: startedAt, readerName: readerName, answerToReset: answerToReset)
        reading.access = try accessReading()
        reading.activeAuthentication = try activeAuthentication?.reading()
        reading.chipAuthentication = try chipAuthentication?.reading()
        reading.terminalAuthentication = try terminalAuthentication?.reading()
        reading.steps = try steps.map { (step) throws(EvidenceError) in try step.step() }
        reading.remarks = remarks.map(\.reason)
        var trace: Trace?
        if let content {
            do { trace = try Trace(fileContent: content) } catch {
                reading.remarks.append(
                    Reason(
                        "traceDamaged",
                        "The record of what went over the wire cannot be read (\(error)); the files are judged "
                            + "without it."))
            }
        }
        reading.ending = brokenOff.map { .brokenOff($0.reason) } ?? .complete
        var redactions: [StoredReading.Redaction] = []
        for entry in files {
            guard let file = ElementaryFile(name: entry.name) else {
                throw .manifest("there is no file '\(entry.name.prefix(40))' on a chip")
            }
            guard reading[file] == nil else { throw .manifest("\(file) is listed twice") }
            if entry.state == "redacted" { redactions.append(try entry.redaction(of: file)) }
            let outcome = try entry.outcome(of: file) { () throws(EvidenceError) in
                let found = try bytes(entry, file)
                return try entry.checked(found)
            }
            reading.files.append(FileReading(file: file, outcome: outcome))
        }
        let recordRedactions = try readRecords(into: &reading, recordBytes)
        let captured = try capture.map { (capture) throws(EvidenceError) in try capture.captured(printedLines ?? []) }
        let picture = try capture?.picture.map { (picture) throws(EvidenceError) in
            try picture.checked(pictureBytes(picture))
        }
        return StoredReading(
            reading: reading, printedLines: printedLines ?? [], component: component, usedLists: usedLists ?? [],
            trace: trace, redactions: redactions, recordRedactions: recordRedactions, accessPolicy: access.policy,
            capture: captured, zonePicture: picture)
    }

    private func accessReading() throws(EvidenceError) -> AccessReading {
        var result = AccessReading(
            offersPACE: access.offersPACE, failure: access.failure?.reason, keyFitsDG1: access.keyFitsDG1)
        result.used = try access.used.map { (used) throws(EvidenceError) in try Self.method(used) }
        result.pace = try access.pace?.reading()
        for attempt in access.attempts ?? [] { result.attempts.append(try attempt.attempt()) }
        if let tries = access.remainingTries {
            guard (0...255).contains(tries) else { throw .manifest("'access.remainingTries' cannot be") }
            result.remainingTries = tries
        }
        return result
    }
}

extension Manifest.ActiveAuthentication {
    init(_ reading: ActiveAuthenticationReading) {
        challenge = Hexadecimal.encode(reading.challenge)
        switch reading.answer {
        case .signature(let bytes): signature = Hexadecimal.encode(bytes)
        case .refused(let status): refused = Manifest.status(status)
        }
    }

    func reading() throws(EvidenceError) -> ActiveAuthenticationReading {
        guard let challenge = Hexadecimal.decode(challenge) else {
            throw .manifest("the Active Authentication challenge is not hexadecimal")
        }
        if let signature = signature.flatMap({ Hexadecimal.decode($0) }) {
            return ActiveAuthenticationReading(challenge: challenge, answer: .signature(signature))
        }
        guard let status = refused.flatMap(Manifest.status) else {
            throw .manifest("Active Authentication has neither a signature nor a status")
        }
        return ActiveAuthenticationReading(challenge: challenge, answer: .refused(status: status))
    }
}

extension Manifest.Step {
    init(_ step: ChipReading.Step) {
        name = step.name
        apduCount = step.apduCount
        sentByteCount = step.sentByteCount
        receivedByteCount = step.receivedByteCount
        let parts = step.duration.components
        microseconds = Int(clamping: parts.seconds) * 1_000_000 + Int(parts.attoseconds / 1_000_000_000_000)
    }

    func step() throws(EvidenceError) -> ChipReading.Step {
        guard [apduCount, sentByteCount, receivedByteCount, microseconds].allSatisfy({ (0...1 << 48).contains($0) })
        else { throw .manifest("step '\(name.prefix(40))' has a cost that cannot be") }
        return ChipReading.Step(
            name: name, apduCount: apduCount, sentByteCount: sentByteCount, receivedByteCount: receivedByteCount,
            duration: .microseconds(microseconds))
    }
}

extension Manifest.File {
    init(_ reading: FileReading) {
        name = reading.file.name
        var bytes: [UInt8]?
        switch reading.outcome {
        case .read(let content): (state, bytes) = ("read", content)
        case .absent(let status): (state, self.status) = ("absent", Manifest.status(status))
        case .refused(let status): (state, self.status) = ("refused", Manifest.status(status))
        case .protected: state = "protected"
        case .skipped: state = "skipped"
        case .damaged(let content, let reason): (state, bytes, fault) = ("damaged", content, Manifest.Note(reason))
        case .partial(let content, let total): (state, bytes, totalByteCount) = ("partial", content, total)
        }
        guard let bytes else { return }
        byteCount = bytes.count
        sha256 = Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes))
    }

    /// Whether the bytes of the file are kept.
    var hasBytes: Bool { ["read", "damaged", "partial"].contains(state) }

    func outcome(of file: ElementaryFile, _ bytes: () throws(EvidenceError) -> [UInt8]) throws(EvidenceError)
        -> FileReading.Outcome
    {
        switch state {
        case "read": return .read(try bytes())
        case "damaged":
            let content = try bytes()
            // What another version took for no file of its kind is judged by its bytes, as a chip's would be.
            if fault?.code == "wrongTag", file.mayBegin(with: content) == true { return .read(content) }
            return .damaged(content, fault?.reason ?? Reason("damaged", "The file is no file of its kind."))
        case "partial":
            if let total = totalByteCount, total < 0 { throw .manifest("\(name) has a size below zero") }
            return .partial(try bytes(), total: totalByteCount)
        case "protected": return .protected
        case "skipped", "redacted": return .skipped
        case "absent", "refused":
            guard let status = status.flatMap(Manifest.status) else { throw .manifest("\(name) has no status") }
            return state == "absent" ? .absent(status: status) : .refused(status: status)
        default: throw .manifest("\(name) has state '\(state.prefix(40))'")
        }
    }

    /// The bytes as far as the manifest vouches for them.
    ///
    /// A partial file may be longer than listed: it was read on, and the program ended before the manifest was renewed.
    func checked(_ found: [UInt8]) throws(EvidenceError) -> [UInt8] {
        guard let byteCount, byteCount >= 0, let sha256 else { throw .manifest("\(name) has no hash") }
        guard found.count == byteCount || (state == "partial" && found.count > byteCount) else { throw .altered(name) }
        let bytes = Array(found.prefix(byteCount))
        guard Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes)) == sha256.uppercased() else { throw .altered(name) }
        return bytes
    }

    func redaction(of file: ElementaryFile) throws(EvidenceError) -> StoredReading.Redaction {
        guard let byteCount, byteCount >= 0, let hash = sha256.flatMap({ Hexadecimal.decode($0) }), hash.count == 32
        else { throw .manifest("\(name) has no hash") }
        return StoredReading.Redaction(file: file, byteCount: byteCount, sha256: hash)
    }
}

extension Manifest {
    static func status(_ status: UInt16) -> String {
        Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])
    }

    static func status(_ text: String) -> UInt16? {
        guard let bytes = Hexadecimal.decode(text), bytes.count == 2 else { return nil }
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    }
}
