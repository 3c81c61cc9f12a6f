/// The clause of a publication that a rule, a step or an error comes from.
public struct SpecReference: Hashable, Sendable {
    /// The publication, such as `ICAO Doc 9303-11`.
    public let publication: String
    /// The clause, such as `4.3.1`.
    public let clause: String
    /// The step inside the clause, where it numbers them.
    public let step: String?

    /// Names a clause.
    public init(publication: String, clause: String, step: String? = nil) {
        self.publication = publication
        self.clause = clause
        self.step = step
    }

    /// A clause of ICAO Doc 9303, 8th edition.
    public static func doc9303(_ part: Int, _ clause: String, step: String? = nil) -> SpecReference {
        SpecReference(publication: "ICAO Doc 9303-\(part)", clause: clause, step: step)
    }

    /// A clause of BSI TR-03110, part 3.
    public static func tr03110(_ clause: String, step: String? = nil) -> SpecReference {
        SpecReference(publication: "BSI TR-03110-3", clause: clause, step: step)
    }

    /// A clause of BSI TR-03135, part 1.
    public static func tr03135(_ clause: String) -> SpecReference {
        SpecReference(publication: "BSI TR-03135-1", clause: clause)
    }

    /// A section of an RFC.
    public static func rfc(_ number: Int, _ section: String) -> SpecReference {
        SpecReference(publication: "RFC \(number)", clause: section)
    }
}

extension SpecReference: CustomStringConvertible {
    /// For example `ICAO Doc 9303-11 §4.3.1 step 2e`.
    public var description: String {
        "\(publication) §\(clause)" + (step.map { " step \($0)" } ?? "")
    }
}
