import PKI
import Standards

/// What lists that somebody vouches for say is wrong with documents, looked up in the store.
struct StoredDefects {
    let connection: SQLiteConnection

    private static let columns = selection + "WHERE source.standing <> 'untrusted'"

    private static let selection = """
        SELECT defect_rule.id, defect_rule.country, document_type, defect_rule.signer_issuer, signer_serial,
            signer_key_id, signer_digest, signer_digest_algorithm, issued_from, issued_to, source.id
        FROM defect_rule JOIN defect_list ON defect_list.id = defect_rule.list
        JOIN source ON source.id = defect_list.source

        """

    /// Rules about one document number; the numbers themselves are left out of them.
    func rules(documentNumber: String) throws(SQLiteFailure) -> [DefectRule] {
        try rules(
            "AND defect_rule.id IN (SELECT rule FROM defect_number WHERE number = ?)",
            .text(DocumentIdentity.normalised(documentNumber: documentNumber)))
    }

    /// Rules about any document of the signer with a serial number.
    ///
    /// - Parameter signerSerialNumber: as `SerialNumber.significant` has it; stored ones have a zero in front where DER
    ///   wants it.
    func rules(signerSerialNumber: [UInt8]) throws(SQLiteFailure) -> [DefectRule] {
        try entries(
            "\(Self.columns) AND numbers IS NULL AND signer_serial IN (?, ?)", .blob(signerSerialNumber),
            .blob([0] + signerSerialNumber)
        ).map(\.rule)
    }

    /// Rules that name neither numbers nor a serial number.
    func otherRules() throws(SQLiteFailure) -> [DefectRule] {
        try rules("AND numbers IS NULL AND signer_serial IS NULL AND ?", .integer(1))
    }

    /// Every rule, also those of lists that nobody vouches for: to see whether they can be decoded.
    func decodeAll() throws(SQLiteFailure) {
        _ = try rules("OR ?", .integer(1))
    }

    /// Rules about one document number, also those of lists that nobody vouches for, and the number of each one's source.
    func allRules(documentNumber: String) throws(SQLiteFailure) -> [(rule: DefectRule, source: Int64)] {
        try entries(
            "\(Self.selection) WHERE defect_rule.id IN (SELECT rule FROM defect_number WHERE number = ?)",
            .text(DocumentIdentity.normalised(documentNumber: documentNumber)))
    }

    private func rules(_ condition: String, _ value: SQLiteValue) throws(SQLiteFailure) -> [DefectRule] {
        try entries("\(Self.columns) \(condition)", value).map(\.rule)
    }

    private func entries(_ question: String, _ values: SQLiteValue...) throws(SQLiteFailure)
        -> [(rule: DefectRule, source: Int64)]
    {
        let found = try connection.decodedRows(
            of: "defect_rule", number: 0, "\(question) ORDER BY defect_rule.id", values
        ) { row -> (id: Int64, source: Int64, rule: DefectRule)? in
            guard let signer = Self.signer(row) else { return nil }
            return (
                id: row.integer(0), source: row.integer(10),
                rule: DefectRule(
                    country: row.text(1), documentType: row.text(2), signer: signer.value,
                    issuingDates: Self.dates(row), defects: [])
            )
        }
        var rules: [(rule: DefectRule, source: Int64)] = []
        for entry in found {
            guard let source = try connection.source(entry.source) else { throw .undecodable }
            var rule = entry.rule
            rule.defects = try connection.decodedRows(
                of: "defect", number: 3,
                "SELECT type, parameters, text, rule FROM defect WHERE rule = ? ORDER BY position",
                [.integer(entry.id)]
            ) { row in
                row.text(0).flatMap { OID(dotted: $0) }.map {
                    KnownDefect(type: $0, parameters: row.blob(1), text: row.text(2), source: source)
                }
            }
            rules.append((rule, entry.source))
        }
        // A rule that lacks a part would speak of other documents than the list does, or say less of them.
        guard !connection.undecodable.contains(where: { $0.hasPrefix("defect") }) else { throw .undecodable }
        return rules
    }

    /// The signer of a rule, which may name none; nil where it cannot be decoded.
    private static func signer(_ row: SQLiteStatement) -> (value: DefectRule.Signer?, Void)? {
        if !row.isNull(3) {
            guard let issuer = row.blob(3).flatMap({ try? DistinguishedName(encoded: $0) }), let number = row.blob(4)
            else { return nil }
            return (.issuerAndSerialNumber(issuer, serialNumber: number), ())
        }
        if let identifier = row.blob(5) { return (.subjectKeyIdentifier(identifier), ()) }
        guard let digest = row.blob(6) else { return (nil, ()) }
        guard let algorithm = row.text(7).flatMap({ OID(dotted: $0) }) else { return nil }
        return (.certificateDigest(algorithm: algorithm, digest), ())
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
