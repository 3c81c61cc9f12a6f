/// How long APDUs take on the air between a reader and a contactless chip.
///
/// A model, not a measurement: frames of at most FSC and FSD bytes, chained in I-blocks that are acknowledged one by
/// one, at 9 bits a byte, with a turnaround in each direction and a time of its own for the chip.
///
/// Spec: ISO/IEC 14443-3 §6 (type A frames) and 14443-4 §7 (block format, chaining).
public struct WireModel: Hashable, Sendable {
    /// 106, 212, 424 or 848 kbit/s, in bits per second.
    public var bitRate: Double
    /// The largest frame that the chip takes, in bytes.
    public var chipFrameByteCount: Int
    /// The largest frame that the reader takes, in bytes.
    public var readerFrameByteCount: Int
    /// From the end of a frame of the chip to the start of the reader's next, in seconds.
    public var readerTurnaround: Double
    /// From the end of a frame of the reader to the start of the chip's answer, in seconds.
    public var chipTurnaround: Double
    /// The chip's own work on one APDU, in seconds.
    public var processing: Double

    /// The four bit rates of ISO/IEC 14443, in bits per second.
    public static let bitRates = [1.0, 2, 4, 8].map { 13_560_000 / 128 * $0 }

    public init(
        bitRate: Double = bitRates[0], chipFrameByteCount: Int = 256, readerFrameByteCount: Int = 256,
        readerTurnaround: Double = 0.000_120, chipTurnaround: Double = 0.000_330, processing: Double = 0
    ) {
        self.bitRate = bitRate
        self.chipFrameByteCount = chipFrameByteCount
        self.readerFrameByteCount = readerFrameByteCount
        self.readerTurnaround = readerTurnaround
        self.chipTurnaround = chipTurnaround
        self.processing = processing
    }

    /// The seconds that one exchange takes.
    public func seconds(commandByteCount: Int, answerByteCount: Int) -> Double {
        let command = blocks(commandByteCount, frame: chipFrameByteCount)
        let answer = blocks(answerByteCount, frame: readerFrameByteCount)
        // Each chained block but the last is answered by an R(ACK) block without information.
        let acknowledgements = command - 1 + answer - 1
        let frames = command + answer + acknowledgements
        let bytes = commandByteCount + answerByteCount + frames * Self.blockOverheadByteCount
        let bits = Double(bytes * 9 + frames * Self.frameOverheadBitCount)
        let turns = Double(command + answer - 1)
        return bits / bitRate + turns * (readerTurnaround + chipTurnaround) + processing
    }

    /// A protocol control byte and two bytes of checksum.
    private static let blockOverheadByteCount = 3
    /// Start and end of frame.
    private static let frameOverheadBitCount = 12

    private func blocks(_ byteCount: Int, frame: Int) -> Int {
        let room = max(1, frame - Self.blockOverheadByteCount)
        return max(1, (byteCount + room - 1) / room)
    }
}

/// What a session cost on a modelled wire.
public struct WireCost: Hashable, Sendable {
    public var apduCount = 0
    public var sentByteCount = 0
    public var receivedByteCount = 0
    /// The modelled time on the air.
    public var seconds = 0.0

    public init() {}

    mutating func add(command: Int, answer: Int, on wire: WireModel) {
        apduCount += 1
        sentByteCount += command
        receivedByteCount += answer
        seconds += wire.seconds(commandByteCount: command, answerByteCount: answer)
    }
}
