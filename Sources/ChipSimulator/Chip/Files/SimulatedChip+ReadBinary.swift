import ByteCoding
import CardTransport
import LDS

extension SimulatedChip {
    /// Spec: ISO/IEC 7816-4 §11.3.3, even instruction.
    mutating func readBinary(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard let ne = command.expectedCount else { return ResponseAPDU(status: .wrongLength) }
        guard command.p1 & 0x80 != 0 else {
            let offset = Int(command.p1) << 8 | Int(command.p2)
            guard let file = files.current else { return ResponseAPDU(status: StatusWord(0x6986)) }
            return read(file, at: offset, ne, exchange)
        }
        guard command.p1 & 0x60 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        return readBinary(short: command.p1 & 0x1F, at: Int(command.p2), ne, exchange)
    }

    private mutating func readBinary(short identifier: UInt8, at offset: Int, _ ne: Int, _ exchange: Exchange)
        -> ResponseAPDU
    {
        var file = files.file(short: identifier)
        if let found = file, !hasShortIdentifier(found) { file = nil }
        switch behaviour.shortIdentifiers {
        case .supported: break
        case .unsupported(let status): return ResponseAPDU(status: status)
        case .masterFileFirst: file = files.file(short: identifier, in: .masterFile) ?? file
        case .smallOffsetsOnly:
            guard offset < 0x80 else {
                access = .closed
                return ResponseAPDU(status: .secureMessagingObjectIncorrect)
            }
        }
        guard let file else {
            let isClosed = files.application == .lds1 && !isReadable(.com)
            return ResponseAPDU(status: isClosed ? denial() : .fileNotFound)
        }
        let answer = read(file, at: offset, ne, exchange)
        if !answer.status.isError { files.select(file) }
        return answer
    }

    /// Odd instruction: the offset comes in DO'54', the data goes out in DO'53', whose header counts against Ne.
    ///
    /// Spec: ISO/IEC 7816-4 §11.3.3; ICAO Doc 9303-10 (8th ed.) §3.6.6.
    mutating func readBinaryOdd(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard behaviour.supportsOddRead else { return ResponseAPDU(status: .instructionNotSupported) }
        guard let ne = command.expectedCount else { return ResponseAPDU(status: .wrongLength) }
        let offset: Int
        do {
            var reader = ByteReader(command.data)
            let object = try reader.dataObject(0x54)
            try reader.end()
            var digits = object.reader
            guard (1...4).contains(digits.remaining) else { return ResponseAPDU(status: .wrongData) }
            offset = try digits.integer(width: digits.remaining)
        } catch {
            return ResponseAPDU(status: .wrongData)
        }
        let identifier = UInt16(command.p1) << 8 | UInt16(command.p2)
        let file =
            identifier == 0 ? files.current : identifier <= 30 ? files.file(short: command.p2) : files.file(identifier)
        guard let file else { return ResponseAPDU(status: identifier == 0 ? StatusWord(0x6986) : .fileNotFound) }
        // The room that DO'53' leaves: its header is 2 bytes below 128, 3 below 256, 4 above.
        let room = min(ne, exchange.capacity)
        let inner = room <= 0x81 ? room - 2 : room <= 0x102 ? min(room - 3, 0xFF) : room - 4
        guard inner > 0 else { return ResponseAPDU(status: .wrongLength) }
        var answer = read(file, at: offset, inner, exchange)
        if !answer.status.isError {
            if identifier != 0 { files.select(file) }
            answer.data = DataObjectWriter.encode(0x53, answer.data)
        }
        return answer
    }

    private func hasShortIdentifier(_ file: ElementaryFile) -> Bool {
        switch (file, behaviour.cardAccessPlace) {
        case (.cardAccess, .behindOtherSelection): false
        case (.cardAccess, .afterSelection): files.isMasterFileSelected
        default: !behaviour.filesWithoutShortIdentifier.contains(file)
        }
    }

    private mutating func read(_ file: ElementaryFile, at offset: Int, _ ne: Int, _ exchange: Exchange) -> ResponseAPDU
    {
        guard isReadable(file) else { return ResponseAPDU(status: denial()) }
        if let refusal = behaviour.cardFileRefusal, file == .attributes || file == .directory {
            return ResponseAPDU(status: refusal)
        }
        guard let contents = files.contents(of: file) else { return ResponseAPDU(status: .fileNotFound) }
        if behaviour.refusesFullShortRead, exchange.isSecured, ne == 256 {
            return ResponseAPDU(status: .wrongLength)
        }
        guard offset < contents.count else { return ResponseAPDU(status: .offsetOutsideFile) }
        let limit = min(exchange.capacity, behaviour.maximumReadByteCount)
        var count = ne
        if ne > limit {
            switch behaviour.overlongRead {
            case .shortened: count = limit
            case .refused: return ResponseAPDU(status: .wrongLength)
            case .failed(let status): return ResponseAPDU(status: status)
            case .corrected:
                return ResponseAPDU(status: StatusWord(0x6C00 | UInt16(truncatingIfNeeded: min(limit, 255))))
            }
        }
        let left = contents.count - offset
        guard count > left else {
            return ResponseAPDU(data: Array(contents[offset..<offset + count]), status: .success)
        }
        let rest = Array(contents[offset...])
        let asksForAll = ne == 256 || ne == 65_536
        switch behaviour.endOfFile {
        case .warning: return ResponseAPDU(data: rest, status: asksForAll ? .success : .endOfFile)
        case .alwaysWarning: return ResponseAPDU(data: rest, status: .endOfFile)
        case .silent: return ResponseAPDU(data: rest, status: .success)
        case .refused: return ResponseAPDU(status: .offsetOutsideFile)
        case .corrected:
            guard left < 256 else { return ResponseAPDU(data: rest, status: .endOfFile) }
            return ResponseAPDU(status: StatusWord(0x6C00 | UInt16(left)))
        }
    }
}
