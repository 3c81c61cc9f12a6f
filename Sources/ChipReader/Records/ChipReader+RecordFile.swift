import ByteCoding
import CardTransport
import LDS
import Standards

/// What came of asking for one record.
private enum RecordRead {
    case record([UInt8])
    /// There is none of this number.
    case end
    case absent(StatusWord)
    case refused(StatusWord)
    /// It does not come in any length of answer.
    case unreadable(StatusWord)
}

extension ChipReader where Connection: ~Copyable {
    /// Reads the records of one file, through as many losses of the card as the request allows, and enters what became
    /// of it; what an earlier reading has is not read again.
    mutating func read(_ file: RecordFile) throws(ReadInterruption) {
        if case .read? = state.reading[file]?.outcome { return }
        var cursor = RecordCursor(file)
        begin(step: file.rawValue)
        while true {
            do {
                enter(file, try finish(&cursor))
                return
            } catch {
                enter(file, .incomplete(RecordObstacle.brokenOff))
                guard case .transport(let cause) = error else { throw error }
                let closingStatus = link.closingStatus
                let isAboutCount = state.records.application == file.application && !cursor.isCounted
                try recover(from: cause)
                cursor.comparesLast = true
                if cause == .notTransacted { state.records.lengthForm += 1 }
                if Self.endsSession(cause), !isAboutCount {
                    cursor.lossCount += 1
                    if cursor.lossCount == 2 { state.records.lengthForm += 1 }  // perhaps it was too much at once
                    // A chip may end the session over every error, the end of the records being one.
                    if closingStatus == .recordNotFound, cursor.isCounted, cursor.count == nil {
                        enter(file, outcome(of: cursor))
                        return
                    }
                    if cursor.lossCount >= Self.maximumRecordLossCount {
                        leave(cursor)
                        return
                    }
                }
                begin(step: file.rawValue, fraction: cursor.fraction)
            }
        }
    }

    /// How often one record may end the session before the file is left.
    private static var maximumRecordLossCount: Int { 3 }

    /// Leaves a file that ends every session; the others may not.
    private mutating func leave(_ cursor: RecordCursor) {
        remark(Remark.recordEndsSession(cursor.file, cursor.next))
        state.recoveryCount = 0
        enter(
            cursor.file,
            cursor.byteCount == 0
                ? .refused(status: StatusWord.secureMessagingObjectIncorrect.rawValue)
                : .incomplete(RecordObstacle.endsSession(cursor.file)))
    }

    /// Replaces what the reading says about a file of records, or adds it.
    mutating func enter(_ file: RecordFile, _ outcome: RecordFileReading.Outcome) {
        let reading = RecordFileReading(file: file, outcome: outcome)
        if let index = state.reading.recordFiles.firstIndex(where: { $0.file == file }) {
            state.reading.recordFiles[index] = reading
        } else {
            state.reading.recordFiles.append(reading)
        }
        keepUnfinished()
    }

    /// Selects the application and reads on from where `cursor` stands.
    private mutating func finish(_ cursor: inout RecordCursor) throws(ReadInterruption) -> RecordFileReading.Outcome {
        let file = cursor.file
        let selection = try reach(file.application)
        guard selection == .success else {
            return selection == .fileNotFound
                ? .absent(status: selection.rawValue) : .refused(status: selection.rawValue)
        }
        try compareLast(&cursor)
        if !cursor.isCounted {
            cursor.count = try count(file)
            cursor.isCounted = true
        }
        while cursor.next <= min(cursor.count ?? .max, RecordFile.numbers.upperBound) {
            if cursor.missingInARow >= Self.maximumGap || cursor.obstacle?.isFinal == true { break }
            if let known = state.reading.records.first(where: { $0.file == file && $0.number == cursor.next }) {
                cursor.take(known.bytes)
                continue
            }
            switch try record(cursor.next, of: file) {
            case .record(let bytes): take(bytes, &cursor)
            case .end where cursor.count == nil: return outcome(of: cursor)
            case .end: cursor.miss()
            case .absent(let status):
                return cursor.byteCount == 0
                    ? .absent(status: status.rawValue) : .incomplete(RecordObstacle.refused(status))
            case .refused(let status):
                return cursor.byteCount == 0
                    ? .refused(status: status.rawValue) : .incomplete(RecordObstacle.refused(status))
            case .unreadable(let status):
                cursor.obstacle = cursor.obstacle ?? RecordObstacle.unreadable(cursor.next, status)
                cursor.miss()
            }
            state.progress(ReadProgress(step: file.rawValue, fraction: cursor.fraction))
        }
        return outcome(of: cursor)
    }

    private func outcome(of cursor: RecordCursor) -> RecordFileReading.Outcome {
        if let obstacle = cursor.obstacle { return .incomplete(obstacle) }
        guard cursor.missing.isEmpty else { return .incomplete(RecordObstacle.missing(cursor.missing, cursor.count)) }
        if let count = cursor.count, count > RecordFile.numbers.upperBound {
            return .incomplete(RecordObstacle.tooMany(count))
        }
        return .read(count: cursor.next - 1)
    }

