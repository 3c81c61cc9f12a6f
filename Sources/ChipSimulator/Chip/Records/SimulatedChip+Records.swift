import ByteCoding
import CardTransport
import Issuing
import LDS
import Standards

extension SimulatedChip {
    /// READ RECORD: one record, or all from one on.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.7.
    mutating func readRecord(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard let ne = command.expectedCount else { return ResponseAPDU(status: .wrongLength) }
        guard let mode = RecordMode(rawValue: command.p2 & 0x07) else { return ResponseAPDU(status: .wrongParameters) }
        if command.p2 >> 3 != 0, let refusal = behaviour.records.shortIdentifierRefusal {
            return ResponseAPDU(status: refusal)
        }
        if exchange.isExtended, ne > 256, let refusal = behaviour.records.extendedRefusal {
            return ResponseAPDU(status: refusal)
        }
        guard let file = recordFile(short: command.p2 >> 3) else { return ResponseAPDU(status: .fileNotFound) }
        guard mayRead(file) else { return ResponseAPDU(status: denial()) }
        let records = document.records[file] ?? []
        let first = Int(command.p1)
        if let answer = incidentalAnswer(first, records) { return answer }
        guard (1...max(1, records.count)).contains(first), !records.isEmpty else {
            return ResponseAPDU(status: .recordNotFound)
        }
        files.select(file)
        let room = min(ne, exchange.capacity)
        var data: [UInt8] = []
        for record in records[(first - 1)...].prefix(mode == .one ? 1 : records.count) {
            // Whole records only: what is left is asked for by its number.
            guard data.count + record.count <= room else { break }
            data += record
        }
        guard !data.isEmpty else { return ResponseAPDU(status: .wrongLength) }
        return ResponseAPDU(data: data, status: behaviour.records.incident == .warned ? .endOfFile : .success)
    }

    /// The answer to READ RECORD where something goes wrong with that record; nil where nothing does.
    private mutating func incidentalAnswer(_ number: Int, _ records: [[UInt8]]) -> ResponseAPDU? {
        switch behaviour.records.incident {
        case .answered(number, let status)?: return ResponseAPDU(status: status)
        case .endingEarly(let first)? where number >= first: return ResponseAPDU(status: .recordNotFound)
        case .endingSession(number)?:
            access = .closed
            return ResponseAPDU(status: .secureMessagingObjectIncorrect)
        case .truncated?:
            guard records.indices.contains(number - 1) else { return nil }
            let record = records[number - 1]
            return ResponseAPDU(data: Array(record.prefix(record.count / 2)), status: .success)
        case .endless?: return records.first.map { ResponseAPDU(data: $0, status: .success) }
        case .empty(number)?: return ResponseAPDU(status: .success)
        case .warned?, .answered?, .endingEarly?, .endingSession?, .empty?, nil: return nil
        }
    }

    private enum RecordMode: UInt8 {
        case one = 4
        case allFrom
    }

    /// SEARCH RECORD: the numbers of the records that hold a string at a place.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.8 and Appendix I.
    mutating func searchRecord(_ command: CommandAPDU) -> ResponseAPDU {
        guard command.p1 == 0x00, command.p2 == 0xF8 else { return ResponseAPDU(status: .wrongParameters) }
        guard let query = try? RecordQuery(command.data) else { return ResponseAPDU(status: .wrongData) }
        guard let file = recordFile(query.file) else { return ResponseAPDU(status: .fileNotFound) }
        guard mayRead(file) else { return ResponseAPDU(status: denial()) }
        var numbers = (document.records[file] ?? []).enumerated().filter { query.matches($0.element) }.map {
            $0.offset + 1
        }
        if query.stopsAtFirst { numbers = Array(numbers.prefix(1)) }
        guard !numbers.isEmpty else { return ResponseAPDU(status: .endOfFile) }
        let parts = numbers.map { DataObjectWriter.encode(0x02, [UInt8(clamping: $0)]) }
        return ResponseAPDU(
            data: DataObjectWriter.encode(0x7F76, DataObjectWriter.encode(0x51, query.file) + parts.flatMap { $0 }),
            status: .success)
    }

