import ByteCoding
import PKI
import Standards

extension TrustStore {
    /// The certificates that fit a question, by state and then in the order they came.
    public func certificates(_ query: CertificateQuery = CertificateQuery()) throws(TrustStoreError)
        -> [StoredCertificate]
    {
        // Those that are not asked for are left out, so that one of no kind, which should not be, is found.
        let others = query.kinds.isEmpty ? [] : Set(CertificateKind.allCases).subtracting(query.kinds)
        let names = others.map { "'\($0.rawValue)'" }.sorted().joined(separator: ",")
        let trust = query.isTrusted.map { $0 ? "AND trust IS NOT NULL" : "AND trust IS NULL" } ?? ""
        return try read { (connection) throws(SQLiteFailure) in
            try connection.certificates(
                "kind NOT IN (\(names)) \(trust) AND (?1 IS NULL OR coalesce(country, '') = ?1) ORDER BY country, id",
                .text(query.country))
        }
    }

    /// The certificates that somebody may mean by a text: the first digits of their hash, their key identifier, or
    /// their serial number, as hexadecimal.
    public func certificates(matching text: String) throws(TrustStoreError) -> [StoredCertificate] {
        guard let range = HashRange(prefix: text) else { return [] }
        return try read { (connection) throws(SQLiteFailure) in
            try connection.certificates(
                "sha256 BETWEEN ?1 AND ?2 OR key_id = ?3 OR serial IN (?3, ?4) ORDER BY country, id",
                .blob(range.first), .blob(range.last), .blob(range.bytes), .blob([0] + range.bytes))
        }
    }

    /// Where a certificate was seen, in the order of import.
    public func sightings(ofCertificate sha256: [UInt8]) throws(TrustStoreError) -> [TrustSighting] {
        try read { (connection) throws(SQLiteFailure) in
            try connection.sightings(
                """
                certificate_source AS sighting ON sighting.source = source.id
                JOIN certificate ON certificate.id = sighting.certificate WHERE certificate.sha256 = ?
                """, .blob(sha256))
        }
    }

    /// Where a revocation list was seen, in the order of import.
    public func sightings(ofRevocationList sha256: [UInt8]) throws(TrustStoreError) -> [TrustSighting] {
        try read { (connection) throws(SQLiteFailure) in
            try connection.sightings(
                """
                revocation_list_source AS sighting ON sighting.source = source.id
                JOIN revocation_list ON revocation_list.id = sighting.list WHERE revocation_list.sha256 = ?
                """, .blob(sha256))
        }
    }

    /// The certificates of one source, in the order they came.
    public func certificates(ofSource sha256: [UInt8]) throws(TrustStoreError) -> [StoredCertificate] {
        try read { (connection) throws(SQLiteFailure) in
            try connection.certificates(
                """
                id IN (SELECT certificate FROM certificate_source
                    JOIN source ON source.id = certificate_source.source WHERE source.sha256 = ?) ORDER BY id
                """, .blob(sha256))
        }
    }
}

extension SQLiteConnection {
    /// - Parameter condition: what follows WHERE.
    fileprivate func certificates(_ condition: String, _ values: SQLiteValue...) throws(SQLiteFailure)
        -> [StoredCertificate]
    {
        let statement = """
            SELECT der, sha256, kind, country, key_id, trust,
                (SELECT other.sha256 FROM certificate AS other WHERE other.id = certificate.trusted_by),
                withdrawn, first_seen,
                trust IS NOT NULL AND EXISTS (SELECT 1 FROM certificate AS next WHERE next.kind = 'link'
                    AND next.authority_key_id = certificate.key_id AND next.key_id <> certificate.key_id
                    AND next.country IS certificate.country AND next.trust IS NOT NULL
                    AND next.not_before >= certificate.not_before), id
            FROM certificate WHERE
            """
        return try decodedRows(of: "certificate", number: 10, "\(statement) \(condition)", values) { row in
            let trust = row.text(5).flatMap(TrustGround.init)
            guard let certificate = row.object(0, sha256: 1).flatMap({ try? Certificate(encoded: $0) }),
                let kind = row.text(2).flatMap(CertificateKind.init), trust != nil || row.isNull(5)
            else { return nil }
            return StoredCertificate(
                certificate: certificate, sha256: row.blob(1) ?? [], kind: kind, country: row.text(3),
                keyIdentifier: row.blob(4) ?? [], trust: trust,
                trustedBy: row.blob(6), withdrawn: row.time(7),
                firstSeen: row.time(8) ?? Timestamp(secondsSince1970: 0), isSuperseded: row.integer(9) != 0)
        }
    }

    /// - Parameter join: what follows `FROM source JOIN`, with the sightings under that name.
    fileprivate func sightings(_ join: String, _ value: SQLiteValue) throws(SQLiteFailure) -> [TrustSighting] {
        try decodedRows(
            of: "source", number: 16,
            """
            SELECT source.kind, source.name, source.sha256, source.country, signing_time, signer, signer_issuer, collection,
                standing, pin, reason_code, reason_text, sighting.first_seen, sighting.last_seen, place, conformance,
                source.id
            FROM source JOIN \(join) ORDER BY source.id
            """,
            [value]
        ) { row in
            guard let source = TrustDelivery.Source(row: row) else { return nil }
            return TrustSighting(
                source: source, standing: TrustDelivery.Standing(row: row, from: 8),
                firstSeen: row.time(12) ?? Timestamp(secondsSince1970: 0),
                lastSeen: row.time(13) ?? Timestamp(secondsSince1970: 0), place: row.text(14),
                conformance: row.text(15))
        }
    }
}

/// The hashes that begin with some digits.
struct HashRange {
    let first: [UInt8]
    let last: [UInt8]
    /// What the digits are as whole bytes.
    let bytes: [UInt8]

    /// - Parameter text: hexadecimal digits, in either case; nil where it is none, or not long enough to mean anything.
    init?(prefix text: String) {
        let digits = text.filter { $0 != ":" && $0 != " " }.lowercased()
        guard !digits.isEmpty, digits.count <= 128, digits.allSatisfy(\.isHexDigit) else { return nil }
        let even = digits.count.isMultiple(of: 2) ? digits : "0" + digits
        func bytes(_ text: String) -> [UInt8]? { Hexadecimal.decode(text) }
        let pad = max(0, 64 - digits.count)
        guard let whole = bytes(even), let first = bytes(digits + String(repeating: "0", count: pad)),
            let last = bytes(digits + String(repeating: "f", count: pad))
        else { return nil }
        self.bytes = whole
        // A short text is more likely a serial number: as a hash it would mean hundreds.
        (self.first, self.last) = digits.count < 6 ? ([0xFF], [0x00]) : (first, last)
    }
}
