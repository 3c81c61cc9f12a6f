import ChipSimulator
import Testing

@Suite("The wire-time model")
struct WireModelTests {
    /// The floor of a read by BAC with 231-byte chunks: 84 exchanges, 1,602 bytes out and 19,888 in.
    @Test(arguments: zip(WireModel.bitRates, [1.92, 0.98, 0.51, 0.27]))
    func `gives the published seconds of a read in short APDUs`(bitRate: Double, seconds: Double) {
        let wire = WireModel(bitRate: bitRate)
        let whole = 78.0 * wire.seconds(commandByteCount: 19, answerByteCount: 252)
        let rest = 6 * wire.seconds(commandByteCount: 20, answerByteCount: 39)

        #expect(abs(whole + rest - seconds) < 0.02)
    }

    @Test
    func `costs one more block where an answer just exceeds a frame`() {
        let wire = WireModel()
        let fits = wire.seconds(commandByteCount: 19, answerByteCount: 253)
        let exceeds = wire.seconds(commandByteCount: 19, answerByteCount: 254)

        // One byte, an acknowledgement, a second block, and a turn in each direction.
        let bits = Double((1 + 3 + 3) * 9 + 24)
        #expect(abs(exceeds - fits - bits / wire.bitRate - 0.000_450) < 0.000_001)
    }

    @Test
    func `chains commands in frames of the chip's size`() {
        let small = WireModel(chipFrameByteCount: 64)
        let large = WireModel(chipFrameByteCount: 256)

        #expect(
            small.seconds(commandByteCount: 250, answerByteCount: 2)
                > large.seconds(commandByteCount: 250, answerByteCount: 2) + 0.001)
    }
}
