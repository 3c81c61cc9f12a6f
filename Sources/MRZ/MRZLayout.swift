/// Where the fields of a format stand, counted from 0 through all lines without line ends.
///
/// Spec: ICAO Doc 9303-4, -5, -6 §4.2.2, Doc 9303-7 §4.2.2 (MRV-A) and §7.2.2 (MRV-B), all 8th ed.
package struct MRZLayout: Sendable {
    package let documentCode: Range<Int>
    package let issuingState: Range<Int>
    /// The whole name; of the French identity card the surname.
    package let name: Range<Int>
    package let documentNumber: Range<Int>
    package let documentNumberCheckDigit: Int
    package var nationality: Range<Int>?
    package let dateOfBirth: Range<Int>
    package let sex: Int
    package var dateOfExpiry: Range<Int>?
    package var optionalData: Range<Int>?
    /// Whether a digit follows the optional data.
    package var hasOptionalDataCheckDigit = false
    package var optionalData2: Range<Int>?
    /// What the composite check digit covers, in this order; empty where there is none.
    package var composite: [Range<Int>] = []
    /// Always the last character, where there is one; elsewhere this is not asked for.
    package var compositeCheckDigit = 0
    package var givenNames: Range<Int>?
    /// All cells that belong to names.
    package var nameCells: Set<Int> { Set(name).union(givenNames ?? 0..<0) }
    package var issuingOffice: Range<Int>?

    package static func of(_ format: DocumentFormat) -> MRZLayout {
        switch format {
        case .td1: td1
        case .td2: td2
        case .td3: td3
        case .mrvA: mrvA
        case .mrvB: mrvB
        case .frenchIdentityCard: frenchIdentityCard
        }
    }

    /// A field's characters; a check digit is a range of one.
    package func range(of field: MRZField) -> Range<Int>? {
        switch field {
        case .documentCode: documentCode
        case .issuingState: issuingState
        case .name: name
        case .documentNumber: documentNumber
        case .documentNumberCheckDigit: documentNumberCheckDigit..<documentNumberCheckDigit + 1
        case .nationality: nationality
        case .dateOfBirth: dateOfBirth
        case .dateOfBirthCheckDigit: dateOfBirth.upperBound..<dateOfBirth.upperBound + 1
        case .sex: sex..<sex + 1
        case .dateOfExpiry: dateOfExpiry
        case .dateOfExpiryCheckDigit: dateOfExpiry.map { $0.upperBound..<$0.upperBound + 1 }
        case .optionalData: optionalData
        case .optionalDataCheckDigit:
            hasOptionalDataCheckDigit ? optionalData.map { $0.upperBound..<$0.upperBound + 1 } : nil
        case .optionalData2: optionalData2
        case .compositeCheckDigit: composite.isEmpty ? nil : compositeCheckDigit..<compositeCheckDigit + 1
        case .givenNames: givenNames
        case .issuingOffice: issuingOffice
        }
    }

    // Upper line 1–44, lower line 45–88 of the specification's positions, less one.
    private static let td3 = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 5..<44, documentNumber: 44..<53, documentNumberCheckDigit: 53,
        nationality: 54..<57, dateOfBirth: 57..<63, sex: 64, dateOfExpiry: 65..<71, optionalData: 72..<86,
        hasOptionalDataCheckDigit: true, composite: [44..<54, 57..<64, 65..<87], compositeCheckDigit: 87)

    private static let mrvA = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 5..<44, documentNumber: 44..<53, documentNumberCheckDigit: 53,
        nationality: 54..<57, dateOfBirth: 57..<63, sex: 64, dateOfExpiry: 65..<71, optionalData: 72..<88)

    private static let td2 = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 5..<36, documentNumber: 36..<45, documentNumberCheckDigit: 45,
        nationality: 46..<49, dateOfBirth: 49..<55, sex: 56, dateOfExpiry: 57..<63, optionalData: 64..<71,
        composite: [36..<46, 49..<56, 57..<71], compositeCheckDigit: 71)

    private static let mrvB = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 5..<36, documentNumber: 36..<45, documentNumberCheckDigit: 45,
        nationality: 46..<49, dateOfBirth: 49..<55, sex: 56, dateOfExpiry: 57..<63, optionalData: 64..<72)

    private static let td1 = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 60..<90, documentNumber: 5..<14, documentNumberCheckDigit: 14,
        nationality: 45..<48, dateOfBirth: 30..<36, sex: 37, dateOfExpiry: 38..<44, optionalData: 15..<30,
        optionalData2: 48..<59, composite: [5..<30, 30..<37, 38..<45, 48..<59], compositeCheckDigit: 59)

    private static let frenchIdentityCard = MRZLayout(
        documentCode: 0..<2, issuingState: 2..<5, name: 5..<30, documentNumber: 36..<48, documentNumberCheckDigit: 48,
        dateOfBirth: 63..<69, sex: 70, composite: [0..<71], compositeCheckDigit: 71, givenNames: 49..<63,
        issuingOffice: 30..<36)
}

extension DocumentFormat {
    /// How many characters the zone has, without line ends.
    public var characterCount: Int { lineCount * lineLength }

    /// The line (from 1) and the position in it (from 1) of a character counted from 0 through all lines.
    func place(of index: Int) -> (line: Int, position: Int) {
        (index / lineLength + 1, index % lineLength + 1)
    }
}
