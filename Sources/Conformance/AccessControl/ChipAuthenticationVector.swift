package import AccessControl
import Cryptography
import LDS
import SecureMessaging
import Standards

/// A run of Chip Authentication: the chip's infos, both private keys, what goes over the wire and what comes of it.
package struct ChipAuthenticationVector: ConformanceVector {
    package static let places = ["access-control/chip-authentication/"]

    package let id: String
    /// DG14, or the signed content of EF.CardSecurity, with one key.
    package let securityInfos: HexBytes
    /// `DG14` or `CardSecurity`.
    package let source: String
    package let identifier: String
    package let version: Int
    package let keyID: Int?
    package let terminalKey: HexBytes
    package let chipKey: HexBytes
    package let publicKey: HexBytes
    package let compressed: HexBytes
    package let secret: HexBytes
    package let ksEnc: HexBytes
    package let ksMAC: HexBytes
    package let commands: [HexBytes]
    package let answers: [HexBytes]
    /// `extended` or `chained` for a key that is too long for a short command.
    package let longForm: String?

    package func check() throws {
        let choice = try choice
        try compare("identifier", choice.identifier.description, with: identifier)
        try compare("version", choice.version, with: version)
        try compare("keyID", choice.keyID, with: keyID)
        let pair = try terminalPair
        try compare("publicKey", pair.publicKey, with: publicKey.bytes)
        try compare("compressed", pair.compressed, with: compressed.bytes)
        try compare("secret", try pair.sharedSecret(with: choice.publicKey).withBytes { Array($0) }, with: secret.bytes)
        try compare("chipKey", try chipSecret(), with: secret.bytes)
        var card = card()
        try compare("ksEnc and ksMAC", run(&card), with: agreement)
        try compare("commands", card.index, with: commands.count)
    }

    /// What the terminal has to come to.
    package var agreement: ChipAuthenticationAgreement {
        get throws {
            let cipher = try choice.cipher
            try compare("length of ksEnc", ksEnc.bytes.count, with: cipher.keyByteCount)
            try compare("length of ksMAC", ksMAC.bytes.count, with: cipher.keyByteCount)
            return ChipAuthenticationAgreement(
                keys: SecureMessagingKeys(cipher, ksEnc: ksEnc.bytes, ksMAC: ksMAC.bytes),
                terminalKeyCompressed: compressed.bytes)
        }
    }

    /// Runs the terminal against a card, by the first way that fits the commands.
    package func run(_ card: inout ScriptedCard) throws -> ChipAuthenticationAgreement {
        let choice = try choice
        let way = try ChipAuthentication.ways(for: choice).first.unwrapped("a way")
        let forms: [CommandCarriage.LongForm] = longForm == "extended" ? [.extended] : [.chained]
        if let longForm { try compare("longForm", ["extended", "chained"].contains(longForm), with: true) }
        let carriage = CommandCarriage(shortDataByteCount: 255, longForms: forms)
        return try ChipAuthentication(choice, way: way, carriage: carriage).agree(&card, with: terminalPair)
    }

    /// A card that knows the printed commands; `change` alters its answers.
    package func card(_ change: (inout [[UInt8]]) -> Void = { _ in }) -> ScriptedCard {
        var answers = answers.map(\.bytes)
        change(&answers)
        return ScriptedCard(zip(commands.map(\.bytes), answers).map { ($0, $1) })
    }

    /// The best choice among the chip's infos.
    package var choice: ChipAuthenticationChoice {
        get throws {
            let file = try [ElementaryFile.cardSecurity, .dataGroup(.dg14)].first { $0.name == source }
                .unwrapped("a file called \(source)")
            let infos = try SecurityInfos(encoded: securityInfos.bytes)
            return try ChipAuthenticationChoice.ranked(infos, source: file).first.unwrapped("a choice")
        }
    }

    package var terminalPair: TerminalKeyPair {
        get throws {
            let secret = Array(terminalKey.bytes.drop { $0 == 0 })
            switch try choice.publicKey.kind {
            case .ellipticCurve(let point, _): return TerminalKeyPair(try ECDHKeyPair(on: point.curve, scalar: secret))
            case .diffieHellman(let group, _): return TerminalKeyPair(try DHKeyPair(in: group, secret: secret))
            case .rsa, .dsa: throw Mismatch("chip's key", expected: "one for agreement", found: "another")
            }
        }
    }

    /// K as the chip computes it.
    private func chipSecret() throws -> [UInt8] {
        let secret = Array(chipKey.bytes.drop { $0 == 0 })
        switch try choice.publicKey.kind {
        case .ellipticCurve(let point, _):
            let peer = try CurvePoint(publicKey.bytes, on: point.curve)
            return try ECDHKeyPair(on: point.curve, scalar: secret).sharedSecret(with: peer).withBytes { Array($0) }
        case .diffieHellman(let group, _):
            return try DHKeyPair(in: group, secret: secret).sharedSecret(with: publicKey.bytes).withBytes { Array($0) }
        case .rsa, .dsa: return []
        }
    }
}

extension Optional {
    /// The value, which a vector must have.
    package func unwrapped(_ name: String) throws(Mismatch) -> Wrapped {
        guard let self else { throw Mismatch(name, expected: "one", found: "none") }
        return self
    }
}
