public import CardTransport

extension ChipBehaviour {
    /// How a chip behaves in Chip Authentication.
    public struct ChipAuthentication: Hashable, Sendable {
        /// Where the protocol is refused: 0 is MSE:Set AT, 1 is GENERAL AUTHENTICATE.
        public var refusal: Refusal?
        /// The answer to MSE:Set KAT, where it does not work.
        public var refusesKAT: StatusWord?
        /// Whether the chip takes its first key where none is named, though it has several.
        public var assumesFirstKey = false
        /// Whether a reference to a key is answered with 6A80.
        public var refusesKeyIdentifier = false
        /// Whether the chip says that it is done and goes on under the old keys, as one without the private key can.
        public var keepsOldKeys = false
        /// What the answer of version 2 is altered to: 1 is the nonce, 2 the token.
        public var alteration: Alteration?
        /// What the chip can do, where DG14 was made to say something else.
        public var hiddenDG14: [UInt8]?

        public init() {}
    }

    /// How a chip behaves in Terminal Authentication.
    public struct TerminalAuthentication: Hashable, Sendable {
        /// Where the protocol is refused: 0 MSE:Set DST, 1 VERIFY CERTIFICATE, 2 MSE:Set AT, 3 GET CHALLENGE,
        /// 4 EXTERNAL AUTHENTICATE.
        public var refusal: Refusal?
        /// The length of the challenge.
        public var challengeByteCount = 8
        /// Whether the references in EF.CVCA and DO'87' name an authority that the chip does not trust.
        public var namesForeignAuthority = false
        /// A trust point, by its name, whose key verifies nothing any more.
        public var brokenTrustPoint: [UInt8]?
        /// Whether a certificate that is refused ends the protocol for the session.
        public var endsAfterRefusedCertificate = false
        /// The answer to MSE:Set AT of PACE with the terminal's authorization, where it does not work.
        public var refusesAuthorization: StatusWord?
        /// Who is named there in the place of whom the chip trusts.
        public var namedAuthority: String?
        /// Whether the chip takes every certificate and every signature, and gives out all files in a session.
        public var takesAnything = false

        public init() {}
    }
}
