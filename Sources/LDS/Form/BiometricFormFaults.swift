public import Standards

/// What the headers of biometric templates may say, by data group.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) Tables 45, 46, 50 and 52; ISO/IEC 7816-11.
private struct BiometricForm {
    let type: [UInt8]
    /// The formats of ISO/IEC 19794 and of ISO/IEC 39794.
    let formats: Set<[UInt8]>
    /// The subtypes; nil where the header need not name one.
    let subtypes: Set<[UInt8]>?

    private static let iso39794: [UInt8] = [0x00, 0x2A]

    static let face = BiometricForm(type: [0x02], formats: [[0x00, 0x08], iso39794], subtypes: nil)
    static let finger = BiometricForm(
        type: [0x08], formats: [[0x00, 0x07], iso39794],
        // No finger named, then each finger of the right and of the left hand, the thumb first.
        subtypes: Set((0...5).flatMap { finger in (0...2).map { [UInt8(finger << 2 | $0)] } }))
    static let iris = BiometricForm(
        type: [0x10], formats: [[0x00, 0x09], iso39794], subtypes: [[0x00], [0x01], [0x02]])
}

extension BiometricHeader {
    /// The owner of all formats: ISO/IEC JTC 1/SC 37.
    private static let owner: [UInt8] = [0x01, 0x01]

    fileprivate func faults(_ form: BiometricForm) -> [Reason] {
        var faults: [Reason] = []
        switch formatOwner {
        case nil: faults.append(Reason("missingFormatOwner", "a header names no owner of its format (87)"))
        case Self.owner: break
        case .some: faults.append(Reason("formatOwner", "a header names another owner of its format (87) than 0101"))
        }
        if let formatType {
            if !form.formats.contains(formatType) {
                faults.append(Reason("formatType", "a header names a format (88) that is not one of this group"))
            }
        } else {
            faults.append(Reason("missingFormatType", "a header names no format (88)"))
        }
        if let type, type != form.type {
            faults.append(Reason("biometricType", "a header names another biometric type (81) than that of this group"))
        }
        guard let subtypes = form.subtypes else { return faults }
        if let subtype {
            if !subtypes.contains(subtype) {
                faults.append(Reason("biometricSubtype", "a header names a biometric subtype (82) that does not exist"))
            }
        } else {
            faults.append(Reason("missingSubtype", "a header names no biometric subtype (82)"))
        }
        return faults
    }
}

/// Notes that are faults of the form of biometric groups.
private let faultsOfBiometrics = faultsOfLengths.union([
    "missingCount", "wrongCount", "missingHeader", "malformedTemplate", "unknownTag", "unknownRecord",
    "malformedRecord", "unknownRecordVersion", "wrongRecordLength", "wrongBlockLength", "unknownCode", "noPicture",
])

private func faults(_ templates: [BiometricTemplate], _ notes: [Reason], _ form: BiometricForm) -> [Reason] {
    templates.flatMap { $0.header.faults(form) } + notes.faults(faultsOfBiometrics)
}

extension DG2 {
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.2; ISO/IEC 19794-5:2005 §5.
    public var formFaults: [Reason] { faults(templates, notes, .face) }
}

extension DG3 {
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.3; ISO/IEC 19794-4:2005.
    public var formFaults: [Reason] { faults(templates, notes, .finger) }
}

extension DG4 {
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.4; ISO/IEC 19794-6:2005.
    public var formFaults: [Reason] { faults(templates, notes, .iris) }
}
