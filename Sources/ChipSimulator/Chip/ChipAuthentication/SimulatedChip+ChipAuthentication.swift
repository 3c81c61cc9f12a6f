import ByteCoding
import CardTransport
import Cryptography
import Issuing
import LDS
import Standards

extension SimulatedChip {
    /// MSE:Set KAT: the key agreement of version 1 in one command, for 3DES alone.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.2.4.1.
    mutating func agreeAtOnce(_ reference: ControlReference, _ exchange: Exchange) -> ResponseAPDU {
        guard exchange.isSecured else { return ResponseAPDU(status: .securityStatusNotSatisfied) }
        if let status = behaviour.chipAuthentication.refusesKAT { return ResponseAPDU(status: status) }
        guard let publicKey = reference[0x91] else { return ResponseAPDU(status: .wrongData) }
        switch staticKey(reference) {
        case .failure(let refusal): return ResponseAPDU(status: refusal.status)
        case .success(let key):
            guard let secret = key.pair.sharedSecret(with: publicKey) else { return ResponseAPDU(status: .wrongData) }
            succeed(with: SessionKeys(.tripleDES, sharedSecret: secret), key.pair.parameters, publicKey)
            return ResponseAPDU(status: .success)
        }
    }

    /// MSE:Set AT of Chip Authentication: protocol and key.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.2.4.2.
    mutating func setChipAuthentication(_ reference: ControlReference, _ exchange: Exchange) -> ResponseAPDU {
        guard exchange.isSecured else { return ResponseAPDU(status: .securityStatusNotSatisfied) }
        if let refusal = behaviour.chipAuthentication.refusal, refusal.step == 0 {
            return ResponseAPDU(status: refusal.status)
        }
        guard let oid = reference[0x80].map({ OID(contents: $0) }), let variant = ChipAuthenticationVariant(oid),
            let version = offeredVersion(of: oid, key: reference.number(0x84))
        else { return ResponseAPDU(status: .wrongData) }
        switch staticKey(reference) {
        case .failure(let refusal): return ResponseAPDU(status: refusal.status)
        case .success(let key):
            guard key.pair.parameters.kind == variant.agreement else { return ResponseAPDU(status: .wrongData) }
            environment = .chipAuthentication(
                ChipAuthenticationRun(
                    identifier: oid, cipher: variant.cipher.blockCipher, pair: key.pair, version: version))
            return ResponseAPDU(status: .success)
        }
    }

    /// GENERAL AUTHENTICATE of Chip Authentication: the terminal's ephemeral key comes, new keys follow the answer.
    mutating func agree(_ run: ChipAuthenticationRun, _ template: ControlReference) -> ResponseAPDU {
        environment = .none
        if let refusal = behaviour.chipAuthentication.refusal, refusal.step == 1 {
            return ResponseAPDU(status: refusal.status)
        }
        guard let publicKey = template[0x80] else { return ResponseAPDU(status: .wrongData) }
        guard let secret = run.pair.sharedSecret(with: publicKey) else {
            return ResponseAPDU(status: .authenticationFailed)
        }
        guard run.version == 2 else {
            succeed(with: SessionKeys(run.cipher, sharedSecret: secret), run.pair.parameters, publicKey)
            return ResponseAPDU(data: DataObjectWriter.encode(0x7C, []), status: .success)
        }
        // The key must be the one that the terminal has signed.
        let compressed = run.pair.parameters.compressed(publicKey)
        guard case .open(let session) = access, let signed = session.terminal.compressedTerminalKey,
            session.terminal.isAuthenticated
        else { return ResponseAPDU(status: .conditionsNotSatisfied) }
        guard equalInConstantTime(signed, compressed) else { return ResponseAPDU(status: .authenticationFailed) }
        let nonce = random.bytes(8)
        let keys = SessionKeys(run.cipher, sharedSecret: secret, nonce: nonce)
        let token = PACERun.token(
            keys, identifier: run.identifier, tag: run.pair.tokenTag, publicKey: publicKey)
        succeed(with: keys, run.pair.parameters, publicKey)
        let sent = [(0x81, nonce, 1), (0x82, token, 2)].map { tag, value, step in
            let alteration = behaviour.chipAuthentication.alteration
            return DataObjectWriter.encode(tag, alteration?.step == step ? alteration?.kind.apply(value) ?? [] : value)
        }
        return ResponseAPDU(data: DataObjectWriter.encode(0x7C, containing: sent), status: .success)
    }

    // MARK: Parts

    /// A status word as a reason.
    struct Refusal: Error { let status: StatusWord }

    /// The key that DO'84' names, or the only one, or the one without a number.
    private func staticKey(_ reference: ControlReference) -> Result<ChipAuthenticationKey, Refusal> {
        let keys = document.chipAuthentication
        if reference[0x84] != nil {
            guard !behaviour.chipAuthentication.refusesKeyIdentifier else {
                return .failure(Refusal(status: .wrongData))
            }
            let number = reference.number(0x84)
            guard let key = keys.first(where: { $0.keyID != nil && $0.keyID == number }) else {
                return .failure(Refusal(status: .referencedDataNotFound))
            }
            return .success(key)
        }
        let isOnlyChoice = keys.count == 1 || behaviour.chipAuthentication.assumesFirstKey
        guard let key = isOnlyChoice ? keys.first : keys.first(where: { $0.keyID == nil }) else {
            return .failure(Refusal(status: .referencedDataNotFound))
        }
        return .success(key)
    }

    /// The version in which the present application offers a protocol: DG14, or EF.CardSecurity in the master file.
    private func offeredVersion(of identifier: OID, key: Int?) -> Int? {
        let infos: [ChipAuthenticationInfo]
        if files.application == .masterFile {
            let security = document.files[.cardSecurity].flatMap { try? CardSecurity(encoded: $0).securityInfos }
            infos = (security ?? cardAccess)?.chipAuthentication ?? []
        } else {
            let group = behaviour.chipAuthentication.hiddenDG14 ?? document.files[.dataGroup(.dg14)]
            infos = group.flatMap { try? SecurityInfos(encoded: $0) }?.chipAuthentication ?? []
        }
        let fitting = infos.filter { $0.identifier == identifier }
        return (fitting.first { $0.keyID == key } ?? fitting.first)?.version
    }

    /// The session goes on under the new keys.
    private mutating func succeed(
        with keys: SessionKeys, _ parameters: KeyAgreementParameters, _ publicKey: [UInt8]
    ) {
        guard case .open(var session) = access else { return }
        if behaviour.chipAuthentication.keepsOldKeys { return }
        session.successor = .channel(ChipChannel(keys, behaviour))
        session.compressedTerminalKey = parameters.compressed(publicKey)
        access = .open(session)
    }
}
