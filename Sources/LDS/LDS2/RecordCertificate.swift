public import ByteCoding
public import PKI
public import Standards

/// A record of EF.Certificates: the certificate of a signer of records.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3.2 and Table 87.
public struct RecordCertificate: Hashable, Sendable {
    /// The country for which the record can be searched.
    public let country: String
    /// The serial number for which the record can be searched, as stored.
    public let serialNumber: [UInt8]
    /// The certificate as stored.
    public let certificate: Certificate
    /// What was tolerated.
    public let notes: [Reason]

    /// The most bytes of a certificate of a record.
    private static let certificateLimit = 900

    /// Decodes the record: `5F3A { country ‖ serial number }`, `72 { certificate }`.
    ///
    /// - Throws: `DecodingFailure` where there is no certificate that can be decoded.
    public init(encoded record: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let objects = try decoder.sequence(record)
        guard let content = objects.first(where: { $0.tag == 0x72 }) else {
            throw DecodingFailure(.missing("the certificate (72)"), at: 0)
        }
        var reader = content.reader
        let object = try reader.dataObject(0x30)
        if !reader.isAtEnd { decoder.note("trailingBytes", "\(reader.remaining) bytes follow the certificate") }
        certificate = try Certificate(object)
        if object.encoded.count > Self.certificateLimit {
            decoder.note("longCertificate", "the certificate has more than \(Self.certificateLimit) bytes")
        }
        guard let key = objects.first(where: { $0.tag == 0x5F3A }), key.value.count > 2 else {
            country = ""
            serialNumber = []
            decoder.note("missingField", "the country and the serial number of the record (5F3A) are missing")
            notes = decoder.notes
            return
        }
        country = decoder.text(key.value.prefix(2), of: "the country of the record")
        serialNumber = Array(key.value.dropFirst(2))
        if !serialNumber.drop(while: { $0 == 0 }).elementsEqual(certificate.serialNumber.drop { $0 == 0 }) {
            decoder.note(
                "otherSerialNumber", "the record is filed under another serial number than its certificate has")
        }
        let name = certificate.issuer.countryCode
        if let name, name != country.uppercased() {
            decoder.note("otherCountry", "the record is filed under '\(country)' and its certificate is of '\(name)'")
        }
        notes = decoder.notes
    }
}
