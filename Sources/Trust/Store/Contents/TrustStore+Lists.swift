import PKI
import Standards

extension TrustStore {
    /// The revocation lists, by state, the newest first.
    ///
    /// - Parameter country: only those of one state, in two upper-case letters.
    public func revocationLists(ofCountry country: String? = nil) throws(TrustStoreError) -> [StoredRevocationList] {
        try read { (connection) throws(SQLiteFailure) in
            try connection.revocationLists(
                "?1 IS NULL OR country = ?1 ORDER BY country, this_update DESC, id", [.text(country)])
        }
    }

    /// The revocation lists whose hash begins with some digits.
    public func revocationLists(matching text: String) throws(TrustStoreError) -> [StoredRevocationList] {
        guard let range = HashRange(prefix: text) else { return [] }
        return try read { (connection) throws(SQLiteFailure) in
            try connection.revocationLists(
                "sha256 BETWEEN ? AND ? ORDER BY id", [.blob(range.first), .blob(range.last)])
        }
    }

    /// What deviation lists say of documents with a number, in the order of import; found by an index, however many there
    /// are.
    ///
    /// - Parameters:
    ///   - number: as printed, or as in the machine-readable zone.
    ///   - country: only documents of one state, in two upper-case letters.
    public func rules(ofDocument number: String, ofCountry country: String? = nil) throws(TrustStoreError)
        -> [StoredDocumentRule]
    {
        try read { (connection) throws(SQLiteFailure) in
            var found: [StoredDocumentRule] = []
            for entry in try StoredDefects(connection: connection).allRules(documentNumber: number)
            where country == nil || entry.rule.country == nil || entry.rule.country == country {
                found += try connection.sources("id = ?", [.integer(entry.source)]).map {
                    StoredDocumentRule(rule: entry.rule, source: $0)
                }
            }
            return found
        }
    }

    /// Every source, in the order of the first import.
    public func sources() throws(TrustStoreError) -> [StoredSource] {
        try read { (connection) throws(SQLiteFailure) in try connection.sources("1 ORDER BY id", []) }
    }

    /// The sources whose hash begins with some digits.
    public func sources(matching text: String) throws(TrustStoreError) -> [StoredSource] {
        guard let range = HashRange(prefix: text) else { return [] }
        return try read { (connection) throws(SQLiteFailure) in
            try connection.sources("sha256 BETWEEN ? AND ? ORDER BY id", [.blob(range.first), .blob(range.last)])
        }
    }
}

extension SQLiteConnection {
    fileprivate func revocationLists(_ condition: String, _ values: [SQLiteValue]) throws(SQLiteFailure)
        -> [StoredRevocationList]
    {
        try decodedRows(
            of: "revocation_list", number: 5,
            """
            SELECT der, sha256, country, number,
                (SELECT sha256 FROM certificate WHERE certificate.id = verified_by), id
            FROM revocation_list WHERE \(condition)
            """,
            values
        ) { row in
            guard let list = row.object(0, sha256: 1).flatMap({ try? CertificateRevocationList(encoded: $0) }) else {
                return nil
            }
            return StoredRevocationList(
                list: list, sha256: row.blob(1) ?? [], country: row.text(2), number: row.text(3),
                verifiedBy: row.blob(4))
        }
    }

    /// Sources and how much of the store each holds.
    func sources(_ condition: String, _ values: [SQLiteValue]) throws(SQLiteFailure) -> [StoredSource] {
        try decodedRows(
            of: "source", number: 19,
            """
            SELECT kind, name, sha256, country, signing_time, signer, signer_issuer, collection, standing, pin,
                reason_code, reason_text, first_imported, last_imported,
                (SELECT count(*) FROM certificate_source WHERE certificate_source.source = source.id),
                (SELECT count(*) FROM revocation_list_source WHERE revocation_list_source.source = source.id),
                (SELECT count(*) FROM defect_rule JOIN defect_list ON defect_list.id = list
                    WHERE defect_list.source = source.id),
                (SELECT total(numbers) FROM defect_rule JOIN defect_list ON defect_list.id = list
                    WHERE defect_list.source = source.id), departures, id
            FROM source WHERE \(condition)
            """,
            values
        ) { row in
            guard let source = TrustDelivery.Source(row: row, departures: 18) else { return nil }
            return StoredSource(
                source: source, standing: TrustDelivery.Standing(row: row, from: 8),
                firstImported: row.time(12) ?? Timestamp(secondsSince1970: 0),
                lastImported: row.time(13) ?? Timestamp(secondsSince1970: 0), certificates: row.count(14),
                revocationLists: row.count(15), defectRules: row.count(16), documentNumbers: row.count(17))
        }
    }
}
