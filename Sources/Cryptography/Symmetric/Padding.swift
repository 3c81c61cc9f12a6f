/// Padding of messages to whole blocks.
public enum Padding {
    /// Appends 80 and as many zeros as fill the last block.
    ///
    /// Spec: ISO/IEC 9797-1 §6.3.3 (padding method 2), which is ISO/IEC 7816-4 padding.
    public static func method2(_ message: some Collection<UInt8>, blockSize: Int) -> [UInt8] {
        let count = (message.count / blockSize + 1) * blockSize
        var padded: [UInt8] = []
        padded.reserveCapacity(count)
        padded.append(contentsOf: message)
        padded.append(0x80)
        padded.append(contentsOf: repeatElement(0, count: count - padded.count))
        return padded
    }

    /// Takes away 80 and the zeros after it; nil where the bytes do not end so, within one block of `blockSize`.
    public static func removingMethod2(_ padded: some BidirectionalCollection<UInt8>, blockSize: Int = 16) -> [UInt8]? {
        guard let marker = padded.suffix(blockSize).lastIndex(where: { $0 != 0 }), padded[marker] == 0x80 else {
            return nil
        }
        return Array(padded[..<marker])
    }
}
