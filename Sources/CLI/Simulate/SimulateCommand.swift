import ChipSimulator
import Foundation
import Issuing

extension Command {
    static let simulate = Command(
        "simulate",
        summary: "a chip without hardware, in a virtual reader behind pcscd",
        discussion: "Personalises a chip and lays it on a virtual reader (vpcd, TCP) until Ctrl-C; every PC/SC program "
            + "can read it there. Where --print-mrz, --trust-out or --list-faults is given and --vpcd is not, only that "
            + "is done. The profile says what the chip offers: BAC and PACE by every mapping and password, Chip, Terminal and "
            + "Active Authentication, EF.CardSecurity, the applications of LDS2; --list-faults says how it may misbehave.",
        options: ProfileInput.options + [
            .value("vpcd", "HOST:PORT", "where the virtual reader listens (127.0.0.1:35963)")
        ] + MisbehaviourInput.options + [
            .flag("list-faults", "list the names that --fault and --forge take"),
            .flag("print-mrz", "print the machine readable zone, which opens the chip"),
            .value("trust-out", "DIR", "write the country signing certificate there, as csca.cer"),
            .value("count", "N", "end after N sessions: a session begins with the first command after power-on"),
            .value("serve-for", "SECONDS", "end after that time"),
            .flag("json", "print what was done as JSON"),
        ],
        examples: [
            Example("emrtd simulate --print-mrz", "the lines that open the specimen of Utopia"),
            Example(
                "emrtd simulate --vpcd 127.0.0.1:35963 --forge clone --serve-for 60",
                "a copied chip lies on the virtual reader for a minute"),
            Example(
                "emrtd simulate --profile specimen-eac --print-mrz", "the lines that open the specimen with fingers"),
        ]
    ) { invocation in
        if invocation[flag: "list-faults"] { return try SimulationList.show(asJSON: invocation[flag: "json"]) }
        let simulation = try Simulation(invocation)
        return try simulation.run()
    }
}

/// One run of `emrtd simulate`.
private struct Simulation {
    let document: IssuedDocument
    let chip: SimulatedChip
    let address: VPCDAddress?
    let mostSessions: Int?
    let seconds: Int?
    let trustFolder: String?
    let printsMRZ: Bool
    let isJSON: Bool

    init(_ invocation: Invocation) throws {
        mostSessions = try invocation.integer("count", in: 1...1_000_000)
        seconds = try invocation.integer("serve-for", in: 1...604_800)
        trustFolder = invocation["trust-out"]
        printsMRZ = invocation[flag: "print-mrz"]
        isJSON = invocation[flag: "json"]
        if let text = invocation["vpcd"] {
            do { address = try VPCDAddress(text) } catch {
                throw UsageError("'--vpcd': \(error)", command: invocation.command)
            }
        } else {
            address = trustFolder == nil && !printsMRZ ? .standard : nil
        }
        document = try ProfileInput.document(invocation)
        chip = try MisbehaviourInput(invocation).chip(document)
    }

    func run() throws -> ExitStatus {
        var summary = SimulationSummary()
        if let trustFolder { summary.certificates = try ProfileInput.writeTrust(document, to: trustFolder) }
        if printsMRZ { summary.mrz = chip.document.mrzLines }
        if !isJSON {
            for path in summary.certificates ?? [] { Terminal.note("wrote \(path)") }
            for line in summary.mrz ?? [] { Terminal.print(line) }
        }
        if let address { try serve(address, &summary) }
        if isJSON { try Terminal.printJSON(summary) }
        return .success
    }

    private func serve(_ address: VPCDAddress, _ summary: inout SimulationSummary) throws {
        StopSignal.watch()
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        let shouldStop = { (sessions: Int) in
            StopSignal.isSet || end.map { ContinuousClock.now >= $0 } ?? false
                || mostSessions.map { sessions > $0 } ?? false
        }
        var client = VPCDClient(chip, at: address)
        var wasConnected = false
        while !shouldStop(client.sessionCount) {
            do {
                try client.serve(
                    onConnect: {
                        wasConnected = true
                        Terminal.note("the chip lies on the virtual reader at \(address.host):\(address.port)")
                    }, until: { client in shouldStop(client.sessionCount) || client.hasEnded(after: mostSessions) })
                break
            } catch VPCDError.closed where wasConnected {
                Terminal.note("the virtual reader closed the connection; waiting for it")
            } catch VPCDError.notListening where wasConnected {
            } catch VPCDError.unknownHost {
                throw CommandError(
                    "there is no host '\(address.host)'", hint: "--vpcd takes HOST:PORT, such as 127.0.0.1:35963")
            } catch {
                throw CommandError(
                    "\(error)", hint: "start one with 'Scripts/virtual-reader start', or see 'emrtd doctor'")
            }
            Thread.sleep(forTimeInterval: 0.5)
        }
        summary.sessions = client.sessionCount
        summary.commands = client.commandCount
        if !isJSON {
            Terminal.note(
                "\(Counted.text(client.sessionCount, "session")), \(Counted.text(client.commandCount, "command"))")
        }
    }
}

private struct SimulationSummary: Encodable {
    var mrz: [String]?
    var certificates: [String]?
    var sessions: Int?
    var commands: Int?
}

/// The table of faults and forgeries.
private enum SimulationList {
    private struct Entry: Encodable {
        let name: String
        let summary: String
        let source: String?
        let breaks: String?
    }

    static func show(asJSON isJSON: Bool) throws -> ExitStatus {
        let faults = FaultProfile.all.map { Entry(name: $0.name, summary: $0.summary, source: $0.source, breaks: nil) }
        let forgeries = ForgeryProfile.all.map {
            Entry(name: $0.name, summary: $0.summary, source: nil, breaks: $0.breaks.rawValue)
        }
        if isJSON {
            try Terminal.printJSON(["faults": faults, "forgeries": forgeries])
        } else {
            for (title, entries) in [("Faults, for --fault:", faults), ("\nForgeries, for --forge:", forgeries)] {
                Terminal.print(title)
                let width = entries.map(\.name.count).max() ?? 0
                for entry in entries {
                    let gap = String(repeating: " ", count: width - entry.name.count + 2)
                    Terminal.print("  \(entry.name)\(gap)\(entry.summary)")
                }
            }
        }
        return .success
    }
}
