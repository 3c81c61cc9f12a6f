import ByteCoding
import Cryptography
import Issuing
import LDS
import Standards

/// One run of PACE, from the chip's side, as far as it has come.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3 and §4.4.4.
struct PACERun: Sendable {
    let identifier: OID
    let variant: PACEVariant
    let parameters: KeyAgreementParameters
    /// The number of the parameters, by which the key of the Chip Authentication Mapping is found.
    let parameterID: Int?
    let password: PACEPasswordKind
    /// Kπ.
    let passwordKey: [UInt8]
    /// Whether the terminal asked for the references of the trust points, by sending its CHAT.
    let wantsReferences: Bool
    var step = Step.nonce

    /// What GENERAL AUTHENTICATE has to bring next.
    enum Step: Sendable {
        case nonce
        case mapping(nonce: [UInt8])
        /// - Parameter mapping: The chip's key pair of the generic mapping, which CAM proves the static key with.
        case agreement(MappedGenerator, mapping: ECDHKeyPair?)
        case token(SessionKeys, own: ChipAuthenticationKey.Pair, peer: [UInt8], mapping: ECDHKeyPair?)
    }

    var cipher: BlockCipher { variant.cipher.blockCipher }

    /// The number of the step that comes next, and the tags of what it brings and what it is answered with.
    var expected: (number: Int, command: Int?, answer: Int) {
        switch step {
        case .nonce: (1, nil, 0x80)
        case .mapping: (2, 0x81, 0x82)
        case .agreement: (3, 0x83, 0x84)
        case .token: (4, 0x85, 0x86)
        }
    }

    /// z = E(Kπ, s); what is not whole blocks is filled up with zeros and cut, which no terminal can take.
    func encrypt(nonce: [UInt8]) -> [UInt8] {
        let block = cipher.blockByteCount
        let filling = (block - nonce.count % block) % block
        let whole = nonce + [UInt8](repeating: 0, count: filling)
        let encrypted =
            cipher == .tripleDES ? TripleDESKey(passwordKey).encryptCBC(whole) : AESKey(passwordKey).encryptCBC(whole)
        return Array(encrypted.prefix(nonce.count))
    }

    /// The token over the public key of the other side.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.4.
    static func token(_ keys: SessionKeys, identifier: OID, tag: Int, publicKey: [UInt8]) -> [UInt8] {
        keys.checksum(
            over: DataObjectWriter.encode(
                0x7F49,
                containing: [
                    DataObjectWriter.encode(0x06, identifier.contents), DataObjectWriter.encode(tag, publicKey),
                ]))
    }
}
