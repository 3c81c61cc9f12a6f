import Standards

/// The lists on which a judgement rests.
extension StoredTrustMaterial {
    /// The sources of an anchor, of those that vouch for it, of a document signer that came from the store, of the
    /// state's revocation lists, and of known defects.
    ///
    /// - Parameters:
    ///   - anchor: SHA-256 of the certificate that issued the signer.
    ///   - signer: SHA-256 of the document signer certificate.
    ///   - defectLists: SHA-256 of the deviation lists and defect lists that changed a check.
    public func sources(
        usedForAnchor anchor: [UInt8]?, signer: [UInt8]?, defectLists: Set<[UInt8]> = []
    ) throws(TrustStoreError) -> [StoredSource] {
        let marks = (0..<defectLists.count).map { "?\($0 + 4)" }.joined(separator: ", ")
        return try ask { (connection) throws(SQLiteFailure) in
            try connection.sources(
                """
                standing <> 'untrusted' AND sha256 IN (\(marks)) AND EXISTS
                    (SELECT 1 FROM defect_list WHERE defect_list.source = source.id)
                OR standing <> 'untrusted' AND id IN (
                    WITH RECURSIVE used (id) AS (
                        SELECT id FROM certificate WHERE sha256 IN (?1, ?2)
                        UNION SELECT trusted_by FROM certificate JOIN used USING (id) WHERE trusted_by IS NOT NULL)
                    SELECT source FROM certificate_source WHERE certificate IN used)
                OR id IN (SELECT source FROM revocation_list_source JOIN revocation_list ON id = list
                    WHERE verified_by IS NOT NULL AND this_update <= ?3
                    AND country = (SELECT country FROM certificate WHERE sha256 = ?1)
                    AND this_update = (SELECT max(this_update) FROM revocation_list AS newest
                        WHERE newest.country = revocation_list.country AND newest.verified_by IS NOT NULL
                        AND newest.this_update <= ?3))
                ORDER BY id
                """,
                [.blob(anchor), .blob(signer), .time(time)] + defectLists.map { .blob($0) })
        }
    }

    /// How many anchors there are.
    public func anchorCount() throws(TrustStoreError) -> Int {
        try ask { (connection) throws(SQLiteFailure) in
            try connection.first(
                "SELECT count(*) FROM certificate WHERE kind IN ('csca', 'link') AND trust IS NOT NULL"
            ) { $0.count(0) } ?? 0
        }
    }
}
