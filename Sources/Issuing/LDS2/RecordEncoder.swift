import ByteCoding

/// Encodes the parts of LDS2 records that are signed.
///
/// What is put in is not judged: a test may want a record that breaks a rule.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3.
public enum RecordEncoder {
    /// DO73 of an entry or exit record.
    public static func travel(_ contents: TravelRecordContents) -> [UInt8] {
        fields(
            0x73,
            [
                (0x5F44, text(contents.state)), (0x5F4C, text(contents.visaApprovals)),
                (0x5F45, text(contents.travelDate)), (0x5F4B, text(contents.inspectionAuthority)),
                (0x5F46, text(contents.inspectionLocation)), (0x5F4A, text(contents.inspectorReference)),
                (0x5F4D, text(contents.inspectionResult)), (0x5F49, text(contents.modeOfTravel)),
                (0x5F48, contents.durationOfStay.map { FileEncoder.number($0, width: 2) }),
                (0x5F4E, text(contents.conditions)),
            ])
    }

    /// DO71 of a visa record.
    public static func visa(_ contents: VisaRecordContents) -> [UInt8] {
        fields(
            0x71,
            [
                (0x5F28, text(contents.issuer)), (0x43, text(contents.documentType)),
                (0x5F71, text(contents.machineReadableVisaA)), (0x5F72, text(contents.machineReadableVisaB)),
                (0x5F73, contents.numberOfEntries.map { FileEncoder.number($0, width: 1) }),
                (0x5F74, contents.durationOfStay.map { $0.flatMap { FileEncoder.number($0, width: 1) } }),
                (0x5F75, text(contents.passportNumber)),
                (0x5F76, contents.visaType.flatMap { Hexadecimal.decode($0) }),
                (0x5F77, contents.territory.flatMap { Hexadecimal.decode($0) }),
                (0x49, text(contents.placeOfIssuance)), (0x5F25, text(contents.effectiveDate)),
                (0x5F24, text(contents.expirationDate)), (0x5A, text(contents.documentNumber)),
                (0x5F32, text(contents.additionalInformation)), (0x5B, text(contents.holderName)),
                (0x5F33, text(contents.primaryIdentifier)), (0x5F34, text(contents.secondaryIdentifier)),
                (0x5F35, text(contents.sex)), (0x5F2B, text(contents.dateOfBirth)),
                (0x5F2C, text(contents.nationality)), (0x5F1F, text(contents.machineReadableZone)),
                // The identifier of the file, 0201 to 0240.
                (0x5F40, contents.biometrics.map { FileEncoder.number(0x0200 | $0, width: 2) }),
            ])
    }

    /// DO5F2E of a file of additional biometrics.
    public static func biometrics(_ data: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(0x5F2E, data)
    }

    /// A record of EF.Certificates.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §5.3.2 and Table 87.
    public static func certificate(_ certificate: [UInt8], country: String) -> [UInt8] {
        let serial = CertificateFields(certificate).serialNumberValue
        return DataObjectWriter.encode(0x5F3A, Array(country.utf8) + serial)
            + DataObjectWriter.encode(0x72, certificate)
    }

    private static func fields(_ tag: Int, _ fields: [(tag: Int, value: [UInt8]?)]) -> [UInt8] {
        DataObjectWriter.encode(
            tag, containing: fields.compactMap { field in field.value.map { DataObjectWriter.encode(field.tag, $0) } })
    }

    private static func text(_ text: String?) -> [UInt8]? {
        text.map { Array($0.utf8) }
    }
}
