import CardTransport
import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads what the chip shows before any access protocol. None of it has to be there, and nothing here is fatal but a
    /// reader that is gone (field note 49).
    mutating func readCardFiles() throws(ReadInterruption) {
        for file in [ElementaryFile.attributes, .directory] where state.reading[file] == nil {
            begin(step: file.name, file: file)
            enter(file, try cardFile(file))
        }
        if state.cardAccessPlace == nil { try readCardAccess() }
        learnFromCardFiles()
    }

    /// EF.CardAccess where it is, the master file being selected by what the chip understands (field notes 14 and 15).
    private mutating func readCardAccess() throws(ReadInterruption) {
        begin(step: "cardAccess", file: .cardAccess)
        let known = state.reading.bytes(of: .cardAccess)
        let (outcome, place) = try findCardAccess()
        state.cardAccessPlace = place
        state.position = outcome.isRead ? .atCardAccess : .elsewhere
        if let known, outcome != .read(known) { throw .ended(Self.otherChip) }
        enter(.cardAccess, outcome)
    }

    private mutating func findCardAccess() throws(ReadInterruption) -> (FileReading.Outcome, ReadState.CardAccessPlace)
    {
        let attributes = state.reading.bytes(of: .attributes)
        var best = try cardFile(.cardAccess).toldFromEmpty(isSelected: false)
        if best.isRead { return (best, .start) }
        var isMasterFileKnown = false
        for form in CommandAPDU.selectMasterFileForms.indices {
            let select = CommandAPDU.selectMasterFileForms[form]
            guard let found = try twice({ reader throws(ReadInterruption) in try reader.cardAccess(after: select) }),
                let found
            else { continue }
            isMasterFileKnown = true
            if found.isRead { return (found, .masterFile(form: form)) }
            best = best.moreTelling(found, attributes: attributes)
            if found.isAbsent { break }
        }
        guard !isMasterFileKnown else { return (best, .start) }
        // A chip without a master file that can be selected may keep the file in its application.
        let select = CommandAPDU.selectApplicationForms[0]
        if let found = try twice({ reader throws(ReadInterruption) in try reader.cardAccess(after: select) }),
            let found, found.isRead
        {
            remark(Remark.cardAccessInApplication)
            return (found, .application)
        }
        return (best, .start)
    }

    /// EF.CardAccess after one form of SELECT; nothing in it where that form is refused, nil where the card was lost.
    private mutating func cardAccess(after form: CommandAPDU) throws(ReadInterruption) -> FileReading.Outcome?? {
        guard let answer = try trying(form) else { return nil }
        guard answer.status == .success else { return .some(nil) }
        let attributes = state.reading.bytes(of: .attributes)
        // By its identifier first: the short one has failed before, and some chips have none for this file.
        var outcome = FileReading.Outcome.refused(status: StatusWord.fileNotFound.rawValue)
        for select in CommandAPDU.selectFileForms(ElementaryFile.cardAccess.identifier) {
            guard let selected = try trying(select) else { return nil }
            if selected.status == .fileNotFound { return .absent(status: selected.status.rawValue) }
            guard selected.status == .success else { continue }
            guard let found = try cardFile(.cardAccess, from: { .readBinary(at: 0, expecting: $0) }) else { return nil }
            if case .otherFile = CardAccessFinding(found, attributes: attributes) { remark(Remark.cardAccessAstray) }
            if found.isRead { return found }
            outcome = outcome.moreTelling(found.toldFromEmpty(isSelected: true), attributes: attributes)
        }
        guard let found = try cardFileOnce(.cardAccess) else { return nil }
        return outcome.moreTelling(found.toldFromEmpty(isSelected: false), attributes: attributes)
    }

    /// Reads one file by its short identifier, in the state the card is in.
    private mutating func cardFile(_ file: ElementaryFile) throws(ReadInterruption) -> FileReading.Outcome {
        try twice { reader throws(ReadInterruption) in try reader.cardFileOnce(file) } ?? .refused(status: 0x6F00)
    }

    private mutating func cardFileOnce(_ file: ElementaryFile) throws(ReadInterruption) -> FileReading.Outcome? {
        try cardFile(file) { .readBinary(shortIdentifier: file.shortIdentifier, expecting: $0) }
    }

    /// Reads one file whose first bytes a command asks for; nil where the card was lost over it.
    private mutating func cardFile(
        _ file: ElementaryFile, from command: (Int) -> CommandAPDU
    ) throws(ReadInterruption) -> FileReading.Outcome? {
        guard var first = try trying(command(BlockLadder.shortLimit)) else { return nil }
        if case .wants(let count) = ReadJudgement(first), count < BlockLadder.shortLimit {
            guard let corrected = try trying(command(count)) else { return nil }
            first = corrected
        }
        var isCareful = false
        if ReadJudgement(first) == .trouble {
            // Too much was asked for: of one block, or of this file (field notes 38 and 43). The header tells.
            isCareful = true
            guard let header = try trying(command(Self.cardFileHeaderByteCount)) else { return nil }
            first = header
        }
        switch ReadJudgement(first) {
        case .data: break
        case .absent: return .absent(status: first.status.rawValue)
        default: return .refused(status: first.status.rawValue)
        }
        return try restOfCardFile(file, first.data, isCareful)
    }

    /// Tag and length of every file that is met here, and no more than the shortest has.
    private static var cardFileHeaderByteCount: Int { 4 }

    /// Reads on to the end of a file, in blocks as large as the chip gives; a careful read asks for no byte behind the end.
    private mutating func restOfCardFile(
        _ file: ElementaryFile, _ first: [UInt8], _ isCareful: Bool
    ) throws(ReadInterruption) -> FileReading.Outcome? {
        var download = FileDownload(file, limit: 4096)
        _ = download.append(first, at: 0)
        var blocks = BlockLadder(nil)
        var asked = blocks.size
        var count = first.count
        while true {
            if let outcome = download.outcome { return outcome }
            let isShort = file.tag == nil && count < asked && !isCareful
            if isShort {
                if download.endsWithShortAnswer(givesLess: givesLess) { return download.outcomeAtEnd }
                if download.cutsObject { remark(Remark.shortAnswers) }
            }
            let wanted = isCareful || isShort ? download.wantedOfObjects : download.wanted(at: download.bytes.count)
            asked = min(blocks.size, wanted)
            guard let answer = try trying(.readBinary(at: download.bytes.count, expecting: asked)) else { return nil }
            switch ReadJudgement(answer) {
            case .data:
                count = answer.data.count
                _ = download.append(answer.data, at: download.bytes.count)
            case .wants(let smaller) where smaller < asked: blocks.cap(at: smaller)
            case .trouble where blocks.stepDown(below: asked): continue
            default: return download.outcomeAtEnd
            }
        }
    }

    /// Sends a command that may fail; nil where the card was lost over it and has been found again.
    private mutating func trying(_ command: CommandAPDU) throws(ReadInterruption) -> ResponseAPDU? {
        do throws(ReadInterruption) {
            let answer = try send(command).response
            guard Self.leftoverStatuses.contains(answer.status), !state.hasResetLeftover else { return answer }
            state.hasResetLeftover = true
            do { try link.connection.reset() } catch { throw ReadInterruption.transport(error) }
            remark(Remark.foreignSession)
            return try send(command).response
        } catch {
            guard case .transport(let cause) = error else { throw error }
            try recover(from: cause)
            return nil
        }
    }

    /// What a chip answers that another program left in the middle of a protocol or of a session (field note 23).
    private static var leftoverStatuses: Set<StatusWord> {
        [
            .secureMessagingNotSupported, .lastOfChainExpected, .secureMessagingObjectMissing,
            .secureMessagingObjectIncorrect,
        ]
    }

    /// Does something that a lost card may cut short (nil), and does it once more then.
    private mutating func twice<Result>(_ body: (inout Self) throws(ReadInterruption) -> Result?)
        throws(ReadInterruption) -> Result?
    {
        if let result = try body(&self) { return result }
        return try body(&self)
    }

    /// What the files say about PACE and about extended length; the ATR's historical bytes say the latter too.
    private mutating func learnFromCardFiles() {
        switch state.reading[.cardAccess]?.outcome {
        case .read(let bytes):
            let infos = try? SecurityInfos(encoded: bytes)
            state.reading.access.offersPACE = infos.flatMap { $0.mayHidePACE ? nil : !$0.pace.isEmpty }
        case .absent: state.reading.access.offersPACE = false
        default: break
        }
        let capabilities = AnswerToReset(link.connection.answerToReset)
        let attributes = state.reading.bytes(of: .attributes).flatMap { try? CardAttributes(encoded: $0) }
        state.chainsCommands = attributes?.supportsCommandChaining ?? capabilities.supportsCommandChaining
        if let sizes = attributes?.bufferSizes {
            state.extendedLength =
                sizes.response > 258 ? .announced(responseByteCount: sizes.response - 2) : .unavailable
        } else {
            switch attributes?.supportsExtendedLength ?? capabilities.supportsExtendedLength {
            case true?: state.extendedLength = .announced(responseByteCount: 65_536)
            case false?: state.extendedLength = .unavailable
            case nil: break
            }
        }
    }
}

extension FileReading.Outcome {
    var isRead: Bool { if case .read = self { true } else { false } }
    var isAbsent: Bool { if case .absent = self { true } else { false } }
}
