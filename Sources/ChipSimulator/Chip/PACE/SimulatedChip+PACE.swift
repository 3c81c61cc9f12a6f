import ByteCoding
import CardTransport
import Cryptography
import Issuing
import LDS

extension SimulatedChip {
    /// One step of PACE.
    ///
    /// - Parameter isLast: Whether the command says that it ends the chain.
    /// - Returns: nil where the step is not the one that is due; the run is over then, as after every failure.
    mutating func continuePACE(_ run: PACERun, _ template: ControlReference, isLast: Bool) -> ResponseAPDU {
        environment = .none
        let (number, tag, _) = run.expected
        if let refusal = behaviour.pace.refusal, refusal.step == number { return failPACE(run, refusal.status) }
        var data: [UInt8] = []
        if let tag {
            guard let value = template[tag] else { return failPACE(run, .wrongData) }
            data = value
        }
        guard isLast == (number == 4) else { return failPACE(run, isLast ? .wrongData : StatusWord(0x6883)) }
        switch run.step {
        case .nonce: return sendNonce(run)
        case .mapping(let nonce): return mapNonce(run, nonce, data)
        case .agreement(let generator, let mapping): return agree(run, generator, mapping, data)
        case .token(let keys, let own, let peer, let mapping):
            return authenticate(run, keys, own: own, peer: peer, mapping: mapping, token: data)
        }
    }

    /// Ends a run; some chips then still wait for the end of the chain.
    private mutating func failPACE(_ run: PACERun, _ status: StatusWord = .authenticationFailed) -> ResponseAPDU {
        environment = behaviour.pace.keepsChainAfterFailure ? .unfinishedChain : .none
        return ResponseAPDU(status: status)
    }

    private mutating func answer(_ run: PACERun, next: PACERun.Step, _ value: [UInt8]) -> ResponseAPDU {
        var tag = run.expected.answer
        if behaviour.pace.wrongTag == run.expected.number { tag |= 0x10 }
        var following = run
        following.step = next
        environment = .pace(following)
        let deviated = behaviour.pace.deviation(of: value, atStep: run.expected.number, echo: nil)
        return ResponseAPDU(
            data: DataObjectWriter.encode(0x7C, DataObjectWriter.encode(tag, deviated)), status: .success)
    }

    // MARK: Steps

    private mutating func sendNonce(_ run: PACERun) -> ResponseAPDU {
        let nonce = random.bytes(behaviour.pace.nonceByteCount ?? run.nonceByteCount)
        return answer(run, next: .mapping(nonce: nonce), run.encrypt(nonce: nonce))
    }

    private mutating func mapNonce(_ run: PACERun, _ nonce: [UInt8], _ data: [UInt8]) -> ResponseAPDU {
        if run.variant.mapping == .integrated {
            guard data.count == run.cipher.keyByteCount, let generator = run.integratedMapping(nonce, data) else {
                return failPACE(run, .wrongData)
            }
            return answer(run, next: .agreement(generator, mapping: nil), [])
        }
        guard let own = keyPair(run, nil, forcing: behaviour.pace.forcesLeadingZero == .mappingKey) else {
            return failPACE(run)
        }
        let sent = behaviour.pace.echo == .mappingKey ? data : own.publicKey
        guard let generator = run.genericMapping(nonce, own, data) else {
            return failPACE(run, run.isWellFormed(data) ? .authenticationFailed : .wrongData)
        }
        var mapping: ECDHKeyPair?
        if case .ecdh(let pair) = own { mapping = pair }
        return answer(run, next: .agreement(generator, mapping: mapping), sent)
    }

    private mutating func agree(
        _ run: PACERun, _ generator: MappedGenerator, _ mapping: ECDHKeyPair?, _ data: [UInt8]
    ) -> ResponseAPDU {
        var own = keyPair(run, generator, forcing: behaviour.pace.forcesLeadingZero == .ephemeralKey)
        if behaviour.pace.forcesLeadingZero == .sharedSecret {
            for _ in 0..<Self.mostDraws {
                guard let first = own?.sharedSecret(with: data)?.first, first != 0 else { break }
                own = keyPair(run, generator, forcing: false)
            }
        }
        guard let own else { return failPACE(run) }
        guard let secret = own.sharedSecret(with: data) else {
            return failPACE(run, run.isWellFormed(data) ? .authenticationFailed : .wrongData)
        }
        let keys = SessionKeys(run.cipher, sharedSecret: secret)
        let sent = behaviour.pace.echo == .ephemeralKey ? data : own.publicKey
        return answer(run, next: .token(keys, own: own, peer: data, mapping: mapping), sent)
    }

    private mutating func authenticate(
        _ run: PACERun, _ keys: SessionKeys, own: ChipAuthenticationKey.Pair, peer: [UInt8], mapping: ECDHKeyPair?,
        token: [UInt8]
    ) -> ResponseAPDU {
        memory.countAttempt(with: run.password)
        let expected = PACERun.token(
            keys, identifier: run.identifier, tag: own.tokenTag, publicKey: own.publicKey)
        guard equalInConstantTime(token, expected) else { return failPACE(run, memory.refusal(of: run.password)) }
        memory.countSuccess(with: run.password)

        var parts = [
            DataObjectWriter.encode(
                behaviour.pace.wrongTag == 4 ? 0x96 : 0x86,
                behaviour.pace.deviation(
                    of: PACERun.token(keys, identifier: run.identifier, tag: own.tokenTag, publicKey: peer), atStep: 4,
                    echo: token))
        ]
        parts += references(wanted: run.wantsReferences)
        parts += proof(run, keys, mapping).map { [$0] } ?? []
        let opening = ChipSession.Opening.pace(
            run.password, compressedChipKey: run.parameters.compressed(own.publicKey))
        open(ChipChannel(keys, behaviour), opening)
        return ResponseAPDU(data: DataObjectWriter.encode(0x7C, containing: parts), status: .success)
    }

