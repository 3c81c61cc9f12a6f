public import LDS
public import Standards

/// How one signed object of an LDS2 application was judged, by itself.
public struct RecordJudgement: Hashable, Sendable {
    public let source: Source
    public let result: CheckResult
    /// The country of the signer and the serial number of its certificate, where that was read.
    public let signer: String?

    /// What was judged.
    public enum Source: Hashable, Sendable {
        /// A record of a file, by its number.
        case record(RecordFile, Int)
        /// A file of additional biometrics.
        case file(ElementaryFile)

        /// `EntryRecords 3`, `EF.Biometrics7`.
        public var name: String {
            switch self {
            case .record(let file, let number): "\(file.rawValue) \(number)"
            case .file(let file): "\(file)"
            }
        }
    }
}
