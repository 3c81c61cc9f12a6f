public import ByteCoding
public import Standards

/// What the holder of a card verifiable certificate is and may do (DO'7F4C').
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.2.2; BSI TR-03110-3 C.1.5 and BSI TR-03110-4 §2.2.3.
public struct CertificateHolderAuthorization: Hashable, Sendable {
    /// The kind of terminal, `OID.idIS` for inspection systems.
    public let terminalType: OID
    /// The role in the two highest bits, the rights in the others.
    public let bytes: [UInt8]
    /// The data object as it is stored.
    public let encoded: [UInt8]

    /// What the holder is, by the two highest bits.
    public enum Role: UInt8, CaseIterable, Hashable, Sendable {
        case terminal, foreignDV, domesticDV, cvca
    }

    /// Reads DO'7F4C'.
    public init(_ object: DataObject) throws(DecodingFailure) {
        var reader = object.reader
        terminalType = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("terminal type")
        let value = try reader.dataObject(0x53).value
        try reader.end()
        guard (1...8).contains(value.count) else { throw object.failure("authorization") }
        bytes = Array(value)
        encoded = Array(object.encoded)
    }

    /// An authorization by its parts; nil for none or more than eight bytes.
    public init?(terminalType: OID, bytes: [UInt8]) {
        guard (1...8).contains(bytes.count) else { return nil }
        self.terminalType = terminalType
        self.bytes = bytes
        encoded = DataObjectWriter.encode(
            0x7F4C,
            containing: [
                DataObjectWriter.encode(DERTag.objectIdentifier, terminalType.contents),
                DataObjectWriter.encode(0x53, bytes),
            ])
    }

    public var role: Role { Role(rawValue: (bytes.first ?? 0) >> 6) ?? .terminal }

    /// Whether an inspection system may read the fingerprints in DG3.
    public var grantsDG3: Bool { terminalType == .idIS && (bytes.last ?? 0) & 0x01 != 0 }
    /// Whether an inspection system may read the irises in DG4.
    public var grantsDG4: Bool { terminalType == .idIS && (bytes.last ?? 0) & 0x02 != 0 }

    /// The rights that this and another certificate of the same chain grant; the role stays this one's.
    ///
    /// Rights of another kind of terminal, or written in another number of bytes, are none in common.
    ///
    /// Spec: BSI TR-03110-3 §2.7 (effective authorization).
    public func intersected(with other: CertificateHolderAuthorization) -> CertificateHolderAuthorization {
        let isComparable = terminalType == other.terminalType && bytes.count == other.bytes.count
        var common = isComparable ? zip(bytes, other.bytes).map { $0 & $1 } : bytes.map { _ in 0 }
        common[0] = common[0] & 0x3F | (bytes.first ?? 0) & 0xC0
        return CertificateHolderAuthorization(terminalType: terminalType, bytes: common) ?? self
    }
}