    /// Keeps a record, unless the file shows that it has no end.
    private mutating func take(_ bytes: [UInt8], _ cursor: inout RecordCursor) {
        let file = cursor.file
        guard cursor.byteCount + bytes.count <= state.request.maximumFileByteCount else {
            cursor.obstacle = RecordObstacle.tooLarge(state.request.maximumFileByteCount)
            return
        }
        if !bytes.isRecord { remark(Remark.recordMalformed(file, cursor.next)) }
        state.reading.records.append(RecordReading(file: file, number: cursor.next, bytes: bytes))
        cursor.take(bytes)
        state.recoveryCount = 0
        if cursor.equalInARow >= Self.maximumEqualCount { cursor.obstacle = RecordObstacle.endless }
    }

    /// How many records may be equal to the one before: each is signed with a number that comes but once.
    private static var maximumEqualCount: Int { 2 }

    /// Reads the last record again after a loss; another one comes from another chip.
    private mutating func compareLast(_ cursor: inout RecordCursor) throws(ReadInterruption) {
        guard cursor.comparesLast else { return }
        if let (number, bytes) = cursor.last, case .record(let again) = try record(number, of: cursor.file),
            again != bytes
        {
            throw .ended(Self.otherChip)
        }
        cursor.comparesLast = false
    }

    // MARK: Commands

    /// How many records the chip says a file has; nil where it does not say.
    private mutating func count(_ file: RecordFile) throws(ReadInterruption) -> Int? {
        let forms = CommandAPDU.recordCountForms(file)
        while let form = state.records.countForm {
            guard forms.indices.contains(form) else {
                state.records.countForm = nil
                remark(Remark.recordsNotCounted)
                return nil
            }
            // A form that ends the session is not tried again.
            state.records.countForm = form + 1
            let answer = try send(forms[form]).response
            if answer.status == .success, let count = CommandAPDU.recordCount(in: answer.data) {
                state.records.countForm = form
                return count
            }
            if answer.status == .securityStatusNotSatisfied {
                state.records.countForm = form
                return nil
            }
        }
        return nil
    }

    /// Reads one record of the selected application, with the file named as the chip takes it.
    private mutating func record(_ number: Int, of file: RecordFile) throws(ReadInterruption) -> RecordRead {
        if !state.records.selectsFiles {
            let (read, isAddressed) = try record(number, shortIdentifier: file.shortIdentifier)
            if isAddressed { return read }
        }
        for form in CommandAPDU.selectFileForms(file.identifier) {
            let status = try send(form).response.status
            switch status {
            case .success:
                let (read, _) = try record(number, shortIdentifier: 0)
                if case .record = read, !state.records.selectsFiles {
                    state.records.selectsFiles = true
                    remark(Remark.noShortIdentifiersForRecords)
                }
                return read
            case .fileNotFound: return .absent(status)
            case .securityStatusNotSatisfied: return .refused(status)
            default: continue
            }
        }
        return .refused(.wrongParameters)
    }

    /// READ RECORD in the lengths of answer that the reader carries, the specified one first.
    ///
    /// - Returns: What came, and whether the chip understood which file is meant.
    private mutating func record(_ number: Int, shortIdentifier: UInt8) throws(ReadInterruption) -> (RecordRead, Bool) {
        let lengths = recordLengths
        var status = StatusWord.wrongLength
        for form in lengths.indices.dropFirst(min(state.records.lengthForm, lengths.count - 1)) {
            var answer = try send(
                .readRecord(number, shortIdentifier: shortIdentifier, expecting: lengths[form])
            ).response
            if case .wants(let count) = RecordJudgement(answer) {
                answer = try send(.readRecord(number, shortIdentifier: shortIdentifier, expecting: count)).response
            }
            status = answer.status
            switch RecordJudgement(answer) {
            case .record:
                // A short answer may be the beginning of a longer record.
                if lengths[form] <= BlockLadder.shortAnswer, !answer.data.isRecord {
                    return (.unreadable(status), true)
                }
                state.records.lengthForm = form
                return (.record(answer.data), true)
            case .end: return (.end, true)
            case .refused: return (.refused(status), true)
            case .absent: return (.absent(status), shortIdentifier == 0)
            case .notAddressed: return (.refused(status), shortIdentifier == 0)
            case .trouble, .wants: continue
            }
        }
        return (.unreadable(status), true)
    }

    /// How long an answer to ask for, the specified length first.
    private var recordLengths: [Int] {
        var lengths = [BlockLadder.shortAnswer]
        guard readerCarriesExtendedLength, state.request.extendedLength == .automatic,
            state.extendedLength != .unavailable
        else { return lengths }
        if case .announced(let count) = state.extendedLength, count < 65_536, count > 256 {
            lengths.insert(count, at: 0)
        }
        return [65_536] + lengths
    }
}

extension [UInt8] {
    /// Whether the bytes are one data object after another, to the last byte.
    fileprivate var isRecord: Bool {
        var reader = ByteReader(self)
        while !reader.isAtEnd {
            guard (try? reader.dataObject()) != nil else { return false }
        }
        return !isEmpty
    }
}
