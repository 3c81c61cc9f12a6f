extension [UInt8] {
    /// These bytes with the lowest bit of one of them turned.
    func flippingBit(at index: Int) -> [UInt8] {
        var bytes = self
        bytes[index] ^= 0x01
        return bytes
    }
}
