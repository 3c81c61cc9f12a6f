import ByteCoding
import CardTransport
import Cryptography
import Issuing
import LDS
import MRZ
import PKI
import Standards

extension SimulatedChip {
    /// MSE:Set DST: whose key verifies the next certificate.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.5.
    mutating func setVerificationKey(_ reference: ControlReference, _ exchange: Exchange) -> ResponseAPDU {
        terminalStep(0, exchange) { chip, session in
            guard let name = reference[0x83] else { return .wrongData }
            let known = chip.memory.trustPoints + (session.terminal.imported.map { [$0] } ?? [])
            guard let key = known.first(where: { $0.reference == name }) else { return .referencedDataNotFound }
            session.terminal.stage = .verifying(key)
            return .success
        }
    }

    /// PSO: VERIFY CERTIFICATE, the certificate without its outer tag.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.5; BSI TR-03110-3 B.11.5.
    mutating func verifyCertificate(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard command.p1 == 0x00, command.p2 == 0xBE else { return ResponseAPDU(status: .wrongParameters) }
        return terminalStep(1, exchange) { chip, session in
            guard case .verifying(let issuer) = session.terminal.stage else { return .conditionsNotSatisfied }
            session.terminal.stage = .idle
            guard let certificate = try? CVCertificate(encoded: DataObjectWriter.encode(0x7F21, command.data)) else {
                return .wrongData
            }
            let terminalAuthentication = chip.behaviour.terminalAuthentication
            guard terminalAuthentication.brokenTrustPoint != issuer.reference,
                let key = chip.memory.verify(certificate, under: issuer)
            else {
                if terminalAuthentication.endsAfterRefusedCertificate { session.terminal.stage = .refused }
                return .authenticationFailed
            }
            session.terminal.imported = key
            chip.files.update(chip.authorityFile, chip.authorityReferences)
            return .success
        }
    }

    /// MSE:Set AT of Terminal Authentication: whose key signs; version 2 also brings the ephemeral key beforehand.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.5; BSI TR-03110-3 B.3.
    mutating func setTerminalAuthentication(_ reference: ControlReference, _ exchange: Exchange) -> ResponseAPDU {
        terminalStep(2, exchange) { chip, session in
            guard let name = reference[0x83] else { return .wrongData }
            guard let key = session.terminal.imported, key.reference == name, key.role == .terminal else {
                return .referencedDataNotFound
            }
            if let oid = reference[0x80], OID(contents: oid) != key.certificate.publicKey.identifier {
                return .wrongData
            }
            let binding: TerminalState.Binding
            if let compressed = reference[0x91] {
                guard case .pace = session.opening, session.compressedTerminalKey == nil else {
                    return .conditionsNotSatisfied
                }
                guard reference[0x80] != nil else { return .wrongData }
                binding = TerminalState.Binding(
                    compressedTerminalKey: compressed, auxiliaryData: reference.encoded(0x67) ?? [])
            } else {
                guard let compressed = session.compressedTerminalKey else { return .conditionsNotSatisfied }
                binding = TerminalState.Binding(compressedTerminalKey: compressed, auxiliaryData: [])
            }
            session.terminal.stage = .chosen(key, binding)
            return .success
        }
    }

    /// GET CHALLENGE for a terminal whose key is chosen.
    mutating func challengeTerminal(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard command.p1 == 0, command.p2 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        guard command.expectedCount != nil else { return ResponseAPDU(status: .wrongLength) }
        let isUnchecked = behaviour.terminalAuthentication.takesAnything
        var challenge = isUnchecked ? random.bytes(behaviour.terminalAuthentication.challengeByteCount) : []
        let answer = terminalStep(3, exchange) { chip, session in
            guard case .chosen(let key, let binding) = session.terminal.stage else { return .conditionsNotSatisfied }
            challenge = chip.random.bytes(chip.behaviour.terminalAuthentication.challengeByteCount)
            session.terminal.stage = .challenged(key, binding, challenge: challenge)
            return .success
        }
        return ResponseAPDU(data: challenge, status: answer.status)
    }

    /// EXTERNAL AUTHENTICATE: the signature over ID_IC ‖ r_IC ‖ Comp(PK_IFD) ‖ A_IFD.
    mutating func authenticateTerminal(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        terminalStep(4, exchange) { chip, session in
            guard case .challenged(let key, let binding, let challenge) = session.terminal.stage else {
                return .conditionsNotSatisfied
            }
            let message =
                chip.identifier(in: session) + challenge + binding.compressedTerminalKey + binding.auxiliaryData
            guard key.verifies(command.data, over: message) else {
                session.terminal.stage = .refused
                return .authenticationFailed
            }
            session.terminal.stage = .authenticated(key, binding)
            return .success
        }
    }

    // MARK: Parts

    /// One step: in a channel, with a chip that knows the protocol, and not after it is over.
    private mutating func terminalStep(
        _ number: Int, _ exchange: Exchange, _ body: (inout SimulatedChip, inout ChipSession) -> StatusWord
    ) -> ResponseAPDU {
        if let refusal = behaviour.terminalAuthentication.refusal, refusal.step == number {
            return ResponseAPDU(status: refusal.status)
        }
        guard exchange.isSecured, case .open(var session) = access else {
            return ResponseAPDU(status: .securityStatusNotSatisfied)
        }
        if behaviour.terminalAuthentication.takesAnything { return ResponseAPDU(status: .success) }
        guard document.terminalAuthentication != nil else { return ResponseAPDU(status: .functionNotSupported) }
        guard !session.terminal.isOver else { return ResponseAPDU(status: .conditionsNotSatisfied) }
        let status = body(&self, &session)
        access = .open(session)
        return ResponseAPDU(status: status)
    }

    /// ID_IC: the document number with its check digit, or the chip's ephemeral key of PACE, compressed.
    private func identifier(in session: ChipSession) -> [UInt8] {
        switch session.opening {
        // Fourteen digits of dates and their check digits follow the number.
        case .bac: Array(document.keyInformation.bytes.dropLast(14))
        case .pace(_, let compressedChipKey): compressedChipKey
        }
    }

    /// Whom the chip trusts, by name, the newest first.
    var trustPointReferences: [[UInt8]] {
        if behaviour.terminalAuthentication.namesForeignAuthority { return [Array("XXCVCAFOREIGN".utf8)] }
        if let name = behaviour.terminalAuthentication.namedAuthority { return [Array(name.utf8)] }
        return memory.trustPoints.map(\.reference)
    }

    /// EF.CVCA: 36 bytes of references, filled up with zeros.
    ///
    /// Spec: BSI TR-03110-3 A.7.2.4.
    var authorityReferences: [UInt8] {
        let references = trustPointReferences.flatMap { DataObjectWriter.encode(0x42, $0) }
        return references + [UInt8](repeating: 0, count: max(0, 36 - references.count))
    }

    /// What the terminal of a session has proven to be granted; with Chip Authentication, in either order.
    func grants(_ session: ChipSession) -> CertifiedKey? {
        session.compressedTerminalKey == nil ? nil : session.terminal.key
    }
}

extension CertifiedKey {
    /// The data groups that the chain grants.
    var groups: Set<DataGroup> {
        var groups: Set<DataGroup> = []
        if authorization.grantsDG3 { groups.insert(.dg3) }
        if authorization.grantsDG4 { groups.insert(.dg4) }
        return groups
    }
}
