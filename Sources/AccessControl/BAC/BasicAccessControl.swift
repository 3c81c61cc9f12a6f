public import CardTransport
public import Cryptography
public import SecureMessaging
import Standards

/// Basic Access Control, the inspection system's side.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.1, whose steps and symbols are kept below; algorithms: §4.3.3.
public struct BasicAccessControl<Random: RandomSource> {
    private let keys: DocumentBasicAccessKeys
    private var random: Random

    /// Prepares to open a chip with the keys printed on its document.
    public init(_ keys: DocumentBasicAccessKeys, random: Random) {
        self.keys = keys
        self.random = random
    }

    /// Authenticates both sides and returns the keys under which the chip is read from here on.
    public mutating func open(_ chip: inout some CardChannel & ~Copyable)
        throws(AccessControlError) -> SecureMessagingKeys
    {
        // 1) The chip's nonce.
        let rndIC = try chip.send(.getChallenge(8), expecting: 8, at: step("1"))

        // 2a–d) Our nonce and keying material, S = RND.IFD ‖ RND.IC ‖ K.IFD, its cryptogram and checksum.
        let rndIFD = random.bytes(8)
        let kIFD = random.bytes(16)
        let eIFD = keys.enc.encryptCBC(rndIFD + rndIC + kIFD)
        let mIFD = keys.mac.mac(over: eIFD)

        // 2e) Our proof goes out; EIC ‖ MIC comes back.
        let proof = try chip.send(.externalAuthenticate(eIFD + mIFD), expecting: 40, at: step("2e"))
        let (eIC, mIC) = (Array(proof.prefix(32)), proof.suffix(8))

        // 4a) The checksum is checked before anything is decrypted.
        guard equalInConstantTime(keys.mac.mac(over: eIC), mIC), let r = keys.enc.decryptCBC(eIC) else {
            throw .notAuthenticated(at: step("4a"))
        }

        // 4b–c) R = RND.IC ‖ RND.IFD ‖ K.IC must return our nonce.
        guard equalInConstantTime(r[8..<16], rndIFD) else { throw .notAuthenticated(at: step("4c")) }

        // 5) K.IC ⊕ K.IFD is the shared secret; the counter starts as §9.8.6.3 says.
        return SecureMessagingKeys(
            .tripleDES, sharedSecret: zip(r[16..<32], kIFD).map { $0 ^ $1 },
            sendSequenceCounter: SendSequenceCounter(Array(rndIC.suffix(4) + rndIFD.suffix(4))))
    }

    private func step(_ number: String) -> SpecReference { .doc9303(11, "4.3.1", step: number) }
}
