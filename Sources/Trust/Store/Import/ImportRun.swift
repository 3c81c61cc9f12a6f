import ByteCoding
import Cryptography
import PKI
import Standards

/// One import, within its transaction.
struct ImportRun {
    let connection: SQLiteConnection
    let time: Timestamp
    let classifier = CertificateClassifier()
    var report = TrustImportReport()
    /// What changed, in words for the hash that names the state of the store; times are not among them.
    var changes: [String] = []
    /// States whose revocation lists have to be looked at again.
    var statesWithNewLists: Set<String> = []
    private var done = 0
    private var newCertificates: Set<Int64> = []

    init(_ connection: SQLiteConnection, at time: Timestamp) {
        self.connection = connection
        self.time = time
    }

    mutating func take(_ delivery: TrustDelivery, progress: (Int) -> Void) throws(SQLiteFailure) {
        let source = try record(delivery.source, delivery.standing)
        var result = TrustImportReport.SourceResult(
            source: delivery.source, standing: source.standing, isKnown: source.isKnown, refused: delivery.refused)
        for item in delivery.certificates {
            try take(item, from: source, delivery.source.kind, &result)
            done += 1
            progress(done)
        }
        for item in delivery.revocationLists {
            try take(item, from: source, &result)
            done += 1
            progress(done)
        }
        for item in delivery.deviationLists { try take(item, of: delivery.source, from: source, &result) }
        for item in delivery.defectLists { try take(item, of: delivery.source, from: source, &result) }
        for item in delivery.withdrawn { try withdraw(item, &result) }
        for entry in delivery.withdrawnEntries { try withdraw(entry: entry, &result) }
        for refusal in delivery.refused { report.states[refusal.country ?? "", default: .init()].refused += 1 }
        if let collection = delivery.source.collection { try record(collection: collection) }
        report.sources.append(result)
    }

    /// Settles who is trusted and ends the import.
    consuming func end() throws(SQLiteFailure) -> TrustImportReport {
        let trust = TrustEvaluation(connection, classifier)
        for change in try trust.run() { note(change) }
        try trust.verifyRevocationLists(ofStates: statesWithNewLists)
        report.generations = try connection.advance(by: changes)
        return report
    }

    // MARK: Certificates

    private mutating func take(
        _ item: TrustDelivery.Item<Certificate>, from source: RecordedSource, _ origin: TrustDelivery.Kind,
        _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let certificate = item.value
        let fingerprint = HashAlgorithm.sha256.hash(certificate.encoded)
        let known = try connection.first(
            "SELECT id, kind FROM certificate WHERE sha256 = ?", .blob(fingerprint)
        ) { (id: $0.integer(0), kind: $0.text(1).flatMap(CertificateKind.init)) }
        let id: Int64
        if let known {
            id = known.id
            // A signer of a directory that a list names as an authority is one.
            if origin != .directory, known.kind == .documentSigner || known.kind == .other {
                let kind = classifier.kind(of: certificate, from: origin)
                if kind == .csca || kind == .link {
                    try connection.run(
                        "UPDATE certificate SET kind = ? WHERE id = ?", .text(kind.rawValue), .integer(id))
                }
            }
        } else {
            let kind = classifier.kind(of: certificate, from: origin)
            id = try insert(certificate, fingerprint, kind)
            newCertificates.insert(id)
            changes.append("certificate \(Hexadecimal.encode(fingerprint))")
            let country = CertificateCountry.state(of: certificate) ?? ""
            switch kind {
            case .csca, .link: report.states[country, default: .init()].untrusted += 1
            case .documentSigner: report.states[country, default: .init()].documentSigners += 1
            case .other: report.states[country, default: .init()].otherCertificates += 1
            }
        }
        result.certificates.add(isNew: known == nil)
        let isNewHere =
            try connection.run(
                "UPDATE certificate_source SET last_seen = ? WHERE certificate = ? AND source = ?", .time(time),
                .integer(id), .integer(source.id)) == 0
        guard isNewHere else { return }
        try connection.run(
            "INSERT INTO certificate_source VALUES (?, ?, ?, ?, ?, ?)", .integer(id), .integer(source.id), .time(time),
            .time(time), .text(item.place), .text(item.conformance))
    }

