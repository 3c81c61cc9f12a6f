import AccessControl
import Cryptography
import LDS
import SecureMessaging
import Standards

extension PACEVector {
    /// The chip's computation from its own secrets comes to the printed figures.
    package func checkChip() throws {
        let choice = try choice
        switch choice.parameters {
        case .ecdh(let curve): try checkChip(on: curve)
        case .dh(let group): try checkChip(in: group)
        }
        let cipher = try cipher
        try compare("ksEnc", KeyDerivation.derive(sharedSecret.bytes, counter: 1, for: cipher), with: ksEnc.bytes)
        try compare("ksMAC", KeyDerivation.derive(sharedSecret.bytes, counter: 2, for: cipher), with: ksMAC.bytes)
        for (name, input) in [("tokenInputIFD", tokenInputIFD), ("tokenInputIC", tokenInputIC)] {
            let made = AuthenticationToken.input(
                identifier: choice.info.identifier, publicKey: try peerKey(of: input), parameters: choice.parameters)
            try compare(name, made, with: input.bytes)
        }
    }

    private func checkChip(on curve: EllipticCurve) throws {
        let generator: CurvePoint
        if let skMapIC, let skMapIFD {
            let chip = try ECDHKeyPair(on: curve, scalar: skMapIC.bytes)
            let terminal = try ECDHKeyPair(on: curve, scalar: skMapIFD.bytes)
            let shared = try chip.sharedPoint(with: terminal.publicPoint)
            try compare("h", shared.encoded, with: h?.bytes ?? [])
            generator = try curve.generator(genericMapping: SecretBytes(nonce.bytes), sharedPoint: shared)
        } else {
            generator = try curve.generator(integratedMapping: element(modulo: curve.domainParameters.p))
        }
        try compare("mappedGenerator", generator.encoded, with: mappedGenerator.bytes)
        let chip = try ECDHKeyPair(on: curve, generator: generator, scalar: (exponentIC ?? skDHIC).bytes)
        let terminal = try ECDHKeyPair(on: curve, generator: generator, scalar: skDHIFD.bytes)
        try compare("exponentIC", chip.publicPoint.encoded, with: peerKey(of: tokenInputIFD))
        try compare("skDHIC", generator.multiplied(byScalar: skDHIC.bytes), with: chip.publicPoint)
        try compare("skDHIFD", terminal.publicPoint.encoded, with: peerKey(of: tokenInputIC))
        try compare("sharedSecret", chip.sharedSecret(with: terminal.publicPoint).copied(), with: sharedSecret.bytes)
    }

    private func checkChip(in group: DHGroup) throws {
        let generator: [UInt8]
        if let skMapIC, let skMapIFD {
            let chip = try DHKeyPair(in: group, secret: skMapIC.bytes)
            let terminal = try DHKeyPair(in: group, secret: skMapIFD.bytes)
            let shared = try chip.sharedSecret(with: terminal.publicValue).copied()
            try compare("h", shared, with: h?.bytes ?? [])
            generator = try group.generator(
                genericMapping: SecretBytes(nonce.bytes), sharedSecret: SecretBytes(shared))
        } else {
            generator = try group.generator(integratedMapping: element(modulo: group.p))
        }
        try compare("mappedGenerator", generator, with: mappedGenerator.bytes)
        let chip = try DHKeyPair(in: group, generator: generator, secret: skDHIC.bytes)
        let terminal = try DHKeyPair(in: group, generator: generator, secret: skDHIFD.bytes)
        try compare("skDHIC", chip.publicValue, with: peerKey(of: tokenInputIFD))
        try compare("skDHIFD", terminal.publicValue, with: peerKey(of: tokenInputIC))
        for (name, exponent, pair) in [("exponentIFD", exponentIFD, terminal), ("exponentIC", exponentIC, chip)] {
            guard let exponent else { continue }
            let reduced = try DHKeyPair(in: group, generator: generator, secret: exponent.bytes)
            try compare(name, reduced.publicValue, with: pair.publicValue)
        }
        try compare("sharedSecret", chip.sharedSecret(with: terminal.publicValue).copied(), with: sharedSecret.bytes)
    }

    private func element(modulo p: [UInt8]) throws -> [UInt8] {
        try IntegratedMapping.pseudoRandom(
            nonce: nonce.bytes, terminalNonce: terminalNonce?.bytes ?? [], modulo: p, cipher: cipher)
    }

    /// CA_IC is what the chip's static key and its mapping key make, and what it decrypts to verifies.
    package func checkChipAuthentication() throws {
        guard let chipAuthenticationData, let chipKey, let chipSecret, case .ecdh(let curve) = try choice.parameters
        else { return }
        let pair = try ECDHKeyPair(on: curve, scalar: chipSecret.bytes)
        let mapping = try ECDHKeyPair(on: curve, scalar: skMapIC?.bytes ?? [])
        try compare("chipKey", pair.publicPoint.encoded, with: chipKey.bytes)
        try compare("CA_IC", pair.chipAuthenticationData(for: mapping), with: chipAuthenticationData.bytes)
        let proven = pair.publicPoint.multiplied(byScalar: chipAuthenticationData.bytes)
        try compare("CA_IC · PK_IC", proven, with: mapping.publicPoint)
    }
}
