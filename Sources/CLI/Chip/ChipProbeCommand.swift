import ByteCoding
import ChipReader
import LDS
import Standards

extension Command {
    static let chipProbe = Command(
        "chip", "probe",
        summary: "say what a chip offers, without any key",
        discussion:
            "Nothing that needs a key is read, and no key is tried. The exit status is 0 where the chip has the "
            + "eMRTD application, or offers PACE and may show it behind that alone; 1 where it has not; 2 where the probe "
            + "was broken off.",
        options: ChipSource.options + [.flag("json", "print JSON")],
        examples: [Example("emrtd chip probe --simulated specimen", "what the specimen's chip offers to everyone")]
    ) { invocation in
        let source = try ChipSource(invocation)
        Interruption.install()
        let probe = try source.probe()
        if invocation[flag: "json"] {
            try Terminal.printJSON(ChipProbeView(probe))
        } else {
            Terminal.print(TextLayout.table(ChipProbeView(probe).rows, width: Terminal.width, indent: 0))
        }
        if case .brokenOff(let reason) = probe.reading.ending {
            Terminal.error(reason.line)
            return .undecided
        }
        return probe.hasApplication == false ? .rejected : .success
    }
}

/// What `chip probe` prints.
struct ChipProbeView: Encodable {
    var format = "emrtd/chip-probe/1"
    let reader: String?
    let answerToReset: String
    let hasApplication: Bool?
    let offersBAC: Bool?
    let offersPACE: Bool?
    let unprotected: Bool?
    let pace: [Way]
    let applications: [String]
    let longestAnswer: Int?
    let files: [ChipReadingView.File]
    let remarks: [ReasonView]

    let chipAuthentication: [Way]
    let terminalAuthenticationVersions: [Int]

    /// One way of PACE or of Chip Authentication.
    struct Way: Encodable {
        /// In words: `PACE-GM, ECDH, AES-128`.
        let name: String
        let identifier: String
        let parameterID: Int?
        /// The name of the parameters.
        let parameters: String?
    }

    init(_ probe: ChipProbe) {
        reader = probe.reading.readerName
        answerToReset = Hexadecimal.encode(probe.reading.answerToReset)
        hasApplication = probe.hasApplication
        offersBAC = probe.offersBAC
        offersPACE = probe.reading.access.offersPACE
        unprotected = probe.isUnprotected
        let infos = probe.reading.bytes(of: .cardAccess).flatMap { try? SecurityInfos(encoded: $0) }
        pace = probe.pace.map { Way($0) }
        chipAuthentication = (infos?.chipAuthentication ?? []).map { Way($0) }
        terminalAuthenticationVersions = (infos?.terminalAuthentication ?? []).map(\.version)
        applications = probe.applicationIdentifiers.map { Hexadecimal.encode($0) }
        longestAnswer = probe.announcedAnswerByteCount
        files = probe.reading.files.map(ChipReadingView.File.init)
        remarks = probe.reading.remarks.map(ReasonView.init)
    }

    var rows: [(name: String, text: String)] {
        let ways = pace.map(\.text)
        return [
            ("reader", reader ?? "–"),
            ("answer to reset", answerToReset),
            ("eMRTD application", applicationWords),
            ("PACE", ways.isEmpty ? Self.words(offersPACE) : ways.joined(separator: "; ")),
            ("Basic Access Control", Self.words(offersBAC)),
            ("Chip Authentication", words(chipAuthentication.map(\.text))),
            ("Terminal Authentication", words(terminalAuthenticationVersions.map { "version \($0)" })),
            ("readable without a key", Self.words(unprotected)),
            ("extended length", longestAnswer.map { "announced, answers of up to \($0) bytes" } ?? "not announced"),
            (
                "applications in EF.DIR",
                applications.isEmpty ? "–" : applications.map(Self.application).joined(separator: ", ")
            ),
        ] + remarks.map { ("remark", $0.text) }
    }

    private var applicationWords: String {
        guard offersBAC != true, unprotected != true else { return Self.words(hasApplication) }
        return switch hasApplication {
        case true?: "yes, EF.DIR says"
        case nil where offersPACE == true: "not known before PACE opens the chip"
        default: Self.words(hasApplication)
        }
    }

    /// What EF.CardAccess says of a protocol that passports list where only an opened chip shows it.
    private func words(_ found: [String]) -> String {
        if !found.isEmpty { return found.joined(separator: "; ") }
        return hasApplication == false ? "no" : "not known before the chip is opened: DG14 says"
    }

    /// An application by its name, where it is one of Doc 9303-10 §3.10.
    private static func application(_ identifier: String) -> String {
        let known: [(ElementaryFile.Application, String)] = [
            (.lds1, "eMRTD"), (.travelRecords, "travel records"), (.visaRecords, "visa records"),
            (.additionalBiometrics, "additional biometrics"),
        ]
        let name = known.first { $0.0.identifier.map { Hexadecimal.encode($0) } == identifier }?.1
        return name.map { "\(identifier) (\($0))" } ?? identifier
    }

    private static func words(_ answer: Bool?) -> String {
        switch answer {
        case true?: "yes"
        case false?: "no"
        case nil: "not known"
        }
    }
}

extension ChipProbeView.Way {
    init(_ info: PACEInfo) {
        self.init(
            name: "\(info.variant)", identifier: info.identifier.description, parameterID: info.parameterID,
            parameters: info.parameterID.map(DomainParameterNames.name))
    }

    init(_ info: ChipAuthenticationInfo) {
        self.init(
            name: "\(info.variant), version \(info.version)", identifier: info.identifier.description,
            parameterID: info.keyID, parameters: nil)
    }

    var text: String { name + (parameters.map { " on \($0)" } ?? "") }
}