    /// Opens a session, or lets it follow the one in which PACE ran.
    private mutating func open(_ channel: ChipChannel, _ opening: ChipSession.Opening) {
        if case .open(var session) = access {
            session.successor = .session(channel, opening)
            access = .open(session)
        } else {
            access = .open(ChipSession(channel, opening: opening))
        }
    }

    // MARK: Parts

    private static let mostDraws = 20_000

    private mutating func keyPair(_ run: PACERun, _ generator: MappedGenerator?, forcing zero: Bool)
        -> ChipAuthenticationKey.Pair?
    {
        for _ in 0..<Self.mostDraws {
            guard let pair = run.parameters.keyPair(over: generator, random: &random) else { return nil }
            let first = run.parameters.kind == .ecdh ? pair.publicKey.dropFirst().first : pair.publicKey.first
            if !zero || first == 0 { return pair }
        }
        return nil
    }

    /// DO'87' and DO'88': whom the chip trusts, the newest first.
    ///
    /// Spec: BSI TR-03110-3 B.1.2.
    private func references(wanted isWanted: Bool) -> [[UInt8]] {
        let names = behaviour.pace.references?.map { Array($0.utf8) } ?? (isWanted ? trustPointReferences : [])
        return zip([0x87, 0x88], names).map { DataObjectWriter.encode($0, $1) }
    }

    /// DO'8A': the static key's proof, A_IC.
    private func proof(_ run: PACERun, _ keys: SessionKeys, _ mapping: ECDHKeyPair?) -> [UInt8]? {
        switch behaviour.pace.proof {
        case .honest: guard run.variant.mapping == .chipAuthentication else { return nil }
        case .uncalledFor: break
        case .absent: return nil
        case .empty: return DataObjectWriter.encode(0x8A, [])
        case .altered, .wrongTag, .foreignKey, .zero:
            guard run.variant.mapping == .chipAuthentication else { return nil }
        }
        guard let mapping, let key = mappingKey(run, mapping.publicPoint.curve),
            var data = try? key.chipAuthenticationData(for: mapping)
        else { return nil }
        if behaviour.pace.proof == .zero { data = data.map { _ in 0 } }
        if behaviour.pace.proof == .altered, !data.isEmpty { data[data.count - 1] ^= 0x01 }
        let padded = Padding.method2(data, blockSize: run.cipher.blockByteCount)
        return DataObjectWriter.encode(behaviour.pace.proof == .wrongTag ? 0x8B : 0x8A, keys.encryptProof(padded))
    }

    /// The static key whose identifier is that of the parameters, else one on the same curve.
    private func mappingKey(_ run: PACERun, _ curve: EllipticCurve) -> ECDHKeyPair? {
        let pairs = document.chipAuthentication.compactMap { key -> (Int?, ECDHKeyPair)? in
            guard case .ecdh(let pair) = key.pair, pair.publicPoint.curve == curve else { return nil }
            return (key.keyID, pair)
        }
        if behaviour.pace.proof == .foreignKey {
            return try? ECDHKeyPair(PrivateKey.generateEC(curve: curve))
        }
        return (pairs.first { $0.0 != nil && $0.0 == run.parameterID } ?? pairs.first)?.1
    }
}

extension PACERun {
    /// A multiple of the block, chosen by the chip; the integrated mapping asks for a key's length at least.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.
    var nonceByteCount: Int {
        guard variant.mapping == .integrated else { return 16 }
        return cipher.keyByteCount > 16 ? 32 : 16
    }

    /// Whether a public key has the form and the length that these parameters ask for.
    func isWellFormed(_ publicKey: [UInt8]) -> Bool {
        switch parameters {
        case .ecdh(let curve): publicKey.first == 0x04 && publicKey.count == 1 + 2 * curve.byteCount
        case .dh(let group): publicKey.count == group.p.count
        }
    }

    /// Ĝ = s·G + H, or ĝ = g^s · h.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.1.
    func genericMapping(_ nonce: [UInt8], _ own: ChipAuthenticationKey.Pair, _ peer: [UInt8]) -> MappedGenerator? {
        switch own {
        case .ecdh(let pair):
            let curve = pair.publicPoint.curve
            guard let point = try? CurvePoint(uncompressed: peer, on: curve),
                let h = try? pair.sharedPoint(with: point),
                let generator = curve.generator.multiplied(by: SecretBytes(nonce))?.adding(h)
            else { return nil }
            return .point(generator)
        case .dh(let pair):
            guard let h = own.sharedSecret(with: peer),
                let generator = try? pair.group.generator(
                    genericMapping: SecretBytes(nonce), sharedSecret: SecretBytes(h))
            else { return nil }
            return .element(generator)
        }
    }

    /// The generator that R(s, t) is mapped to.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.3.2 and Appendix B.
    func integratedMapping(_ nonce: [UInt8], _ terminalNonce: [UInt8]) -> MappedGenerator? {
        func element(modulo p: [UInt8]) throws(CryptographyError) -> [UInt8] {
            try IntegratedMapping.pseudoRandom(
                nonce: nonce, terminalNonce: terminalNonce, modulo: p, cipher: cipher)
        }
        do {
            switch parameters {
            case .ecdh(let curve):
                return .point(try curve.generator(integratedMapping: element(modulo: curve.domainParameters.p)))
            case .dh(let group):
                return .element(try group.generator(integratedMapping: element(modulo: group.p)))
            }
        } catch {
            return nil
        }
    }
}
