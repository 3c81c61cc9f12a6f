import Capture
import MRZ
import TestSupport
import Testing

@Suite("Frames of a busy scene: where each is looked at")
struct FrameLooksTests {
    static func place(_ x: Double, _ y: Double) throws -> MRZReader.RegionLook {
        try #require(MRZReader.RegionLook(around: try zone(x, y)))
    }

    static func zone(_ x: Double, _ y: Double) throws -> CapturedZone {
        let zone = try #require(ScanVideo.zone())
        let corners = [(0, 0), (308, 0), (308, 30), (0, 30)].map { PicturePoint(x: x + $0.0, y: y + $0.1) }
        return CapturedZone(zone.decoded, quadrilateral: corners, rotation: 0, pitch: 7)
    }

    /// Which places each frame looks at, where every look costs so much and finds nothing.
    static func looked(_ looks: inout FrameLooks, _ places: [MRZReader.RegionLook], cost: Int, frames: Int) -> [[Int]] {
        (0..<frames).map { _ in
            looks.begin()
            var looked: [Int] = []
            for place in looks.order(places) {
                guard looks.allows(places[place]) else { break }
                looked.append(place)
                looks.spend(cost)
            }
            looks.end([])
            return looked
        }
    }

    @Test func `places without a zone take turns`() throws {
        let places = try (0..<4).map { try Self.place(0, Double($0) * 200) }
        var looks = FrameLooks()
        #expect(Self.looked(&looks, places, cost: 3, frames: 6) == [[0], [1], [2], [3], [0], [1]])
        looks = FrameLooks()
        #expect(Self.looked(&looks, places, cost: 1, frames: 2) == [[0, 1, 2], [3, 0, 1]])
    }

    @Test func `a look that cost much is paid by the frames behind it`() throws {
        let places = try (0..<3).map { try Self.place(0, Double($0) * 200) }
        var looks = FrameLooks()
        #expect(Self.looked(&looks, places, cost: 7, frames: 6) == [[0], [], [1], [], [2], []])
    }

    @Test func `where a zone was seen is looked at in each frame, and first`() throws {
        let places = try (0..<3).map { try Self.place(0, Double($0) * 200) }
        var looks = FrameLooks()
        looks.begin()
        looks.end([try Self.zone(20, 410)])
        looks.begin()
        #expect(looks.order(places).first == 2)
        looks.spend(9)
        #expect(looks.allows(places[2]) && !looks.allows(places[0]))
    }

    @Test func `each third frame is looked at in small, as long as nothing is seen`() throws {
        var looks = FrameLooks()
        var sizes: [Int] = []
        for number in 1...9 {
            looks.begin()
            sizes.append(looks.smaller)
            looks.end(number < 6 ? [] : [try Self.zone(0, 0)])
        }
        #expect(sizes == [1, 1, 2, 1, 1, 2, 2, 2, 2])
    }

    // MARK: The reader

    /// Lines that are no zone all over a large frame, and a document among them.
    static func busy(document: GreyPicture?, turned: Int) throws -> GreyPicture {
        let lines = try HandedPictureTests.picture("random-lines.jpg")
        var canvas = Canvas(width: 1920, height: 1080)
        for row in 0..<4 { canvas.lay(lines, x: 20 + row % 2 * 900, y: 10 + row * 260, width: 900) }
        if let document { canvas.lay(document, x: 960, y: 120, width: 860) }
        return try #require(canvas.picture(turned: turned))
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a document that comes into view among other lines is found within ten frames, whichever way up`(turned: Int)
        throws
    {
        let reader = try MRZReader()
        let empty = try Self.busy(document: nil, turned: turned)
        for _ in 0..<5 { #expect(try reader.read(empty) { false }.isEmpty) }
        let picture = try Self.busy(document: try HandedPictureTests.picture("specimen-td3.png"), turned: turned)
        let first = try (1...10).first { _ in
            try reader.read(picture) { false }.contains { $0.zone.lines == CapturedSpecimen.lines }
        }
        #expect(first != nil)
    }

    @Test func `of zones in doubt the second is looked at closely, and each fourth after it`() {
        var looks = FrameLooks()
        #expect((1...10).filter { _ in looks.wantsCloserLook() } == [2, 6, 10])
    }

    @Test func `what stays in doubt is looked at as closely as a picture, now and then`() throws {
        let picture = try HandedPictureTests.picture("photocopy-swiss-card.jpg")
        let reader = try MRZReader()
        let seen = try (1...3).map { _ in try #require(try reader.read(picture) { false }.first).confidence }
        #expect(seen[0] < CapturedMRZ.sureConfidence && seen[2] == seen[0])
        #expect(seen[1] > seen[0])
        #expect(try seen[1] == #require(try reader.read(picture).first).confidence)
    }

    @Test func `a frame of a busy scene costs a few runs of the networks`() throws {
        let reader = try MRZReader()
        let picture = try Self.busy(document: nil, turned: 0)
        for _ in 0..<12 { #expect(try reader.read(picture) { false }.isEmpty) }
        #expect(reader.runCount > 12 && reader.runCount <= 12 * 5)
    }
}

/// A grey picture to lay others on.
private struct Canvas {
    let width: Int
    let height: Int
    private var pixels: [UInt8]

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = [UInt8](repeating: 150, count: width * height)
    }

    /// Lays a picture down, made to a width by the nearest pixels.
    mutating func lay(_ picture: GreyPicture, x: Int, y: Int, width wanted: Int) {
        let height = wanted * picture.height / picture.width
        for row in 0..<height where (0..<self.height).contains(y + row) {
            for column in 0..<wanted where (0..<width).contains(x + column) {
                let source = row * picture.height / height * picture.width + column * picture.width / wanted
                pixels[(y + row) * width + x + column] = picture.pixels[source]
            }
        }
    }

    /// The picture, turned clockwise by so many quarters.
    func picture(turned: Int) -> GreyPicture? {
        var (pixels, width, height) = (pixels, width, height)
        for _ in 0..<turned {
            var other = pixels
            for y in 0..<height {
                for x in 0..<width { other[x * height + height - 1 - y] = pixels[y * width + x] }
            }
            (pixels, width, height) = (other, height, width)
        }
        return GreyPicture(width: width, height: height, pixels: pixels)
    }
}
