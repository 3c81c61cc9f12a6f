import MRZ

/// Reads machine readable zones from pictures.
///
/// Looks twice: over the whole picture at a small size for where zones are and which way they are read, then at each
/// zone for its lines; each line is cut out along its curve and recognised as a whole, and the lines are decoded
/// together. A reader is used by one task at a time; loading its networks takes some milliseconds.
public final class MRZReader {
    private let detector: SizedNetwork
    private let recogniser: SizedNetwork
    /// Slower, and right more often: reads again what is in doubt.
    private let secondReader: SizedNetwork
    package var isCancelled: () -> Bool = { false }
    /// Whether the picture is a frame of many, of which the next may show more: then little is looked at twice.
    var isOneOfMany = false
    /// Which looks such a frame gets.
    var frameLooks = FrameLooks()
    /// How often the networks ran over parts and lines.
    package private(set) var runCount = 0

    /// The size in which the whole picture is looked at; portrait pictures with the sides exchanged.
    static let overview = (width: 512, height: 384)
    /// The part that is cut out around a zone.
    private static let part = (width: 512, height: 128)
    /// The distance of two characters in such a part.
    private static let partPitch = 9.0
    /// The most zones that are read in one picture.
    private static let zoneLimit = 8

    /// How long the steps of the last picture took.
    public internal(set) var times = ReadingTimes()

    /// Loads the networks.
    public convenience init() throws(CaptureError) { try self.init(NetworkWeights()) }

    package init(_ weights: NetworkWeights) {
        detector = SizedNetwork(onnx: weights.detector)
        recogniser = SizedNetwork(onnx: weights.recogniser)
        secondReader = SizedNetwork(onnx: weights.secondReader)
    }

    /// Finds and reads all zones of a picture, the largest first.
    public func read(_ picture: GreyPicture) throws(CaptureError) -> [CapturedZone] {
        times = ReadingTimes()
        let found = try zones(of: picture)
        guard found.isEmpty, !isOneOfMany else { return found }
        // Light print on dark ground, as a negative shows it.
        return try zones(of: PicturePyramid(picture.inverted), in: PictureWindow(whole: picture))
    }

    /// Dark print on light ground.
    private func zones(of picture: GreyPicture) throws(CaptureError) -> [CapturedZone] {
        let pyramid = PicturePyramid(picture)
        if isOneOfMany {
            frameLooks.begin()
            let found = try zones(of: pyramid, in: PictureWindow(whole: picture), smaller: frameLooks.smaller)
            frameLooks.end(found)
            return found
        }
        var found = try zones(of: pyramid, in: PictureWindow(whole: picture))
        if found.isEmpty {
            // Large print is easier to find the smaller it is seen.
            found = try zones(of: pyramid, in: PictureWindow(whole: picture), smaller: 2)
        }
        // Small print in a large picture is lost in the overview: look again at ever smaller parts of it.
        for windows in PictureWindow.finer(of: picture, overview: Self.overview.width) where found.isEmpty {
            for window in windows {
                for zone in try zones(of: pyramid, in: window) where !found.contains(where: { $0.overlaps(zone) }) {
                    found.append(zone)
                }
            }
        }
        return found
    }

    private func zones(of pyramid: PicturePyramid, in window: PictureWindow, smaller: Int = 1) throws(CaptureError)
        -> [CapturedZone]
    {
        let (long, short) = (Self.overview.width / smaller, Self.overview.height / smaller)
        let size = window.height > window.width ? (width: short, height: long) : (width: long, height: short)
        let scale = min(1, Double(size.width) / window.width, Double(size.height) / window.height)
        let overview = times.count(\.finding) {
            window.overview(of: pyramid.original, width: size.width, height: size.height, scale: scale)
        }
        guard let overview, let maps = try look(at: overview)
        else { return [] }
        let regions = times.count(\.finding) { ZoneRegion.find(maps).prefix(Self.zoneLimit) }
        let places = regions.map { region in
            let centre = PicturePoint(
                x: window.x + (region.centre.x + 0.5) / scale - 0.5, y: window.y + (region.centre.y + 0.5) / scale - 0.5
            )
            return RegionLook(
                centre: centre, direction: region.direction, pitch: region.pitch / scale, length: region.length / scale)
        }
        var zones: [(place: Int, zone: CapturedZone)] = []
        for place in isOneOfMany ? frameLooks.order(places) : Array(places.indices) {
            guard !isOneOfMany || frameLooks.allows(places[place]) else { break }
            let before = runCount
            guard let zone = try read(places[place], of: pyramid) else {
                frameLooks.spend(runCount - before)
                continue
            }
            if !zones.contains(where: { $0.zone.overlaps(zone) }) { zones.append((place, zone)) }
        }
        return zones.sorted { $0.place < $1.place }.map(\.zone)
    }

