import AccessControl
import CardTransport
import LDS
import MRZ
import PKI
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Shows the chip the terminal's certificates and a signature, and enters what came of it.
    ///
    /// - Returns: The groups that the terminal may read now.
    mutating func authenticateTerminal(_ credential: TerminalCredential) throws(ReadInterruption) -> [DataGroup] {
        if isAuthenticatedInMasterFile, case .accepted(let groups)? = state.reading.terminalAuthentication?.outcome {
            return groups
        }
        if state.authentication.hasLeftMasterFile, !isChipAuthenticated, state.reading.terminalAuthentication != nil {
            return []  // it is said why
        }
        begin(step: "terminalAuthentication")
        guard isChipAuthenticated else {
            notTried([], Reason("chipNotAuthenticated", Self.needsChipAuthentication))
            return []
        }
        let trustPoints = try trustPoints()
        begin(step: "terminalAuthentication")
        guard let references = trustPoints, !references.isEmpty else {
            notTried(
                [], Reason("noTrustPoint", "The chip names no authority that it trusts to let terminals in."))
            return []
        }
        let chains: [CVCertificateChain]
        do {
            chains = try CVCertificateChain.chains(
                to: credential.terminal, from: references, certificates: credential.certificates,
                at: CVDate(state.reading.startedAt))
        } catch {
            notTried(references, error.reason)
            return []
        }
        return try runTerminalAuthentication(chains, references)
    }

    static var needsChipAuthentication: String {
        "The chip has not authenticated itself, without which it lets no terminal in."
    }

    /// Whether the chip has authenticated itself in this session, in the application or in the master file.
    private var isChipAuthenticated: Bool { state.authentication.chip != nil || isAuthenticatedInMasterFile }

    /// Runs the protocol, once in a session, through losses of the card.
    private mutating func runTerminalAuthentication(
        _ chains: [CVCertificateChain], _ references: [CertificateReference]
    ) throws(ReadInterruption) -> [DataGroup] {
        var lossCount = 0
        while true {
            do {
                let (chain, outcome) = try prove(chains)
                enter(references, chain, outcome)
                guard case .accepted(let groups) = outcome else { return [] }
                state.authentication.terminal = chain
                return groups
            } catch {
                guard case .transport(let cause) = error else { throw error }
                try recover(from: cause)
                begin(step: "terminalAuthentication")
                guard isChipAuthenticated else {
                    enter(
                        references, chains.first,
                        .notTried(Reason("chipNotAuthenticated", Self.needsChipAuthentication))
                    )
                    return []
                }
                guard Self.endsSession(cause) || cause == .notTransacted else { continue }
                _ = state.authentication.dropLongForm(of: carriage(.certificate).longForms)
                lossCount += 1
                if lossCount > Self.maximumAuthenticationLossCount {
                    enter(
                        references, chains.first,
                        .refused(
                            status: StatusWord.secureMessagingObjectIncorrect.rawValue, at: "the end of the session"))
                    return []
                }
            }
        }
    }

    /// Lets the terminal in again, in a session that was opened again.
    mutating func authenticateTerminalAgain() throws(ReadInterruption) {
        guard let chain = state.authentication.terminal else { return }
        begin(step: "terminalAuthentication")
        let (_, outcome) = try prove([chain])
        if case .accepted = outcome { return }
        state.authentication.terminal = nil
        state.reading.terminalAuthentication?.outcome = outcome
    }

    /// One run.
    private mutating func prove(
        _ chains: [CVCertificateChain]
    ) throws(ReadInterruption) -> (CVCertificateChain?, TerminalAuthenticationReading.Outcome) {
        guard let identifier = chipIdentifier, let signer = state.request.terminal?.signer else {
            return (
                chains.first, .notTried(Reason("noChipIdentifier", "Nothing was agreed with the chip that names it."))
            )
        }
        return try inTurn(chains) {
            reader, chain throws(ReadInterruption) in
            let run = TerminalAuthentication(chain, signer: signer, carriage: reader.carriage(.certificate))
            do throws(AccessControlError) {
                try run.prove(
                    &reader.link, chipIdentifier: identifier,
                    terminalKeyCompressed: reader.state.authentication.terminalKeyCompressed)
                return .accepted(groups: chain.groups)
            } catch {
                return try reader.outcome(of: error)
            }
        }
    }

    /// What an error of the protocol means for the reading; a loss of the card is thrown on.
    func outcome(of error: AccessControlError) throws(ReadInterruption) -> TerminalAuthenticationReading.Outcome {
        switch error {
        case .transport(let cause): throw .transport(cause)
        case .refused(let status, let clause): .refused(status: status.rawValue, at: Self.words(for: clause))
        case .signing(.refused(let reason), _):
            .notTried(Reason("notSigned", "The terminal did not sign. \(reason.text)"))
        case .signing(let error, _): .notTried(Reason("notSigned", "The terminal did not sign: \(error)."))
        case .tooLong(let count, let status, let clause):
            .notTried(
                Reason(
                    "commandTooLong",
                    "The command with \(Self.words(for: clause)) has \(count) bytes of data, which need an extended length "
                        + "or a chain of commands; reader and chip have neither in common"
                        + (status.map { ", the chip's last word being \($0)." } ?? ".")))
        default: .notTried(Reason("terminalAuthenticationFailed", "The chip did not go on: \(error)."))
        }
    }

    /// ID_IC: Comp(PK_DH,IC) after PACE, the document number with its check digit after BAC.
    private var chipIdentifier: [UInt8]? {
        state.pace?.session.compressedChipKey ?? state.request.key?.documentNumberBytes
    }

    /// Where the chip refused.
    private static func words(for clause: SpecReference) -> String {
        switch clause.step {
        case "3": "the terminal's reference"
        case "5": "the terminal's signature"
        case let step? where step.hasPrefix("1, "): "the certificate of \(step.dropFirst(3))"
        default: clause.description
        }
    }

    // MARK: Evidence

    private mutating func notTried(_ references: [CertificateReference], _ reason: Reason) {
        state.reading.terminalAuthentication = TerminalAuthenticationReading(
            version: 1, trustPoints: references.map(\.description), chain: [], outcome: .notTried(reason))
    }

    mutating func enter(
        _ references: [CertificateReference], _ chain: CVCertificateChain?,
        _ outcome: TerminalAuthenticationReading.Outcome, version: Int = 1
    ) {
        state.authentication.recordRights = chain?.recordRights
        state.reading.terminalAuthentication = TerminalAuthenticationReading(
            version: version, trustPoints: references.map(\.description),
            chain: (chain?.certificates ?? []).map(\.holderReference.description), outcome: outcome)
    }
}

extension CVCertificateChain {
    /// The groups that the terminal may read.
    var groups: [DataGroup] {
        (authorization.grantsDG3 ? [.dg3] : []) + (authorization.grantsDG4 ? [.dg4] : [])
    }
}
