public import ByteCoding
public import Standards

/// A record of EF.VisaRecords: one visa.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.4 and Table 90.
public struct VisaRecord: Hashable, Sendable {
    /// The issuer for which the record can be searched (5F28 outside of the signed part).
    public let issuer: String?
    /// The issuing state or organization, as signed.
    public let signedIssuer: String?
    public let documentType: String?
    /// A machine readable zone of format MRV-A or MRV-B, as Table 90 sizes it.
    public let formatAZone: String?
    public let formatBZone: String?
    public let numberOfEntries: Int?
    public let durationOfStay: DurationOfStay?
    public let passportNumber: String?
    /// Type, class or category, in the issuer's coding.
    public let visaType: [UInt8]?
    /// Territory, in the issuer's coding.
    public let territory: [UInt8]?
    public let placeOfIssue: String?
    public let effectiveDate: RecordedDate?
    public let expirationDate: RecordedDate?
    public let documentNumber: String?
    public let additionalInformation: String?
    public let holder: String?
    public let primaryIdentifier: String?
    public let secondaryIdentifier: String?
    public let sex: String?
    public let dateOfBirth: RecordedDate?
    public let nationality: String?
    public let machineReadableZone: String?
    /// The identifier of the file with the holder's additional biometrics (5F40): 0201 to 0240.
    public let biometricsFile: Int?
    /// Signed fields of other tags, in stored order.
    public let otherFields: [StoredField]
    /// The signature; nil where the record has none.
    public let seal: RecordSeal?
    /// What was tolerated.
    public let notes: [Reason]

    public struct DurationOfStay: Hashable, Sendable {
        public let days: Int
        public let months: Int
        public let years: Int
    }

    /// Decodes the record.
    ///
    /// Tolerated: the tags 5F03, 5F26 and 59 of Figure E-1 in place of 43, 5F25 and 5F24 of Table 90.
    ///
    /// - Throws: `DecodingFailure` where there is no signed part (71).
    public init(encoded record: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let sealed = try SealedRecord(decoder.sequence(record), signed: 0x71, &decoder)
        if let object = sealed.outer[0x5F28] {
            issuer = decoder.text(object.value, of: "the issuer of the record")
        } else {
            issuer = nil
            decoder.note("missingField", "the issuer of the record (5F28) is missing")
        }
        signedIssuer = sealed.text(0x5F28, "the signed issuer", isMandatory: true, &decoder)
        if let issuer, let signedIssuer, issuer != signedIssuer {
            decoder.note("otherIssuer", "the record is filed under '\(issuer)' and signed by '\(signedIssuer)'")
        }
        func printed(_ tag: Int, _ other: Int) -> Int {
            guard sealed.fields[tag] == nil, sealed.fields[other] != nil else { return tag }
            decoder.note(
                "figureTag", "a field has the tag \(Hexadecimal.number(other)) in place of \(Hexadecimal.number(tag))")
            return other
        }
        documentType = sealed.text(printed(0x43, 0x5F03), "the document type", isMandatory: true, &decoder)
        formatAZone = sealed.text(0x5F71, "the MRV-A zone", &decoder)
        formatBZone = sealed.text(0x5F72, "the MRV-B zone", &decoder)
        numberOfEntries = sealed.number(0x5F73, "the number of entries", &decoder)
        if let value = sealed.fields[0x5F74] {
            let parts = value.map(Int.init)
            durationOfStay =
                parts.count == 3 ? DurationOfStay(days: parts[0], months: parts[1], years: parts[2]) : nil
            if parts.count != 3 { decoder.note("malformedNumber", "the duration of stay has not three bytes") }
        } else {
            durationOfStay = nil
        }
        passportNumber = sealed.text(0x5F75, "the passport number", &decoder)
        visaType = sealed.fields[0x5F76].map(Array.init)
        territory = sealed.fields[0x5F77].map(Array.init)
        placeOfIssue = sealed.text(0x49, "the place of issue", isMandatory: true, &decoder)
        effectiveDate = sealed.date(printed(0x5F25, 0x5F26), "the effective date", &decoder)
        expirationDate = sealed.date(printed(0x5F24, 0x59), "the date of expiry", &decoder)
        documentNumber = sealed.text(0x5A, "the document number", isMandatory: true, &decoder)
        additionalInformation = sealed.text(0x5F32, "additional information", &decoder)
        holder = sealed.text(0x5B, "the holder's name", isMandatory: true, &decoder)
        primaryIdentifier = sealed.text(0x5F33, "the primary identifier", isMandatory: true, &decoder)
        secondaryIdentifier = sealed.text(0x5F34, "the secondary identifier", isMandatory: true, &decoder)
        sex = sealed.text(0x5F35, "the sex", isMandatory: true, &decoder)
        dateOfBirth = sealed.date(0x5F2B, "the date of birth", &decoder)
        nationality = sealed.text(0x5F2C, "the nationality", isMandatory: true, &decoder)
        machineReadableZone = sealed.text(0x5F1F, "the machine readable zone", isMandatory: true, &decoder)
        biometricsFile = sealed.number(0x5F40, "the file of additional biometrics", &decoder)
        otherFields = sealed.others(than: Self.knownTags)
        seal = sealed.seal
        notes = decoder.notes
    }

    private static let knownTags: Set<Int> = [
        0x5F28, 0x43, 0x5F03, 0x5F71, 0x5F72, 0x5F73, 0x5F74, 0x5F75, 0x5F76, 0x5F77, 0x49, 0x5F25, 0x5F26, 0x5F24,
        0x59, 0x5A, 0x5F32, 0x5B, 0x5F33, 0x5F34, 0x5F35, 0x5F2B, 0x5F2C, 0x5F1F, 0x5F40,
    ]
}
