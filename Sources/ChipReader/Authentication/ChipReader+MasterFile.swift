import AccessControl
import ByteCoding
import CardTransport
import LDS
import PKI
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Runs version 2 of both protocols, as EAC 2 has them: between PACE and the selection of the application, the terminal
    /// first. For a chip that offers them and a terminal that has certificates.
    ///
    /// Refusals are part of the reading; the session then goes on under the keys of PACE.
    ///
    /// Spec: BSI TR-03110-2 §3.1.1 and TR-03110-3 B.2, B.3 (General Authentication Procedure).
    mutating func authenticateInMasterFile() throws(ReadInterruption) {
        guard !state.authentication.hasLeftMasterFile, let credential = state.request.terminal,
            let identifier = state.pace?.session.compressedChipKey, let choice = choiceInMasterFile
        else { return }
        begin(step: "terminalAuthentication")
        let references = (state.pace?.session.authorityReferences ?? []).compactMap { CertificateReference($0) }
        let pair: TerminalKeyPair
        let chain: CVCertificateChain
        do throws(CVCertificateFault) {
            chain = try CVCertificateChain(
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
        let outcome = try counted {
            reader throws(ReadInterruption) in
            try reader.proveTwo(chain, credential, identifier, pair)
        }
        guard case .accepted = outcome else {
            leaveMasterFile(references, chain, outcome)
            return
        }
        begin(step: "chipAuthentication")
        let failure = try counted { reader throws(ReadInterruption) in try reader.agreeInMasterFile(choice, pair) }
        if let failure {
            state.authentication.hasLeftMasterFile = true
            enter(choice, failure)
            enter(
                references, chain, .notTried(Reason("chipNotAuthenticated", Self.needsChipAuthentication)), version: 2)
            // A chip whose part was wrong may have gone over to other keys.
            if case .failed = failure { throw .transport(.channelClosed) }
            return
        }
        enter(references, chain, outcome, version: 2)
        state.authentication.isSwitching = true
        state.authentication.choiceInMasterFile = choice
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
            state.authentication.hasLeftMasterFile = true
            state.authentication.choiceInMasterFile = nil
            enter(choice, .failed(Self.withoutPrivateKey))
        }
    }

    /// Whether the protocols were run in the master file, so that those of the application are not.
    var isAuthenticatedInMasterFile: Bool {
        state.authentication.choiceInMasterFile != nil && !state.authentication.hasLeftMasterFile
            && state.reading.chipAuthentication?.outcome == .confirmed
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
    private var choiceInMasterFile: ChipAuthenticationChoice? {
        state.reading.bytes(of: .cardSecurity).flatMap { try? CardSecurity(encoded: $0) }.flatMap {
            ChipAuthenticationChoice.ranked($0.securityInfos, source: .cardSecurity).first { $0.version == 2 }
        }
    }

    private mutating func proveTwo(
        _ chain: CVCertificateChain, _ credential: TerminalCredential, _ identifier: [UInt8], _ pair: TerminalKeyPair
    ) throws(ReadInterruption) -> TerminalAuthenticationReading.Outcome {
        let run = TerminalAuthentication(chain, signer: credential.signer, carriage: carriage(.certificate))
        do throws(AccessControlError) {
            try run.presentCertificates(&link)
            try run.proveTwo(&link, chipIdentifier: identifier, terminalKeyCompressed: pair.compressed)
            return .accepted(groups: chain.groups)
        } catch {
            return try outcome(of: error)
        }
    }

    /// - Returns: nil where the chip has agreed, and the session goes on under the new keys.
    private mutating func agreeInMasterFile(
        _ choice: ChipAuthenticationChoice, _ pair: TerminalKeyPair
    ) throws(ReadInterruption) -> ChipAuthenticationReading.Outcome? {
        guard let way = ChipAuthentication.ways(for: choice).first else { return nil }
        do throws(AccessControlError) {
            let run = ChipAuthentication(choice, way: way, carriage: carriage(.generalAuthenticate))
            openSession(under: try run.agree(&link, with: pair).keys)
            return nil
        } catch {
            switch error {
            case .transport(let cause): throw .transport(cause)
            case .refused(let status, _): return .refused(status: status.rawValue)
            default: return .failed(Self.wrongAnswer(error))
            }
        }
    }

    /// Does something that may end the session, which is given up once it has done so too often.
    private mutating func counted<Result>(
        _ body: (inout Self) throws(ReadInterruption) -> Result
    ) throws(ReadInterruption) -> Result {
        do throws(ReadInterruption) { return try body(&self) } catch {
            if case .transport(let cause) = error, Self.endsSession(cause) {
                state.authentication.masterFileLossCount += 1
                if state.authentication.masterFileLossCount > Self.maximumAuthenticationLossCount {
                    leaveMasterFile(
                        [], nil,
                        .refused(
                            status: StatusWord.secureMessagingObjectIncorrect.rawValue, at: "the end of the session"))
                }
            }
            throw error
        }
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
}
