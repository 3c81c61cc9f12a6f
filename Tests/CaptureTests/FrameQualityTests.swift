import Capture
import Testing

@Suite("The quality of a frame")
struct FrameQualityTests {
    static func quality(_ picture: GreyPicture?, pitch: Double = 7) throws -> FrameQuality {
        let zone = try #require(ScanVideo.zone(pitch: pitch))
        let measured = FrameQuality(of: zone, in: try #require(picture))
        return try #require(measured)
    }

    @Test func `finds sharp print sharp and smeared print blurred`() throws {
        let sharp = try #require(ScanVideo.picture())
        var pixels = sharp.pixels
        for line in 0..<160 {
            for column in 0..<320 {
                let around = (column - 6..<column + 6).map { sharp.pixels[line * 320 + min(max($0, 0), 319)] }
                pixels[line * 320 + column] = UInt8(around.reduce(0) { $0 + Int($1) } / 12)
            }
        }
        let smeared = GreyPicture(width: 320, height: 160, pixels: pixels)
        #expect(try Self.quality(sharp).sharpness > 0.4)
        #expect(try Self.quality(smeared).sharpness < FrameQuality.leastSharpness)
    }

    @Test func `tells dark from light, and glare from white paper`() throws {
        #expect(try Self.quality(ScanVideo.picture(dark: 2, light: 12)).brightness < FrameQuality.leastBrightness)
        #expect(try Self.quality(ScanVideo.picture()).brightness > 0.2)
        #expect(try Self.quality(ScanVideo.picture()).glare == 0)
        let lit = try #require(ScanVideo.picture())
        var pixels = lit.pixels
        for line in 55..<95 { for column in 100..<150 { pixels[line * 320 + column] = 255 } }
        let glare = GreyPicture(width: 320, height: 160, pixels: pixels)
        #expect(try Self.quality(glare).glare > FrameQuality.mostGlare)
        let white = ScanVideo.picture(dark: 20, light: 255, period: 20)
        #expect(try Self.quality(white).glare == 0)
    }
}
