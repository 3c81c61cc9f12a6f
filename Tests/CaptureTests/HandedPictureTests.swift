import BiometricImages
import Capture
import Foundation
import MRZ
import TestSupport
import Testing

/// Real picture files, read by the networks that are shipped.
@Suite("Zones in pictures of specimens")
struct HandedPictureTests {
    /// A picture with what is printed on it.
    struct Case: Sendable, CustomTestStringConvertible {
        let file: String
        let zones: [[String]]

        var testDescription: String { file }
    }

    static let folder = Repository.testVectors.appending(path: "capture")

    static func cases() throws -> [Case] {
        let table = try String(contentsOf: folder.appending(path: "ground-truth.tsv"), encoding: .utf8)
        var zones: [(file: String, lines: [String])] = []
        for row in table.split(whereSeparator: \.isNewline).dropFirst() {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count > 3 else { continue }
            zones.append((columns[0], columns[1...3].filter { !$0.isEmpty }))
        }
        return Dictionary(grouping: zones, by: \.file).map { file, zones in
            Case(file: file, zones: zones.map(\.lines).filter { !$0.isEmpty })
        }.sorted { $0.file < $1.file }
    }

    static func picture(_ file: String) throws -> GreyPicture {
        let bytes = try [UInt8](Data(contentsOf: folder.appending(path: file)))
        let decoded = try GreyDecoder.decode(bytes).picture
        return try #require(GreyPicture(width: decoded.width, height: decoded.height, pixels: decoded.pixels))
    }

    @Test(arguments: try cases())
    func `is read as it is printed, or told to be undetermined`(_ handed: Case) throws {
        let found = try MRZReader().read(Self.picture(handed.file))
        #expect(found.count == handed.zones.count)
        for zone in found where zone.isCertain { #expect(handed.zones.contains(zone.zone.lines)) }
    }

    @Test(
        arguments: [
            "swiss-card.jpg", "macau-card.jpg", "german-passport.jpg", "french-card.jpg", "long-number.jpg",
            "wrong-digit.jpg", "french-visa.jpg", "screen-german-passport.jpg", "photocopy-swiss-card.jpg",
            "both-sides.jpg",
        ])
    func `is read exactly`(_ file: String) throws {
        let handed = try #require(Self.cases().first { $0.file == file })
        let found = try MRZReader().read(Self.picture(file))
        #expect(Set(found.map(\.zone.lines)) == Set(handed.zones))
    }

    @Test(arguments: [0, 90, 180, 270])
    func `is read whichever way the picture is held`(_ degrees: Int) throws {
        var picture = try Self.picture("specimen-td3.png")
        for _ in 0..<degrees / 90 { picture = try #require(picture.turned) }
        let found = try #require(MRZReader().read(picture).first)
        #expect(found.zone.lines == CapturedSpecimen.lines)
        #expect(found.isCertain)
        let off = (found.rotation - Double(degrees) + 540).truncatingRemainder(dividingBy: 360) - 180
        #expect(abs(off) < 3)
    }

    @Test
    func `is read from light print on dark ground`() throws {
        let picture = try Self.picture("specimen-td3.png")
        let negative = try #require(
            GreyPicture(width: picture.width, height: picture.height, pixels: picture.pixels.map { 255 - $0 }))
        let found = try #require(MRZReader().read(negative).first)
        #expect(found.zone.lines == CapturedSpecimen.lines)
        #expect(found.isCertain)
    }

    /// Photos of specimens from public repositories, which are for measuring only and no part of this project.
    @Test(.enabled(if: Repository.hasShared, "the photos lie beside the checkout"))
    func `reads at least 23 of 24 photos exactly, and finds nothing on four others`() throws {
        let folder = Repository.shared.appending(path: "data/mrz-images")
        let table = try String(contentsOf: folder.appending(path: "ground-truth.tsv"), encoding: .utf8)
        let reader = try MRZReader()
        var (exact, all) = (0, 0)
        for row in table.split(whereSeparator: \.isNewline).dropFirst() {
            let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            let lines = columns[1...3].filter { !$0.isEmpty }
            let decoded = try GreyDecoder.decode([UInt8](Data(contentsOf: folder.appending(path: columns[0])))).picture
            let picture = try #require(
                GreyPicture(width: decoded.width, height: decoded.height, pixels: decoded.pixels))
            let found = try reader.read(picture)
            guard !lines.isEmpty else {
                #expect(found.isEmpty)
                continue
            }
            all += 1
            if found.contains(where: { $0.zone.lines == lines }) { exact += 1 }
            // Two of them, as the card prints ESPAÑOLA.
            let marked = found.flatMap(\.marked).map { [$0.line, $0.position] }
            #expect(marked == (columns[0].hasSuffix("id-esp.png") ? [[3, 5], [3, 14]] : []), "\(columns[0])")
            #expect(found.allSatisfy { !$0.isCertain || $0.zone.lines == lines })
        }
        #expect(all == 24 && exact >= 23)
    }

