import MRZ

/// A printed zone and its fields.
package struct SpecimenVector: ConformanceVector {
    package static let places = ["mrz/specimens/"]

    package let id: String
    /// The figure, for people.
    package let publication: String
    package let format: String
    package let lines: [String]
    package let documentCode: String
    package let issuingState: String
    package let nationality: String
    package let documentNumber: String
    package let dateOfBirth: String
    package let sex: String
    package let dateOfExpiry: String
    package let name: String
    package let optionalData: String
    /// Faults as `rule line:first-last`; none where the print is right.
    package let expect: [String]?

    package func check() throws {
        try checkFaults()
        try checkFields()
    }

    /// Strict mode names the faults of the print and no others.
    package func checkFaults() throws {
        try compare("faults", strictFaults(lines.joined(separator: "\n")), with: expect ?? [])
    }

    /// Tolerant mode reads every field.
    package func checkFields() throws {
        let zone = try MRZReading(lines.joined(separator: "\n"), referenceDate: mrzReferenceDate).zone
        try compare("format", zone.format.rawValue, with: format)
        try compare("documentCode", zone.documentCode, with: documentCode)
        try compare("issuingState", zone.issuingState, with: issuingState)
        try compare("nationality", zone.nationality, with: nationality)
        try compare("documentNumber", zone.documentNumber, with: documentNumber)
        try compare("dateOfBirth", zone.dateOfBirth(asOf: mrzReferenceDate)?.mrzCharacters, with: dateOfBirth)
        try compare("sex", zone.sex?.rawValue, with: sex)
        try compare("dateOfExpiry", zone.dateOfExpiry(asOf: mrzReferenceDate)?.mrzCharacters, with: dateOfExpiry)
        try compare("optionalData", zone.optionalData, with: optionalData)
        let parts = name.split(separator: "<").map(String.init)
        try compare("name", zone.name.primaryParts + zone.name.secondaryParts, with: parts)
    }
}
