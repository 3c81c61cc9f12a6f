import ByteCoding
import CardTransport
import LDS
import Standards

/// What came of selecting a file and reading its first bytes.
enum FirstRead {
    case data([UInt8])
    case absent(StatusWord)
    case refused(StatusWord)
}

extension ChipReader where Connection: ~Copyable {
    /// Selects a file of the application and reads its first bytes: as many as one answer holds, so that no header costs a
    /// round trip, or a few where `known` bytes are there already.
    mutating func firstRead(_ file: ElementaryFile, known: Int) throws(ReadInterruption) -> FirstRead {
        if let bytes = state.authentication.takeReadAhead(of: file, inSession: link.sessionCount) {
            return .data(bytes)
        }
        if state.addressing != .identifier, file.shortIdentifier != 0 {
            let attempt = try firstReadByShortIdentifier(file, known: known)
            let isSure = state.addressing == .short
            switch attempt {
            case .data(let bytes) where begins(bytes, file):
                state.addressing = .short
                return .data(bytes)
            case .data: remark(Remark.shortIdentifierAstray(file))
            case .absent(let status) where isSure && !isListed(file): return .absent(status)
            case .refused(let status) where isSure: return .refused(status)
            case .absent, .refused: break
            }
        }
        return try firstReadByIdentifier(file, known: known)
    }

    /// Whether the chip says that it has a file, which is looked for by its identifier then before it is given up.
    private func isListed(_ file: ElementaryFile) -> Bool {
        guard let group = file.dataGroup else { return false }
        let com = state.reading.bytes(of: .com).flatMap { try? COM(encoded: $0).dataGroups } ?? []
        let sod = state.reading.bytes(of: .sod).flatMap { try? SOD(encoded: $0).securityObject.dataGroups } ?? []
        return com.contains(group) || sod.contains(group)
    }

    /// READ BINARY with the short identifier; after trouble, once more for the header alone.
    mutating func firstReadByShortIdentifier(_ file: ElementaryFile, known: Int) throws(ReadInterruption) -> FirstRead {
        try startOfFile(known: known) { .readBinary(shortIdentifier: file.shortIdentifier, expecting: $0) }
    }

    /// SELECT by the file's identifier, then READ BINARY.
    private mutating func firstReadByIdentifier(_ file: ElementaryFile, known: Int) throws(ReadInterruption)
        -> FirstRead
    {
        let forms = CommandAPDU.selectFileForms(file.identifier)
        var status = StatusWord.fileNotFound
        for form in forms.indices.dropFirst(state.selectFileForm) {
            status = try send(forms[form]).response.status
            switch status {
            case .success:
                state.selectFileForm = form
                let read = try startOfFile(known: known) { .readBinary(at: 0, expecting: $0) }
                if case .data = read, state.addressing == .untested, file.shortIdentifier != 0 {
                    state.addressing = .identifier
                    remark(Remark.noShortIdentifiers)
                }
                return read
            case .fileNotFound: return .absent(status)
            case .securityStatusNotSatisfied: return .refused(status)
            default: continue
            }
        }
        return .refused(status)
    }

    /// Reads from offset 0, over the end of short files where the chip lets us.
    private mutating func startOfFile(known: Int, _ command: (Int) -> CommandAPDU) throws(ReadInterruption)
        -> FirstRead
    {
        let header = 8
        let first = known > 0 ? min(known, header) : state.overReads ? state.blocks.size : header
        state.lastRead = first > header ? .overRead : .block(first)
        var answer = try send(command(first)).response
        var asked = first
        while case .wants(let count) = ReadJudgement(answer), (1..<asked).contains(count) {
            asked = count
            answer = try send(command(count)).response
            if answer.data.count == count { noteWantedLength(count, answer.data) }
        }
        if ReadJudgement(answer) == .trouble, first > header {
            // Too much was asked for: of one block, or of this file (field note 38). The header tells.
            let status = answer.status
            answer = try send(command(header)).response
            if !answer.data.isEmpty { noteRefusedRead(of: first, status, header: answer.data) }
        }
        switch ReadJudgement(answer) {
        case .data: return .data(answer.data)
        case .absent: return .absent(answer.status)
        case .refused, .notAddressed, .trouble, .wants: return .refused(answer.status)
        }
    }

    /// A read of `size` bytes was refused: for its size where the file is longer than that, else perhaps for going over the
    /// end of the file.
    private mutating func noteRefusedRead(of size: Int, _ status: StatusWord, header: [UInt8]) {
        if let total = Self.total(of: header), total > size {
            if stepDown(below: size) {
                state.refusedOverReads = 0
                remark(Remark.smallerBlocks(state.blocks.size, status))
            }
        } else if state.refusedOverReads > 0 {
            state.overReads = false
            remark(Remark.noOverReading)
        } else {
            state.refusedOverReads = 1
        }
    }

    /// Where the data object that `bytes` begin ends.
    private static func total(of bytes: [UInt8]) -> Int? {
        var reader = ByteReader(bytes)
        guard (try? reader.tag()) != nil, let length = try? reader.length() else { return nil }
        return reader.offset + length
    }

    /// A chip that wants another length either has a short file or a small buffer: only the buffer is remembered.
    private mutating func noteWantedLength(_ count: Int, _ data: [UInt8]) {
        guard let total = Self.total(of: data), total > count else { return }
        state.blocks.cap(at: count)
        remark(Remark.smallerBlocks(count, StatusWord(0x6C00 | UInt16(count & 0xFF))))
    }

    private func begins(_ bytes: [UInt8], _ file: ElementaryFile) -> Bool {
        var reader = ByteReader(bytes)
        guard let tag = file.tag else { return true }
        return (try? reader.tag()) == tag
    }
}
