import AccessControl
import ByteCoding
import CardTransport
import LDS
import PKI
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Runs what chips do between PACE and the selection of the application, by the keys of EF.CardSecurity: version 2 of
    /// both protocols, the terminal first, for a terminal that has certificates; or Chip Authentication of version 1.
    ///
    /// Refusals are part of the reading; the session then goes on under the keys of PACE.
    ///
    /// Spec: BSI TR-03110-2 §3.1.1 and TR-03110-3 B.1 to B.3 (General Authentication Procedure).
    mutating func authenticateInMasterFile() throws(ReadInterruption) {
        guard !state.authentication.hasLeftMasterFile else { return }
        if let credential = state.request.terminal, let identifier = state.pace?.session.compressedChipKey,
            let choice = secondVersionInMasterFile
        {
            try authenticateBoth(credential, identifier, choice)
        } else if state.request.performsChipAuthentication, let choice = firstVersionInMasterFile {
            try authenticateChip(by: choice)
        }
    }

    private mutating func authenticateBoth(
        _ credential: TerminalCredential, _ identifier: [UInt8], _ choice: ChipAuthenticationChoice
    ) throws(ReadInterruption) {
        begin(step: "terminalAuthentication")
        let references = (state.pace?.session.authorityReferences ?? []).compactMap { CertificateReference($0) }
        let pair: TerminalKeyPair
        let chains: [CVCertificateChain]
        do throws(CVCertificateFault) {
            chains = try CVCertificateChain.chains(
                to: credential.terminal, from: references, certificates: credential.certificates,
                at: CVDate(state.reading.startedAt))
        } catch {
            leaveMasterFile(references, nil, .notTried(error.reason))
            return
        }
        do { pair = try TerminalKeyPair(for: choice.publicKey, random: &random) } catch {
            enter(choice, .failed(Self.withoutOwnKey(error)))
            state.authentication.hasLeftMasterFile = true
            return
        }
        let (chain, outcome) = try counted(
            { reader throws(ReadInterruption) in try reader.proveTwo(chains, credential, identifier, pair) },
            orElse: { $0.leaveMasterFileAfterLosses() })
        guard case .accepted = outcome else {
            leaveMasterFile(references, chain, outcome)
            return
        }
        // What the terminal has shown counts once the chip has proven itself too.
        enter(references, chain, .notTried(Reason("chipNotAuthenticated", Self.needsChipAuthentication)), version: 2)
        if try agreeOnce(choice, pair, { $0.leaveMasterFileAfterLosses() }) {
            enter(references, chain, outcome, version: 2)
        }
    }

    /// Version 1 by a key that is in EF.CardSecurity, which EF.CardAccess has said.
    private mutating func authenticateChip(by choice: ChipAuthenticationChoice) throws(ReadInterruption) {
        let pair: TerminalKeyPair
        do { pair = try TerminalKeyPair(for: choice.publicKey, random: &random) } catch {
            enter(choice, .failed(Self.withoutOwnKey(error)))
            state.authentication.hasLeftMasterFile = true
            return
        }
        let dropped = ChipAuthenticationReading.Outcome.failed(Self.endOfSession)
        if try agreeOnce(choice, pair, { $0.leave(choice, dropped) }) {
            state.authentication.terminalKeyCompressed = pair.compressed
        }
    }

    /// One run of Chip Authentication, entered where it came to nothing.
    ///
    /// - Returns: Whether the session goes on under the new keys, which the selection of the application shows.
    private mutating func agreeOnce(
        _ choice: ChipAuthenticationChoice, _ pair: TerminalKeyPair, _ givingUp: (inout Self) -> Void
    ) throws(ReadInterruption) -> Bool {
        begin(step: "chipAuthentication")
        let failure = try counted(
            { reader throws(ReadInterruption) in try reader.agreeInMasterFile(choice, pair) }, orElse: givingUp)
        guard let failure else {
            state.authentication.isSwitching = true
            state.authentication.choiceInMasterFile = choice
            return true
        }
        leave(choice, failure)
        return false  // a chip that has gone over to other keys is opened again as after any loss
    }

    /// Counts the authentication in the master file, now that the application was selected under the new keys, or says
    /// that it does not count.
    mutating func confirmMasterFile(_ error: ReadInterruption?) {
        guard state.authentication.isSwitching, let choice = state.authentication.choiceInMasterFile else { return }
        if link.isProven {
            state.authentication.isSwitching = false
            enter(choice, .confirmed)
        } else if case .transport(let cause)? = error, Self.endsSession(cause) {
            state.authentication.isSwitching = false
            state.authentication.choiceInMasterFile = nil
            // An answer that was altered on its way looks the same, once.
            state.authentication.doubtCountInMasterFile += 1
            guard state.authentication.doubtCountInMasterFile > 1 else { return }
            state.authentication.hasLeftMasterFile = true
            enter(choice, .failed(Self.withoutPrivateKey))
        }
    }

    /// Whether the protocols were run in the master file, so that those of the application are not.
    var isAuthenticatedInMasterFile: Bool {
        state.authentication.choiceInMasterFile != nil && !state.authentication.hasLeftMasterFile
            && state.reading.chipAuthentication?.outcome == .confirmed
    }

    /// Whether DG14 has keys for version 1, and not the one by which the chip has proven itself in the master file:
    /// EF.CardSecurity may be that of another chip, and what the document's own files say has to be proven.
    func holdsAnotherKey(among choices: [ChipAuthenticationChoice]) -> Bool {
        guard let used = state.authentication.choiceInMasterFile, used.version == 1 else { return false }
        let keys = choices.filter { $0.version == 1 }.map(\.publicKey)
        return !keys.isEmpty && !keys.contains(used.publicKey)
    }

    /// Lets the proof by the key of EF.CardSecurity count for nothing.
    mutating func disregardMasterFile() {
        state.authentication.hasLeftMasterFile = true
        state.authentication.choiceInMasterFile = nil
        state.reading.chipAuthentication = nil
    }

    /// DO'7F4C' that asks a chip for the authorities it trusts; nil where nobody wants to know before PACE.
    var holderAuthorization: [UInt8]? {
        guard let credential = state.request.terminal, !state.authentication.hasLeftMasterFile,
            let infos = state.reading.bytes(of: .cardAccess).flatMap({ try? SecurityInfos(encoded: $0) }),
            infos.terminalAuthentication.contains(where: { $0.version == 2 })
        else { return nil }
        return credential.terminal.authorization.encoded
    }

    // MARK: Parts

    /// The best key of EF.CardSecurity for version 2.
    private var secondVersionInMasterFile: ChipAuthenticationChoice? { choicesInMasterFile.first { $0.version == 2 } }

    /// The best key of EF.CardSecurity for version 1, where EF.CardAccess offers its protocol before any application is
    /// selected: that of passports is in DG14.
    private var firstVersionInMasterFile: ChipAuthenticationChoice? {
        let infos = state.reading.bytes(of: .cardAccess).flatMap { try? SecurityInfos(encoded: $0) }
        let offered = Set((infos?.chipAuthentication ?? []).filter { $0.version == 1 }.map(\.identifier))
        return choicesInMasterFile.first { $0.version == 1 && offered.contains($0.identifier) }
    }

    private var choicesInMasterFile: [ChipAuthenticationChoice] {
        state.reading.bytes(of: .cardSecurity).flatMap { try? CardSecurity(encoded: $0) }.map {
            ChipAuthenticationChoice.ranked($0.securityInfos, source: .cardSecurity)
        } ?? []
    }

    private mutating func proveTwo(
        _ chains: [CVCertificateChain], _ credential: TerminalCredential, _ identifier: [UInt8], _ pair: TerminalKeyPair
    ) throws(ReadInterruption) -> (CVCertificateChain?, TerminalAuthenticationReading.Outcome) {
        try inTurn(chains) {
            reader, chain throws(ReadInterruption) in
            let run = TerminalAuthentication(chain, signer: credential.signer, carriage: reader.carriage(.certificate))
            do throws(AccessControlError) {
                try run.proveTwo(&reader.link, chipIdentifier: identifier, terminalKeyCompressed: pair.compressed)
                return .accepted(groups: chain.groups)
            } catch {
                return try reader.outcome(of: error)
            }
        }
    }

    /// - Returns: nil where the chip has agreed, and the session goes on under the new keys; else what came of the last way.
    private mutating func agreeInMasterFile(
        _ choice: ChipAuthenticationChoice, _ pair: TerminalKeyPair
    ) throws(ReadInterruption) -> ChipAuthenticationReading.Outcome? {
        var outcome: ChipAuthenticationReading.Outcome?
        for way in ChipAuthentication.ways(for: choice) {
            do throws(AccessControlError) {
                let run = ChipAuthentication(choice, way: way, carriage: carriage(.generalAuthenticate))
                openSession(under: try run.agree(&link, with: pair).keys)
                return nil
            } catch {
                switch error {
                case .transport(let cause): throw .transport(cause)
                case .refused(let status, _): outcome = .refused(status: status.rawValue)
                default: return .failed(Self.wrongAnswer(error))
                }
            }
        }
        return outcome
    }

    /// Does something that may end the session, which is given up once it has done so too often.
    private mutating func counted<Result>(
        _ body: (inout Self) throws(ReadInterruption) -> Result, orElse givingUp: (inout Self) -> Void
    ) throws(ReadInterruption) -> Result {
        do throws(ReadInterruption) { return try body(&self) } catch {
            if case .transport(let cause) = error, Self.endsSession(cause) {
                state.authentication.masterFileLossCount += 1
                if state.authentication.masterFileLossCount > Self.maximumAuthenticationLossCount { givingUp(&self) }
            }
            throw error
        }
    }

    // MARK: Leaving

    private mutating func leaveMasterFileAfterLosses() {
        leaveMasterFile(
            [], nil,
            .refused(status: StatusWord.secureMessagingObjectIncorrect.rawValue, at: "the end of the session"))
    }

    private mutating func leaveMasterFile(
        _ references: [CertificateReference], _ chain: CVCertificateChain?,
        _ outcome: TerminalAuthenticationReading.Outcome
    ) {
        state.authentication.hasLeftMasterFile = true
        enter(references, chain, outcome, version: 2)
        guard let choice = state.authentication.choiceInMasterFile else { return }
        // The chip was found genuine before, and what lies there now has not shown it.
        state.authentication.choiceInMasterFile = nil
        enter(choice, .failed(Self.notRepeated("it let no terminal in.")))
    }

    private mutating func leave(_ choice: ChipAuthenticationChoice, _ outcome: ChipAuthenticationReading.Outcome) {
        state.authentication.hasLeftMasterFile = true
        guard state.authentication.choiceInMasterFile != nil else { return enter(choice, outcome) }
        state.authentication.choiceInMasterFile = nil
        enter(choice, .failed(Self.notRepeated(outcome)))
    }
}