    private func insert(_ certificate: Certificate, _ fingerprint: [UInt8], _ kind: CertificateKind)
        throws(SQLiteFailure) -> Int64
    {
        try connection.insert(
            """
            INSERT INTO certificate (sha256, kind, country, key_id, authority_key_id, spki, subject_key, issuer_key, \
            serial, not_before, not_after, first_seen, der) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .blob(fingerprint), .text(kind.rawValue), .text(CertificateCountry.state(of: certificate)),
            .blob(certificate.keyIdentifier),
            .blob(certificate.authorityKeyIdentifier),
            .blob(HashAlgorithm.sha256.hash(certificate.subjectPublicKeyInfo)), .text(certificate.subject.lookupKey),
            .text(certificate.issuer.lookupKey), .blob(certificate.serialNumber), .time(certificate.notBefore),
            .time(certificate.notAfter), .time(time), .blob(certificate.encoded))
    }

    private mutating func withdraw(
        _ item: TrustDelivery.Item<Certificate>, _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let fingerprint = HashAlgorithm.sha256.hash(item.value.encoded)
        let isMarked =
            try connection.run(
                "UPDATE certificate SET withdrawn = ? WHERE sha256 = ? AND withdrawn IS NULL", .time(time),
                .blob(fingerprint)) > 0
        guard isMarked else { return }
        result.withdrawn += 1
        report.states[CertificateCountry.state(of: item.value) ?? "", default: .init()].withdrawn += 1
        changes.append("withdrawn \(Hexadecimal.encode(fingerprint))")
    }

    /// Marks what directories delivered under the name of an entry that is no longer there.
    private mutating func withdraw(
        entry: String, _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let found = try connection.rows(
            """
            SELECT certificate.id, certificate.sha256, certificate.country FROM certificate_source AS sighting
            JOIN source ON source.id = sighting.source JOIN certificate ON certificate.id = sighting.certificate
            WHERE sighting.place = ? AND source.kind = 'directory' AND certificate.withdrawn IS NULL
            """,
            [.text(entry)]
        ) { (id: $0.integer(0), sha256: $0.blob(1) ?? [], country: $0.text(2) ?? "") }
        let lists = try connection.first(
            """
            SELECT count(DISTINCT sighting.list) FROM revocation_list_source AS sighting
            JOIN source ON source.id = sighting.source WHERE sighting.place = ? AND source.kind = 'directory'
            """, .text(entry)
        ) { $0.count(0) }
        result.keptRevocationLists += lists ?? 0
        let wasSeen = try connection.first(
            "SELECT 1 FROM certificate_source WHERE place = ? LIMIT 1", .text(entry)
        ) { _ in true }
        if wasSeen == nil, lists ?? 0 == 0 { result.unknownEntries += 1 }
        for certificate in found {
            try connection.run(
                "UPDATE certificate SET withdrawn = ? WHERE id = ?", .time(time), .integer(certificate.id))
            result.withdrawn += 1
            report.states[certificate.country, default: .init()].withdrawn += 1
            changes.append("withdrawn \(Hexadecimal.encode(certificate.sha256))")
        }
    }

    private mutating func note(_ change: TrustEvaluation.Change) {
        changes.append("\(change.trust.map(\.rawValue) ?? "untrusted") \(Hexadecimal.encode(change.sha256))")
        statesWithNewLists.insert(change.country ?? "")
        var state = report.states[change.country ?? "", default: .init()]
        if let trust = change.trust {
            if change.kind == .link { state.links += 1 } else { state.anchors += 1 }
            if trust == .link { state.trustedByLink += 1 }
            // Those that are new were counted as untrusted when they came.
            if newCertificates.contains(change.id) { state.untrusted -= 1 }
        } else {
            state.noLongerTrusted += 1
        }
        report.states[change.country ?? ""] = state
    }
}

extension SQLiteConnection {
    /// Counts one change of content, if there was one, and names the new state by all that led to it.
    ///
    /// Stores that took in the same things in the same order have the same name for it.
    func advance(by changes: [String]) throws(SQLiteFailure) -> ClosedRange<Int> {
        let (generation, state) = try generation()
        guard !changes.isEmpty else { return generation...generation }
        let next = HashAlgorithm.sha256.hash(state + Array(changes.joined(separator: "\n").utf8))
        try run("UPDATE store SET generation = ?, state = ?", .integer(generation + 1), .blob(next))
        return generation...generation + 1
    }

    /// How many changes there were, and the name of the state they led to.
    func generation() throws(SQLiteFailure) -> (Int, [UInt8]) {
        try first("SELECT generation, state FROM store") { ($0.count(0), $0.blob(1) ?? []) } ?? (0, [])
    }
}
