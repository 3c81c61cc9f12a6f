import MRZ

extension DocumentFormat {
    /// Whether the lines are those of a visa.
    var isVisa: Bool { self == .mrvA || self == .mrvB }
}

extension MRZCheckDigit.ID {
    /// The field that is covered, in the words of the document.
    ///
    /// Spec: ICAO Doc 9303-7 (8th ed.) §4.2.2: the number of a visa may be that of the passport it is for.
    func label(in format: DocumentFormat) -> String {
        guard format.isVisa else { return label }
        return switch self {
        case .documentNumber: "number"
        case .dateOfExpiry: "valid until"
        case .dateOfBirth, .optionalData, .composite: label
        }
    }
}