    /// How many of the specimen's line spacings further down its second line is printed once more; 0 for a page as it is.
    @Test(arguments: [0, 1, -2])
    func `is not certain where another such line stands beside`(spacings: Int) throws {
        let picture = try Self.picture("specimen-td3.png")
        let whole = try #require(MRZReader().read(picture).first)
        #expect(whole.quadrilateral.count == 4 && whole.doubts.isEmpty)
        let (top, foot) = (whole.quadrilateral[0].y, whole.quadrilateral[3].y)
        let spacing = foot - top - 1.2 * whole.pitch
        let band = Int(foot - 1.2 * whole.pitch)..<Int(foot)
        let copied = try #require(picture.copying(rows: band, downBy: Int(Double(spacings) * spacing)))
        let found = try #require(MRZReader().read(copied).first)
        #expect(found.isCertain == (spacings == 0))
        #expect(found.doubts == (spacings == 0 ? [] : [.furtherLine]))
    }

    @Test func `does not take a line whose first character is covered for a whole one`() throws {
        let picture = try Self.picture("specimen-td3.png")
        let whole = try #require(MRZReader().read(picture).first)
        let corner = try #require(whole.quadrilateral.first)
        let covered = try #require(picture.painted(from: corner, side: whole.pitch * 1.1))
        for zone in try MRZReader().read(covered) where zone.zone.lines != CapturedSpecimen.lines {
            #expect(!zone.isCertain)
        }
    }

    @Test func `tells a network that was changed or is missing`() throws {
        let folder = TemporaryFolder()
        let path = folder.url.path()
        #expect(throws: CaptureError.weightsMissing(path: "\(path)/detector.onnx")) {
            try NetworkWeights(folder: path)
        }
        try Data([1, 2, 3]).write(to: folder.url.appending(path: "detector.onnx"))
        #expect(throws: CaptureError.weightsDamaged(path: "\(path)/detector.onnx")) {
            try NetworkWeights(folder: path)
        }
    }
}

extension GreyPicture {
    /// Turned clockwise by 90 degrees.
    fileprivate var turned: GreyPicture? {
        var turned: [UInt8] = []
        for x in 0..<width { for y in (0..<height).reversed() { turned.append(pixels[y * width + x]) } }
        return GreyPicture(width: height, height: width, pixels: turned)
    }

    /// With some rows once more, further down; the picture grows where they need room.
    fileprivate func copying(rows: Range<Int>, downBy distance: Int) -> GreyPicture? {
        let needed = max(height, rows.upperBound + distance + 4)
        var copied = pixels + [UInt8](repeating: 235, count: (needed - height) * width)
        for y in rows where y + distance >= 0 && y < height {
            for x in 0..<width { copied[(y + distance) * width + x] = pixels[y * width + x] }
        }
        return GreyPicture(width: width, height: needed, pixels: copied)
    }

    /// With a bright square over a place.
    fileprivate func painted(from corner: PicturePoint, side: Double) -> GreyPicture? {
        var painted = pixels
        for y in max(0, Int(corner.y))..<min(height, Int(corner.y + side * 1.2)) {
            for x in max(0, Int(corner.x))..<min(width, Int(corner.x + side)) { painted[y * width + x] = 250 }
        }
        return GreyPicture(width: width, height: height, pixels: painted)
    }
}
