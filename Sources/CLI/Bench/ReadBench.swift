import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards

/// The benchmark of reading a chip.
enum ReadBench {
    struct Result: Encodable {
        let name = "read"
        let runs: Int
        let reads: [Read]
        let reached: Bool
    }

    /// What one way of reading one document costs.
    struct Read: Encodable {
        let document: String
        /// `short` or `extended`.
        let lengths: String
        let apduCount: Int
        /// The fewest APDUs for the same steps, where it is known.
        let floorAPDUCount: Int?
        let sentByteCount: Int
        let receivedByteCount: Int
        /// Modelled, at 106, 212, 424 and 848 kbit/s.
        let airSeconds: [Double]
        let cpuMilliseconds: Double
    }

    static func run(times: Int) throws -> Result {
        let reference = try referenceDocument()
        let specimen = try Specimen.utopia()
        let lengths = [(name: "short", maximum: 261, floor: 84), (name: "extended", maximum: 65_544, floor: 9)]
        var reads: [Read] = []
        for length in lengths {
            reads.append(
                try read(
                    reference, named: "18,119 bytes", lengths: length.name, maximum: length.maximum,
                    floor: length.floor, counting: { !outsideFloor.contains($0) }, times: times))
        }
        for length in lengths {
            reads.append(
                try read(
                    specimen, named: "specimen", lengths: length.name, maximum: length.maximum, floor: nil,
                    counting: { _ in true }, times: times))
        }
        let reached = reads.allSatisfy { read in
            read.cpuMilliseconds <= 60 && read.floorAPDUCount.map { read.apduCount <= $0 + 3 } ?? true
        }
        return Result(runs: times, reads: reads, reached: reached)
    }

    /// The steps that the floor leaves out: they cost what they cost, with any reader.
    private static let outsideFloor: Set<String> = ["ATR/INFO", "DIR", "cardAccess", "activeAuthentication"]

    private static func read(
        _ document: IssuedDocument, named name: String, lengths: String, maximum: Int, floor: Int?,
        counting isCounted: (String) -> Bool, times: Int
    ) throws -> Read {
        var cpu: [Double] = []
        var last: (reading: ChipReading, traffic: [(command: [UInt8], answer: [UInt8])])?
        for _ in 0..<times {
            let simulated = SimulatedConnection(SimulatedChip(document), maximumCommandByteCount: maximum)
            simulated.recordsTraffic = true
            let connection = TimedConnection(simulated)
            var request = ReadRequest(key: document.keyInformation)
            request.performsActiveAuthentication = floor == nil
            let start = CPUClock.now
            var reader = ChipReader(connection)
            let reading = reader.read(request, at: Timestamp(secondsSince1970: 1_769_817_600))
            cpu.append((CPUClock.now - start - connection.chipSeconds) * 1000)
            last = (reading, simulated.traffic)
        }
        guard let last, case .complete = last.reading.ending else {
            throw CommandError("the benchmark's own document could not be read")
        }
        for (file, bytes) in document.files where last.reading.bytes(of: file) != bytes {
            throw CommandError("the benchmark read \(file) with other bytes than it has")
        }
        // The steps come in the order of the traffic, so that each exchange finds its step.
        let names = last.reading.steps.flatMap { step in Array(repeating: step.name, count: step.apduCount) }
        let counted = zip(names, last.traffic).filter { isCounted($0.0) }.map(\.1)
        return Read(
            document: name, lengths: lengths, apduCount: counted.count, floorAPDUCount: floor,
            sentByteCount: counted.reduce(0) { $0 + $1.command.count },
            receivedByteCount: counted.reduce(0) { $0 + $1.answer.count },
            airSeconds: WireModel.bitRates.map { rate in
                let wire = WireModel(bitRate: rate)
                return counted.reduce(0) {
                    $0 + wire.seconds(commandByteCount: $1.command.count, answerByteCount: $1.answer.count)
                }
            },
            cpuMilliseconds: cpu.sorted()[cpu.count / 2])
    }

    /// The passport that measurements of other readers were made on: files of the same sizes, filler inside.
    private static func referenceDocument() throws -> IssuedDocument {
        var document = try Specimen.utopia()
        let groups: [DataGroup] = [.dg1, .dg2, .dg14, .dg15]
        let dg1 = document.files[.dataGroup(.dg1)]
        document.files = [
            .com: FileEncoder.com(groups: groups),
            .sod: filler(0x77, byteCount: 1386),
            .dataGroup(.dg2): filler(0x75, byteCount: 16_065),
            .dataGroup(.dg14): filler(0x6E, byteCount: 386),
            .dataGroup(.dg15): filler(0x6F, byteCount: 165),
        ]
        document.files[.dataGroup(.dg1)] = dg1
        guard document.files.values.reduce(0, { $0 + $1.count }) == 18_119 else {
            throw CommandError("the benchmark's document has not the size that it is compared by")
        }
        return document
    }

    private static func filler(_ tag: Int, byteCount: Int) -> [UInt8] {
        let header = DataObjectWriter.header(tag, valueCount: byteCount - 4)
        return DataObjectWriter.encode(tag, [UInt8](repeating: 0x5A, count: byteCount - header.count))
    }
}

/// A connection to a simulated chip that knows how much of the CPU time was the chip's.
final class TimedConnection: CardConnection {
    private let base: SimulatedConnection
    private(set) var chipSeconds = 0.0

    init(_ base: SimulatedConnection) {
        self.base = base
    }

    var answerToReset: [UInt8] { base.answerToReset }
    var maximumCommandByteCount: Int { base.maximumCommandByteCount }

    func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
        let start = CPUClock.now
        defer { chipSeconds += CPUClock.now - start }
        return try base.transmit(command)
    }

    func reset() throws(TransportError) { try base.reset() }

    func reconnect(within limit: Duration) throws(TransportError) { try base.reconnect(within: limit) }
}
