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
        /// The fewest APDUs for the same steps.
        let floorAPDUCount: Int
        let sentByteCount: Int
        let receivedByteCount: Int
        let floorSentByteCount: Int
        let floorReceivedByteCount: Int
        /// Modelled, at 106, 212, 424 and 848 kbit/s.
        let airSeconds: [Double]
        let floorAirSeconds: [Double]
        let cpuMilliseconds: Double

        /// How far above the floor the modelled time is at worst, as a part of it.
        var excess: Double { zip(airSeconds, floorAirSeconds).map { $0 / $1 - 1 }.max() ?? 0 }
    }

    /// The figures to reach.
    static let maximumExcess = 0.02
    static let maximumCPUMilliseconds = 80.0

    /// - Parameter progress: told how much of the work is done, 0 to 1.
    static func run(times: Int, progress: (Double) -> Void) throws -> Result {
        let scenarios = try ReadScenario.all()
        var reads: [Read] = []
        for scenario in scenarios {
            for (name, maximum) in [("short", 261), ("extended", 65_544)] {
                progress(Double(reads.count) / Double(2 * scenarios.count))
                reads.append(try read(scenario, lengths: name, maximum: maximum, times: times))
            }
        }
        let reached = reads.allSatisfy {
            $0.cpuMilliseconds <= maximumCPUMilliseconds && $0.excess <= maximumExcess
        }
        return Result(runs: times, reads: reads, reached: reached)
    }

    private static func read(_ scenario: ReadScenario, lengths: String, maximum: Int, times: Int) throws -> Read {
        let document = scenario.document
        var behaviour = ChipBehaviour()
        behaviour.chainsCommands = scenario.needsChains && maximum <= CommandAPDU.maximumShortByteCount
        var cpu: [Double] = []
        var last: (reading: ChipReading, traffic: [(command: [UInt8], answer: [UInt8])])?
        for _ in 0..<times {
            let simulated = SimulatedConnection(
                SimulatedChip(document, behaviour: behaviour), maximumCommandByteCount: maximum)
            simulated.recordsTraffic = true
            let connection = TimedConnection(simulated)
            let start = CPUClock.now
            var reader = ChipReader(connection)
            let reading = reader.read(scenario.request, at: Timestamp(secondsSince1970: 1_769_817_600))
            cpu.append((CPUClock.now - start - connection.chipSeconds) * 1000)
            last = (reading, simulated.traffic)
        }
        guard let last, case .complete = last.reading.ending else {
            throw CommandError("the benchmark's own document, \(scenario.name), could not be read")
        }
        for file in last.reading.files where file.file.application == .lds1 {
            guard last.reading.bytes(of: file.file) == document.files[file.file] else {
                throw CommandError("the benchmark did not read \(file.file) of \(scenario.name), \(lengths), as it is")
            }
        }
        // The steps come in the order of the traffic, so that each exchange finds its step.
        let names = last.reading.steps.flatMap { step in Array(repeating: step.name, count: step.apduCount) }
        let counted = zip(names, last.traffic).filter { !scenario.leftOut.contains($0.0) }
        let floor = floor(of: scenario, counted, maximum: maximum)
        if let published = scenario.published {
            guard floor.apduCount <= (maximum > 261 ? published.extended : published.short) else {
                throw CommandError("the floor of \(scenario.name) is \(floor.apduCount) APDUs, above the published one")
            }
        }
        let traffic = counted.map(\.1)
        let wires = WireModel.bitRates.map { WireModel(bitRate: $0) }
        return Read(
            document: scenario.name, lengths: lengths, apduCount: traffic.count, floorAPDUCount: floor.apduCount,
            sentByteCount: traffic.reduce(0) { $0 + $1.command.count },
            receivedByteCount: traffic.reduce(0) { $0 + $1.answer.count },
            floorSentByteCount: floor.sentByteCount, floorReceivedByteCount: floor.receivedByteCount,
            airSeconds: wires.map { wire in
                traffic.reduce(0) {
                    $0 + wire.seconds(commandByteCount: $1.command.count, answerByteCount: $1.answer.count)
                }
            },
            floorAirSeconds: wires.map { floor.seconds(on: $0) }, cpuMilliseconds: cpu.sorted()[cpu.count / 2])
    }

    /// The least for the same steps: the files that were read in a session at their best, everything else as it was.
    private static func floor(
        of scenario: ReadScenario, _ counted: [(step: String, exchange: (command: [UInt8], answer: [UInt8]))],
        maximum: Int
    ) -> ReadFloor {
        var floor = ReadFloor()
        let files = scenario.document.files.filter { $0.key.application == .lds1 }
        let names = Dictionary(uniqueKeysWithValues: files.map { ($0.key.name, $0.value.count) })
        var seen: Set<String> = []
        for (step, exchange) in counted {
            guard let byteCount = names[step] else {
                floor.add(command: exchange.command.count, answer: exchange.answer.count)
                continue
            }
            guard seen.insert(step).inserted else { continue }
            let answerByteCount = maximum > 261 ? 65_536 : 256
            floor.add(fileOf: byteCount, scenario.cipher, inAnswersOf: answerByteCount)
        }
        return floor
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
