import ByteCoding
import Standards

/// A distinguished name as an issuing state writes it, in the order country, organization, unit, common name, number.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; country and serial number are PrintableString, the others UTF8String.
public struct DirectoryName: Hashable, Sendable, Codable {
    /// Two letters, upper case.
    public var country: String
    public var organization: String?
    public var organizationalUnit: String?
    public var commonName: String
    public var serialNumber: String?

    public init(
        country: String, organization: String? = nil, organizationalUnit: String? = nil, commonName: String,
        serialNumber: String? = nil
    ) {
        self.country = country
        self.organization = organization
        self.organizationalUnit = organizationalUnit
        self.commonName = commonName
        self.serialNumber = serialNumber
    }

    /// The Name, in DER.
    public var encoded: [UInt8] {
        let attributes: [(OID, [UInt8]?)] = [
            (OID(2, 5, 4, 6), DER.printable(country)),
            (OID(2, 5, 4, 10), organization.map(DER.utf8)),
            (OID(2, 5, 4, 11), organizationalUnit.map(DER.utf8)),
            (OID(2, 5, 4, 3), DER.utf8(commonName)),
            (OID(2, 5, 4, 5), serialNumber.map(DER.printable)),
        ]
        return DER.sequence(
            of: attributes.compactMap { type, value in
                value.map { DER.setOf([DER.sequence(DER.oid(type), $0)]) }
            })
    }

    /// A Name with only a locality: the state's code in alternative names.
    static func locality(_ code: String) -> [UInt8] {
        DER.sequence(DER.setOf([DER.sequence(DER.oid(OID(2, 5, 4, 7)), DER.utf8(code))]))
    }
}
