public import Standards

/// One object that a state wrote onto the chip after it was issued, as text to show: a crossing of a border, a visa, or
/// that there are additional biometrics, never what these show.
public struct RecordEntry: Hashable, Sendable {
    /// What was written.
    public enum Kind: String, CaseIterable, Sendable { case entry, exit, visa, biometrics }

    /// `EntryRecords 2`, `EF.Biometrics1`.
    public var name: String
    public var kind: Kind
    /// What it says, in the order to show.
    public var fields: [Field]
    /// Whether it is signed by who may, and lies where it belongs.
    public var result: CheckResult

    /// One field of a record.
    public struct Field: Hashable, Sendable {
        /// A stable name: `travelDate`.
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public init(name: String, kind: Kind, fields: [Field] = [], result: CheckResult) {
        self.name = name
        self.kind = kind
        self.fields = fields
        self.result = result
    }
}
