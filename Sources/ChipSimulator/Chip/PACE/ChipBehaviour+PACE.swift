public import CardTransport

extension ChipBehaviour {
    /// How a chip behaves in PACE.
    public struct PACE: Hashable, Sendable {
        /// What the chip makes of DO'84', the reference to domain parameters.
        public var parameterReference = ParameterReference.optional
        /// What MSE:Set AT is answered with where all is well: a warning, which changes nothing.
        public var settingStatus: StatusWord?
        /// Where the protocol is refused.
        public var refusal: Refusal?
        /// The length of the nonce; nil takes what the cipher asks for.
        public var nonceByteCount: Int?
        /// What the chip's answer to a step is altered to.
        public var alteration: Alteration?
        /// The step whose answer comes under another tag.
        public var wrongTag: Int?
        /// Which of the terminal's values the chip sends back in place of its own.
        public var echo: Echo?
        /// Which value is drawn until it begins with a byte of zeros.
        public var forcesLeadingZero: LeadingZero?
        /// Whether the machine readable zone is no password of this chip.
        public var refusesZone = false
        /// What the chip proves of its static key.
        public var proof = Proof.honest
        /// The trust points that the chip names at the end, asked or not; nil names its own where a terminal asks.
        public var references: [String]?
        /// Whether a chip whose PACE failed answers all but a reset with 6883.
        public var keepsChainAfterFailure = false
        /// What RESET RETRY COUNTER does.
        public var unblocking = Unblocking.honest
        /// Whether RESET RETRY COUNTER with an Le, which it has none of as specified, is refused with 6700.
        public var unblocksWithoutLengthAlone = false
        /// What MSE:Set AT is answered with inside of a session, where PACE does not run there.
        public var refusalInSession: StatusWord?
        /// What the chip can do, where EF.CardAccess was made to say something else.
        public var hiddenCardAccess: [UInt8]?

        public init() {}
    }

    /// What a chip makes of the reference to domain parameters in MSE:Set AT.
    public enum ParameterReference: Hashable, Sendable {
        /// Taken where it is there, and missed where several entries are meant.
        case optional
        /// Its presence is answered with this status word.
        case refused(StatusWord)
        /// Its absence is answered with this status word.
        case required(StatusWord)
        /// Without it the chip takes the last of the entries that are meant.
        case assumed
        /// The chip takes the last of the entries that are meant, whatever it says.
        case ignored
    }

    /// A step of a protocol and what it is answered with; 0 is MSE:Set AT.
    public struct Refusal: Hashable, Sendable {
        public var step: Int
        public var status: StatusWord

        public init(step: Int, status: StatusWord) {
            self.step = step
            self.status = status
        }
    }

    /// A step of a protocol and what becomes of the value that answers it.
    public struct Alteration: Hashable, Sendable {
        public var step: Int
        public var kind: Kind

        public init(step: Int, kind: Kind) {
            self.step = step
            self.kind = kind
        }

        public enum Kind: Hashable, Sendable {
            /// The lowest bit of the last byte is flipped.
            case bit
            /// The last byte is missing.
            case truncated
            case empty
            /// Every byte is zero, the first of a point but 04.
            case zeros
            /// One byte of zero, the point at infinity.
            case infinity
            /// The number one, as long as the value.
            case one
        }
    }

    /// What a chip reflects.
    public enum Echo: Hashable, Sendable { case mappingKey, ephemeralKey, token }

    /// What becomes of a PIN that the PUK is to set free.
    public enum Unblocking: Hashable, Sendable {
        case honest
        /// It stays blocked, as the status word says.
        case refused(StatusWord)
        /// It stays blocked, though the answer is 9000.
        case ineffective
    }

    /// What begins with a zero.
    public enum LeadingZero: Hashable, Sendable { case mappingKey, ephemeralKey, sharedSecret }

    /// The proof of the Chip Authentication Mapping.
    public enum Proof: Hashable, Sendable {
        case honest, absent, empty, altered, wrongTag
        /// Made with a key that is not the chip's.
        case foreignKey
        /// A number of zeros.
        case zero
        /// Sent with another mapping, too.
        case uncalledFor
    }
}

extension ChipBehaviour.PACE {
    /// The value that a step is answered with, as it goes out.
    func deviation(of value: [UInt8], atStep step: Int, echo terminalToken: [UInt8]?) -> [UInt8] {
        if echo == .token, let terminalToken { return terminalToken }
        guard let alteration, alteration.step == step else { return value }
        return alteration.kind.apply(value)
    }
}

extension ChipBehaviour.Alteration.Kind {
    func apply(_ value: [UInt8]) -> [UInt8] {
        switch self {
        case .bit: value.dropLast() + (value.last.map { [$0 ^ 0x01] } ?? [])
        case .truncated: Array(value.dropLast())
        case .empty: []
        case .zeros: (value.first == 0x04 ? [0x04] : [0x00]) + [UInt8](repeating: 0, count: max(0, value.count - 1))
        case .infinity: [0x00]
        case .one: [UInt8](repeating: 0, count: max(0, value.count - 1)) + [0x01]
        }
    }
}