    /// Where to look a second time, in pixels of the picture.
    package struct RegionLook {
        var centre: PicturePoint
        var direction: (cosine: Double, sine: Double)
        var pitch: Double
        let length: Double

        /// The same place, read the other way.
        package var reversed: RegionLook {
            var other = self
            other.direction = (-direction.cosine, -direction.sine)
            return other
        }
    }

    package func read(_ look: RegionLook, of pyramid: PicturePyramid) throws(CaptureError) -> CapturedZone? {
        guard var part = try part(at: look, of: pyramid) else { return nil }
        var isTurned = false
        if let course = part.maps.course, course < -Self.clearCourse {
            guard let turned = try self.part(at: look.reversed, of: pyramid) else { return nil }
            (part, isTurned) = (turned, true)
        }
        let first = try zone(in: part, of: pyramid)
        if let first, first.confidence > Self.sureOfCourse { return first }
        if isOneOfMany, !frameLooks.looksBothWays, let course = part.maps.course, course > Self.surelyUpright {
            return first
        }
        // The reading direction may have been mistaken: all depends on which way up the page is held to be.
        guard let other = try self.part(at: isTurned ? look : look.reversed, of: pyramid),
            let second = try zone(in: other, of: pyramid)
        else { return first }
        return second.decoded.score > first?.decoded.score ?? -.infinity ? second : first
    }

    /// From which mean cosine on a part is held to be upright, or upside down.
    private static let clearCourse = 0.2
    /// From which mean cosine on a part in a frame of many is looked at upside down only now and then.
    private static let surelyUpright = 0.6
    /// The chance of being right from which on nothing is tried upside down.
    private static let sureOfCourse = 0.2

    /// What was cut out around a zone.
    struct Part {
        let maps: LineMaps
        let place: Place
    }

    func part(at look: RegionLook, of pyramid: PicturePyramid) throws(CaptureError) -> Part? {
        let scale = max(look.pitch / Self.partPitch, look.length / (Double(Self.part.width) * 0.9))
        let transform = PlaneTransform(
            partWidth: Self.part.width, partHeight: Self.part.height, centre: look.centre, direction: look.direction,
            scale: scale)
        let picture = times.count(\.finding) {
            pyramid.level(for: scale).flatMap {
                $0.picture.part(width: Self.part.width, height: Self.part.height, transform.scaled(by: $0.factor))
            }
        }
        guard let picture, let maps = try self.look(at: picture) else { return nil }
        return Part(maps: maps, place: Place(transform: transform, scale: scale))
    }

    func zone(in part: Part, of pyramid: PicturePyramid) throws(CaptureError) -> CapturedZone? {
        let (place, transform) = (part.place, part.place.transform)
        let lines = times.count(\.finding) { Array(LineFinder.find(part.maps).prefix(5)) }
        guard let first = try draft(lines, at: place, of: pyramid) else { return nil }
        let isDoubtful = first.zone.confidence > Self.worthAnotherLook && first.zone.confidence < Self.sureAtOnce
        let isClose = isDoubtful && (!isOneOfMany || first.zone.isZone && frameLooks.wantsCloserLook())
        let decoded = isClose ? try joined(first, at: place, of: pyramid) : first
        guard decoded.zone.isZone else { return nil }
        // Frames are left to the next one; what is not certain needs no further reason.
        guard decoded.zone.isCertain, !isOneOfMany,
            try showsFurtherLine(beside: decoded.lines, at: place, of: pyramid)
        else { return decoded.captured(transform) }
        return Decoded(zone: decoded.zone.doubted(by: .furtherLine), strips: decoded.strips).captured(transform)
    }

    /// Once it is known where the characters stand, each is cut out anew in the middle of its cell, then a little taller,
    /// then without the finest grain, and read by the second reader: what several looks agree on is right more often than
    /// what one is sure of. What was no zone at first may become one.
    private func joined(_ first: Decoded, at place: Place, of pyramid: PicturePyramid) throws(CaptureError) -> Decoded {
        var looks = [first]
        for look in Look.later {
            let curves = (looks.last ?? first).refinedCurves.map { $0.taller(by: look.tallness) }
            if let next = try draft(curves, at: place, of: pyramid, look) { looks.append(next) }
        }
        let even = looks.filter { !$0.zone.isUneven }
        let best = (even.isEmpty ? looks : even).max { $0.zone.confidence < $1.zone.confidence } ?? first
        let others = even.filter { $0.zone.score != best.zone.score }.map(\.zone)
        let zone = times.count(\.deciding) { ZoneDecoder.decode(best.zone, joinedWith: others) } ?? best.zone
        return Decoded(zone: zone, strips: best.strips)
    }

