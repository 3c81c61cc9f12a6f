import Cryptography

/// A message and its hash value.
package struct HashVector: ConformanceVector {
    package static let places = ["cryptography/hash/"]

    package let id: String
    package let algorithm: HashName
    package let message: HexBytes
    package let hash: HexBytes

    package var requiredAlgorithms: [String] { [algorithm.algorithm.name] }

    package func check() throws {
        let algorithm = algorithm.algorithm
        try compare("hash", algorithm.hash(message.bytes), with: hash.bytes)
        try compare("length of the hash", algorithm.byteCount, with: hash.bytes.count)
        var state = HashState(algorithm)
        for byte in message.bytes { state.update(CollectionOfOne(byte)) }
        try compare("hash, byte by byte", state.finish(), with: hash.bytes)
    }
}
