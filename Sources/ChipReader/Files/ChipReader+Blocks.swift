import ByteCoding
import CardTransport
import LDS
import Standards

/// What came of one read in mid-file.
enum BlockRead {
    /// Some bytes, and how many were asked for.
    case data([UInt8], asked: Int)
    /// The file has no more bytes.
    case end
    case refused(StatusWord)
}

extension ChipReader where Connection: ~Copyable {
    /// Reads up to `wanted` bytes of the selected file at `offset`, in the largest block that the chip gives.
    ///
    /// After trouble the block is made smaller, down the ladder; where even the smallest fails the old size is put back,
    /// since then it was not the size.
    mutating func readBlock(at offset: Int, wanting wanted: Int) throws(ReadInterruption) -> BlockRead {
        let before = state.blocks
        var wantsExactly: Int?
        var hasRetriedSmallest = false
        while true {
            let size = min(wantsExactly ?? state.blocks.size, wanted)
            state.lastRead = .block(size)
            let (answer, data, asked) = try readOnce(at: offset, size: size)
            switch ReadJudgement(answer) {
            case .data where !data.isEmpty:
                settle(before, answer.status, exactly: wantsExactly, wanted: wanted)
                if data.count == asked { state.provenBlock = max(state.provenBlock, size) }
                return .data(data, asked: asked)
            case .wants(let count) where wantsExactly == nil && (1..<size).contains(count):
                wantsExactly = count
                continue
            case .refused: return .refused(answer.status)
            default: break
            }
            wantsExactly = nil
            if stepDown(below: size) {
                state.refusedOverReads = 0
                continue
            }
            guard hasRetriedSmallest else {
                hasRetriedSmallest = true
                continue
            }
            state.blocks = before
            return .end
        }
    }

    /// Sends one READ BINARY and unwraps the DO53 of an odd one.
    private mutating func readOnce(at offset: Int, size: Int) throws(ReadInterruption)
        -> (answer: ResponseAPDU, data: [UInt8], asked: Int)
    {
        guard CommandAPDU.needsOddInstruction(at: offset) else {
            let answer = try send(.readBinary(at: offset, expecting: size)).response
            return (answer, answer.data, size)
        }
        // The header of DO53 counts against Le (Doc 9303-10 §3.6.6).
        let header = DataObjectWriter.header(0x53, valueCount: size).count
        let expected = min(size + header, max(state.blocks.size, 16))
        let asked = expected - header
        let answer = try send(.readBinary(at: offset, expecting: expected)).response
        guard !answer.data.isEmpty else { return (answer, [], asked) }
        var reader = ByteReader(answer.data)
        if let object = try? reader.dataObject(0x53) { return (answer, Array(object.value.prefix(size)), asked) }
        guard (try? reader.tag()) == 0x53, let length = try? reader.length(), length > reader.remaining else {
            return (answer, [], asked)
        }
        // Tolerated: a data object that the chip cuts off at Le, against ISO/IEC 7816-4 §11.2.
        remark(Remark.oddReadMalformed)
        return (answer, Array(reader.takeRest().prefix(size)), asked)
    }

    mutating func stepDown(below size: Int) -> Bool {
        if state.extendedLength == .probing {
            loseExtendedLength()
            return true
        }
        let wasExtended = state.blocks.isExtended
        guard state.blocks.stepDown(below: size) else { return false }
        if wasExtended, !state.blocks.isExtended { loseExtendedLength() }
        return true
    }

    /// Keeps what a successful read has shown about the chip.
    private mutating func settle(_ before: BlockLadder, _ status: StatusWord, exactly: Int?, wanted: Int) {
        if state.extendedLength == .probing { state.extendedLength = .announced(responseByteCount: 65_536) }
        if let exactly, exactly < wanted { state.blocks.cap(at: exactly) }
        if state.blocks.size < before.size, !before.isExtended {
            remark(Remark.smallerBlocks(state.blocks.size, status))
        }
    }

    // MARK: Extended length

    /// Goes up to extended length where that is known to work, or where a large rest makes a probe worth its risk.
    mutating func considerExtendedLength(for wanted: Int) {
        guard state.request.extendedLength == .automatic, !state.blocks.isExtended, readerCarriesExtendedLength else {
            return
        }
        guard state.extendedLength == .unknown, (4096...state.request.maximumFileByteCount).contains(wanted) else {
            return
        }
        state.extendedLength = .probing
        state.blocks.extend(link.cipher, responseByteCount: 65_536)
    }

    /// Chooses the block size for a session that has just been opened.
    mutating func startBlocks() {
        state.blocks = BlockLadder(link.cipher)
        guard state.request.extendedLength == .automatic, readerCarriesExtendedLength,
            case .announced(let count) = state.extendedLength
        else { return }
        state.blocks.extend(link.cipher, responseByteCount: count)
    }

    /// Uses short commands from here on.
    mutating func loseExtendedLength() {
        if state.extendedLength != .probing { remark(Remark.noExtendedLength) }
        state.extendedLength = .unavailable
        state.blocks = BlockLadder(link.cipher)
    }

    var readerCarriesExtendedLength: Bool {
        link.connection.maximumCommandByteCount > CommandAPDU.maximumShortByteCount
    }

    /// A read that ended the session, or that the reader did not carry, was perhaps too large.
    mutating func noteTroubleAtRead(_ cause: TransportError) {
        if cause == .channelClosed, learnOtherLengthForm() { return }
        switch cause {
        case .notTransacted, .notAuthentic, .channelClosed, .cardReset, .unresponsiveCard, .timedOut, .pcsc:
            if state.blocks.isExtended {
                loseExtendedLength()
            } else if cause == .channelClosed {
                noteReadThatEndedSession()
            }
        default: break
        }
    }

    private mutating func noteReadThatEndedSession() {
        switch state.lastRead {
        case .overRead where state.overReads:
            state.overReads = false
            remark(Remark.noOverReading)
        case .block(let size):
            guard size > state.provenBlock, state.blocks.stepDown(below: size) else { return }
            remark(Remark.smallerBlocks(state.blocks.size, .secureMessagingObjectIncorrect))
        case .overRead: break
        }
    }
}
