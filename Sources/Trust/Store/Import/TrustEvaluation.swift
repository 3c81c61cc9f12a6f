import PKI

/// Why a certificate is an anchor.
public enum TrustGround: String, CaseIterable, Hashable, Sendable {
    /// One of its sources is trusted.
    case source
    /// A key that is trusted vouches for its key.
    case link
}

/// Settles which certificates of the store are anchors, from what is in it.
///
/// An authority's certificate is an anchor where a source of it is trusted, directories aside; then, as long as there
/// are any, a link certificate that a trusted key of the same state signed, and a certificate that a trusted key of the
/// same state signed for itself.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.2 and §8; BSI TR-03135-1 §5.6.4.3.3.
struct TrustEvaluation {
    private let connection: SQLiteConnection
    private let classifier: CertificateClassifier

    /// A certificate whose trust is another than it was.
    struct Change: Hashable {
        let id: Int64
        let sha256: [UInt8]
        let kind: CertificateKind
        let country: String?
        /// Why it is trusted now; nil where it is no longer.
        let trust: TrustGround?
    }

    init(_ connection: SQLiteConnection, _ classifier: CertificateClassifier) {
        self.connection = connection
        self.classifier = classifier
    }

    /// An authority's certificate.
    private struct Candidate {
        let id: Int64
        let sha256: [UInt8]
        let kind: CertificateKind
        let country: String?
        let keyIdentifier: [UInt8]
        let authorityKeyIdentifier: [UInt8]?
        let spki: [UInt8]
        let subject: String
        let issuer: String
        let trust: TrustGround?
        let trustedBy: Int64?
        let hasTrustedSource: Bool
    }

    /// Settles trust anew and records it.
    ///
    /// - Returns: What is different from before.
    func run() throws(SQLiteFailure) -> [Change] {
        let candidates = try candidates()
        let grounds = try grounds(of: candidates)
        var changes: [Change] = []
        for candidate in candidates {
            let ground = grounds[candidate.id]
            guard ground?.trust != candidate.trust || ground?.by != candidate.trustedBy else { continue }
            try connection.run(
                "UPDATE certificate SET trust = ?, trusted_by = ? WHERE id = ?", .text(ground?.trust.rawValue),
                ground?.by.map { .integer($0) } ?? .null, .integer(candidate.id))
            guard ground?.trust != candidate.trust else { continue }
            changes.append(
                Change(
                    id: candidate.id, sha256: candidate.sha256, kind: candidate.kind, country: candidate.country,
                    trust: ground?.trust))
        }
        return changes
    }

    private func candidates() throws(SQLiteFailure) -> [Candidate] {
        try connection.rows(
            """
            SELECT id, sha256, kind, country, key_id, authority_key_id, spki, subject_key, issuer_key, trust, trusted_by,
                EXISTS (SELECT 1 FROM certificate_source JOIN source ON source.id = certificate_source.source
                    WHERE certificate_source.certificate = certificate.id AND source.standing <> 'untrusted'
                    AND source.kind <> 'directory')
            FROM certificate WHERE kind IN ('csca', 'link') ORDER BY id
            """
        ) { row in
            Candidate(
                id: row.integer(0), sha256: row.blob(1) ?? [],
                kind: row.text(2).flatMap(CertificateKind.init) ?? .other, country: row.text(3),
                keyIdentifier: row.blob(4) ?? [], authorityKeyIdentifier: row.blob(5), spki: row.blob(6) ?? [],
                subject: row.text(7) ?? "", issuer: row.text(8) ?? "", trust: row.text(9).flatMap(TrustGround.init),
                trustedBy: row.isNull(10) ? nil : row.integer(10), hasTrustedSource: row.integer(11) != 0)
        }
    }

    private typealias Ground = (trust: TrustGround, by: Int64?)

    private func grounds(of candidates: [Candidate]) throws(SQLiteFailure) -> [Int64: Ground] {
        var grounds: [Int64: Ground] = [:]
        var trusted = TrustedKeys()
        for candidate in candidates where candidate.hasTrustedSource {
            grounds[candidate.id] = (.source, nil)
            trusted.add(candidate)
        }
        var open = candidates.filter { !$0.hasTrustedSource }
        var refuted: Set<[Int64]> = []
        // Each round trusts one more at least, so there are no more rounds than certificates.
        while true {
            var rest: [Candidate] = []
            for candidate in open {
                if let by = try voucher(of: candidate, among: trusted, grounds, &refuted) {
                    grounds[candidate.id] = (.link, by)
                    trusted.add(candidate)
                } else {
                    rest.append(candidate)
                }
            }
            guard rest.count < open.count else { return grounds }
            open = rest
        }
    }

