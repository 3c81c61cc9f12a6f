import PKI
import Standards

/// What lists that somebody vouches for say is wrong with documents, looked up in the store.
struct StoredDefects {
    let connection: SQLiteConnection

    private static let columns = """
        SELECT defect_rule.id, defect_rule.country, document_type, defect_rule.signer_issuer, signer_serial,
            signer_key_id, signer_digest, signer_digest_algorithm, issued_from, issued_to, source.id
        FROM defect_rule JOIN defect_list ON defect_list.id = defect_rule.list
        JOIN source ON source.id = defect_list.source
        WHERE source.standing <> 'untrusted'
        """

    /// Rules about one document number; the numbers themselves are left out of them.
    func rules(documentNumber: String) throws(SQLiteFailure) -> [DefectRule] {
        try rules(
            "AND defect_rule.id IN (SELECT rule FROM defect_number WHERE number = ?)",
            .text(DocumentIdentity.normalised(documentNumber: documentNumber)))
    }

    /// Rules about any document of the signer with a serial number.
    func rules(signerSerialNumber: [UInt8]) throws(SQLiteFailure) -> [DefectRule] {
        try rules("AND numbers IS NULL AND signer_serial = ?", .blob(signerSerialNumber))
    }

    /// Rules that name neither numbers nor a serial number.
    func otherRules() throws(SQLiteFailure) -> [DefectRule] {
        try rules("AND numbers IS NULL AND signer_serial IS NULL AND ?", .integer(1))
    }

    private func rules(_ condition: String, _ value: SQLiteValue) throws(SQLiteFailure) -> [DefectRule] {
        let found = try connection.rows("\(Self.columns) \(condition) ORDER BY defect_rule.id", value) { row in
            (
                id: row.integer(0), source: row.integer(10),
                rule: DefectRule(
                    country: row.text(1), documentType: row.text(2), signer: Self.signer(row),
                    issuingDates: Self.dates(row), defects: [])
            )
        }
        var rules: [DefectRule] = []
        for entry in found {
            guard let source = try connection.source(entry.source) else { continue }
            var rule = entry.rule
            rule.defects = try connection.rows(
                "SELECT type, parameters, text FROM defect WHERE rule = ? ORDER BY position", .integer(entry.id)
            ) { row in
                row.text(0).flatMap { OID(dotted: $0) }.map {
                    KnownDefect(type: $0, parameters: row.blob(1), text: row.text(2), source: source)
                }
            }.compactMap(\.self)
            rules.append(rule)
        }
        return rules
    }

    private static func signer(_ row: SQLiteStatement) -> DefectRule.Signer? {
        if let issuer = row.blob(3).flatMap({ try? DistinguishedName(encoded: $0) }) {
            return .issuerAndSerialNumber(issuer, serialNumber: row.blob(4) ?? [])
        }
        if let identifier = row.blob(5) { return .subjectKeyIdentifier(identifier) }
        guard let digest = row.blob(6), let algorithm = row.text(7).flatMap({ OID(dotted: $0) }) else { return nil }
        return .certificateDigest(algorithm: algorithm, digest)
    }

    private static func dates(_ row: SQLiteStatement) -> ClosedRange<Timestamp>? {
        guard let first = row.time(8), let last = row.time(9), first <= last else { return nil }
        return first...last
    }
}

extension SQLiteConnection {
    /// A source as it was delivered; nil where there is none of that number.
    func source(_ id: Int64) throws(SQLiteFailure) -> TrustDelivery.Source? {
        try first(
            """
            SELECT kind, name, sha256, country, signing_time, signer, signer_issuer, collection FROM source WHERE id = ?
            """,
            .integer(id)
        ) { TrustDelivery.Source(row: $0) } ?? nil
    }
}

extension TrustDelivery.Source {
    /// Reads kind, name, hash, country, signing time, signer, its issuer and collection, in this order.
    ///
    /// - Parameter departures: the column of the names of departures, where the row has it.
    init?(row: SQLiteStatement, departures column: Int32? = nil) {
        guard let kind = row.text(0).flatMap(TrustDelivery.Kind.init) else { return nil }
        self.init(kind: kind, name: row.text(1) ?? "", sha256: row.blob(2) ?? [])
        country = row.text(3)
        signingTime = row.time(4)
        signer = row.blob(5)
        signerIssuer = row.blob(6)
        collection = row.text(7)
        let names = column.flatMap { row.text($0) }?.split(separator: " ").map(String.init) ?? []
        departures = ListDeparture.allCases.map(\.quirk).filter { names.contains($0.description) }
    }
}
