import MRZ

/// The fields from which access keys are derived.
package struct KeyInformationVector: ConformanceVector {
    package static let places = ["mrz/key-information/"]

    package let id: String
    /// The zone that holds the fields; empty where it is not printed.
    package let lines: [String]
    package let documentNumber: String
    package let dateOfBirth: String
    package let dateOfExpiry: String
    package let mrzInformation: String

    package func check() throws {
        let typed = try MRZKeyInformation(
            documentNumber: documentNumber, dateOfBirth: dateOfBirth, dateOfExpiry: dateOfExpiry)
        try compare("mrzInformation", String(decoding: typed.bytes, as: UTF8.self), with: mrzInformation)
        guard !lines.isEmpty else { return }
        let zone = try MachineReadableZone(strict: lines.joined(separator: "\n"), referenceDate: mrzReferenceDate)
        let information = zone.keyInformation.map { String(decoding: $0.bytes, as: UTF8.self) }
        try compare("mrzInformation of the zone", information, with: mrzInformation)
    }
}
