import AccessControl
import ChipReader
import ChipSimulator
import Inspection
import LDS
import Report
import Standards
import Testing
import Trust

/// One forgery or attack, and what the inspection must make of it.
struct ForgeryRow: Sendable, CustomTestStringConvertible {
    /// What is done.
    let means: Means
    /// To which of the documents that the project ships.
    let specimen: String
    /// The check that must notice it, how it ends and why: `pa.dataGroup.DG2: failed differs`; nil where all is read
    /// in spite of it, and a remark says so.
    let check: String?
    /// What else ends otherwise than on the genuine document, in the same words.
    let also: [String]
    let rest: Rest
    let verdict: InspectionReport.Verdict
    let policy: TrustPolicy.Name
    /// The remark by which it is noticed, where no check has to be other than right.
    let remark: String?

    enum Means: Hashable, Sendable {
        /// What `emrtd simulate --forge` takes.
        case forgery(String)
        /// What `emrtd simulate --fault` takes.
        case fault(String)
        /// The document is taken away after a command, and something else laid down.
        case exchange(SecondChip, afterCommand: Int)
        /// A terminal that shows the chip something wrong.
        case terminal(WrongTerminal)
    }

    /// What takes the place of the genuine chip.
    enum SecondChip: String, Hashable, Sendable {
        case copyWithoutKeys, otherDocument
    }

    enum WrongTerminal: String, CaseIterable, Hashable, Sendable {
        case certifiedByTerminal, expired, otherKey
    }

    /// What becomes of every other check.
    enum Rest: Hashable, Sendable {
        /// It ends as on the genuine document.
        case asGenuine
        /// It may be open, where nothing is left to look at; none fails.
        case open
    }

    init(
        _ means: Means, on specimen: String = "specimen", _ check: String?, _ also: [String] = [],
        rest: Rest = .asGenuine, verdict: InspectionReport.Verdict = .rejected,
        under policy: TrustPolicy.Name = .operational, remark: String? = nil
    ) {
        self.means = means
        self.specimen = specimen
        self.check = check
        self.also = also
        self.rest = rest
        self.verdict = verdict
        self.policy = policy
        self.remark = remark
    }

    var testDescription: String { "\(name) on \(specimen)" }

    /// The profile's name, or that of the exchange or the terminal.
    var name: String {
        switch means {
        case .forgery(let name): "--forge \(name)"
        case .fault(let name): "--fault \(name)"
        case .exchange(let chip, let count): "\(chip.rawValue) after \(count) commands"
        case .terminal(let terminal): "terminal \(terminal.rawValue)"
        }
    }

    /// Every row, by subject.
    static let all = passive + access + chips + mappings + terminals + channel + structure + records

    /// What no reader can see, and why: no row can stand for it.
    static let unseen = [
        "ta-takes-anything":
            "A terminal shows what is right, and a chip that looks at nothing answers as any other does."
    ]
}

extension ForgeryRow {
    /// What the inspection says of a document: each check in words.
    struct Findings {
        let checks: [String: String]
        let report: InspectionReport

        init(_ report: InspectionReport) {
            self.report = report
            checks = Dictionary(
                uniqueKeysWithValues: report.checks.map { check in
                    (
                        check.id.rawValue,
                        check.result.name + (check.result.reason.map { " \($0.code)" } ?? "")
                    )
                })
        }

        /// What is otherwise than in the genuine document, in words; a new check that is right is no difference.
        func departures(from genuine: Findings) -> Set<String> {
            var found: Set<String> = []
            for (id, words) in checks where words != genuine.checks[id] && words != "successful" {
                found.insert("\(id): \(words)")
            }
            for (id, words) in genuine.checks where checks[id] == nil && words == "successful" {
                found.insert("\(id): gone")
            }
            return found
        }
    }

    func fixture() throws -> InspectionFixture {
        var fixture = try InspectionFixture(specimen: specimen)
        fixture.policy = TrustPolicy(name: policy)
        return fixture
    }

    /// Forges, reads and judges.
    func inspect() throws -> Findings {
        var fixture = try fixture()
        var startedAt = InspectionFixture.time
        switch means {
        case .forgery(let name): try ForgeryProfile(named: name).unwrapped().apply(&fixture.simulated)
        case .fault(let name): try FaultProfile(named: name).unwrapped().apply(&fixture.simulated)
        case .terminal(let wrong): try wrong.change(&fixture.request, &startedAt)
        case .exchange: break
        }
        let connection = fixture.connection
        if case .exchange(let other, let count) = means {
            connection.incidents = [.pull(afterAPDU: count)]
            connection.replacement = SimulatedChip(try other.document(in: fixture.simulated.document))
        }
        var reader = ChipReader(connection)
        return Findings(fixture.judge(reader.read(fixture.request, at: startedAt)))
    }

    /// What comes of the genuine document in the same way.
    func inspectGenuine() throws -> Findings { Findings(try fixture().inspect()) }
}
