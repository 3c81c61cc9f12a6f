/// One command to a card.
///
/// Spec: ISO/IEC 7816-4 §5.1; the four cases follow from which of `data` and `expectedCount` are there.
public struct CommandAPDU: Hashable, Sendable {
    public var cla: UInt8
    public var ins: UInt8
    public var p1: UInt8
    public var p2: UInt8
    /// The command data, up to 65,535 bytes; empty for cases 1 and 2.
    public var data: [UInt8]
    /// Ne, the most bytes of an answer, 1 to 65,536; nil for cases 1 and 3.
    public var expectedCount: Int?
    /// Whether lengths are encoded in extended form even where the short form would do.
    public var prefersExtendedLength: Bool

    public init(
        cla: UInt8 = 0x00, ins: UInt8, p1: UInt8, p2: UInt8, data: [UInt8] = [], expectedCount: Int? = nil,
        prefersExtendedLength: Bool = false
    ) {
        precondition(data.count <= 65_535, "command data must fit a two-byte length")
        precondition(expectedCount.map { (1...65_536).contains($0) } ?? true, "Ne is 1 to 65,536")
        self.cla = cla
        self.ins = ins
        self.p1 = p1
        self.p2 = p2
        self.data = data
        self.expectedCount = expectedCount
        self.prefersExtendedLength = prefersExtendedLength
    }

    /// Whether this command can only be, or is asked to be, encoded with extended length fields.
    public var isExtended: Bool {
        prefersExtendedLength || data.count > 255 || (expectedCount ?? 0) > 256
    }
}

/// One answer of a card.
public struct ResponseAPDU: Hashable, Sendable {
    public var data: [UInt8]
    public var status: StatusWord

    public init(data: [UInt8] = [], status: StatusWord) {
        self.data = data
        self.status = status
    }

    /// Splits an answer as it came; nil for fewer than two bytes.
    public init?(encoded: some Collection<UInt8>) {
        let bytes = Array(encoded)
        guard bytes.count >= 2 else { return nil }
        data = Array(bytes.dropLast(2))
        status = StatusWord(UInt16(bytes[bytes.count - 2]) << 8 | UInt16(bytes[bytes.count - 1]))
    }

    /// Data and status word as they go over the wire.
    public var encoded: [UInt8] { data + [status.sw1, status.sw2] }
}
