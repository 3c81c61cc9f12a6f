import AccessControl
import ByteCoding
import CardTransport
import Cryptography
import SecureMessaging
import Testing

/// One published run of Basic Access Control.
struct BACVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let documentNumber: String
    let dateOfBirth: String
    let dateOfExpiry: String
    let kEnc: String
    let kMAC: String
    let rndIC: String
    let rndIFD: String
    let kIFD: String
    let kIC: String
    let command: String
    let response: String
    let sharedSecret: String
    let ksEnc: String
    let ksMAC: String
    let ssc: String

    var testDescription: String { id }

    var keys: DocumentBasicAccessKeys { DocumentBasicAccessKeys(enc: bytes(kEnc), mac: bytes(kMAC)) }

    var terminal: BasicAccessControl<ScriptedRandomSource> {
        BasicAccessControl(keys, random: ScriptedRandomSource(rndIFD, kIFD))
    }

    var sessionKeys: SecureMessagingKeys {
        SecureMessagingKeys(
            .tripleDES, ksEnc: bytes(ksEnc), ksMAC: bytes(ksMAC), sendSequenceCounter: SendSequenceCounter(bytes(ssc)))
    }

    /// A chip that plays its part as printed; `change` alters its proof.
    func chip(_ change: (inout [UInt8]) -> Void = { _ in }) -> ScriptedCard {
        var proof = bytes(response)
        change(&proof)
        return chip(answer: Hexadecimal.encode(proof) + "9000")
    }

    /// A chip that gives the printed nonce and then `answer`.
    func chip(answer: String) -> ScriptedCard {
        ScriptedCard([("0084000008", rndIC + "9000"), ("0082000028" + command + "28", answer)])
    }
}

/// Hexadecimal digits of a vector.
func bytes(_ hexadecimal: String) -> [UInt8] {
    Hexadecimal.decode(hexadecimal) ?? []
}
