/// The tables of the store, as a list of steps: a store of version *n* has taken the first *n* of them.
///
/// A step that was published is never changed; what is new comes as a further step.
enum TrustStoreSchema {
    /// Marks the file as ours: `EMRT`.
    static let applicationID = 0x454D_5254

    /// The version that this program reads and writes.
    static var version: Int { steps.count }

    static let steps = [certificates, lists, departures]

    /// Sources, certificates, pins.
    private static let certificates = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            generation INTEGER NOT NULL,
            state BLOB NOT NULL
        ) STRICT;
        INSERT INTO store VALUES (1, 0, zeroblob(32));

        CREATE TABLE source (
            id INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            sha256 BLOB NOT NULL,
            country TEXT,
            signing_time INTEGER,
            signer BLOB,
            signer_issuer BLOB,
            collection TEXT,
            standing TEXT NOT NULL,
            pin BLOB,
            reason_code TEXT,
            reason_text TEXT,
            first_imported INTEGER NOT NULL,
            last_imported INTEGER NOT NULL,
            UNIQUE (sha256, kind)
        ) STRICT;

        CREATE TABLE certificate (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            country TEXT,
            key_id BLOB NOT NULL,
            authority_key_id BLOB,
            spki BLOB NOT NULL,
            subject_key TEXT NOT NULL,
            issuer_key TEXT NOT NULL,
            serial BLOB NOT NULL,
            not_before INTEGER NOT NULL,
            not_after INTEGER NOT NULL,
            trust TEXT,
            trusted_by INTEGER REFERENCES certificate (id),
            withdrawn INTEGER,
            first_seen INTEGER NOT NULL,
            der BLOB NOT NULL
        ) STRICT;
        CREATE INDEX certificate_key ON certificate (key_id);
        CREATE INDEX certificate_spki ON certificate (spki);
        CREATE INDEX certificate_subject ON certificate (subject_key) WHERE trust IS NOT NULL;
        CREATE INDEX certificate_serial ON certificate (serial, issuer_key);
        CREATE INDEX certificate_country ON certificate (country, kind);
        CREATE INDEX certificate_authority ON certificate (kind) WHERE kind IN ('csca', 'link');
        CREATE INDEX certificate_link ON certificate (authority_key_id) WHERE kind = 'link';

        CREATE TABLE certificate_source (
            certificate INTEGER NOT NULL REFERENCES certificate (id),
            source INTEGER NOT NULL REFERENCES source (id),
            first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            place TEXT,
            conformance TEXT,
            PRIMARY KEY (certificate, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX certificate_source_source ON certificate_source (source);

        CREATE TABLE pin (
            sha256 BLOB PRIMARY KEY,
            note TEXT,
            added INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// Revocation lists, what deviation lists and defect lists say, collections of the ICAO PKD.
    private static let lists = """
        CREATE TABLE revocation_list (
            id INTEGER PRIMARY KEY,
            sha256 BLOB NOT NULL UNIQUE,
            country TEXT,
            issuer_key TEXT NOT NULL,
            authority_key_id BLOB,
            number TEXT,
            this_update INTEGER NOT NULL,
            next_update INTEGER,
            entries INTEGER NOT NULL,
            verified_by INTEGER REFERENCES certificate (id),
            der BLOB NOT NULL
        ) STRICT;
        CREATE INDEX revocation_list_country ON revocation_list (country, this_update);

        CREATE TABLE revocation_list_source (
            list INTEGER NOT NULL REFERENCES revocation_list (id),
            source INTEGER NOT NULL REFERENCES source (id),
            first_seen INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            place TEXT,
            conformance TEXT,
            PRIMARY KEY (list, source)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX revocation_list_source_source ON revocation_list_source (source);

        CREATE TABLE defect_list (
            id INTEGER PRIMARY KEY,
            source INTEGER NOT NULL UNIQUE REFERENCES source (id),
            version INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE defect_rule (
            id INTEGER PRIMARY KEY,
            list INTEGER NOT NULL REFERENCES defect_list (id),
            country TEXT,
            document_type TEXT,
            signer_issuer BLOB,
            signer_serial BLOB,
            signer_key_id BLOB,
            signer_digest BLOB,
            signer_digest_algorithm TEXT,
            issued_from INTEGER,
            issued_to INTEGER,
            numbers INTEGER
        ) STRICT;
        CREATE INDEX defect_rule_list ON defect_rule (list);
        CREATE INDEX defect_rule_serial ON defect_rule (signer_serial) WHERE numbers IS NULL;
        CREATE TABLE defect (
            rule INTEGER NOT NULL REFERENCES defect_rule (id),
            position INTEGER NOT NULL,
            type TEXT NOT NULL,
            parameters BLOB,
            text TEXT,
            PRIMARY KEY (rule, position)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE defect_number (
            number TEXT NOT NULL,
            rule INTEGER NOT NULL REFERENCES defect_rule (id),
            PRIMARY KEY (number, rule)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE collection (
            name TEXT NOT NULL,
            version INTEGER NOT NULL,
            imported INTEGER NOT NULL,
            PRIMARY KEY (name, version)
        ) STRICT, WITHOUT ROWID;
        """

    /// How sources depart from the rules, and places by which a directory takes something back.
    private static let departures = """
        ALTER TABLE source ADD COLUMN departures TEXT;
        CREATE INDEX certificate_source_place ON certificate_source (place);
        """

    /// Brings a store up to the version of this program; all steps or none.
    static func migrate(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        try connection.transaction { (connection) throws(SQLiteFailure) in
            // Another program may have done it while this one waited for its turn.
            let found = try version(of: connection)
            guard found < version else { return }
            for step in steps.dropFirst(found) { try connection.execute(step) }
            try connection.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
        }
    }

    static func version(of connection: SQLiteConnection) throws(SQLiteFailure) -> Int {
        try connection.first("PRAGMA user_version") { $0.count(0) } ?? 0
    }

    /// Whether the file is ours, is empty, or belongs to somebody else.
    static func owner(of connection: SQLiteConnection) throws(SQLiteFailure) -> Owner {
        let application = try connection.first("PRAGMA application_id") { $0.count(0) } ?? 0
        if application == applicationID { return .us }
        let tables = try connection.first("SELECT count(*) FROM sqlite_master") { $0.count(0) } ?? 0
        let version = try version(of: connection)
        return application == 0 && tables == 0 && version == 0 ? .nobody : .somebodyElse
    }

    enum Owner { case us, nobody, somebodyElse }
}

extension SQLiteConnection {
    /// Does everything or nothing of what `work` does to the database, with nobody else writing meanwhile.
    func transaction<Result>(_ work: (SQLiteConnection) throws(SQLiteFailure) -> Result) throws(SQLiteFailure)
        -> Result
    {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteFailure) {
            let result = try work(self)
            try execute("COMMIT")
            return result
        } catch {
            // Where SQLite went back by itself, there is nothing to end.
            try? execute("ROLLBACK")
            throw error
        }
    }
}
