import Report
import Standards
import Trust

extension Command {
    static let trustStats = Command(
        "trust", "stats",
        summary: "count what the trust store holds for each state",
        discussion: """
            For each state: trusted country signing certificates and the keys they are about, trusted link certificates, \
            certificates that nobody trusts, document signers, the age in days of the newest revocation list that an anchor \
            verifies (! where it is out of date), when the next anchor expires, and where there are any, how many deviation \
            and defect lists.
            """,
        options: [
            StoreLocation.option, .flag("check", "read the whole file and say whether it is sound, too"),
            .flag("json", "print JSON"),
        ],
        examples: [Example("emrtd trust stats", "one line for each state, and the whole")]
    ) { invocation in
        let store = try StoreLocation.open(invocation)
        let now = Timestamp.now
        let isChecked = invocation[flag: "check"]
        let statistics = try StoreLocation.run { () throws(TrustStoreError) in
            if isChecked { try store.checkIntegrity() }
            return try store.statistics(at: now)
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(StatisticsView(statistics, path: store.path))
        } else {
            Terminal.print(text(statistics, store.path, isChecked, at: now))
        }
        return .success
    }

    private static func text(_ statistics: TrustStatistics, _ path: String, _ isChecked: Bool, at now: Timestamp)
        -> String
    {
        let width = Terminal.width
        let total = StatisticsView.Totals(statistics)
        var rows: [(name: String, text: String)] = [
            ("Store", SafeText.clean(path) + (isChecked ? " (sound)" : "")), ("Generation", "\(statistics.generation)"),
            ("Sources", "\(statistics.sources), \(Counted.text(statistics.pins, "pin"))"),
            (
                "Trusted",
                "\(Counted.text(total.anchors, "anchor")) and \(Counted.text(total.links, "link")) of "
                    + "\(Counted.text(total.trustedStates, "state")), \(Counted.text(total.keys, "key"))"
            ),
            ("Not trusted", "\(total.untrusted)"), ("Document signers", "\(total.documentSigners)"),
            ("Revocation lists", "\(total.revocationLists)"),
        ]
        if statistics.defectRules > 0 {
            rows.append(
                (
                    "Known defects",
                    "\(Counted.text(statistics.defectRules, "rule")), "
                        + Counted.text(statistics.documentNumbers, "document number")
                ))
        }
        let head = TextLayout.table(rows, width: width, indent: 0)
        guard !statistics.states.isEmpty else { return head }
        let hasDefects = statistics.states.contains { $0.deviationLists + $0.defectLists > 0 }
        var table = ColumnText(
            columns: [.init(title: "State")]
                + ["Anchors", "Keys", "Links", "Others", "Signers", "CRLs", "Age"].map {
                    .init(title: $0, isNumber: true)
                }
                + [.init(title: "Next expiry")] + (hasDefects ? [.init(title: "Defects", isNumber: true)] : []))
        table.rows = statistics.states.map { state in
            let isStale = state.listHoldsUntil.map { $0 < now } ?? false
            let age = state.newestList.map { "\(max(0, now.secondsSince1970 - $0.secondsSince1970) / 86_400)" } ?? "–"
            return [state.country.isEmpty ? "–" : state.country]
                + [
                    state.anchors, state.keys, state.links, state.untrusted, state.documentSigners,
                    state.revocationLists,
                ].map { "\($0)" } + [age + (isStale ? "!" : ""), state.nextExpiry?.day ?? "–"]
                + (hasDefects ? ["\(state.deviationLists + state.defectLists)"] : [])
        }
        return head + "\n\n" + table.text(width: width)
    }
}

/// The JSON of `trust stats`.
struct StatisticsView: Encodable {
    let store: String
    let generation: String
    let sources: Int
    let pins: Int
    let defectRules: Int
    let documentNumbers: Int
    let totals: Totals
    let states: [State]

    struct Totals: Encodable {
        let trustedStates: Int
        let anchors: Int
        let keys: Int
        let links: Int
        let untrusted: Int
        let documentSigners: Int
        let revocationLists: Int

        init(_ statistics: TrustStatistics) {
            func sum(_ count: (TrustStatistics.State) -> Int) -> Int { statistics.states.reduce(0) { $0 + count($1) } }
            trustedStates = sum { $0.keys > 0 ? 1 : 0 }
            anchors = sum(\.anchors)
            keys = sum(\.keys)
            links = sum(\.links)
            untrusted = sum(\.untrusted)
            documentSigners = sum(\.documentSigners)
            revocationLists = sum(\.revocationLists)
        }
    }

    struct State: Encodable {
        let country: String
        let anchors: Int
        let keys: Int
        let links: Int
        let untrusted: Int
        let documentSigners: Int
        let revocationLists: Int
        let deviationLists: Int
        let defectLists: Int
        let documentNumbers: Int
        let newestRevocationList: String?
        let revocationListHoldsUntil: String?
        let nextExpiry: String?

        init(_ state: TrustStatistics.State) {
            country = state.country
            anchors = state.anchors
            keys = state.keys
            links = state.links
            untrusted = state.untrusted
            documentSigners = state.documentSigners
            revocationLists = state.revocationLists
            deviationLists = state.deviationLists
            defectLists = state.defectLists
            documentNumbers = state.documentNumbers
            newestRevocationList = state.newestList.map { "\($0)" }
            revocationListHoldsUntil = state.listHoldsUntil.map { "\($0)" }
            nextExpiry = state.nextExpiry.map { "\($0)" }
        }
    }

    init(_ statistics: TrustStatistics, path: String) {
        store = path
        generation = "\(statistics.generation)"
        sources = statistics.sources
        pins = statistics.pins
        defectRules = statistics.defectRules
        documentNumbers = statistics.documentNumbers
        totals = Totals(statistics)
        states = statistics.states.map(State.init)
    }
}
