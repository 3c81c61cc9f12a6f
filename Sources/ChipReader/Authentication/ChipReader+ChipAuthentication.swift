import AccessControl
import CardTransport
import Cryptography
import LDS
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Asks the chip for Chip Authentication with each of its keys, in each way that chips have been met with, until one
    /// works. What came of it is part of the reading and never ends it.
    ///
    /// - Parameter next: The file that is read next, whose first bytes show whether the chip goes on under the new keys.
    mutating func authenticateChip(before next: ElementaryFile?) throws(ReadInterruption) {
        guard link.cipher != nil, let file = state.reading.bytes(of: .dataGroup(.dg14)),
            let infos = try? SecurityInfos(encoded: file)
        else { return }
        let choices = ChipAuthenticationChoice.ranked(infos, source: .dataGroup(.dg14))
        if isAuthenticatedInMasterFile {
            guard holdsAnotherKey(among: choices) else { return }
            disregardMasterFile()
        }
        if choices.isEmpty, !infos.chipAuthenticationPublicKeys.isEmpty { remark(Remark.unusableChipKey) }
        var lossCount = 0
        attempts: for choice in choices where choice.version == 1 {
            for way in ChipAuthentication.ways(for: choice) {
                guard lossCount <= Self.maximumAuthenticationLossCount else { break attempts }
                begin(step: "chipAuthentication")
                let outcome = try attempt(choice, way, before: next, &lossCount)
                enter(choice, outcome)
                if outcome == .confirmed {
                    state.authentication.chip = (choice, way)
                    remarkOn(choice, way)
                    return
                }
            }
        }
    }

    /// How often the session may end over Chip Authentication, or over Terminal Authentication.
    static var maximumAuthenticationLossCount: Int { 2 }

    /// One attempt, through losses of the card, which are no fault of the way that is tried.
    private mutating func attempt(
        _ choice: ChipAuthenticationChoice, _ way: ChipAuthentication.Way, before next: ElementaryFile?,
        _ lossCount: inout Int
    ) throws(ReadInterruption) -> ChipAuthenticationReading.Outcome {
        var doubtCount = 0
        while true {
            do {
                return try agreeAndConfirm(choice, way, before: next)
            } catch {
                guard case .transport(let cause) = error else { throw error }
                let isAboutKeys = link.cipher != nil && state.authentication.isSwitching
                let refusal = link.closingStatus
                try recover(from: cause)
                begin(step: "chipAuthentication")
                guard Self.endsSession(cause) else { continue }
                // An answer that was altered on its way, or a session that was lost, says nothing of the chip, once.
                doubtCount += 1
                guard doubtCount > 1 else { continue }
                lossCount += 1
                if isAboutKeys {
                    return .failed(Self.withoutPrivateKey)
                }
                if let refusal { return .refused(status: refusal.rawValue) }
                // Perhaps it was the form of a long command; without another one the way is at fault.
                guard isLong(choice), state.authentication.dropLongForm(of: carriage(.generalAuthenticate).longForms)
                else {
                    return .failed(Self.endOfSession)
                }
            }
        }
    }

    static var endOfSession: Reason {
        Reason(
            "authenticationEndsSession", "The chip drops the secure session when it is asked for Chip Authentication.")
    }

    static var withoutPrivateKey: Reason {
        Reason(
            "chipNotAuthenticated", "The chip agreed on new keys and does not know them: it lacks the private key.")
    }

    /// The chip's part of the protocol is wrong.
    static func wrongAnswer(_ error: AccessControlError) -> Reason {
        Reason("chipAuthenticationFailed", "Chip Authentication failed: \(error).")
    }

    /// The terminal has no key to agree with: that says nothing of the chip, and must not count against it.
    static func withoutOwnKey(_ error: CryptographyError) -> Reason {
        Reason("unsupportedKeyAgreement", "No key could be made for Chip Authentication: \(error).")
    }

    /// Whether the key of a choice is too long for a short command.
    private func isLong(_ choice: ChipAuthenticationChoice) -> Bool {
        choice.publicKey.curve == nil && choice.publicKey.bitCount > 1024
    }

    /// One run, and the answer under the new keys that makes it count.
    private mutating func agreeAndConfirm(
        _ choice: ChipAuthenticationChoice, _ way: ChipAuthentication.Way, before next: ElementaryFile?
    ) throws(ReadInterruption) -> ChipAuthenticationReading.Outcome {
        if let outcome = try agree(choice, way) { return outcome }
        state.authentication.isSwitching = true
        for (file, known) in [next.map { ($0, 0) }, (.dataGroup(.dg14), 8)].compactMap({ $0 }) {
            let start = try firstRead(file, known: known)
            guard link.isProven else { continue }
            state.authentication.isSwitching = false
            if case .data(let bytes) = start, known == 0 {
                state.authentication.keep(bytes, of: file, inSession: link.sessionCount)
            }
            return .confirmed
        }
        throw .transport(.notAuthentic)  // bare errors alone, which anybody can send
    }

    /// One run of the protocol; nil where the chip has agreed, and the session goes on under the new keys.
    private mutating func agree(
        _ choice: ChipAuthenticationChoice, _ way: ChipAuthentication.Way
    ) throws(ReadInterruption) -> ChipAuthenticationReading.Outcome? {
        state.authentication.isSwitching = false
        do throws(AccessControlError) {
            let pair: TerminalKeyPair
            do { pair = try TerminalKeyPair(for: choice.publicKey, random: &random) } catch {
                return .failed(Self.withoutOwnKey(error))
            }
            let run = ChipAuthentication(choice, way: way, carriage: carriage(.generalAuthenticate))
            let agreement = try run.agree(&link, with: pair)
            openSession(under: agreement.keys)
            state.authentication.terminalKeyCompressed = agreement.terminalKeyCompressed
            return nil
        } catch {
            switch error {
            case .transport(let cause): throw .transport(cause)
            case .refused(let status, _): return .refused(status: status.rawValue)
            default: return .failed(Self.wrongAnswer(error))
            }
        }
    }

    /// Goes on under new keys, whose cipher may leave another room for data in an answer.
    mutating func openSession(under keys: SecureMessagingKeys) {
        let isAsLargeAsCan = state.blocks == BlockLadder(link.cipher)
        link.open(keys)
        if isAsLargeAsCan {
            state.blocks = BlockLadder(link.cipher)
        } else if !state.blocks.isExtended {
            state.blocks.cap(at: BlockLadder(link.cipher).size)
        }
    }

    // MARK: Again

    /// Proves again, in a session that was opened again, what was proven in the one before.
    mutating func authenticateAgain() throws(ReadInterruption) {
        guard let (choice, way) = state.authentication.chip else {
            // What was proven in the master file was proven again on the way here.
            if isAuthenticatedInMasterFile { try authenticateTerminalAgain() }
            return
        }
        begin(step: "chipAuthentication")
        if let outcome = try agree(choice, way) {
            // Another chip may lie there now, which has all of the files and not the key.
            state.authentication.chip = nil
            enter(choice, .failed(Self.notRepeated(outcome)))
            return
        }
        try confirmAgain(choice)
        try authenticateTerminalAgain()
    }

    /// An answer under the new keys, without which the chip has proven nothing this time.
    ///
    /// An answer may be altered on its way, so that the first one that does not verify is not held against the chip.
    private mutating func confirmAgain(_ choice: ChipAuthenticationChoice) throws(ReadInterruption) {
        do throws(ReadInterruption) {
            _ = try firstRead(.dataGroup(.dg14), known: 8)
            guard link.isProven else { throw .transport(.notAuthentic) }
        } catch {
            guard case .transport(let cause) = error, Self.endsSession(cause) else { throw error }
            state.authentication.unconfirmedCount += 1
            if state.authentication.unconfirmedCount > 1 {
                state.authentication.chip = nil
                enter(choice, .failed(Self.notRepeated("it does not know the keys that it agreed on.")))
            }
            throw error
        }
        state.authentication.unconfirmedCount = 0
    }

    static func notRepeated(_ outcome: ChipAuthenticationReading.Outcome) -> Reason {
        switch outcome {
        case .refused(let status): notRepeated("it refused with \(StatusWord(status)).")
        case .failed(let reason): notRepeated(reason.text)
        case .confirmed: notRepeated("")
        }
    }

    static func notRepeated(_ what: String) -> Reason {
        Reason(
            "notRepeated", "The chip authenticated itself, and when it was opened again it did not: \(what)")
    }

    // MARK: Evidence

    /// Enters what came of an attempt. What was said first stays, but for an outcome that says more: that the chip has no
    /// private key, and above all that it has.
    mutating func enter(_ choice: ChipAuthenticationChoice, _ outcome: ChipAuthenticationReading.Outcome) {
        if let known = state.reading.chipAuthentication?.outcome, known.weight >= outcome.weight, known != .confirmed {
            return
        }
        state.reading.chipAuthentication = ChipAuthenticationReading(
            version: choice.version, identifier: choice.identifier, keyID: choice.keyID, source: choice.source,
            subjectPublicKeyInfo: choice.publicKey.subjectPublicKeyInfo, outcome: outcome)
    }

    private mutating func remarkOn(_ choice: ChipAuthenticationChoice, _ way: ChipAuthentication.Way) {
        switch choice.origin {
        case .named: break
        case .fitting: remark(Remark.keyNumbersDiffer)
        case .inferred: remark(Remark.protocolInferred(choice.identifier))
        }
        if way != ChipAuthentication.ways(for: choice).first { remark(Remark.otherWayOfChipAuthentication) }
    }
}

extension ChipAuthenticationReading.Outcome {
    /// How much an outcome says.
    fileprivate var weight: Int {
        switch self {
        case .refused: 1
        case .failed: 2
        case .confirmed: 3
        }
    }
}
