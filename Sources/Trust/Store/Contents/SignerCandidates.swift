import PKI

/// Certificates that may be the signer somebody asks for: few enough to be tried one after another.
///
/// Anybody whose list is imported may put certificates beside the right one that are named as it is. Where there are more
/// than are tried, those that an anchor signed come first, of the store or beside it, so that no number of others hides
/// them.
struct SignerCandidates {
    private let connection: SQLiteConnection
    private let otherAnchors: CSCAAnchors
    private let limit: Int

    init(_ connection: SQLiteConnection, besides otherAnchors: CSCAAnchors, limit: Int) {
        self.connection = connection
        self.otherAnchors = otherAnchors
        self.limit = limit
    }

    /// - Parameter condition: what follows WHERE.
    func certificates(_ condition: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> [Certificate] {
        // Authorities may have the same issuer and serial number; they do not sign documents.
        let numbers = try connection.rows(
            "SELECT id FROM certificate WHERE \(condition) ORDER BY kind IN ('csca', 'link'), id", values
        ) { $0.integer(0) }
        guard numbers.count > limit else { return try certificates(numbers) }
        var (signed, others): ([Int64], [Int64]) = ([], [])
        var anchors = AnchorSearch(connection, besides: otherAnchors)
        for number in numbers where signed.count < limit {
            guard let certificate = try certificates([number]).first else { continue }
            if try anchors.hasSigned(certificate) {
                signed.append(number)
            } else if others.count < limit {
                others.append(number)
            }
        }
        return try certificates(Array((signed + others).prefix(limit)))
    }

    private func certificates(_ numbers: [Int64]) throws(SQLiteFailure) -> [Certificate] {
        var found: [[UInt8]?] = []
        for number in numbers {
            found += try connection.rows("SELECT der, sha256 FROM certificate WHERE id = ?", .integer(number)) {
                $0.object(0, sha256: 1)
            }
        }
        return try StoredTrustMaterial.certificates(found)
    }

    /// The anchors of issuers that were asked for before.
    private struct AnchorSearch {
        private let connection: SQLiteConnection
        private let others: CSCAAnchors
        private let classifier = CertificateClassifier()
        private var known: [Issuer: [Certificate]] = [:]

        private struct Issuer: Hashable {
            let keyIdentifier: [UInt8]?
            let subject: String
        }

        init(_ connection: SQLiteConnection, besides others: CSCAAnchors) {
            self.connection = connection
            self.others = others
        }

        mutating func hasSigned(_ certificate: Certificate) throws(SQLiteFailure) -> Bool {
            let issuer = Issuer(
                keyIdentifier: certificate.authorityKeyIdentifier, subject: certificate.issuer.lookupKey)
            if known[issuer] == nil {
                // Names are the choice of who made the certificates, so there may be as many of them.
                if known.count >= 64 { known.removeAll() }
                known[issuer] =
                    try connection.anchors(keyIdentifier: issuer.keyIdentifier, subject: issuer.subject)
                    + others.named(issuer.keyIdentifier, issuer.subject)
            }
            return (known[issuer] ?? []).contains {
                classifier.verifies(certificate, with: $0.subjectPublicKeyInfo)
            }
        }
    }
}

extension SQLiteConnection {
    /// The anchors with a key identifier or a name.
    func anchors(keyIdentifier: [UInt8]?, subject: String) throws(SQLiteFailure) -> [Certificate] {
        try StoredTrustMaterial.certificates(
            rows(
                """
                SELECT id, der, sha256 FROM certificate WHERE key_id = ? AND trust IS NOT NULL UNION
                SELECT id, der, sha256 FROM certificate WHERE subject_key = ? AND trust IS NOT NULL ORDER BY 1
                """,
                .blob(keyIdentifier ?? []), .text(subject)
            ) { $0.object(1, sha256: 2) })
    }
}
