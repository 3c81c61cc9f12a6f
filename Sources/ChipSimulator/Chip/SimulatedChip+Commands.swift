import ByteCoding
import CardTransport
import Issuing
import LDS

extension SimulatedChip {
    /// Executes a command that is in plain by now.
    mutating func execute(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard let whole = collect(command) else {
            return ResponseAPDU(status: (unfinishedCommand?.data.count ?? 0) > 4096 ? .wrongLength : .success)
        }
        return executeWhole(whole, exchange)
    }

    /// Puts a command together that comes in a chain, where this chip takes chains of any command.
    ///
    /// - Returns: nil while its end is missing.
    ///
    /// Spec: ISO/IEC 7816-4 §5.3.3.
    private mutating func collect(_ command: CommandAPDU) -> CommandAPDU? {
        guard behaviour.chainsCommands, command.ins != 0x86 else { return command }
        var whole = command
        if let begun = unfinishedCommand, begun.ins == command.ins, begun.p1 == command.p1, begun.p2 == command.p2,
            begun.data.count <= 4096
        {
            whole.data = begun.data + command.data
        }
        unfinishedCommand = command.cla == 0x10 ? whole : nil
        return command.cla == 0x10 ? nil : whole
    }

    private mutating func executeWhole(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        if case .unfinishedChain = environment { return ResponseAPDU(status: StatusWord(0x6883)) }
        if command.ins != 0x86 {
            chained = []
            environment = .none
        }
        if let refusal = refusal(ofClass: command) { return ResponseAPDU(status: refusal) }
        if behaviour.refusesLengthWithoutAnswer, command.ins == 0xA4, command.p2 & 0x0C == 0x0C, !exchange.isSecured,
            command.expectedCount != nil
        {
            return ResponseAPDU(status: .wrongLength)
        }
        return switch command.ins {
        case 0x22: manageSecurityEnvironment(command, exchange)
        case 0x86: generalAuthenticate(command, exchange)
        case 0x2C: resetRetryCounter(command)
        case 0xA4: select(command)
        case 0xB0: readBinary(command, exchange)
        case 0xB1: readBinaryOdd(command, exchange)
        case 0x84: exchange.isSecured ? challengeTerminal(command, exchange) : startMutualAuthentication(command)
        case 0x82: exchange.isSecured ? authenticateTerminal(command, exchange) : mutuallyAuthenticate(command)
        case 0x2A: verifyCertificate(command, exchange)
        case 0xB2: readRecord(command, exchange)
        case 0xA2: searchRecord(command)
        case 0x5E, 0x5F: manageFiles(command)
        case 0x88: internalAuthenticate(command, exchange)
        case 0xC0: ResponseAPDU(status: .conditionsNotSatisfied)
        default: ResponseAPDU(status: .instructionNotSupported)
        }
    }

    /// Only GENERAL AUTHENTICATE comes in pieces.
    private func refusal(ofClass command: CommandAPDU) -> StatusWord? {
        switch command.cla {
        case 0x00: nil
        case 0x10 where command.ins == 0x86: nil
        case 0x10: StatusWord(0x6884)
        case 0x80 where command.ins == 0x5E || command.ins == 0x5F: nil
        default: .classNotSupported
        }
    }

    /// Spec: ISO/IEC 7816-4 §11.2.2; ICAO Doc 9303-10 (8th ed.) §3.6.
    private mutating func select(_ command: CommandAPDU) -> ResponseAPDU {
        guard command.p2 & 0xF0 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        switch command.p1 {
        case 0x00 where command.data.isEmpty || command.data == [0x3F, 0x00]: return selectMasterFile(command)
        case 0x03: return selectMasterFile(command)
        case 0x00, 0x02: return selectFile(command, identifier: command.data)
        case 0x04: return selectApplication(command)
        case 0x08 where command.data.count == 2:
            files.select(application: .masterFile)
            return selectFile(command, identifier: command.data)
        case 0x09 where command.data.count == 2: return selectFile(command, identifier: command.data)
        default: return ResponseAPDU(status: .wrongParameters)
        }
    }

    private mutating func selectMasterFile(_ command: CommandAPDU) -> ResponseAPDU {
        if let refusal = behaviour.masterFileRefusal { return ResponseAPDU(status: refusal) }
        let form: ChipBehaviour.MasterFileForm = command.data.isEmpty ? .withoutData : .withIdentifier
        guard behaviour.refusedMasterFileForm != form else { return ResponseAPDU(status: .wrongLength) }
        files.select(application: .masterFile)
        return control(command, DataObjectWriter.encode(0x83, [0x3F, 0x00]))
    }

