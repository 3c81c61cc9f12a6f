import PKI
import Standards

/// The revocation lists of a state that are offered to a judgement: few enough to be verified, and none that matters left
/// out.
///
/// Whoever brings lists chooses what they name and when they say they are made. So the newest are counted for each key
/// that signed them, whole lists apart from those that cannot be used, and lists of nobody that is trusted by themselves.
struct RevocationListCandidates {
    private let connection: SQLiteConnection
    private let anchors: CSCAAnchors
    private let time: Timestamp
    private let classifier = CertificateClassifier()

    /// The most lists of one key, of each kind: several, since its newest may be one that says less.
    private static let limit = 16
    /// The most lists that nobody verifies: a few, so that the report can say why they were not used.
    private static let strangers = 8

    /// - Parameters:
    ///   - anchors: who is trusted beside the anchors of the store, which knows its own.
    ///   - time: later lists are not offered.
    init(_ connection: SQLiteConnection, anchors: CSCAAnchors, at time: Timestamp) {
        self.connection = connection
        self.anchors = anchors
        self.time = time
    }

    func lists(ofCountry country: String) throws(SQLiteFailure) -> [CertificateRevocationList] {
        var chosen = Chosen()
        let verified = try connection.rows(
            """
            SELECT revocation_list.id, spki FROM revocation_list JOIN certificate ON certificate.id = verified_by
            WHERE revocation_list.country = ? AND this_update <= ? ORDER BY this_update DESC
            """, .text(country), .time(time)
        ) { (id: $0.integer(0), key: $0.blob(1) ?? []) }
        for (id, key) in verified where chosen.hasRoom(for: key) { chosen.add(try list(id), of: key) }

        var others = try connection.rows(
            "SELECT id FROM revocation_list WHERE country = ? AND verified_by IS NULL ORDER BY this_update DESC",
            .text(country)
        ) { $0.integer(0) }
        let keys = Self.keys(anchors, ofCountry: country)
        if keys.isEmpty { others = Array(others.prefix(Self.strangers)) }
        for id in others {
            let list = try list(id)
            if let key = keys.first(where: { classifier.verifies(list, with: $0) }) {
                if list.thisUpdate <= time { chosen.add(list, of: key) }
            } else if chosen.strangers.count < Self.strangers {
                chosen.strangers.append(list)
            }
        }
        return (chosen.lists + chosen.strangers).sorted { $0.thisUpdate > $1.thisUpdate }
    }

    private func list(_ id: Int64) throws(SQLiteFailure) -> CertificateRevocationList {
        let found = try connection.first("SELECT der, sha256 FROM revocation_list WHERE id = ?", .integer(id)) {
            $0.object(0, sha256: 1)
        }
        guard let der = found ?? nil, let list = try? CertificateRevocationList(encoded: der) else {
            throw .undecodable
        }
        return list
    }

    private static func keys(_ anchors: CSCAAnchors, ofCountry country: String) -> [[UInt8]] {
        var keys: Set<[UInt8]> = []
        return anchors.certificates.compactMap { anchor in
            guard CertificateCountry.normalised(anchor.subject) == country else { return nil }
            return keys.insert(anchor.subjectPublicKeyInfo).inserted ? anchor.subjectPublicKeyInfo : nil
        }
    }

    /// What was chosen so far, the newest first.
    private struct Chosen {
        private(set) var lists: [CertificateRevocationList] = []
        var strangers: [CertificateRevocationList] = []
        private var whole: [[UInt8]: Int] = [:]
        private var unusable: [[UInt8]: Int] = [:]

        func hasRoom(for key: [UInt8]) -> Bool { whole[key, default: 0] < RevocationListCandidates.limit }

        mutating func add(_ list: CertificateRevocationList, of key: [UInt8]) {
            let isWhole = StateRevocation.fault(of: list) == nil
            let kind = isWhole ? \Self.whole : \Self.unusable
            guard self[keyPath: kind][key, default: 0] < RevocationListCandidates.limit else { return }
            self[keyPath: kind][key, default: 0] += 1
            lists.append(list)
        }
    }
}
