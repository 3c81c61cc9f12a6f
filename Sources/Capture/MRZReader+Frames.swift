import Glibc
import MRZ

/// A zone that was in view in the frame before: where it is looked for first.
package struct ZoneInView: Sendable {
    package let zone: CapturedZone
    /// Whether its lines are known for good; then it is enough to see that they still stand there.
    package let isRead: Bool
    /// The line that tells so; nil for that of the document's number.
    package let line: Int?

    package init(_ zone: CapturedZone, isRead: Bool, line: Int? = nil) {
        self.zone = zone
        self.isRead = isRead
        self.line = line
    }
}

extension MRZReader: ZoneSource {
    /// Finds and reads the zones of a frame of many: as for a picture, but little is looked at twice, since the next
    /// frame may show more; and given up where nobody wants the answer any more.
    ///
    /// - Parameter isCancelled: Asked before each run of a network, so every few milliseconds.
    /// - Throws: `cancelled` once it answers yes.
    public func read(_ picture: GreyPicture, isCancelled: @escaping () -> Bool) throws(CaptureError) -> [CapturedZone] {
        try read(picture, after: nil, isCancelled: isCancelled)
    }

    /// The same, the zone of the frame before looked for first: where it stands near its place, the rest of the frame is
    /// not looked at.
    package func read(
        _ picture: GreyPicture, after last: ZoneInView?, isCancelled: @escaping () -> Bool
    ) throws(CaptureError) -> [CapturedZone] {
        self.isCancelled = isCancelled
        isOneOfMany = true
        defer {
            self.isCancelled = { false }
            isOneOfMany = false
        }
        guard let last, let look = RegionLook(around: last.zone) else { return try read(picture) }
        times = ReadingTimes()
        let pyramid = PicturePyramid(picture)
        if let part = try part(at: look, of: pyramid) {
            if last.isRead, let still = try stillShown(last, in: part, of: pyramid) { return [still] }
            if let found = try zone(in: part, of: pyramid), found.confidence > Self.clearInPlace { return [found] }
        }
        let before = times
        let found = try read(picture)
        times.add(before)
        return found
    }

    /// The chance of being right from which on a zone that stands where it is looked for is taken for all there is.
    private static let clearInPlace = 0.3

    /// A zone whose lines are known, at its new place; nil where the line that tells is not seen again.
    private func stillShown(_ last: ZoneInView, in part: Part, of pyramid: PicturePyramid) throws(CaptureError)
        -> CapturedZone?
    {
        let (known, format) = (last.zone, last.zone.zone.format)
        let curves = times.count(\.finding) { LineFinder.find(part.maps) }
        guard curves.count == format.lineCount,
            let line = last.line ?? known.zone.checkDigits.first(where: { $0.id == .documentNumber })?.line,
            curves.indices.contains(line - 1), let strip = strip(along: curves[line - 1], at: part.place, of: pyramid),
            let evidence = try recognise(strip)
        else { return nil }
        let characters = known.zone.characters[(line - 1) * format.lineLength..<line * format.lineLength]
        let isSeen = times.count(\.deciding) {
            CellAlignment(evidence, count: format.lineLength)?.shows(characters) ?? false
        }
        return isSeen ? CapturedZone(known.decoded, curves, part.place.transform) : nil
    }
}

extension MRZReader.RegionLook {
    /// Where a zone was; nil where its corners tell no place.
    package init?(around zone: CapturedZone) {
        let corners = zone.quadrilateral
        guard corners.count == 4, zone.pitch > 0 else { return nil }
        let along = (x: corners[1].x - corners[0].x, y: corners[1].y - corners[0].y)
        let length = (along.x * along.x + along.y * along.y).squareRoot()
        guard length > 1, length.isFinite else { return nil }
        self.init(
            centre: PicturePoint(
                x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4),
            direction: (along.x / length, along.y / length), pitch: zone.pitch, length: length)
    }
}

extension CellAlignment {
    /// The share of cells that may be seen as something else, and the chance from which on none may.
    private static let mostOthers = 0.05
    private static let sure: Float = 0.9

    /// Whether these characters are seen: nearly all of them, and nowhere clearly another one.
    package func shows(_ characters: some Collection<UInt8>) -> Bool {
        guard characters.count == cells.count else { return false }
        var others = 0
        for (cell, character) in zip(cells, characters) {
            guard let kind = cell.indices.max(by: { cell[$0] < cell[$1] }) else { return false }
            guard LineEvidence.alphabet[kind] != character else { continue }
            guard expf(cell[kind]) < Self.sure else { return false }
            others += 1
        }
        return Double(others) <= Double(cells.count) * Self.mostOthers
    }
}
