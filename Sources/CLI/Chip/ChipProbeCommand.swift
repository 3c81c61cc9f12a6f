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
            + "eMRTD application, 1 where it has not, 2 where the probe was broken off.",
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

    /// One way of PACE.
    struct Way: Encodable {
        let identifier: String
        let parameterID: Int?
    }

    init(_ probe: ChipProbe) {
        reader = probe.reading.readerName
        answerToReset = Hexadecimal.encode(probe.reading.answerToReset)
        hasApplication = probe.hasApplication
        offersBAC = probe.offersBAC
        offersPACE = probe.reading.access.offersPACE
        unprotected = probe.isUnprotected
        pace = probe.pace.map { Way(identifier: $0.identifier.description, parameterID: $0.parameterID) }
        applications = probe.applicationIdentifiers.map { Hexadecimal.encode($0) }
        longestAnswer = probe.announcedAnswerByteCount
        files = probe.reading.files.map(ChipReadingView.File.init)
        remarks = probe.reading.remarks.map(ReasonView.init)
    }

    var rows: [(name: String, text: String)] {
        let ways = pace.map { way in way.identifier + (way.parameterID.map { ", parameters \($0)" } ?? "") }
        return [
            ("reader", reader ?? "–"),
            ("answer to reset", answerToReset),
            ("eMRTD application", Self.words(hasApplication)),
            ("PACE", ways.isEmpty ? Self.words(offersPACE) : ways.joined(separator: "; ")),
            ("Basic Access Control", Self.words(offersBAC)),
            ("readable without a key", Self.words(unprotected)),
            ("extended length", longestAnswer.map { "announced, answers of up to \($0) bytes" } ?? "not announced"),
            ("applications in EF.DIR", applications.isEmpty ? "–" : applications.joined(separator: ", ")),
        ] + remarks.map { ("remark", $0.text) }
    }

    private static func words(_ answer: Bool?) -> String {
        switch answer {
        case true?: "yes"
        case false?: "no"
        case nil: "not known"
        }
    }
}
