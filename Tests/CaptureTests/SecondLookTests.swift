import Capture
import MRZ
import TestSupport
import Testing

/// What the reader does beyond its first look.
@Suite("Second looks of the reader")
struct SecondLookTests {
    /// How many times the networks run while one place is read.
    private static func runs(_ look: MRZReader.RegionLook, of picture: GreyPicture) throws -> (Int, [String]) {
        let reader = try MRZReader()
        var count = 0
        reader.isCancelled = {
            count += 1
            return false
        }
        let zone = try reader.read(look, of: PicturePyramid(picture))
        return (count, zone?.zone.lines ?? [])
    }

    /// The first look may be mistaken by half a turn; the second tells, before lines are read the wrong way.
    @Test func `a zone that is taken for upside down is turned before its lines are read`() throws {
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try MRZReader().read(picture).first)
        let look = try #require(MRZReader.RegionLook(around: zone))
        let (upright, lines) = try Self.runs(look, of: picture)
        let (turned, same) = try Self.runs(look.reversed, of: picture)
        #expect(lines == CapturedSpecimen.lines && same == lines)
        #expect(turned == upright + 1)
    }

    /// In the first look these letters are larger than those of any page that is seen as a whole.
    @Test(arguments: [0, 1])
    func `print that fills the picture is found in a smaller size`(_ index: Int) throws {
        let picture = try HandedPictureTests.picture("specimen-two-cards.png")
        let zones = try MRZReader().read(picture)
        try #require(zones.count == 2)
        let large = try #require(picture.cut(zones[index]))
        #expect(try MRZReader().read(large).map(\.zone.lines) == [zones[index].zone.lines])
    }

    @Test func `letters that bear a mark are read without, and told`() throws {
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try MRZReader().read(picture).first)
        #expect(zone.marked.isEmpty)
        // A bar above the N of ERIKSSON and below the second A of ANNA.
        let marked = try #require(
            picture.barred(zone, line: 1, position: 13, off: -0.72)?.barred(zone, line: 1, position: 19, off: 0.72))
        let again = try #require(try MRZReader().read(marked).first)
        #expect(again.zone.lines == CapturedSpecimen.lines)
        #expect(again.marked.map { [$0.line, $0.position] } == [[1, 13], [1, 19]])
    }

    /// As cards do that keep Ñ within the height of N; E has light rows too, and no gap.
    @Test func `a letter that is parted from its top bears a mark`() throws {
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try MRZReader().read(picture).first)
        let parted = try #require(
            picture.barred(
                zone, line: 1, position: 13, off: -0.2, brightness: picture.pixels.max() ?? 255, half: (0.45, 0.07)))
        let again = try #require(try MRZReader().read(parted).first)
        #expect(again.zone.lines == CapturedSpecimen.lines)
        #expect(again.marked.map { [$0.line, $0.position] } == [[1, 13]])
    }

    /// Above three letters of the name and one filler behind it; and above a letter of a number.
    @Test(arguments: [[(1, 7), (1, 13), (1, 19), (1, 30)], [(2, 8)]])
    func `what lies above other characters too, or outside of names, is no mark`(_ places: [(Int, Int)]) throws {
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try MRZReader().read(picture).first)
        var flecked = picture
        for (line, position) in places {
            flecked = try #require(flecked.barred(zone, line: line, position: position, off: -0.72))
        }
        let again = try #require(try MRZReader().read(flecked).first)
        #expect(again.zone.lines == CapturedSpecimen.lines && again.marked.isEmpty)
    }

    /// A stamp over part of the line, and a faint rule over all of it with one darker place.
    @Test(arguments: [(6...14, UInt8(30)), (1...44, UInt8(150))])
    func `what lies above many letters of a line is no mark`(_ places: ClosedRange<Int>, brightness: UInt8) throws {
        let picture = try HandedPictureTests.picture("specimen-td3.png")
        let zone = try #require(try MRZReader().read(picture).first)
        var ruled = picture
        for place in places {
            ruled = try #require(
                ruled.barred(zone, line: 1, position: place, off: -0.72, brightness: place == 9 ? 30 : brightness))
        }
        let found = try MRZReader().read(ruled)
        #expect(found.count == 1 && found.allSatisfy(\.marked.isEmpty))
    }
}

extension GreyPicture {
    /// A zone with a margin of a character around it, and nothing else.
    fileprivate func cut(_ zone: CapturedZone) -> GreyPicture? {
        let (xs, ys, room) = (zone.quadrilateral.map(\.x), zone.quadrilateral.map(\.y), zone.pitch)
        guard let x = xs.min(), let y = ys.min(), let farX = xs.max(), let farY = ys.max() else { return nil }
        let (left, right) = (max(0, Int(x - room)), min(width, Int(farX + room)))
        let (top, bottom) = (max(0, Int(y - room)), min(height, Int(farY + room)))
        return GreyPicture(
            width: right - left, height: bottom - top,
            pixels: (top..<bottom).flatMap { pixels[$0 * width + left..<$0 * width + right] })
    }

    /// With a bar over, in or under a character, `off` characters from the middle of its line.
    ///
    /// - Parameter half: Half the bar's width and height, in characters.
    fileprivate func barred(
        _ zone: CapturedZone, line: Int, position: Int, off: Double, brightness: UInt8 = 30,
        half: (width: Double, height: Double) = (0.3, 0.12)
    ) -> GreyPicture? {
        let (corners, format) = (zone.quadrilateral, zone.zone.format)
        let share = (Double(position) - 0.5) / Double(format.lineLength)
        let x = corners[0].x + (corners[1].x - corners[0].x) * share
        let (top, bottom) = (
            corners[0].y + (corners[1].y - corners[0].y) * share, corners[3].y + (corners[2].y - corners[3].y) * share
        )
        // The corners lie six tenths of a character beyond the middle of the first and last line.
        let (first, last) = (top + 0.6 * zone.pitch, bottom - 0.6 * zone.pitch)
        let y = first + (last - first) * Double(line - 1) / Double(format.lineCount - 1) + off * zone.pitch
        var painted = pixels
        for row in Int(y - half.height * zone.pitch)...Int(y + half.height * zone.pitch) {
            for column in Int(x - half.width * zone.pitch)...Int(x + half.width * zone.pitch)
            where row >= 0 && row < height {
                painted[row * width + column] = brightness
            }
        }
        return GreyPicture(width: width, height: height, pixels: painted)
    }
}
