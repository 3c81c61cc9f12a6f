import ByteCoding
import PKI
import Standards

/// A distinguished name as an issuing state writes it, in the order country, organization, unit, common name, number,
/// address.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; country and serial number are PrintableString, the others UTF8String.
public struct DirectoryName: Hashable, Sendable {
    /// Two letters, upper case; left out where it is empty.
    public var country: String
    public var organization: String?
    public var organizationalUnit: String?
    public var commonName: String
    public var serialNumber: String?
    /// An address of mail, which the profile does not have and some states write.
    public var emailAddress: String?
    /// The type of string of organization, unit and common name.
    public var stringType = StringType.utf8
    /// The type of string of the country.
    public var countryType = StringType.printable
    /// Whether the parts stand in the opposite order.
    public var isReversed = false
    /// The name as it was read, which is then written again as it stands, whatever the parts above say.
    private var stored: [UInt8]?

    /// The types of string that names are written in.
    public enum StringType: Int, CaseIterable, Hashable, Sendable {
        case utf8 = 0x0C
        case printable = 0x13
        case teletex = 0x14
        case universal = 0x1C
        case bmp = 0x1E
    }

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

    /// The subject of a certificate in DER, to be written as it stands there.
    public init(subjectOf certificate: [UInt8]) throws(IssuingError) {
        let stored = CertificateFields(certificate).subject
        guard let name = try? DistinguishedName(encoded: stored) else {
            throw .invalidField(path: "certificate", problem: "it is none, or has no name of its subject")
        }
        self.init(
            country: name.value(of: .countryName) ?? "", organization: name.value(of: .organizationName),
            organizationalUnit: name.value(of: .organizationalUnitName), commonName: name.value(of: .commonName) ?? "",
            serialNumber: name.value(of: .serialNumberAttribute))
        self.stored = stored
    }

    /// The Name, in DER.
    public var encoded: [UInt8] {
        if let stored { return stored }
        let attributes: [(OID, [UInt8]?)] = [
            (.countryName, country.isEmpty ? nil : countryType.encode(country)),
            (.organizationName, organization.map(stringType.encode)),
            (.organizationalUnitName, organizationalUnit.map(stringType.encode)),
            (.commonName, stringType.encode(commonName)),
            (.serialNumberAttribute, serialNumber.map(DER.printable)),
            (.emailAddress, emailAddress.map { DataObjectWriter.encode(0x16, Array($0.utf8)) }),
        ]
        let parts = attributes.compactMap { type, value in
            value.map { DER.setOf([DER.sequence(DER.oid(type), $0)]) }
        }
        return DER.sequence(of: isReversed ? parts.reversed() : parts)
    }

    /// A Name with only a locality: the state's code in alternative names.
    static func locality(_ code: String) -> [UInt8] {
        DER.sequence(DER.setOf([DER.sequence(DER.oid(.localityName), DER.utf8(code))]))
    }
}

extension DirectoryName.StringType {
    /// The string in DER; letters beyond Latin-1 become question marks in the types that cannot hold them.
    fileprivate func encode(_ text: String) -> [UInt8] {
        let octets: [UInt8] =
            switch self {
            case .utf8, .printable: Array(text.utf8)
            case .teletex: text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
            case .universal:
                text.unicodeScalars.flatMap { scalar in
                    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
                }
            case .bmp: text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            }
        return DataObjectWriter.encode(rawValue, octets)
    }
}
