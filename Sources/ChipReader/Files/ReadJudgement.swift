import CardTransport

/// What an answer to READ BINARY means for the read, by its exact status word.
enum ReadJudgement: Hashable {
    /// There are bytes; perhaps fewer than asked for, which does not mean that the file ends.
    case data
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
        switch answer.status {
        case .success, .endOfFile: self = answer.data.isEmpty ? .trouble : .data  // 6282 with data is good (note 44)
        case .fileNotFound: self = .absent
        case .securityStatusNotSatisfied: self = .refused
        case _ where Self.addressingStatuses.contains(answer.status): self = .notAddressed
        default: self = answer.status.correctedLength.map(ReadJudgement.wants) ?? .trouble
        }
    }

    private static let addressingStatuses: Set<StatusWord> = [
        StatusWord(0x6981), .conditionsNotSatisfied, StatusWord(0x6986), .functionNotSupported, .wrongParameters,
        StatusWord(0x6A87), .referencedDataNotFound, .instructionNotSupported, .classNotSupported,
    ]
}
