/// Which files hold which vectors, and which hold none.
package struct VectorRegistry: Sendable {
    package let kinds: [any ConformanceVector.Type]
    /// Folders, which end in `/`, and files without vectors; each with what lies there.
    package let exclusions: [(place: String, reason: String)]

    package init(kinds: [any ConformanceVector.Type], exclusions: [(place: String, reason: String)]) {
        self.kinds = kinds
        self.exclusions = exclusions
    }

    /// Everything that this program can be held against.
    package static let all = VectorRegistry(
        kinds: cryptography + mrz + pki + lds + seals + secureMessaging + accessControl + trust + biometricImages,
        exclusions: notVectors)

    /// The folder of the profiles, each of which is a vector of its own.
    package static let profiles = "profiles/"

    private static let notVectors: [(place: String, reason: String)] = [
        ("README.md", "says where the files come from"),
        ("fuzz/", "seeds of the fuzzing"),
        ("profiles/README.md", "describes the profiles"),
        ("profiles/keys/", "keys that the profiles name"),
        ("profiles/pictures/", "pictures that the profiles name"),
        ("profiles/certificates/", "certificates that the profiles name"),
        ("profiles/trust/", "what lists for tests are to say"),
        ("profiles/cv/", "card verifiable certificates that the profiles name"),
        ("profiles/portrait.jpg", "a picture that the profiles name"),
        ("profiles/portrait.j2k", "a picture that the profiles name"),
        ("profiles/page.jpg", "a picture of the page of the specimen"),
        ("biometric-images/files/", "pictures in every form that is decoded"),
        ("capture/", "pictures of zones, and of none"),
        ("picture-files/", "files that hold pictures"),
    ]

    /// What a file of vectors holds; nil where nobody knows. A place that names the file goes before its folder.
    package func kind(of path: String) -> (any ConformanceVector.Type)? {
        kinds.first { $0.places.contains(path) } ?? kinds.first { $0.places.contains { Self.holds($0, path) } }
    }

    /// What a file without vectors is, and the place that stands for it; nil where it is expected to hold some.
    package func exclusion(of path: String) -> (place: String, reason: String)? {
        exclusions.first { $0.place == path || Self.holds($0.place, path) }
    }

    private static func holds(_ place: String, _ path: String) -> Bool {
        place.hasSuffix("/") && path.hasPrefix(place)
    }
}