    /// How the lines of a zone are cut out.
    private struct Look {
        let pitch: CellAlignment.Pitch
        /// How much taller than they were found to be.
        let tallness: Double
        /// How many times coarser the picture is from which they are cut, at most.
        let coarseness: Double
        var isSecondReader = true

        static let first = Look(pitch: .rough, tallness: 1, coarseness: 1, isSecondReader: false)
        static let later = [
            Look(pitch: .known, tallness: 1, coarseness: 1), Look(pitch: .known, tallness: 1.08, coarseness: 1),
            Look(pitch: .known, tallness: 0.96, coarseness: 2),
        ]
    }

    /// The chance of being right below which no look more makes a zone of the lines.
    private static let worthAnotherLook = 1e-20
    /// The chance of being right from which on a zone is not cut out a second time.
    private static let sureAtOnce = 0.98

    /// Where a part lies in the picture, and how many pixels of it make one of the part.
    struct Place {
        let transform: PlaneTransform
        let scale: Double
    }

    /// Lines that were decoded, with the strips that they were read from.
    private struct Decoded {
        let zone: DecodedZone
        let strips: [Strip]

        /// Those of the zone's own lines.
        var lines: [Strip] { Array(strips.dropFirst(zone.firstLine).prefix(zone.zone.format.lineCount)) }

        func captured(_ transform: PlaneTransform) -> CapturedZone {
            CapturedZone(zone, refinedCurves, transform, marked: marked)
        }

        /// The letters that bear marks, counted through all lines.
        var marked: [Int] {
            let format = zone.zone.format
            let (length, names) = (format.lineLength, MRZLayout.of(format).nameCells)
            return zip(strips.dropFirst(zone.firstLine), zone.centres).enumerated().flatMap { line, seen in
                let characters = zone.characters[line * length..<(line + 1) * length].map(\.character)
                let named = Set(characters.indices.filter { names.contains(line * length + $0) })
                return LetterMarks.cells(of: seen.0, centres: seen.1, characters: characters, names: named).map {
                    line * length + $0
                }
            }
        }

        /// The zone's lines, their characters placed where they were read.
        var refinedCurves: [LineCurve] {
            zip(strips.dropFirst(zone.firstLine), zone.centres).map { strip, centres in
                strip.curve.refined(centres.map { strip.along(Double($0)) }) ?? strip.curve
            }
        }
    }

    private func draft(
        _ curves: [LineCurve], at place: Place, of pyramid: PicturePyramid, _ look: Look = .first
    ) throws(CaptureError) -> Decoded? {
        guard curves.count >= 2 else { return nil }
        var strips: [Strip] = []
        var lines: [LineEvidence] = []
        for curve in curves {
            guard let strip = strip(along: curve, at: place, of: pyramid, coarseness: look.coarseness),
                let line = try recognise(strip, by: look.isSecondReader ? secondReader : recogniser)
            else { continue }
            strips.append(strip)
            lines.append(line)
        }
        return times.count(\.deciding) {
            ZoneDecoder.draft(lines, pitch: look.pitch).map { Decoded(zone: $0, strips: strips) }
        }
    }

    private func look(at picture: GreyPicture) throws(CaptureError) -> LineMaps? {
        guard !isCancelled() else { throw .cancelled }
        runCount += 1
        return try times.count(\.finding) { () throws(CaptureError) in
            let input = picture.pixels.map { Float($0) / 128 - 1 }
            let count = LineMaps.valueCount(pictureWidth: picture.width, pictureHeight: picture.height)
            let output = try detector.run(input, height: picture.height, width: picture.width, outputCount: count)
            return LineMaps(output, pictureWidth: picture.width, pictureHeight: picture.height)
        }
    }

    /// - Parameter coarseness: How many times coarser than needed the picture may be from which the strip is cut.
    func strip(along curve: LineCurve, at place: Place, of pyramid: PicturePyramid, coarseness: Double = 1) -> Strip? {
        times.count(\.recognising) {
            pyramid.level(for: place.scale * curve.pitch / Double(Strip.cell) * coarseness).flatMap {
                Strip(curve, from: $0.picture, place.transform.scaled(by: $0.factor))
            }
        }
    }

    func recognise(_ strip: Strip) throws(CaptureError) -> LineEvidence? { try recognise(strip, by: recogniser) }

    private func recognise(_ strip: Strip, by network: SizedNetwork) throws(CaptureError) -> LineEvidence? {
        guard !isCancelled() else { throw .cancelled }
        runCount += 1
        return try times.count(\.recognising) { () throws(CaptureError) in
            let width = strip.picture.width
            let columns = width / LineEvidence.columnWidth
            let scores = try network.run(
                strip.standardised, height: Strip.height, width: width, outputCount: columns * LineEvidence.classCount)
            return LineEvidence(scores: scores, columnCount: columns)
        }
    }
}
