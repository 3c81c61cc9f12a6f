import CardTransport
import Cryptography
import Issuing
import LDS
import MRZ

extension SimulatedChip {
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.1 step 1.
    mutating func startMutualAuthentication(_ command: CommandAPDU) -> ResponseAPDU {
        if let refusal = refusalOfBAC { return ResponseAPDU(status: refusal) }
        guard command.p1 == 0, command.p2 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        guard files.application == .lds1 else { return ResponseAPDU(status: .conditionsNotSatisfied) }
        guard let ne = command.expectedCount, ne == 8 || ne == 256 else { return ResponseAPDU(status: .wrongLength) }
        let rndIC = random.bytes(8)
        access = .challenged(rndIC: rndIC)
        return ResponseAPDU(data: rndIC, status: .success)
    }

    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.1 steps 2 and 3, from the chip's side; a nonce serves once.
    mutating func mutuallyAuthenticate(_ command: CommandAPDU) -> ResponseAPDU {
        if let refusal = refusalOfBAC { return ResponseAPDU(status: refusal) }
        guard case .challenged(let rndIC) = access else { return ResponseAPDU(status: .conditionsNotSatisfied) }
        access = .closed
        guard command.data.count == 40 else { return ResponseAPDU(status: .wrongLength) }
        var refusal = StatusWord.authenticationFailed
        switch behaviour.mutualAuthentication {
        case .refusingAll(let status): return ResponseAPDU(status: status)
        case .meaningless(let count): return ResponseAPDU(data: random.bytes(count), status: .success)
        case .refusingWrongProofs(let status): refusal = status
        case .honest, .altered, .replayed: break
        }

        // 3a) The checksum, 3b) the cryptogram, 3c) our own nonce in it.
        let (enc, mac) = documentBasicAccessKeys
        let eIFD = command.data.prefix(32)
        guard equalInConstantTime(mac.mac(over: eIFD), command.data.suffix(8)), let s = enc.decryptCBC(eIFD),
            equalInConstantTime(s[8..<16], rndIC)
        else { return ResponseAPDU(status: refusal) }
        let rndIFD = Array(s[0..<8])
        let kIFD = s[16..<32]

        // 3d–f) K.IC, R = RND.IC ‖ RND.IFD ‖ K.IC, its cryptogram and checksum.
        let kIC = random.bytes(16)
        let echoed = behaviour.mutualAuthentication == .replayed ? rndIFD.map { $0 ^ 0xFF } : rndIFD
        var eIC = enc.encryptCBC(rndIC + echoed + kIC)
        let mIC = mac.mac(over: eIC)
        if behaviour.mutualAuthentication == .altered { eIC[0] ^= 0x01 }
        let keys = SessionKeys(.tripleDES, sharedSecret: zip(kIC, kIFD).map { $0 ^ $1 })
        access = .open(
            ChipSession(
                ChipChannel(keys, counter: rndIC.suffix(4) + rndIFD.suffix(4), behaviour), opening: .bac))
        return ResponseAPDU(data: eIC + mIC, status: .success)
    }

    /// What a chip answers that does not open by Basic Access Control.
    private var refusalOfBAC: StatusWord? {
        switch document.accessControl {
        case .bac: nil
        case .pace: .conditionsNotSatisfied
        case .open: .instructionNotSupported
        }
    }

    /// K.Enc and K.MAC from the MRZ information.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.2.
    private var documentBasicAccessKeys: (enc: TripleDESKey, mac: RetailMACKey) {
        let seed = Array(HashAlgorithm.sha1.hash(document.keyInformation.bytes).prefix(16))
        return (
            TripleDESKey(KeyDerivation.derive(seed, counter: 1, for: .tripleDES)),
            RetailMACKey(KeyDerivation.derive(seed, counter: 2, for: .tripleDES))
        )
    }
}
