import ByteCoding
public import Standards

/// A certificate that somebody trusts to have issued signers of lists.
public struct TrustPin: Hashable, Sendable {
    /// SHA-256 of the certificate: a country signing certificate, or the signer of lists itself.
    public var sha256: [UInt8]
    public var note: String?
    public var added: Timestamp

    public init(sha256: [UInt8], note: String? = nil, added: Timestamp) {
        self.sha256 = sha256
        self.note = note
        self.added = added
    }
}

extension TrustStore {
    /// Every pin, in the order of adding.
    public func pins() throws(TrustStoreError) -> [TrustPin] {
        try read { (connection) throws(SQLiteFailure) in
            try connection.rows("SELECT sha256, note, added FROM pin ORDER BY added, sha256") { row in
                TrustPin(
                    sha256: row.blob(0) ?? [], note: row.text(1), added: row.time(2) ?? Timestamp(secondsSince1970: 0))
            }
        }
    }

    /// Pins a certificate. Lists that were imported before and only lacked this pin are trusted from now on.
    ///
    /// - Returns: What that changed for each state.
    @discardableResult
    public func add(_ pin: TrustPin, onWait: () -> Void = {}) throws(TrustStoreError) -> TrustImportReport {
        try write(onWait: onWait) { (connection) throws(SQLiteFailure) in
            var run = ImportRun(connection, at: pin.added)
            let isNew =
                try connection.run(
                    "INSERT OR IGNORE INTO pin VALUES (?, ?, ?)", .blob(pin.sha256), .text(pin.note), .time(pin.added))
                > 0
            if !isNew {
                try connection.run("UPDATE pin SET note = ? WHERE sha256 = ?", .text(pin.note), .blob(pin.sha256))
            }
            let count = try connection.run(
                """
                UPDATE source SET standing = 'pinned', pin = ?1, reason_code = NULL, reason_text = NULL
                WHERE (signer_issuer = ?1 OR signer = ?1)
                    AND (standing = 'accepted' OR standing = 'untrusted' AND reason_code = ?2)
                """,
                .blob(pin.sha256), .text(TrustDelivery.Standing.notPinned))
            if isNew || count > 0 { run.changes.append("pin \(Hexadecimal.encode(pin.sha256))") }
            return try run.end()
        }
    }

    /// Takes a pin away. Lists that were trusted by it are not any more, but for those whose signer has another.
    ///
    /// - Returns: What that changed for each state; nil where there is no such pin.
    @discardableResult
    public func removePin(_ sha256: [UInt8], at time: Timestamp) throws(TrustStoreError) -> TrustImportReport? {
        try write { (connection) throws(SQLiteFailure) in
            var run = ImportRun(connection, at: time)
            guard try connection.run("DELETE FROM pin WHERE sha256 = ?", .blob(sha256)) > 0 else { return nil }
            run.changes.append("no pin \(Hexadecimal.encode(sha256))")
            try connection.run(
                """
                UPDATE source SET pin = (SELECT sha256 FROM pin WHERE sha256 IN (signer, signer_issuer))
                WHERE standing = 'pinned' AND pin = ?
                """,
                .blob(sha256))
            try connection.run(
                """
                UPDATE source SET standing = 'untrusted', reason_code = ?, reason_text = 'its pin was removed'
                WHERE standing = 'pinned' AND pin IS NULL
                """,
                .text(TrustDelivery.Standing.notPinned))
            return try run.end()
        }
    }
}
