import Capture
import MRZ
import TestSupport
import Testing

@Suite("A zone is looked for first where it was in the frame before")
struct ZoneInViewTests {
    // MARK: What a series asks for

    /// What is asked of the reader over these frames: whether a zone is looked for first, and whether it is known.
    private static func asked(_ script: [[CapturedZone]], frames: Int) throws -> [Bool?] {
        let reader = ScriptedReader(script)
        var series = ScanSeries(ScanSettings())
        for number in 0..<frames {
            let frame = try #require(ScanVideo.frame(number))
            _ = series.process(frame, at: .zero, by: reader)
        }
        return reader.soughtFirst.map { $0?.isRead }
    }

    @Test func `a zone in view is looked for first, and is known once it was read`() throws {
        let zone = try #require(ScanVideo.zone())
        #expect(try Self.asked([[zone]], frames: 5) == [nil, false, true, true, true])
    }

    @Test func `now and then the whole frame is looked at`() throws {
        let zone = try #require(ScanVideo.zone())
        let asked = try Self.asked([[zone]], frames: 24)
        #expect(asked.indices.filter { asked[$0] == nil } == [0, 7, 15, 23])
    }

    @Test func `the whole frame is looked at where there was no zone, or several, or one that is unsure`() throws {
        let (one, two) = (try #require(ScanVideo.zone()), try #require(ScanVideo.zone(ScanVideo.another)))
        var doubts: SeenLines.Doubts = [:]
        for position in 6...12 { doubts[.init(line: 1, position: position)] = ["A": 0.5, "B": 0.5] }
        let unsure = try #require(ScanVideo.zone(doubts: doubts))
        try #require(unsure.confidence < 0.3)
        #expect(try Self.asked([[]], frames: 3) == [nil, nil, nil])
        #expect(try Self.asked([[one, two]], frames: 3) == [nil, nil, nil])
        #expect(try Self.asked([[unsure]], frames: 3) == [nil, nil, nil])
    }

    @Test func `another document in its place is not taken for known`() throws {
        let (one, two) = (try #require(ScanVideo.zone()), try #require(ScanVideo.zone(ScanVideo.another)))
        #expect(try Self.asked([[one], [one], [two]], frames: 5) == [nil, false, true, false, true])
    }

    @Test func `a session looks for it first, too`() async throws {
        let zone = try #require(ScanVideo.zone(doubts: [.init(line: 1, position: 7): ["A": 0.6, "B": 0.4]]))
        let reader = ScriptedReader([[zone]])
        let session = ScanSession(ScanSettings(), reader: reader, clock: ContinuousClock())
        for number in 0..<2 { _ = await session.process(try #require(ScanVideo.frame(number))) }
        #expect(reader.soughtFirst.map { $0?.isRead } == [nil, false])
    }

    // MARK: What the reader makes of it

    @Test func `the zone is found at its place, and the rest of the frame is not looked at`() throws {
        let reader = try MRZReader()
        let picture = try HandedPictureTests.picture("specimen-two-cards.png")
        let both = try reader.read(picture)
        try #require(both.count == 2)
        for zone in both {
            let found = try reader.read(picture, after: ZoneInView(zone, isRead: false)) { false }
            #expect(found.map(\.zone) == [zone.zone])
            #expect(reader.times.finding > .zero && reader.times.recognising > .zero)
        }
    }

    @Test(arguments: [(30.0, 12.0), (400, -300)])
    func `the zone is found where it has moved to, near or far`(_ x: Double, _ y: Double) throws {
        let reader = try MRZReader()
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try reader.read(picture).first)
        let found = try reader.read(picture, after: ZoneInView(zone.moved(x, y), isRead: false)) { false }
        #expect(found.map(\.zone) == [zone.zone])
        for (corner, other) in zip(zone.quadrilateral, try #require(found.first).quadrilateral) {
            #expect(abs(corner.x - other.x) < zone.pitch && abs(corner.y - other.y) < zone.pitch)
        }
    }

    @Test func `of a document that is known the line with the number is enough`() throws {
        let reader = try MRZReader()
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try reader.read(picture).first)
        let lines = ["P<UTOERIKSSON<<ANNE<MARIE<<<<<<<<<<<<<<<<<<<", CapturedSpecimen.lines[1]]
        let known = try #require(ScanVideo.zone(lines)).placed(as: zone.moved(9, 5))
        // The reader's own lines would be those of the picture.
        let found = try reader.read(picture, after: ZoneInView(known, isRead: true)) { false }
        #expect(found.map(\.zone.lines) == [lines])
        let anew = try reader.read(picture, after: ZoneInView(known, isRead: false)) { false }
        #expect(anew.map(\.zone.lines) == [CapturedSpecimen.lines])
        let corner = try #require(found.first?.quadrilateral.first)
        #expect(abs(corner.x - zone.quadrilateral[0].x) < zone.pitch)
    }

    @Test func `every line of a known document is looked at in turn`() throws {
        let zone = try #require(ScanVideo.zone())
        let reader = ScriptedReader([[zone]])
        var series = ScanSeries(ScanSettings())
        for number in 0..<7 { _ = series.process(try #require(ScanVideo.frame(number)), at: .zero, by: reader) }
        #expect(reader.soughtFirst.map { $0?.line } == [nil, nil, 2, 1, 2, 1, 2])
    }

    @Test func `a known document is read anew where its name is not seen again`() throws {
        let reader = try MRZReader()
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try reader.read(picture).first)
        let lines = ["P<UTOERIKSSON<<ANNE<MARIE<<<<<<<<<<<<<<<<<<<", CapturedSpecimen.lines[1]]
        let known = try #require(ScanVideo.zone(lines)).placed(as: zone)
        let found = try reader.read(picture, after: ZoneInView(known, isRead: true, line: 1)) { false }
        #expect(found.map(\.zone.lines) == [CapturedSpecimen.lines])
        let again = try reader.read(picture, after: ZoneInView(known, isRead: true, line: 2)) { false }
        #expect(again.map(\.zone.lines) == [lines])
        _ = try reader.read(picture, after: ZoneInView(known, isRead: true, line: 9)) { false }
    }

    @Test func `a known document is read anew where its number is not seen again`() throws {
        let reader = try MRZReader()
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try reader.read(picture).first)
        let other = ScanVideo.zone([CapturedSpecimen.lines[0], "L898902C44UTO7408122F1204159ZE184226B<<<<<16"])
        let known = try #require(other).placed(as: zone)
        let found = try reader.read(picture, after: ZoneInView(known, isRead: true)) { false }
        #expect(found.map(\.zone.lines) == [CapturedSpecimen.lines])
    }

    @Test(
        arguments: [
            ([:], true), ([3: ["X": 0.6, "8": 0.4]], true), ([3: ["X": 0.999]], false),
            ([3: ["X": 0.6, "8": 0.4], 4: ["X": 0.6, "9": 0.4]], true),
            ([3: ["X": 0.6, "8": 0.4], 4: ["X": 0.6, "9": 0.4], 9: ["X": 0.6, "3": 0.4]], false),
        ] as [([Int: [Character: Float]], Bool)])
    func `a line is seen again where nearly all fits and nothing clearly does not`(
        _ doubts: [Int: [Character: Float]], isSeen: Bool
    ) throws {
        let line = CapturedSpecimen.lines[1]
        var places: SeenLines.Doubts = [:]
        for (position, characters) in doubts { places[.init(line: 1, position: position)] = characters }
        let seen = try #require(SeenLines.evidence([line], doubts: places).first)
        let cells = try #require(CellAlignment(seen, count: line.count))
        #expect(cells.shows(line.utf8) == isSeen)
        #expect(!cells.shows(line.dropLast().utf8))
    }
}

extension CapturedZone {
    fileprivate func moved(_ x: Double, _ y: Double) -> CapturedZone {
        CapturedZone(
            decoded, quadrilateral: quadrilateral.map { PicturePoint(x: $0.x + x, y: $0.y + y) }, rotation: rotation,
            pitch: pitch)
    }

    /// The same lines where another zone stands.
    fileprivate func placed(as zone: CapturedZone) -> CapturedZone {
        CapturedZone(decoded, quadrilateral: zone.quadrilateral, rotation: zone.rotation, pitch: zone.pitch)
    }
}
