/// Which files hold which vectors, and which hold none.
package struct VectorRegistry: Sendable {
    package let kinds: [any ConformanceVector.Type]
    /// Folders, which end in `/`, files, and endings of names, which begin with `*`; each with what lies there.
    package let exclusions: [(place: String, reason: String)]

    package init(kinds: [any ConformanceVector.Type], exclusions: [(place: String, reason: String)]) {
        self.kinds = kinds
        self.exclusions = exclusions
    }

    /// Everything that this program can be held against.
    package static let all = VectorRegistry(
        kinds: cryptography + mrz + pki + lds + secureMessaging + accessControl + trust, exclusions: notVectors)

    private static let notVectors: [(place: String, reason: String)] = [
        ("README.md", "says where the files come from"),
        ("cli/", "what commands print"),
        ("report/", "what reports look like"),
        ("fuzz/", "seeds of the fuzzing"),
        ("profiles/", "documents to simulate"),
    ]

    /// What a file of vectors holds; nil where nobody knows. A place that names the file goes before its folder.
    package func kind(of path: String) -> (any ConformanceVector.Type)? {
        kinds.first { $0.places.contains(path) } ?? kinds.first { $0.places.contains { Self.holds($0, path) } }
    }

    /// Why a file holds no vectors; nil where it is expected to.
    package func exclusion(of path: String) -> String? {
        exclusions.first { $0.place == path || Self.holds($0.place, path) }?.reason
    }

    private static func holds(_ place: String, _ path: String) -> Bool {
        place.hasSuffix("/") && path.hasPrefix(place)
    }
}
