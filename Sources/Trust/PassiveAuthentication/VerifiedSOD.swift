import ByteCoding
import Cryptography
public import LDS

/// A security object whose digest and signature were verified.
///
/// Only this module makes one. It says what the document signer vouches for; whether that signer is trusted is
/// `trust`, and a key taken from a data group is anchored only if both are so.
public struct VerifiedSOD: Hashable, Sendable {
    /// The signed content.
    public let securityObject: LDSSecurityObject
    /// Whether the signer comes from a trusted issuer.
    public let trust: TrustStatus
    private let hash: HashAlgorithm

    init?(_ securityObject: LDSSecurityObject, trust: TrustStatus) {
        guard let hash = HashAlgorithm(oid: securityObject.hashAlgorithm) else { return nil }
        self.securityObject = securityObject
        self.trust = trust
        self.hash = hash
    }

    /// Whether the signer vouches for a group at all.
    public func lists(_ group: DataGroup) -> Bool {
        securityObject.dataGroups.contains(group)
    }

    /// Whether the signer vouches for exactly this file.
    ///
    /// - Parameter file: The file as it was read; bytes after its outermost data object do not count.
    public func covers(_ group: DataGroup, _ file: [UInt8]) -> Bool {
        guard let expected = securityObject.hash(of: group) else { return false }
        return equalInConstantTime(hash.hash(FileHash.covered(file)), expected)
    }
}

/// Which bytes of a file an issuer hashes.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.3: tag, length and value, without padding of the file.
enum FileHash {
    /// The outermost data object, or all bytes where there is none.
    static func covered(_ file: [UInt8]) -> ArraySlice<UInt8> {
        var reader = ByteReader(file)
        return (try? reader.dataObject())?.encoded ?? file[...]
    }
}
