public import Standards

/// How much the store holds, by state.
public struct TrustStatistics: Hashable, Sendable {
    public var generation: TrustGeneration
    public var states: [State]
    public var sources: Int
    public var pins: Int
    /// Groups of documents that deviation and defect lists speak of, and the document numbers they name.
    public var defectRules: Int
    public var documentNumbers: Int

    /// What the store holds of one state.
    public struct State: Hashable, Sendable {
        /// Two upper-case letters where the state's certificates write them so; empty where they name none.
        public var country: String
        /// Trusted country signing certificates, and how many keys they are about, links included.
        public var anchors = 0
        public var keys = 0
        /// Trusted link certificates.
        public var links = 0
        /// Country signing and link certificates that nobody trusts.
        public var untrusted = 0
        public var documentSigners = 0
        public var revocationLists = 0
        /// Deviation lists of the state and defect lists that it published, and how many document numbers they name.
        public var deviationLists = 0
        public var defectLists = 0
        public var documentNumbers = 0
        /// When the newest revocation list that an anchor verifies was made, and until when it holds.
        public var newestList: Timestamp?
        public var listHoldsUntil: Timestamp?
        /// When the next of the anchors that are valid now expires.
        public var nextExpiry: Timestamp?
    }
}

extension TrustStore {
    /// Counts what the store holds.
    ///
    /// - Parameter time: now; expired anchors do not count for the next expiry.
    public func statistics(at time: Timestamp) throws(TrustStoreError) -> TrustStatistics {
        try read { (connection) throws(SQLiteFailure) in
            var states: [String: TrustStatistics.State] = [:]
            try connection.count(&states, at: time)
            let totals = try connection.first(
                """
                SELECT (SELECT count(*) FROM source), (SELECT count(*) FROM pin), (SELECT count(*) FROM defect_rule),
                    (SELECT count(*) FROM defect_number)
                """
            ) { (0..<4).map($0.count) }
            return TrustStatistics(
                generation: TrustGeneration(try connection.generation()),
                states: states.values.sorted { $0.country < $1.country }, sources: totals?[0] ?? 0,
                pins: totals?[1] ?? 0, defectRules: totals?[2] ?? 0, documentNumbers: totals?[3] ?? 0)
        }
    }
}

extension SQLiteConnection {
    fileprivate func count(_ states: inout [String: TrustStatistics.State], at time: Timestamp) throws(SQLiteFailure) {
        let certificates = try rows(
            """
            SELECT coalesce(country, ''), sum(kind = 'csca' AND trust IS NOT NULL),
                count(DISTINCT CASE WHEN trust IS NOT NULL THEN spki END),
                sum(kind = 'link' AND trust IS NOT NULL), sum(kind IN ('csca', 'link') AND trust IS NULL),
                sum(kind = 'documentSigner'), min(CASE WHEN trust IS NOT NULL AND not_after >= ? THEN not_after END)
            FROM certificate GROUP BY 1
            """,
            [.time(time)]
        ) { row in
            var state = TrustStatistics.State(country: row.text(0) ?? "")
            (state.anchors, state.keys, state.links) = (row.count(1), row.count(2), row.count(3))
            (state.untrusted, state.documentSigners, state.nextExpiry) = (row.count(4), row.count(5), row.time(6))
            return state
        }
        for state in certificates { states[state.country] = state }
        let lists = try rows(
            """
            SELECT coalesce(country, ''), count(*), max(CASE WHEN verified_by IS NOT NULL THEN this_update END),
                max(CASE WHEN verified_by IS NOT NULL THEN next_update END)
            FROM revocation_list GROUP BY 1
            """, []
        ) { (country: $0.text(0) ?? "", count: $0.count(1), newest: $0.time(2), until: $0.time(3)) }
        for list in lists {
            var state = states[list.country] ?? .init(country: list.country)
            (state.revocationLists, state.newestList, state.listHoldsUntil) = (list.count, list.newest, list.until)
            states[list.country] = state
        }
        let known = try rows(
            """
            SELECT coalesce(country, ''), sum(kind = 'deviationList'), sum(kind = 'defectList'),
                (SELECT CAST(total(numbers) AS INTEGER) FROM defect_rule JOIN defect_list ON defect_list.id = list
                    JOIN source AS other ON other.id = defect_list.source WHERE other.country IS source.country)
            FROM source JOIN defect_list ON defect_list.source = source.id GROUP BY 1
            """, []
        ) { (country: $0.text(0) ?? "", deviations: $0.count(1), defects: $0.count(2), numbers: $0.count(3)) }
        for list in known {
            var state = states[list.country] ?? .init(country: list.country)
            (state.deviationLists, state.defectLists) = (list.deviations, list.defects)
            state.documentNumbers = list.numbers
            states[list.country] = state
        }
    }
}
