import ByteCoding

/// Names of the landmarks of ISO/IEC 39794-5.
///
/// The codes were taken from a public reader (JMRTD) that follows the module of ISO/IEC 39794-5.
enum LandmarkNames {
    /// The name of a landmark: `2.11` of MPEG-4, `pronasale`, `landmark 3.7`; its number where the code is unknown.
    static func name(of base: DataObject) throws(DecodingFailure) -> String {
        if let code = try base.field(0)?.code() { return mpeg4(code) ?? "MPEG-4 code \(code)" }
        // anthropometricLandmark → base → by name, by number of the point, or by its letters.
        guard let landmark = try base.field(1) else { return "unnamed" }
        guard let kind = try landmark.field(0), kind.isConstructed else {
            return try landmark.code().map { "anthropometric \($0)" } ?? "unnamed"
        }
        if let code = try kind.field(0)?.code() {
            return anthropometric.indices.contains(code) ? anthropometric[code] : "anthropometric \(code)"
        }
        if let code = try kind.field(1)?.code() {
            return points.indices.contains(code) ? "landmark \(points[code])" : "landmark code \(code)"
        }
        if let code = try kind.field(2)?.code() {
            return letters.indices.contains(code) ? "landmark \(letters[code])" : "landmark letter code \(code)"
        }
        return "unnamed"
    }

    /// The feature point of a code: all points of group 2, then those of group 3 …
    private static func mpeg4(_ code: Int) -> String? {
        var rest = code
        for (group, count) in zip(2..., [14, 14, 6, 4, 4, 1, 10, 15, 10, 6, 4]) {
            if rest < count { return "\(group).\(rest + 1)" }
            rest -= count
        }
        return nil
    }

    private static let anthropometric = [
        "vertex", "glabella", "opisthocranion", "eurion left", "eurion right", "frontotemporale left",
        "frontotemporale right", "trichion", "zygion left", "zygion right", "gonion left", "gonion right", "sublabiale",
        "pogonion", "menton", "condylion laterale left", "condylion laterale right", "endocanthion left",
        "endocanthion right", "exocanthion left", "exocanthion right", "centre of pupil left", "centre of pupil right",
        "orbitale left", "orbitale right", "palpebrale superius left", "palpebrale superius right",
        "palpebrale inferius left", "palpebrale inferius right", "orbitale superius left", "orbitale superius right",
        "superciliare left", "superciliare right", "nasion", "sellion", "alare left", "alare right", "pronasale",
        "subnasale", "subalare", "alar curvature left", "alar curvature right", "maxillofrontale",
        "crista philtri left", "crista philtri right", "labiale superius", "labiale inferius", "cheilion left",
        "cheilion right", "stomion", "superaurale left", "superaurale right", "subaurale left", "subaurale right",
        "preaurale", "postaurale", "otobasion superius left", "otobasion superius right", "otobasion inferius",
        "porion",
        "tragion",
    ]

    private static let points = [
        "1.1", "1.2", "1.5", "1.6", "1.7", "1.8", "1.9", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.9", "2.10",
        "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "4.1", "4.2", "4.3",
        "4.4",
        "5.1", "5.2", "5.3", "5.4", "5.6",
    ]

    private static let letters = [
        "v", "g", "op", "eu left", "eu right", "ft left", "ft right", "tr", "zy left", "zy right", "go left",
        "go right",
        "sl", "pg", "gn", "cdl left", "cdl right", "en left", "en right", "ex left", "ex right", "p left", "p right",
        "or left", "or right", "ps left", "ps right", "pi left", "pi right", "os left", "os right", "sci left",
        "sci right", "n", "se", "al left", "al right", "prn", "sn", "sbal", "ac left", "ac right", "mf left",
        "mf right",
        "cph left", "cph right", "ls", "li", "ch left", "ch right", "sto", "sa left", "sa right", "sba left",
        "sba right",
        "pra left", "pra right", "pa", "obs left", "obs right", "obi", "po", "t",
    ]
}
