package import MRZ
import Standards

/// A printed name and its field in the zone.
package struct NameVector: ConformanceVector {
    package static let places = ["mrz/names/"]

    package let id: String
    /// The clause, for people.
    package let publication: String
    package let format: String
    /// `PRIMARY, SECONDARY`.
    package let printed: String
    package let width: Int
    package let nameField: String
    package let isTruncated: Bool

    package var primary: String { String(printed.prefix { $0 != "," }) }
    package var secondary: String { printed.contains(",") ? String(printed.drop { $0 != "," }.dropFirst()) : "" }

    package func check() throws {
        try compare("width", nameField.utf8.count, with: width)
        try checkWriting()
        try checkReading()
    }

    /// A name that fits is written as printed; one that does not is cut by the rules.
    package func checkWriting() throws {
        let field = try Self.compose(format, primary, secondary)
        try compare("width", field.utf8.count, with: width)
        guard isTruncated else { return try compare("nameField", field, with: nameField) }
        // The letters that are cut are the issuer's choice; that the field is full and that components are kept is not.
        try require("nameField", field, is: "a letter at the end") { $0.last?.isLetter == true }
        let components = nameField.split(separator: "<").count
        try require("nameField", field, is: "\(components) components or more") {
            $0.split(separator: "<").count >= components
        }
    }

    /// The printed field stands for the name beside it.
    package func checkReading() throws {
        let name = try zone.name
        try compare("agreement with the name", name.agrees(withPrimary: primary, secondary: secondary), with: true)
        try require("nameField", name.mayBeTruncated, is: "full where it is truncated") { $0 || !isTruncated }
    }

    /// A document with the printed field.
    package var zone: MachineReadableZone {
        get throws {
            var lines = try Self.document(format, "Eriksson", "Anna").lines
            if format == DocumentFormat.td1.rawValue {
                lines[2] = nameField
            } else {
                lines[0] = lines[0].prefix(5) + nameField
            }
            return try MachineReadableZone(concatenated: Array(lines.joined().utf8))
        }
    }

    /// The name field of a composed document.
    package static func compose(_ format: String, _ primary: String, _ secondary: String) throws -> String {
        let zone = try document(format, primary, secondary)
        try compare("faults", zone.faults(asOf: mrzReferenceDate).map(\.vectorName), with: [])
        return zone.format == .td1 ? zone.lines[2] : String(zone.lines[0].dropFirst(5))
    }

    private static func document(
        _ format: String, _ primary: String, _ secondary: String
    ) throws -> MachineReadableZone {
        guard let format = DocumentFormat(rawValue: format), let birth = PartialDate(year: 1974, month: 8, day: 12)
        else { throw Mismatch("format", expected: "a format of Doc 9303", found: format) }
        let code = ["TD3": "P", "MRV-A": "V", "MRV-B": "V"][format.rawValue] ?? "I"
        return try MachineReadableZone(
            composing: MRZContents(
                format: format, documentCode: code, issuingState: "UTO", primaryIdentifier: primary,
                secondaryIdentifier: secondary, documentNumber: "1", nationality: "UTO", dateOfBirth: birth,
                dateOfExpiry: birth),
            referenceDate: mrzReferenceDate)
    }
}
