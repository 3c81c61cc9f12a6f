import ByteCoding

/// What a reader answers that has run PACE itself, or tried to.
///
/// After success the secure channel is the reader's: the host sends plain commands, and the reader protects them.
///
/// Spec: PC/SC Part 10 Amendment 1 §2.5.
public enum ReaderPACEResult: Hashable, Sendable {
    case opened(Channel)
    case failed(Failure)

    /// What the chip said while it was opened.
    public struct Channel: Hashable, Sendable {
        /// The status of MSE:Set AT, which may warn of tries that are left.
        public let selectionStatus: StatusWord
        /// EF.CardAccess as the reader read it.
        public let cardAccess: [UInt8]
        /// The certification authorities that the chip trusts, the current one first.
        public let authorityReferences: [String]
        /// ID_ICC, by which Terminal Authentication names the chip.
        public let compressedChipKey: [UInt8]
    }

    /// Why there is no channel.
    public enum Failure: Hashable, Sendable {
        /// The chip refused a step: 0 and 1 EF.CardAccess, 2 MSE:Set AT, 3 to 6 GENERAL AUTHENTICATE.
        case refused(step: Int, StatusWord)
        /// The chip's token is wrong.
        case wrongToken
        /// The holder pressed the cancel key.
        case cancelled
        /// The holder typed nothing in time.
        case timedOut
        /// The card left, or was not there.
        case cardGone
        /// Any other code: the reader did not take the request, or the chip's answers.
        case reader(code: UInt32)
    }

    /// Reads the output of EstablishPACEChannel.
    ///
    /// - Throws: `malformedResponse` for bytes that are none.
    package init(encoded: [UInt8]) throws(TransportError) {
        do throws(DecodingFailure) {
            var reader = ByteReader(encoded)
            let code = UInt32(truncatingIfNeeded: try reader.littleEndian(width: 4))
            // Tolerated: no output behind an error code, though its length is specified.
            let output = reader.isAtEnd && code != 0 ? [] : try reader.take(reader.littleEndian(width: 2))
            try reader.end()
            try self.init(code: code, output: output)
        } catch { throw .malformedResponse(byteCount: encoded.count) }
    }

    /// Takes the code and, behind a code of zero, what the chip said.
    init(code: UInt32, output: ArraySlice<UInt8>) throws(DecodingFailure) {
        self = code == 0 ? .opened(try Channel(output)) : .failed(Failure(code: code))
    }

    /// The code, which is zero where there is a channel.
    package var code: UInt32 {
        if case .failed(let failure) = self { failure.code } else { 0 }
    }

    /// What stands behind the code: nothing that was typed, and nothing of the session's keys.
    package var output: [UInt8] {
        if case .opened(let channel) = self { channel.encoded } else { [] }
    }
}

extension ReaderPACEResult.Channel {
    fileprivate init(_ output: ArraySlice<UInt8>) throws(DecodingFailure) {
        var reader = ByteReader(output)
        selectionStatus = StatusWord(UInt16(truncatingIfNeeded: try reader.integer(width: 2)))
        cardAccess = Array(try reader.take(reader.littleEndian(width: 2)))
        var references: [String] = []
        for _ in 0..<2 {
            let reference = try reader.take(reader.integer(width: 1))
            if !reference.isEmpty { references.append(String(decoding: reference, as: UTF8.self)) }
        }
        authorityReferences = references
        compressedChipKey = Array(try reader.take(reader.littleEndian(width: 2)))
        try reader.end()
    }

    /// The same bytes as it was read from.
    fileprivate var encoded: [UInt8] {
        func withLength(_ bytes: [UInt8]) -> [UInt8] {
            [UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8 & 0xFF)] + bytes
        }
        let references = (0..<2).map { index in
            authorityReferences.indices.contains(index) ? Array(authorityReferences[index].utf8) : []
        }
        return [selectionStatus.sw1, selectionStatus.sw2] + withLength(cardAccess)
            + references.flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 } + withLength(compressedChipKey)
    }
}

extension ReaderPACEResult.Failure {
    fileprivate init(code: UInt32) {
        switch (code >> 16, code) {
        case (_, 0xE000_0006): self = .wrongToken
        case (_, 0xF010_0001), (_, 0xF010_0002): self = .cardGone
        case (_, 0xF020_0001): self = .cancelled
        case (_, 0xF020_0002): self = .timedOut
        case (0xF000...0xF006, _):
            self = .refused(step: Int(code >> 16 & 0x0F), StatusWord(UInt16(truncatingIfNeeded: code)))
        default: self = .reader(code: code)
        }
    }

    fileprivate var code: UInt32 {
        switch self {
        case .wrongToken: 0xE000_0006
        case .cardGone: 0xF010_0001
        case .cancelled: 0xF020_0001
        case .timedOut: 0xF020_0002
        case .refused(let step, let status): 0xF000_0000 | UInt32(step & 0x0F) << 16 | UInt32(status.rawValue)
        case .reader(let code): code
        }
    }
}

extension ByteReader {
    /// Reads a little-endian unsigned integer of `width` bytes, at most four.
    fileprivate mutating func littleEndian(width: Int) throws(DecodingFailure) -> Int {
        try take(width).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
