package import AccessControl
import CardTransport
package import ChipSimulator
import Cryptography
import Issuing
package import LDS
import MRZ
package import SecureMessaging

/// One published run of Basic Access Control.
package struct BACVector: ConformanceVector {
    package static let places = ["access-control/bac/"]

    package let id: String
    package let mrzInformation: String
    package let documentNumber: String
    package let dateOfBirth: String
    package let dateOfExpiry: String
    package let kEnc: HexBytes
    package let kMAC: HexBytes
    package let rndIC: HexBytes
    package let rndIFD: HexBytes
    package let kIFD: HexBytes
    package let kIC: HexBytes
    package let command: HexBytes
    package let response: HexBytes
    package let sharedSecret: HexBytes
    package let ksEnc: HexBytes
    package let ksMAC: HexBytes
    package let ssc: HexBytes

    package var requiredAlgorithms: [String] { ["DES-EDE3-CBC", "SHA-1"] }

    package func check() throws {
        try checkAccessKeys()
        try checkTerminal()
        try checkSharedSecret()
        try checkChip()
    }

    /// The access keys follow from the printed document.
    package func checkAccessKeys() throws {
        let information = try keyInformation
        try compare("mrzInformation", String(decoding: information.bytes, as: UTF8.self), with: mrzInformation)
        try compare("kEnc and kMAC", DocumentBasicAccessKeys(information), with: keys)
    }

    /// The terminal sends the printed commands and derives the printed session keys.
    package func checkTerminal() throws {
        var terminal = try terminal  // its random source hands out the printed nonce and keying material
        var chip = chip()  // answers the printed commands and no others
        try compare("ksEnc, ksMAC and ssc", terminal.open(&chip), with: sessionKeys)
    }

    /// The printed secret is what both keying materials make, and the session keys follow from it.
    package func checkSharedSecret() throws {
        let secret = zip(kIC.bytes, kIFD.bytes).map { $0 ^ $1 }
        try compare("sharedSecret", secret, with: sharedSecret.bytes)
        try compare("ksEnc", KeyDerivation.derive(secret, counter: 1, for: .tripleDES), with: ksEnc.bytes)
        try compare("ksMAC", KeyDerivation.derive(secret, counter: 2, for: .tripleDES), with: ksMAC.bytes)
        try compare("ssc", Array(rndIC.bytes.suffix(4) + rndIFD.bytes.suffix(4)), with: ssc.bytes)
    }

    /// The simulated chip gives the printed answers.
    package func checkChip() throws {
        var chip = try simulatedChip()
        _ = chip.process([0x00, 0xA4, 0x04, 0x0C, 0x07, 0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01])
        try compare("rndIC of the chip", chip.process(Self.getChallenge), with: rndIC.bytes + [0x90, 0x00])
        let proof = chip.process(externalAuthenticate)
        try compare("response of the chip", proof, with: response.bytes + [0x90, 0x00])
    }

    package var keys: DocumentBasicAccessKeys {
        get throws {
            try compare("length of kEnc", kEnc.bytes.count, with: 16)
            try compare("length of kMAC", kMAC.bytes.count, with: 16)
            return DocumentBasicAccessKeys(enc: kEnc.bytes, mac: kMAC.bytes)
        }
    }

    package var terminal: BasicAccessControl<ListedRandomSource> {
        get throws { BasicAccessControl(try keys, random: ListedRandomSource(rndIFD.bytes + kIFD.bytes)) }
    }

    package var sessionKeys: SecureMessagingKeys {
        get throws {
            try compare("length of ksEnc", ksEnc.bytes.count, with: 16)
            try compare("length of ksMAC", ksMAC.bytes.count, with: 16)
            try compare("length of ssc", ssc.bytes.count, with: 8)
            return SecureMessagingKeys(
                .tripleDES, ksEnc: ksEnc.bytes, ksMAC: ksMAC.bytes,
                sendSequenceCounter: SendSequenceCounter(ssc.bytes))
        }
    }

    /// A chip that plays its part as printed; `change` alters its proof.
    package func chip(_ change: (inout [UInt8]) -> Void = { _ in }) -> ScriptedCard {
        var proof = response.bytes
        change(&proof)
        return chip(answer: proof + [0x90, 0x00])
    }

    /// A chip that gives the printed nonce and then `answer`.
    package func chip(answer: [UInt8]) -> ScriptedCard {
        ScriptedCard([
            (Self.getChallenge, rndIC.bytes + [0x90, 0x00]), (externalAuthenticate, answer),
        ])
    }

    /// The simulated chip of the printed document, its nonce and its keying material those that are printed.
    package func simulatedChip(_ files: [ElementaryFile: [UInt8]] = [:], behaviour: ChipBehaviour = ChipBehaviour())
        throws -> SimulatedChip
    {
        let document = IssuedDocument(mrzLines: [], files: files, keyInformation: try keyInformation)
        return SimulatedChip(document, behaviour: behaviour, random: ListedRandomSource(rndIC.bytes + kIC.bytes))
    }

    private var keyInformation: MRZKeyInformation {
        get throws {
            try MRZKeyInformation(
                documentNumber: documentNumber, dateOfBirth: dateOfBirth, dateOfExpiry: dateOfExpiry)
        }
    }

    private static let getChallenge: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]
    private var externalAuthenticate: [UInt8] { [0x00, 0x82, 0x00, 0x00, 0x28] + command.bytes + [0x28] }
}
