import LDS
import Standards

extension Remark {
    /// The terminal was let in, and not for this.
    static func noRightToRecords(_ application: ElementaryFile.Application) -> Reason {
        let what =
            switch application {
            case .travelRecords: "travel records"
            case .visaRecords: "visa records"
            case .additionalBiometrics: "additional biometrics"
            case .masterFile, .lds1: "files"
            }
        return Reason(
            "noRightToRecords", "The terminal's certificates do not grant all rights to read \(what); the rest is left."
        )
    }

    /// FILE AND MEMORY MANAGEMENT does not work.
    static let recordsNotCounted = Reason(
        "recordsNotCounted", "The chip does not say how many records there are; they are read until there is none.")

    /// Files of records are selected by their identifiers.
    static let noShortIdentifiersForRecords = Reason(
        "noShortIdentifiersForRecords", "The chip does not read records by short identifiers; files are selected.")

    /// The record's lengths do not fit its bytes.
    static func recordMalformed(_ file: RecordFile, _ number: Int) -> Reason {
        Reason("recordMalformed", "Record \(number) of EF.\(file.rawValue) is no sequence of data objects.")
    }

    /// Each attempt at a record ended the session.
    static func recordEndsSession(_ file: RecordFile, _ number: Int) -> Reason {
        Reason(
            "recordEndsSession",
            "The chip drops the secure session whenever record \(number) of EF.\(file.rawValue) is read; the file is left."
        )
    }
}
