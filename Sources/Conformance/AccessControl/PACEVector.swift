package import AccessControl
package import Cryptography
import LDS
import MRZ
package import SecureMessaging
import Standards

/// One published run of PACE.
package struct PACEVector: ConformanceVector {
    package static let places = ["access-control/pace/"]

    package let id: String
    /// The document number, date of birth and date of expiry of a run with the MRZ, and what they make.
    package let documentNumber: String?
    package let dateOfBirth: String?
    package let dateOfExpiry: String?
    package let mrzInformation: String?
    /// The CAN of a run with that.
    package let can: String?
    /// The PIN of a run with that.
    package let pin: String?
    /// `PACEInfo` as stored.
    package let paceInfo: HexBytes
    package let kPi: HexBytes
    package let nonce: HexBytes
    package let encryptedNonce: HexBytes
    /// The secrets of the mapping, but for the integrated one.
    package let skMapIFD: HexBytes?
    package let skMapIC: HexBytes?
    /// What the mapping keys agree on.
    package let h: HexBytes?
    /// t of the integrated mapping.
    package let terminalNonce: HexBytes?
    package let mappedGenerator: HexBytes
    package let skDHIFD: HexBytes
    package let skDHIC: HexBytes
    /// The same two modulo the order, where the printed ones are not below it.
    package let exponentIFD: HexBytes?
    package let exponentIC: HexBytes?
    package let sharedSecret: HexBytes
    package let tokenInputIFD: HexBytes
    package let tokenInputIC: HexBytes
    package let ksEnc: HexBytes
    package let ksMAC: HexBytes
    /// The commands and answers, in their order.
    package let commands: [HexBytes]
    package let responses: [HexBytes]
    /// What Chip Authentication Mapping adds: CA_IC, and the chip's static key and its secret.
    package let chipAuthenticationData: HexBytes?
    package let chipKey: HexBytes?
    package let chipSecret: HexBytes?
    /// The trust points that the chip names.
    package let authorityReferences: [String]?

    package var requiredAlgorithms: [String] {
        (try? choice).map { choice in
            if case .ecdh(let curve) = choice.parameters { [curve.name] } else { ["DH"] }
        } ?? []
    }

    package func check() throws {
        try checkPassword()
        try checkTerminal()
        try checkChip()
        try checkChipAuthentication()
        try checkSimulatedChip()
    }

    /// Kπ follows from the password, and the nonce from both.
    package func checkPassword() throws {
        let cipher = try cipher
        try compare("kPi", password.key(for: cipher), with: kPi.bytes)
        try require("nonce", nonce.bytes, is: "whole blocks") { $0.count.isMultiple(of: cipher.blockByteCount) }
        try compare(
            "encryptedNonce", AESKey(password.key(for: cipher)).encryptCBC(nonce.bytes), with: encryptedNonce.bytes)
    }

    /// The terminal sends the printed commands and derives the printed session keys.
    package func checkTerminal() throws {
        var terminal = try terminal  // its random source hands out the printed secrets
        var chip = try chip()  // answers the printed commands and no others
        let session = try terminal.open(&chip, namesParameters: false)
        try compare("commands", chip.index, with: commands.count)
        try compare("ksEnc and ksMAC", session.keys, with: sessionKeys)
        try compare("chipEphemeralKey", session.chipEphemeralKey, with: peerKey(of: tokenInputIFD))
        try compare("authorityReferences", session.authorityReferences, with: authorityReferences ?? [])
        try compare(
            "chipAuthenticationData", session.chipAuthenticationMapping?.chipAuthenticationData,
            with: chipAuthenticationData?.bytes)
    }

    package var choice: PACEChoice {
        get throws {
            let infos = try SecurityInfos(encoded: [0x31, UInt8(clamping: paceInfo.bytes.count)] + paceInfo.bytes)
            guard let choice = PACEChoice.ranked(infos).first else {
                throw Mismatch("paceInfo", expected: "one that can be run", found: "none")
            }
            return choice
        }
    }

    package var cipher: BlockCipher {
        get throws {
            let cipher = try choice.info.variant.cipher.blockCipher
            try require("cipher", cipher, is: "AES") { $0 != .tripleDES }
            return cipher
        }
    }

    package var password: PACEPassword {
        get throws {
            if let can { return try .can(can) }
            if let pin { return try .pin(pin) }
            let information = try MRZKeyInformation(
                documentNumber: documentNumber ?? "", dateOfBirth: dateOfBirth ?? "", dateOfExpiry: dateOfExpiry ?? "")
            try compare(
                "mrzInformation", String(decoding: information.bytes, as: UTF8.self), with: mrzInformation ?? "")
            return .mrz(information)
        }
    }

    package var terminal: PACE<ListedRandomSource> {
        get throws {
            let first = terminalNonce?.bytes ?? skMapIFD?.bytes ?? []
            let random = ListedRandomSource(first + (exponentIFD ?? skDHIFD).bytes)
            return PACE(try choice, password: try password, random: random)
        }
    }

    package var sessionKeys: SecureMessagingKeys {
        get throws {
            let cipher = try cipher
            try compare("length of ksEnc", ksEnc.bytes.count, with: cipher.keyByteCount)
            try compare("length of ksMAC", ksMAC.bytes.count, with: cipher.keyByteCount)
            return SecureMessagingKeys(cipher, ksEnc: ksEnc.bytes, ksMAC: ksMAC.bytes)
        }
    }

    /// A chip that plays its part as printed; `change` alters its answer to the command of a number.
    package func chip(_ number: Int = 0, _ change: (inout [UInt8]) -> Void = { _ in }) throws -> ScriptedCard {
        try compare("number of responses", responses.count, with: commands.count)
        return ScriptedCard(
            zip(commands, responses).enumerated().map { index, exchange in
                var response = exchange.1.bytes
                if index == number { change(&response) }
                return (exchange.0.bytes, response)
            })
    }

    /// The public key at the end of the input of a token.
    package func peerKey(of input: HexBytes) throws -> [UInt8] {
        Array(input.bytes.suffix(try choice.parameters.publicKeyByteCount))
    }
}
