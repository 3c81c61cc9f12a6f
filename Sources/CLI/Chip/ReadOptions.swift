import CardTransport
import ChipReader
import ChipSimulator
import Evidence
import Issuing
import LDS
import MRZ

/// What of a chip to read, and with which key: the options that every command with a chip shares.
struct ReadOptions {
    /// The printed key and, where it was given, the printed zone.
    let key: AccessKeyInput
    let request: ReadRequest
    /// Whether printed lines were given, typed or in a picture.
    let givesLines: Bool

    /// The options that `init` reads, beside those of source and evidence: keys, what to read, and the terminal.
    static let options: [Option] = AccessKeyInput.options + PasswordInput.options + choices + TerminalInput.options

    private static let choices: [Option] = [
        .value(
            "access", "NAME", "which access protocols may be used (default auto)",
            choices: AccessPolicy.allCases.map(\.rawValue)),
        .value("groups", "LIST", "read only these data groups, such as 1,2,11"),
        .flag("skip-portrait", "leave the face image (DG2) out"),
        records,
        .flag(
            "read-protected", "ask for DG3 and DG4 too, which some test chips give out without terminal authentication"),
    ]

    /// Which records to read.
    static let records = Option.value(
        "records", "NAME",
        "which travel records, visas and additional biometrics (LDS2) to read: those that the chip lists, by default",
        choices: RecordSelection.allCases.map(\.rawValue))

    init(_ invocation: Invocation, from source: ChipSource, resuming earlier: StoredReading?) throws {
        let input = try PasswordInput(invocation)
        let passwords = try input.passwords()
        key = try Self.key(invocation, source, earlier, isNeeded: input.isEmpty)
        givesLines =
            ["mrz", "mrz-file", "image"].contains { invocation[$0] != nil } || invocation[flag: "camera"]
        var request = try Self.request(invocation, key: key.key, resuming: earlier)
        request.password = passwords.password
        request.accessNumber = passwords.accessNumber
        request.passwordOnReader = input.onReader
        self.request = request
    }

    /// What the options ask for, whatever the key is.
    static func request(_ invocation: Invocation, key: MRZKeyInformation? = nil, resuming earlier: StoredReading? = nil)
        throws -> ReadRequest
    {
        var request = ReadRequest(key: key)
        request.accessPolicy = invocation["access"].flatMap(AccessPolicy.init) ?? .auto
        request.groups = try DataGroupList.parse(invocation["groups"], command: invocation.command)
        request.skipsPortrait = invocation[flag: "skip-portrait"]
        request.readsProtectedGroups = invocation[flag: "read-protected"]
        request.records = invocation["records"].flatMap(RecordSelection.init) ?? .listed
        request.resume = earlier?.reading
        request.terminal = try TerminalInput.credential(invocation)
        return request
    }

    /// What a picture said of the lines that evidence goes on with; nil where other lines were given.
    func keptCapture(of earlier: StoredReading?) -> CapturedMRZ? {
        guard let captured = earlier?.capture, key.printed ?? captured.zone == captured.zone else { return nil }
        return captured
    }

    private static let ways = ["mrz", "mrz-file", "document-number", "birth", "expiry"]

    /// Reads the chip. A key out of a picture that it refuses is read otherwise once.
    ///
    /// - Returns: The reading, a trace of it, and what the picture says, with the second try.
    func read(
        from source: ChipSource, tracing detail: Trace.Detail = .redacted, keep: @escaping (ChipReading) -> Void
    ) throws -> (reading: ChipReading, trace: Trace, captured: CapturedMRZ?) {
        guard let captured = key.capture?.captured else {
            let (reading, trace) = try source.read(request, tracing: detail, keep: keep)
            return (reading, trace, nil)
        }
        let (reading, trace, tried) = try source.read(request, captured, tracing: detail, keep: keep)
        return (reading, trace, tried)
    }

    /// The key as given; else that of the evidence to go on with, or of the simulated document; else it is asked for.
    ///
    /// - Parameter isNeeded: Whether nothing else opens the chip.
    private static func key(
        _ invocation: Invocation, _ source: ChipSource, _ earlier: StoredReading?, isNeeded: Bool
    ) throws -> AccessKeyInput {
        if invocation["image"] != nil || invocation[flag: "camera"],
            Self.ways.contains(where: { invocation[$0] != nil })
        {
            throw UsageError(
                "the key is given twice", hint: "the picture gives the printed lines already.",
                command: invocation.command)
        }
        if let capture = try CapturedInput(invocation) {
            if isNeeded, let refusal = capture.refusal { throw refusal }
            capture.tell()
            return AccessKeyInput(capture)
        }
        let given = try AccessKeyInput(invocation, isOptional: true)
        guard given.key == nil else { return given }
        if let captured = earlier?.capture {
            let zone = captured.retry.map(captured.zone) ?? captured.zone
            return AccessKeyInput(key: zone.keyInformation, printed: captured.zone)
        }
        if let lines = earlier?.printedLines, !lines.isEmpty {
            return try AccessKeyInput(text: lines.joined(separator: "\n"))
        }
        guard isNeeded else { return given }
        if case .simulated(let chip) = source {
            let document = chip.document
            let printed = try? MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
            return AccessKeyInput(key: document.keyInformation, printed: printed)
        }
        return try AccessKeyInput(invocation)
    }
}
