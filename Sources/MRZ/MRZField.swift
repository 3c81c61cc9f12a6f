/// A field of the machine readable zone.
///
/// Spec: ICAO Doc 9303-4 to -7 (8th ed.) §4.2.2; the names are those of the data elements.
public enum MRZField: String, CaseIterable, Hashable, Sendable {
    case documentCode
    case issuingState
    case name
    case documentNumber
    case documentNumberCheckDigit
    case nationality
    case dateOfBirth
    case dateOfBirthCheckDigit
    case sex
    case dateOfExpiry
    case dateOfExpiryCheckDigit
    case optionalData
    case optionalDataCheckDigit
    case optionalData2
    case compositeCheckDigit
    /// The given names of the French identity card, which stand apart from the surname.
    case givenNames
    /// The office of the French identity card.
    case issuingOffice

    /// The name for people: lower case, as it stands in a sentence.
    public var label: String {
        switch self {
        case .documentCode: "document code"
        case .issuingState: "issuing State"
        case .name: "name"
        case .documentNumber: "document number"
        case .documentNumberCheckDigit: "check digit of the document number"
        case .nationality: "nationality"
        case .dateOfBirth: "date of birth"
        case .dateOfBirthCheckDigit: "check digit of the date of birth"
        case .sex: "sex"
        case .dateOfExpiry: "date of expiry"
        case .dateOfExpiryCheckDigit: "check digit of the date of expiry"
        case .optionalData: "optional data"
        case .optionalDataCheckDigit: "check digit of the optional data"
        case .optionalData2: "second optional data"
        case .compositeCheckDigit: "composite check digit"
        case .givenNames: "given names"
        case .issuingOffice: "issuing office"
        }
    }
}
