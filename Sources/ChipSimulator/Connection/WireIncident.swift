/// Something that happens between a reader and a chip, once.
///
/// APDUs are counted from 1, on through resets and reconnections.
public enum WireIncident: Hashable, Sendable {
    /// The document is taken away after the answer to this APDU came; 0 is before the first.
    case pull(afterAPDU: Int)
    /// The document is taken away while the chip works on this APDU: the chip has done it, the answer is lost.
    case pullDuring(apdu: Int)
    /// The chip is reset, by another program or a dip of the field, after this APDU.
    case reset(afterAPDU: Int)
    /// The answer to this APDU comes with some bits of one byte flipped; an answer that is too short comes as it is.
    case flip(answer: Int, byte: Int, mask: UInt8)
    /// The answer to this APDU is this instead.
    case replace(answer: Int, with: [UInt8])
    /// The reader does not carry this APDU.
    case notTransacted(apdu: Int)
}
