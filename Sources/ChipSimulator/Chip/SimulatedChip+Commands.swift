import ByteCoding
import CardTransport
import Issuing
import LDS

extension SimulatedChip {
    /// Executes a command that is in plain by now.
    mutating func execute(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        switch command.ins {
        case 0xA4: select(command)
        case 0xB0: readBinary(command, exchange)
        case 0xB1: readBinaryOdd(command, exchange)
        case 0x84: getChallenge(command, exchange)
        case 0x82: externalAuthenticate(command, exchange)
        case 0x88: internalAuthenticate(command, exchange)
        case 0xC0: ResponseAPDU(status: .conditionsNotSatisfied)
        default: ResponseAPDU(status: .instructionNotSupported)
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
        files.select(application: .masterFile)
        return control(command, DataObjectWriter.encode(0x83, [0x3F, 0x00]))
    }

    /// By the whole name, or by its first bytes.
    private mutating func selectApplication(_ command: CommandAPDU) -> ResponseAPDU {
        if let refusal = behaviour.applicationRefusal { return ResponseAPDU(status: refusal) }
        let name = CardFileSystem.applicationIdentifier
        guard command.data.count >= 5, name.starts(with: command.data) else {
            return ResponseAPDU(status: .fileNotFound)
        }
        files.select(application: .lds1)
        return control(command, DataObjectWriter.encode(0x84, name))
    }

    private mutating func selectFile(_ command: CommandAPDU, identifier bytes: [UInt8]) -> ResponseAPDU {
        guard bytes.count == 2 else { return ResponseAPDU(status: .wrongLength) }
        let identifier = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        guard let file = files.file(identifier), let contents = files.contents(of: file) else {
            return ResponseAPDU(status: isReadable(application: files.application) ? .fileNotFound : denial())
        }
        // Even the selection of a protected file is refused (Doc 9303-11 §4.3.2).
        guard isReadable(file) else { return ResponseAPDU(status: denial()) }
        files.select(file)
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
    private func isReadable(application: ElementaryFile.Application) -> Bool {
        if application == .masterFile || document.accessControl == .open { return true }
        if case .open = access { return true }
        return false
    }

    func isReadable(_ file: ElementaryFile) -> Bool {
        guard isReadable(application: file.application) else { return false }
        guard let group = file.dataGroup, group.needsTerminalAuthentication else { return true }
        return document.readableWithoutTerminalAuthentication.contains(group)
    }

    /// The status word for an access that is not allowed, which some chips let end the session.
    mutating func denial() -> StatusWord {
        if behaviour.dropsSessionOnDenial { access = .closed }
        return .securityStatusNotSatisfied
    }
}
