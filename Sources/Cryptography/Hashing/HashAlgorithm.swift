internal import COpenSSL
public import Standards

/// The hash functions of Doc 9303.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §4.4; FIPS 180-4.
public enum HashAlgorithm: Hashable, CaseIterable, Sendable {
    case sha1, sha224, sha256, sha384, sha512

    /// The algorithm with this identifier.
    public init?(oid: OID) {
        guard let algorithm = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// The name as FIPS 180-4 writes it.
    public var name: String {
        switch self {
        case .sha1: "SHA-1"
        case .sha224: "SHA-224"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }

    /// The length of a hash value.
    public var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The object identifier.
    public var oid: OID {
        switch self {
        case .sha1: Self.sha1OID
        case .sha224: Self.sha2Arc.appending(4)
        case .sha256: Self.sha2Arc.appending(1)
        case .sha384: Self.sha2Arc.appending(2)
        case .sha512: Self.sha2Arc.appending(3)
        }
    }

    /// The hash value of `bytes`.
    public func hash(_ bytes: some Collection<UInt8>) -> [UInt8] {
        [UInt8](count: byteCount) { hash in
            let done = bytes.withContiguousBytes {
                EVP_Digest($0.baseAddress, $0.count, hash.baseAddress, nil, fetched.pointer, nil)
            }
            precondition(done == 1, "hashing fails only without memory")
        }
    }

    var fetched: Fetched {
        switch self {
        case .sha1: .sha1
        case .sha224: .sha224
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    private static let sha1OID = OID(1, 3, 14, 3, 2, 26)
    private static let sha2Arc = OID(2, 16, 840, 1, 101, 3, 4, 2)
}

extension HashAlgorithm: CustomStringConvertible {
    public var description: String { name }
}
