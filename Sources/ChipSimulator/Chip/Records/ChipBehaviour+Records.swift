public import CardTransport

extension ChipBehaviour {
    /// How a chip gives records out.
    public struct Records: Hashable, Sendable {
        /// What FILE AND MEMORY MANAGEMENT does.
        public var counting = Counting.honest
        /// What READ RECORD with a short file identifier is answered with, where it does not work.
        public var shortIdentifierRefusal: StatusWord?
        /// What READ RECORD of extended length is answered with, where it does not work.
        public var extendedRefusal: StatusWord?
        /// What goes wrong with a record.
        public var incident: Incident?

        public init() {}
    }

    /// What FILE AND MEMORY MANAGEMENT does.
    public enum Counting: Hashable, Sendable {
        case honest
        /// It has the instruction 5E, as Doc 9303-10 Appendix H.1 prints it.
        case printedInstruction
        /// Files are named by their two-byte identifiers alone.
        case longIdentifiers
        /// It is answered with this status word.
        case unsupported(StatusWord)
        /// It counts so many records, however many there are.
        case claims(Int)
    }

    /// What goes wrong with records; numbers count from 1.
    public enum Incident: Hashable, Sendable {
        /// The record comes with 6282.
        case warned
        /// One record is answered with this status word.
        case answered(number: Int, StatusWord)
        /// From one record on there is none, though they are counted.
        case endingEarly(from: Int)
        /// One record ends the session.
        case endingSession(number: Int)
        /// Of each record only the first half comes, with 9000.
        case truncated
        /// Every number has a record: the first one.
        case endless
        /// One record comes without a byte, and with 9000.
        case empty(number: Int)
    }
}