    /// FILE AND MEMORY MANAGEMENT: how many records a file has, which is the number of the newest.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.8, Table 22.
    mutating func manageFiles(_ command: CommandAPDU) -> ResponseAPDU {
        guard command.cla == 0x80 else { return ResponseAPDU(status: .classNotSupported) }
        guard command.p1 == 0x01, command.p2 == 0x04 else { return ResponseAPDU(status: .wrongParameters) }
        let counting = behaviour.records.counting
        guard (command.ins == 0x5E) == (counting == .printedInstruction) else {
            return ResponseAPDU(status: .instructionNotSupported)
        }
        if case .unsupported(let status) = counting { return ResponseAPDU(status: status) }
        var reader = ByteReader(command.data)
        guard let name = try? reader.dataObject(0x51), reader.isAtEnd else { return ResponseAPDU(status: .wrongData) }
        if counting == .longIdentifiers, name.value.count == 1 { return ResponseAPDU(status: .wrongData) }
        guard let file = recordFile(Array(name.value)) else { return ResponseAPDU(status: .fileNotFound) }
        guard mayRead(file) else { return ResponseAPDU(status: denial()) }
        var number = document.records[file]?.count ?? 0
        if case .claims(let claimed) = counting { number = claimed }
        let count = DataObjectWriter.encode(0x83, DataObjectWriter.octets(number))
        return ResponseAPDU(data: DataObjectWriter.encode(0x7F78, count), status: .success)
    }

    // MARK: Files

    /// The file of a short identifier in the present application, or the one that is selected.
    private func recordFile(short identifier: UInt8) -> RecordFile? {
        identifier == 0 ? files.currentRecords : recordFile([identifier])
    }

    /// By a short identifier in one byte, or by a file identifier in two.
    private func recordFile(_ name: [UInt8]) -> RecordFile? {
        RecordFile.allCases.first { file in
            guard file.application == files.application, document.records[file] != nil else { return false }
            let identifier = [UInt8(file.identifier >> 8), UInt8(file.identifier & 0xFF)]
            return name == [file.shortIdentifier] || name == identifier
        }
    }

    // MARK: Rights

    /// Whether the terminal may read a file of records; a chip without Terminal Authentication asks for access alone.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §5 (authorisation extensions).
    private func mayRead(_ file: RecordFile) -> Bool {
        let bit: UInt8 =
            switch file {
            case .entryRecords, .exitRecords, .visaRecords, .biometricCertificates: 0x01
            case .travelCertificates, .visaCertificates: 0x04
            }
        return mayRead(file.application) { $0.first.map { $0 & bit != 0 } == true }
    }

    /// Bytes 2 to 17 have two bits for each file, the higher one for reading what is activated; the last byte is for the first.
    func mayRead(biometrics file: ElementaryFile) -> Bool {
        let index = Int(file.identifier & 0xFF) - 1
        return mayRead(.additionalBiometrics) { bits in
            guard bits.count == 17, (0..<64).contains(index) else { return false }
            return bits[16 - index / 4] >> (index % 4 * 2) & 0x01 != 0
        }
    }

    private func mayRead(_ application: ElementaryFile.Application, _ isGranted: ([UInt8]) -> Bool) -> Bool {
        guard isReadable(application: application) else { return false }
        guard document.terminalAuthentication != nil else { return true }
        guard case .open(let session) = access, let extensionOID = application.accessExtension,
            let bits = grants(session)?.extendedRights[extensionOID]
        else { return false }
        return isGranted(bits)
    }
}

extension ElementaryFile.Application {
    /// The extension of certificates that grants access to an LDS2 application.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) Table 99.
    fileprivate var accessExtension: OID? {
        let arc: UInt8? =
            switch self {
            case .masterFile, .lds1: nil
            case .travelRecords: 1
            case .visaRecords: 2
            case .additionalBiometrics: 3
            }
        return arc.map { OID(2, 23, 136, 1, 1, 9).appending($0).appending(3) }
    }
}
