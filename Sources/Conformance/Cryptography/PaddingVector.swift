import Cryptography

/// A message and the same filled up to whole blocks.
package struct PaddingVector: ConformanceVector {
    package static let places = ["cryptography/padding/"]

    package let id: String
    package let blockSize: Int
    package let message: HexBytes
    package let padded: HexBytes

    package func check() throws {
        try require("blockSize", blockSize, is: "1 to 64", (1...64).contains)
        try compare("padded", Padding.method2(message.bytes, blockSize: blockSize), with: padded.bytes)
        try compare("message", Padding.removingMethod2(padded.bytes, blockSize: blockSize), with: message.bytes)
    }
}