    /// The trusted certificate whose key vouches for a candidate; nil where there is none.
    private func voucher(
        of candidate: Candidate, among trusted: TrustedKeys, _ grounds: [Int64: Ground], _ refuted: inout Set<[Int64]>
    ) throws(SQLiteFailure) -> Int64? {
        // What was verified once needs no second time.
        if candidate.trust == .link, let by = candidate.trustedBy, grounds[by] != nil { return by }
        if candidate.kind == .csca {
            return trusted.byKey[candidate.spki]?.first { isOneState($0, candidate) }?.id
        }
        let issuers =
            (candidate.authorityKeyIdentifier.flatMap { trusted.byKeyIdentifier[$0] } ?? [])
            + (trusted.byName[candidate.issuer] ?? [])
        var certificate: Certificate?
        for issuer in issuers where isOneState(issuer, candidate) && !refuted.contains([issuer.id, candidate.id]) {
            if certificate == nil { certificate = try self.certificate(candidate.id) }
            // A document signer must not become an authority because a list that nobody trusts calls it one.
            guard let found = certificate, found.claimsAuthority else { return nil }
            guard let key = try self.certificate(issuer.id)?.subjectPublicKeyInfo else { continue }
            if classifier.verifies(found, with: key) { return issuer.id }
            refuted.insert([issuer.id, candidate.id])
        }
        return nil
    }

    private func isOneState(_ first: Candidate, _ second: Candidate) -> Bool {
        guard let first = first.country, let second = second.country else { return false }
        return first == second || CertificateCountry.linked.contains([first, second])
    }

    private func certificate(_ id: Int64) throws(SQLiteFailure) -> Certificate? {
        try connection.first("SELECT der FROM certificate WHERE id = ?", .integer(id)) {
            $0.blob(0).flatMap { try? Certificate(encoded: $0) }
        } ?? nil
    }

    /// Those that are trusted so far.
    private struct TrustedKeys {
        private(set) var byKey: [[UInt8]: [Candidate]] = [:]
        private(set) var byKeyIdentifier: [[UInt8]: [Candidate]] = [:]
        private(set) var byName: [String: [Candidate]] = [:]

        mutating func add(_ candidate: Candidate) {
            byKey[candidate.spki, default: []].append(candidate)
            byKeyIdentifier[candidate.keyIdentifier, default: []].append(candidate)
            byName[candidate.subject, default: []].append(candidate)
        }
    }
}

extension TrustEvaluation {
    /// Looks again which revocation lists of some states are signed by an anchor of theirs.
    ///
    /// Passive Authentication verifies each list that it uses by itself: this says which ones to offer it.
    func verifyRevocationLists(ofStates states: Set<String>) throws(SQLiteFailure) {
        for state in states.sorted() where !state.isEmpty {
            let anchors = try connection.rows(
                "SELECT id, key_id, der FROM certificate WHERE country = ? AND trust IS NOT NULL ORDER BY not_after DESC",
                .text(state)
            ) { (id: $0.integer(0), keyIdentifier: $0.blob(1) ?? [], der: $0.blob(2) ?? []) }
            let lists = try connection.rows(
                "SELECT id, verified_by, authority_key_id, der FROM revocation_list WHERE country = ?", .text(state)
            ) { row in
                (
                    id: row.integer(0), verifiedBy: row.isNull(1) ? nil : row.integer(1),
                    keyIdentifier: row.blob(2), der: row.blob(3) ?? []
                )
            }
            for list in lists {
                if let known = list.verifiedBy, anchors.contains(where: { $0.id == known }) { continue }
                guard let decoded = try? CertificateRevocationList(encoded: list.der) else { continue }
                // The key that the list names comes first, and then all others of the state.
                let order =
                    anchors.filter { $0.keyIdentifier == list.keyIdentifier }
                    + anchors.filter { $0.keyIdentifier != list.keyIdentifier }
                let signer = order.first { anchor in
                    guard let certificate = try? Certificate(encoded: anchor.der) else { return false }
                    return classifier.verifies(decoded, with: certificate.subjectPublicKeyInfo)
                }
                try connection.run(
                    "UPDATE revocation_list SET verified_by = ? WHERE id = ?", signer.map { .integer($0.id) } ?? .null,
                    .integer(list.id))
            }
        }
    }
}
