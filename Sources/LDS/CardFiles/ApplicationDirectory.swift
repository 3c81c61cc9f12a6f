public import ByteCoding
public import Standards

/// EF.DIR: the applications on the chip.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.2; ISO/IEC 7816-4 §12.2.3.
public struct ApplicationDirectory: Hashable, Sendable {
    /// The applications, in stored order.
    public let applications: [Application]
    /// What was tolerated.
    public let notes: [Reason]

    /// One application.
    public struct Application: Hashable, Sendable {
        /// The application identifier (4F).
        public let identifier: [UInt8]
        /// A name for people (50).
        public let label: String?
        /// Further data of the template, in stored order.
        public let otherFields: [StoredField]
    }

    /// Application identifiers, in stored order.
    public var applicationIdentifiers: [[UInt8]] { applications.map(\.identifier) }

    /// Whether the eMRTD application of LDS1 is listed.
    public var listsLDS1: Bool { lists(.lds1) }

    /// Whether an application is listed; false for the master file, which has no identifier.
    public func lists(_ application: ElementaryFile.Application) -> Bool {
        applications.contains { $0.identifier == application.identifier }
    }

    /// Decodes the file: application templates (61), or application identifiers (4F) alone.
    ///
    /// - Throws: `DecodingFailure` where not even the first data object can be read.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        var applications: [Application] = []
        for object in try decoder.sequence(file) {
            switch object.tag {
            case 0x61:
                let parts = try decoder.children(of: object)
                guard let identifier = parts.first(where: { $0.tag == 0x4F }) else {
                    decoder.note("missingIdentifier", "an application template has no identifier (4F)")
                    continue
                }
                let label = parts.first { $0.tag == 0x50 }.map { decoder.text($0.value, of: "a label") }
                let others = parts.filter { $0.tag != 0x4F && $0.tag != 0x50 }
                applications.append(
                    Application(
                        identifier: Array(identifier.value), label: label,
                        otherFields: others.map { StoredField(tag: $0.tag, value: Array($0.value)) }))
            case 0x4F:
                decoder.note("missingTemplate", "an application identifier stands outside a template (61)")
                applications.append(Application(identifier: Array(object.value), label: nil, otherFields: []))
            default: decoder.note("unknownTag", "\(Hexadecimal.number(object.tag)) is no application template")
            }
        }
        self.applications = applications
        notes = decoder.notes
    }
}
