import ByteCoding
import Cryptography

extension TrustGeneration {
    /// The generation of exactly these contents: a hash over the hash of each.
    init(contentsOf parts: [[UInt8]]) {
        let digests = parts.flatMap { HashAlgorithm.sha256.hash($0) }
        self.init(Hexadecimal.encode(HashAlgorithm.sha256.hash(digests).prefix(16)).lowercased())
    }
}
