public import MRZ

/// A zone that was found in a picture.
public struct CapturedZone: Sendable {
    package let decoded: DecodedZone
    /// The zone's corners in pixels of the picture: that before the first character of the first line, then clockwise
    /// as one reads.
    public let quadrilateral: [PicturePoint]
    /// By how many degrees the reading direction is turned clockwise from left to right, from 0 up to 360.
    public let rotation: Double
    /// Pixels between two characters.
    public let pitch: Double

    /// The lines as they are held to be printed.
    public var zone: MachineReadableZone { decoded.zone }
    public var characters: [CapturedCharacter] { decoded.characters }
    /// The chance that all characters are right, from 0 to 1.
    public var confidence: Double { decoded.confidence }
    public var overruled: [CapturedCharacter] { decoded.overruled }
    /// What speaks against the lines as a whole, however clear their characters are.
    public var doubts: [LayoutDoubt] { decoded.doubts }
    /// Whether the whole was seen well enough to be taken for what is printed; else it is undetermined.
    public var isCertain: Bool { decoded.isCertain }

    /// The least confidence of the characters of a field; 1 where the format lacks the field.
    public func confidence(of field: MRZField) -> Double { decoded.confidence(of: field) }

    /// The zone apart from its picture, for what follows from it: whether its key may go to a chip and how that may be
    /// read otherwise, and the comparison with DG1.
    ///
    /// - Parameter source: The name of the picture or camera, for reports.
    /// - Returns: nil only for a zone without a chance for each of its characters, which a reader does not answer.
    public func captured(from source: String) -> CapturedMRZ? {
        let evidence = characters.map { character in
            CapturedMRZ.Evidence(
                of: character.character, printed: character.printed, confidence: character.confidence,
                reason: character.reason?.rawValue,
                alternatives: character.alternatives.map { CapturedMRZ.Alternative($0.character, chance: $0.chance) })
        }
        return CapturedMRZ(
            zone, evidence: evidence, confidence: confidence, layoutDoubts: doubts, source: source)
    }

    /// Letters above or below which a mark is printed, as in Ñ or Ç: no zone has such letters, they are read without.
    public let marked: [CapturedCharacter]

    init(_ decoded: DecodedZone, _ curves: [LineCurve], _ transform: PlaneTransform, marked: [Int] = []) {
        self.decoded = decoded
        self.marked = marked.map { decoded.characters[$0] }
        let (first, last) = (curves.first, curves.last)
        var corners: [PicturePoint] = []
        if let first, let last {
            corners = [
                first.place(at: first.start, off: -first.tallness * 0.6),
                first.place(at: first.end, off: -first.tallness * 0.6),
                last.place(at: last.end, off: last.tallness * 0.6),
                last.place(at: last.start, off: last.tallness * 0.6),
            ].map { transform($0) }
        }
        quadrilateral = corners
        rotation = Angle.degrees(from: corners)
        pitch = (first?.pitch ?? 0) * Angle.length(transform)
    }

    /// Whether both lie on the same place.
    func overlaps(_ other: CapturedZone) -> Bool {
        let (mine, others) = (centre, other.centre)
        let distance = ((mine.x - others.x) * (mine.x - others.x) + (mine.y - others.y) * (mine.y - others.y))
            .squareRoot()
        return distance < 3 * max(pitch, other.pitch)
    }

    /// The middle of its corners.
    var centre: PicturePoint {
        let count = Double(max(quadrilateral.count, 1))
        return PicturePoint(
            x: quadrilateral.reduce(0) { $0 + $1.x } / count, y: quadrilateral.reduce(0) { $0 + $1.y } / count)
    }
}
