import ByteCoding
import Standards

/// A source as the store has it.
struct RecordedSource {
    let id: Int64
    let standing: TrustDelivery.Standing
    let isKnown: Bool
}

extension ImportRun {
    /// Records a source, or that it was seen again; the best standing it ever had stays.
    mutating func record(_ source: TrustDelivery.Source, _ delivered: TrustDelivery.Standing) throws(SQLiteFailure)
        -> RecordedSource
    {
        let known = try connection.first(
            "SELECT id, standing, pin, reason_code, reason_text FROM source WHERE sha256 = ? AND kind = ?",
            .blob(source.sha256), .text(source.kind.rawValue)
        ) { (id: $0.integer(0), standing: TrustDelivery.Standing(row: $0, from: 1)) }
        var standing = delivered
        if let known, known.standing.rank >= delivered.rank { standing = known.standing }
        let columns = standing.columns
        if let known {
            try connection.run(
                """
                UPDATE source SET name = ?, last_imported = ?, standing = ?, pin = ?, reason_code = ?, reason_text = ? \
                WHERE id = ?
                """,
                .text(source.name), .time(time), columns[0], columns[1], columns[2], columns[3], .integer(known.id))
            if known.standing != standing {
                changes.append("source \(Hexadecimal.encode(source.sha256)) \(columns[0])")
            }
            try record(source.departures, of: known.id)
            return RecordedSource(id: known.id, standing: standing, isKnown: true)
        }
        changes.append("source \(Hexadecimal.encode(source.sha256)) \(columns[0])")
        let id = try connection.insert(
            """
            INSERT INTO source (kind, name, sha256, country, signing_time, signer, signer_issuer, collection, standing, \
            pin, reason_code, reason_text, first_imported, last_imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .text(source.kind.rawValue), .text(source.name), .blob(source.sha256), .text(source.country),
            .time(source.signingTime), .blob(source.signer), .blob(source.signerIssuer), .text(source.collection),
            columns[0], columns[1], columns[2], columns[3], .time(time), .time(time))
        try record(source.departures, of: id)
        return RecordedSource(id: id, standing: standing, isKnown: false)
    }

    private func record(_ departures: [Quirk], of source: Int64) throws(SQLiteFailure) {
        let names = departures.map(\.description).joined(separator: " ")
        try connection.run(
            "UPDATE source SET departures = ? WHERE id = ?", .text(names.isEmpty ? nil : names), .integer(source))
    }

    /// Records the number of a collection, such as `dsc 7214`, and tells what is missing before it.
    mutating func record(collection: String) throws(SQLiteFailure) {
        let words = collection.split(separator: " ")
        guard words.count == 2, let version = Int(words[1]) else { return }
        let name = String(words[0])
        let last = try connection.first(
            "SELECT version FROM collection WHERE name = ? AND version < ? ORDER BY version DESC LIMIT 1", .text(name),
            .integer(version)
        ) { $0.count(0) }
        if let last, last + 1 < version {
            report.gaps.append(.init(collection: name, missing: last + 1...version - 1))
        }
        try connection.run(
            "INSERT OR IGNORE INTO collection VALUES (?, ?, ?)", .text(name), .integer(version), .time(time))
    }
}

extension TrustDelivery.Standing {
    /// The code of the reason of a source that only lacks a pin: one that is added later makes it trusted.
    public static let notPinned = "notPinned"

    /// Whether anchors that come from there are trusted.
    public var isTrusted: Bool { rank > 0 }

    /// How much speaks for a source.
    var rank: Int {
        switch self {
        case .untrusted: 0
        case .accepted: 1
        case .pinned: 2
        case .direct: 3
        }
    }

    /// Name, pin, code and text of the reason.
    var columns: [SQLiteValue] {
        switch self {
        case .direct: [.text("direct"), .null, .null, .null]
        case .pinned(let pin): [.text("pinned"), .blob(pin), .null, .null]
        case .accepted: [.text("accepted"), .null, .null, .null]
        case .untrusted(let reason): [.text("untrusted"), .null, .text(reason.code), .text(reason.text)]
        }
    }

    /// Reads what `columns` wrote.
    init(row: SQLiteStatement, from column: Int32) {
        switch row.text(column) {
        case "direct": self = .direct
        case "pinned": self = .pinned(row.blob(column + 1) ?? [])
        case "accepted": self = .accepted
        default: self = .untrusted(Reason(row.text(column + 2) ?? Self.notPinned, row.text(column + 3) ?? ""))
        }
    }
}
