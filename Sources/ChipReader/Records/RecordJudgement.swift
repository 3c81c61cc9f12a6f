import CardTransport

/// What an answer to READ RECORD means for the read, by its exact status word.
enum RecordJudgement: Hashable {
    /// There is a record.
    case record
    /// There is no record of this number.
    case end
    /// The chip names the length it wants.
    case wants(Int)
    /// The chip does not have the file.
    case absent
    /// The chip does not give the file out.
    case refused
    /// This way of naming a file is not the chip's.
    case notAddressed
    /// Another length may do.
    case trouble

    init(_ answer: ResponseAPDU) {
        switch (answer.status, answer.data.isEmpty) {
        case (.success, false), (.endOfFile, false): self = .record  // 6282 with data is good, as in files (note 44)
        case (.recordNotFound, _), (.endOfFile, true): self = .end
        case (.fileNotFound, _): self = .absent
        case (.securityStatusNotSatisfied, _): self = .refused
        case (let status, _) where Self.addressingStatuses.contains(status): self = .notAddressed
        default: self = answer.status.correctedLength.map(RecordJudgement.wants) ?? .trouble
        }
    }

    private static let addressingStatuses: Set<StatusWord> = [
        StatusWord(0x6981), .conditionsNotSatisfied, StatusWord(0x6986), .functionNotSupported, .wrongParameters,
        StatusWord(0x6A87), .referencedDataNotFound,
    ]
}
