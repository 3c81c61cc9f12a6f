import Cryptography
public import MRZ

/// KEnc and KMAC, the keys that whoever can read the printed MRZ can derive.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.2 and §9.7.2.
public struct DocumentBasicAccessKeys: Equatable, Sendable {
    let enc: TripleDESKey
    let mac: RetailMACKey

    /// Derives the keys from the MRZ information: document number, date of birth and date of expiry with their check
    /// digits.
    public init(_ information: MRZKeyInformation) {
        let seed = information.withBytes { HashAlgorithm.sha1.hash($0) }.prefix(16)
        self.init(
            enc: KeyDerivation.derive(seed, counter: 1, for: .tripleDES),
            mac: KeyDerivation.derive(seed, counter: 2, for: .tripleDES))
    }

    /// Takes two keys of 16 bytes as they are.
    package init(enc: [UInt8], mac: [UInt8]) {
        self.enc = TripleDESKey(enc)
        self.mac = RetailMACKey(mac)
    }
}

extension DocumentBasicAccessKeys: CustomStringConvertible, CustomReflectable {
    /// What they are, and nothing of what they hold.
    public var description: String { "document basic access keys" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
