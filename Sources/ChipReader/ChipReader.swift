public import CardTransport
public import Cryptography
public import LDS
package import MRZ
public import Standards

/// Reads one chip: which protocol and which file, in which order, and how to go on after trouble.
///
/// A read never throws what it has away: every error becomes the reading's `ending`, and all that came before is kept.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §4 and §5 for the order; Doc 9303-10 (8th ed.) §3.6 for the commands.
public struct ChipReader<Connection: CardConnection & ~Copyable>: ~Copyable {
    var link: ChipLink<Connection>
    var random: any RandomSource
    var state: ReadState
    private let readerName: String?

    /// Prepares to read whatever lies on `connection`.
    ///
    /// - Parameter readerName: The reader's name, for the reading.
    public init(
        _ connection: consuming Connection, readerName: String? = nil, random: any RandomSource = SystemRandomSource()
    ) {
        link = ChipLink(connection)
        self.readerName = readerName
        self.random = random
        state = ReadState(ReadRequest(), reading: ChipReading(startedAt: Timestamp(secondsSince1970: 0)))
    }

    /// Reads the chip as far as it goes.
    ///
    /// - Parameters:
    ///   - startedAt: The moment the reading names as its beginning.
    ///   - progress: Told at the beginning of each step and after each block.
    ///   - keep: Given what there is after each file, as a reading that is broken off, for a program that wants it kept
    ///     whatever happens to it.
    public mutating func read(
        _ request: ReadRequest, at startedAt: Timestamp, progress: @escaping (ReadProgress) -> Void = { _ in },
        keep: @escaping (ChipReading) -> Void = { _ in }
    ) -> ChipReading {
        begin(request, at: startedAt, progress: progress)
        state.keep = keep
        do {
            try open()
            if state.isAstray {
                try startOver()
                try open()
            }
            try readApplication()
        } catch {
            end(error)
        }
        return finish()
    }

    /// Opens the chip and reads what proves, after a loss, that it is the same one.
    private mutating func open() throws(ReadInterruption) {
        try readCardFiles()
        try openAccess()
        try proveResumedChip()
        try read(.com)
        try read(.sod)
    }

    /// Ends all sessions and hands the connection back.
    public consuming func close() -> Connection { link.close() }

    // MARK: Beginning and end

    mutating func begin(_ request: ReadRequest, at startedAt: Timestamp, progress: @escaping (ReadProgress) -> Void) {
        var reading = ChipReading(
            startedAt: startedAt, readerName: readerName, answerToReset: link.connection.answerToReset)
        if let earlier = request.resume, Witness(earlier) != nil {
            reading.files = earlier.files
            reading.records = earlier.records
            reading.recordFiles = earlier.recordFiles
            reading.steps = earlier.steps
            reading.remarks = earlier.remarks
            reading.access.offersPACE = earlier.access.offersPACE
        }
        state = ReadState(request, reading: reading)
        state.progress = progress
        link.connection.base.meter = StepMeter()
        link.dropSession()
    }

    mutating func finish() -> ChipReading {
        state.reading.steps += link.connection.base.meter.steps
        if let key = state.request.key { state.reading.access.keyFitsDG1 = state.reading.fits(key) }
        state.progress = { _ in }
        state.keep = { _ in }
        return state.reading
    }

    mutating func end(_ interruption: ReadInterruption) {
        switch interruption {
        case .transport(let error): state.reading.ending = .brokenOff(Reason(error.code, "\(error)"))
        case .ended(let reason): state.reading.ending = .brokenOff(reason)
        }
    }

    // MARK: Steps and remarks

    mutating func begin(step name: String, file: ElementaryFile? = nil, fraction: Double = 0) {
        state.step = name
        link.connection.base.meter.begin(name)
        link.connection.begin(step: name)
        state.progress(ReadProgress(step: name, file: file, fraction: fraction))
    }

    /// Notes what is remarkable, each code once for the same words.
    mutating func remark(_ remark: Reason) {
        if !state.reading.remarks.contains(remark) { state.reading.remarks.append(remark) }
    }

    /// Sends one command, and notes a status that came without the protection it owes.
    mutating func send(_ command: CommandAPDU) throws(ReadInterruption) -> LinkAnswer {
        let answer: LinkAnswer
        do { answer = try link.exchange(inFormOfLength(command)) } catch { throw .transport(error) }
        if link.cipher != nil, !answer.isBare { proveLengthForm(command) }
        if answer.isBare { remark(Remark.bareStatus(answer.response.status, state.step)) }
        return answer
    }
}

extension ChipReading {
    /// Whether a key is that of DG1; nil where DG1 makes none.
    package func fits(_ key: MRZKeyInformation) -> Bool? {
        bytes(of: .dataGroup(.dg1)).flatMap { try? DG1(encoded: $0).machineReadableZone().keyInformation }
            .map(key.isOfSameDocument)
    }
}
