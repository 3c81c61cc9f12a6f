import CardTransport
import Cryptography
import Issuing
import LDS
import MRZ
import Standards

extension SimulatedChip {
    /// MSE:Set AT of PACE: protocol, password and parameters.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4.1; BSI TR-03110-3 B.1.1.
    mutating func setPACE(_ reference: ControlReference, _ exchange: Exchange) -> ResponseAPDU {
        guard document.pace != nil else { return ResponseAPDU(status: .functionNotSupported) }
        if let refusal = behaviour.pace.refusal, refusal.step == 0 { return ResponseAPDU(status: refusal.status) }
        if let refusal = behaviour.pace.refusalInSession, exchange.isSecured { return ResponseAPDU(status: refusal) }
        guard let oid = reference[0x80], let number = reference[0x83], number.count == 1, let code = number.first else {
            return ResponseAPDU(status: .wrongData)
        }
        guard let kind = PACEPasswordKind(rawValue: code), let secret = keyInput(kind) else {
            return ResponseAPDU(status: .referencedDataNotFound)
        }
        if let status = behaviour.terminalAuthentication.refusesAuthorization, reference[0x7F4C] != nil {
            return ResponseAPDU(status: status)
        }
        let choice: PACEInfo
        switch chooseInfo(OID(contents: oid), reference) {
        case .success(let info): choice = info
        case .failure(let refusal): return ResponseAPDU(status: refusal.status)
        }
        guard let parameters = paceParameters(choice), parameters.kind == choice.variant.agreement else {
            return ResponseAPDU(status: .referencedDataNotFound)
        }
        let status = memory.state(of: kind)
        guard memory.mayTry(kind, afterCAN: isOpenedByCAN) else {
            return ResponseAPDU(status: status.isError ? status : .conditionsNotSatisfied)
        }
        environment = .pace(
            PACERun(
                identifier: choice.identifier, variant: choice.variant, parameters: parameters,
                parameterID: choice.parameterID, password: kind,
                passwordKey: KeyDerivation.derive(secret, counter: 3, for: choice.variant.cipher.blockCipher),
                wantsReferences: reference[0x7F4C] != nil))
        return ResponseAPDU(status: behaviour.pace.settingStatus ?? status)
    }

    /// The entry of EF.CardAccess that the terminal asks for.
    private func chooseInfo(_ identifier: OID, _ reference: ControlReference) -> Result<PACEInfo, Refusal> {
        func refuse(_ status: StatusWord) -> Result<PACEInfo, Refusal> { .failure(Refusal(status: status)) }
        let infos = (cardAccess?.pace ?? []).filter { $0.identifier == identifier }
        guard let first = infos.first, let last = infos.last else { return refuse(.wrongData) }
        let isNamed = reference[0x84] != nil
        switch behaviour.pace.parameterReference {
        case .refused(let status) where isNamed: return refuse(status)
        case .required(let status) where !isNamed: return refuse(status)
        case .ignored: return .success(last)
        case .assumed where !isNamed: return .success(last)
        case .optional, .refused, .required, .assumed: break
        }
        guard isNamed else {
            // One entry leaves no doubt; of several the terminal has to name one.
            guard infos.count == 1 || infos.allSatisfy({ $0.parameterID == first.parameterID }) else {
                return refuse(.referencedDataNotFound)
            }
            return .success(first)
        }
        guard let number = reference.number(0x84), let info = infos.first(where: { $0.parameterID == number }) else {
            return refuse(.referencedDataNotFound)
        }
        return .success(info)
    }

    /// What the chip can do, which what EF.CardAccess says may be less than.
    var cardAccess: SecurityInfos? {
        let file = behaviour.pace.hiddenCardAccess ?? document.files[.cardAccess]
        return file.flatMap { try? SecurityInfos(encoded: $0) }
    }

    /// The standardised parameters of an entry's number, or those that are written out under it.
    private func paceParameters(_ info: PACEInfo) -> KeyAgreementParameters? {
        let explicit = cardAccess?.paceDomainParameters ?? []
        guard let number = info.parameterID else {
            guard explicit.count == 1 else { return nil }
            return try? KeyAgreementParameters(algorithmIdentifier: explicit[0].domainParameter)
        }
        if let known = KeyAgreementParameters(standardized: number) { return known }
        return explicit.first { $0.parameterID == number }
            .flatMap { try? KeyAgreementParameters(algorithmIdentifier: $0.domainParameter) }
    }

    /// f(π); nil for a password that the chip does not have.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.7.3.
    private func keyInput(_ kind: PACEPasswordKind) -> [UInt8]? {
        switch kind {
        case .mrz where behaviour.pace.refusesZone: nil
        case .mrz: HashAlgorithm.sha1.hash(document.keyInformation.bytes)
        case .can: document.pace?.can
        case .pin: document.pace?.pin
        case .puk: document.pace?.puk
        }
    }

    private var isOpenedByCAN: Bool {
        guard case .open(let session) = access, case .pace(.can, _) = session.opening else { return false }
        return true
    }

    /// RESET RETRY COUNTER: the PUK sets a blocked PIN free.
    ///
    /// Spec: BSI TR-03110-3 B.9 (no new value; that needs the old PIN).
    mutating func resetRetryCounter(_ command: CommandAPDU) -> ResponseAPDU {
        guard command.p1 == 0x03, command.p2 == PACEPasswordKind.pin.rawValue else {
            return ResponseAPDU(status: .wrongParameters)
        }
        guard command.expectedCount == nil || !behaviour.pace.unblocksWithoutLengthAlone else {
            return ResponseAPDU(status: .wrongLength)
        }
        guard document.pace?.pin != nil else { return ResponseAPDU(status: .referencedDataNotFound) }
        guard case .open(let session) = access, case .pace(.puk, _) = session.opening else {
            return ResponseAPDU(status: .securityStatusNotSatisfied)
        }
        guard document.pace?.isPINActivated == true else { return ResponseAPDU(status: .conditionsNotSatisfied) }
        switch behaviour.pace.unblocking {
        case .honest: memory.resetPINTries()
        case .ineffective: break
        case .refused(let status): return ResponseAPDU(status: status)
        }
        return ResponseAPDU(status: .success)
    }
}