    /// By the whole name, or by its first bytes.
    private mutating func selectApplication(_ command: CommandAPDU) -> ResponseAPDU {
        if let refusal = behaviour.applicationRefusal { return ResponseAPDU(status: refusal) }
        if let refusal = behaviour.applicationFormRefusal, command.p2 & 0x0C == 0x0C {
            return ResponseAPDU(status: refusal)
        }
        guard command.data.count >= 5, let application = files.application(named: command.data),
            let name = application.identifier
        else { return ResponseAPDU(status: .fileNotFound) }
        let isLocked =
            application != .lds1 || document.accessControl == .pace && behaviour.cardAccessPlace != .application
        if isLocked, !isReadable(application: application) {
            return ResponseAPDU(status: behaviour.lockedApplication ?? .securityStatusNotSatisfied)
        }
        files.select(application: application)
        return control(command, DataObjectWriter.encode(0x84, name))
    }

    private mutating func selectFile(_ command: CommandAPDU, identifier bytes: [UInt8]) -> ResponseAPDU {
        guard bytes.count == 2 else { return ResponseAPDU(status: .wrongLength) }
        let identifier = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        if let records = RecordFile.allCases.first(where: {
            $0.application == files.application && $0.identifier == identifier && document.records[$0] != nil
        }) {
            files.select(records)
            return control(command, DataObjectWriter.encode(0x83, bytes))
        }
        guard let file = files.file(identifier), let contents = files.contents(of: file) else {
            return ResponseAPDU(status: isReadable(application: files.application) ? .fileNotFound : denial())
        }
        // Even the selection of a protected file is refused (Doc 9303-11 §4.3.2).
        guard isReadable(file) else { return ResponseAPDU(status: denial()) }
        if file == .cardAccess, behaviour.cardAccessPlace == .afterSelection, !files.isMasterFileSelected {
            return ResponseAPDU(status: .fileNotFound)
        }
        let isMistaken =
            file == .cardAccess
            && (behaviour.cardAccessPlace == .behindDirectory
                || behaviour.cardAccessPlace == .behindOtherSelection && command.p1 == 0x02)
        files.select(isMistaken && files.contents(of: .directory) != nil ? .directory : file)
        let size = DataObjectWriter.octets(contents.count)
        return control(command, DataObjectWriter.encode(0x80, size) + DataObjectWriter.encode(0x83, bytes))
    }

    /// File control information, where P2 asks for it and the command takes data.
    private func control(_ command: CommandAPDU, _ information: [UInt8]) -> ResponseAPDU {
        let tag: Int? =
            switch command.p2 & 0x0C {
            case 0x00: 0x6F
            case 0x04: 0x62
            default: nil
            }
        guard let tag, command.expectedCount != nil else { return ResponseAPDU(status: .success) }
        return ResponseAPDU(data: DataObjectWriter.encode(tag, information), status: .success)
    }

    /// Whether the terminal may know what an application holds.
    func isReadable(application: ElementaryFile.Application) -> Bool {
        if application == .masterFile || document.accessControl == .open { return true }
        if case .open = access { return true }
        return false
    }

    func isReadable(_ file: ElementaryFile) -> Bool {
        guard isReadable(application: file.application) else { return false }
        if file == .cardSecurity { return isOpenedByPACE }
        if file.application == .additionalBiometrics { return mayRead(biometrics: file) }
        guard let group = file.dataGroup, group.needsTerminalAuthentication else { return true }
        if document.readableWithoutTerminalAuthentication.contains(group)
            || behaviour.terminalAuthentication.takesAnything
        {
            return true
        }
        guard case .open(let session) = access else { return false }
        return grants(session)?.groups.contains(group) == true
    }

    /// EF.CardSecurity is for terminals that came by PACE.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4.
    private var isOpenedByPACE: Bool {
        guard case .open(let session) = access, case .pace = session.opening else { return false }
        return true
    }

    /// The status word for an access that is not allowed, which some chips let end the session.
    mutating func denial() -> StatusWord {
        if behaviour.dropsSessionOnDenial { access = .closed }
        return .securityStatusNotSatisfied
    }
}
