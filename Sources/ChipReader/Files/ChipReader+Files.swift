import CardTransport
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads one file and enters it, unless an earlier reading has it whole.
    mutating func read(_ file: ElementaryFile) throws(ReadInterruption) {
        if case .read? = state.reading[file]?.outcome { return }
        begin(step: file.name, file: file)
        enter(file, try outcome(of: file))
    }

    /// Replaces what the reading says about a file, or adds it.
    mutating func enter(_ file: ElementaryFile, _ outcome: FileReading.Outcome) {
        let reading = FileReading(file: file, outcome: outcome)
        if let index = state.reading.files.firstIndex(where: { $0.file == file }) {
            state.reading.files[index] = reading
        } else {
            state.reading.files.append(reading)
        }
        keepUnfinished()
    }

    /// Hands on what there is, as a reading that is broken off.
    func keepUnfinished() {
        var unfinished = state.reading
        unfinished.steps += link.connection.base.meter.steps
        unfinished.ending = .brokenOff(
            Reason("unfinished", "The program ended before the read did; what it had read until then is here."))
        state.keep(unfinished)
    }

    /// Reads one file to its end, through as many losses of the card as the request allows.
    ///
    /// Where there is no going on, the first bytes are entered before the error goes up.
    mutating func outcome(of file: ElementaryFile) throws(ReadInterruption) -> FileReading.Outcome {
        var download = FileDownload(
            file, limit: state.request.maximumFileByteCount, resuming: state.reading.partialBytes(of: file))
        var fruitlessCount = 0
        // What comes after a bare error is lost whatever it is, on a chip that ends the session over it.
        var mayBeOver = link.hasBareAnswer
        while true {
            let before = download.bytes.count
            do {
                return try finish(&download)
            } catch {
                if let partial = download.partial { enter(file, partial) }
                guard case .transport(let cause) = error else { throw error }
                if mayBeOver, cause != .notAuthentic { state.recoveryCount = 0 } else { noteTroubleAtRead(cause) }
                mayBeOver = false
                try recover(from: cause)
                if state.isAstray { download = FileDownload(file, limit: state.request.maximumFileByteCount) }
                fruitlessCount = download.bytes.count > before ? 0 : fruitlessCount + 1
                if fruitlessCount >= Self.maximumFruitlessCount, Self.endsSession(cause) {
                    // A file that ends every session is left; the others may not.
                    remark(Remark.fileEndsSession(file))
                    // A wire on which answers are altered ends the read; a chip that ends its sessions does not.
                    if cause != .notAuthentic { state.recoveryCount = 0 }
                    // What was altered on its way is no refusal of the chip.
                    return download.partial
                        ?? (cause == .notAuthentic
                            ? .partial([], total: nil)
                            : .refused(status: StatusWord.secureMessagingObjectIncorrect.rawValue))
                }
                begin(step: file.name, file: file, fraction: download.fraction)
            }
        }
    }

    /// Selects the file and reads on from where `download` stands.
    mutating func finish(_ download: inout FileDownload) throws(ReadInterruption) -> FileReading.Outcome {
        let isGoingOn = !download.bytes.isEmpty
        let selection = try reach(download.file.application)
        guard selection == .success else {
            return download.partial
                ?? (selection == .fileNotFound
                    ? .absent(status: selection.rawValue) : .refused(status: selection.rawValue))
        }
        switch try firstRead(download.file, known: download.bytes.count) {
        case .data(let bytes):
            guard download.append(bytes, at: 0) else { throw .ended(Self.otherChip) }
            if download.file.tag == nil, !isGoingOn, state.overReads, bytes.count < state.blocks.size,
                download.endsWithShortAnswer(givesLess: givesLess)
            {
                return download.outcomeAtEnd
            }
        case .absent(let status): return isGoingOn ? download.outcomeAtEnd : .absent(status: status.rawValue)
        case .refused(let status):
            return isGoingOn ? download.partial ?? download.outcomeAtEnd : .refused(status: status.rawValue)
        }
        var readCount = 0
        var offset = isGoingOn ? max(0, download.bytes.count - FileDownload.overlap) : download.bytes.count
        while true {
            if let outcome = download.outcome { return outcome }
            readCount += 1
            guard readCount <= Self.maximumReadCount(for: download.bytes.count) else {
                remark(Remark.endlessFile(download.file))
                return download.partial ?? download.outcomeAtEnd
            }
            report(download)
            considerExtendedLength(for: download.wanted(at: offset))
            let wanted = download.wanted(at: offset)
            let read = try readBlock(at: offset, wanting: wanted)
            switch read {
            case .data(let bytes, let asked):
                guard download.append(bytes, at: offset) else { throw .ended(Self.otherChip) }
                if download.bytes.count > offset + FileDownload.overlap { state.recoveryCount = 0 }
                offset = download.bytes.count
                if bytes.count < asked {
                    if download.file.tag == nil, download.endsWithShortAnswer(givesLess: givesLess) {
                        return download.outcomeAtEnd
                    }
                    if download.outcome == nil { remark(Remark.shortAnswers) }
                }
            case .end: return download.outcomeAtEnd
            case .refused(let status):
                remark(Reason("refusedMidFile", "The chip stopped giving out \(download.file) with \(status)."))
                return download.partial ?? .refused(status: status.rawValue)
            }
        }
    }

    /// Whether the chip has given fewer bytes than were asked for in mid-file.
    var givesLess: Bool { state.reading.remarks.contains(Remark.shortAnswers) }

    /// How often a file may end the session without giving a byte.
    static var maximumFruitlessCount: Int { 5 }

    /// How many reads a file may take for so many bytes: ever fewer bytes in an answer must not make a read endless.
    static func maximumReadCount(for byteCount: Int) -> Int { 1024 + byteCount / 16 }

    private func report(_ download: FileDownload) {
        state.progress(
            ReadProgress(step: download.file.name, file: download.file, fraction: download.fraction))
    }

    static var otherChip: Reason {
        Reason("otherChip", "What the chip gives now is not what it gave before: another document lies on the reader.")
    }
}

extension ChipReading {
    /// The first bytes of a file that a break cut off.
    func partialBytes(of file: ElementaryFile) -> [UInt8] {
        guard case .partial(let bytes, _) = self[file]?.outcome else { return [] }
        return bytes
    }
}
