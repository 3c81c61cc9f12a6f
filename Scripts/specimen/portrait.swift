// Draws the portrait of the Utopia specimen and writes it as a JPEG and as a raw JPEG 2000 codestream.
//
// The face is made of ellipses, shades and noise alone: it shows no person. Build and run with Scripts/specimen/build.
import CJPEG
import COpenJPEG
import Foundation

/// A picture of linear RGB values from 0 to 1.
struct Canvas {
    let width: Int
    let height: Int
    var pixels: [SIMD3<Double>]

    init(width: Int, height: Int, fill: (_ x: Double, _ y: Double) -> SIMD3<Double>) {
        self.width = width
        self.height = height
        pixels = (0..<width * height).map { fill(Double($0 % width) + 0.5, Double($0 / width) + 0.5) }
    }

    /// Blends a colour in, with a weight from 0 to 1 for each pixel.
    mutating func blend(_ colour: SIMD3<Double>, weight: (_ x: Double, _ y: Double) -> Double) {
        for y in 0..<height {
            for x in 0..<width {
                let w = min(max(weight(Double(x) + 0.5, Double(y) + 0.5), 0), 1)
                guard w > 0 else { continue }
                pixels[y * width + x] = pixels[y * width + x] * (1 - w) + colour * w
            }
        }
    }
}

/// 1 inside an ellipse, 0 outside, with a soft edge of `soft` pixels.
func ellipse(_ cx: Double, _ cy: Double, _ rx: Double, _ ry: Double, soft: Double = 1.5) -> (Double, Double) -> Double {
    { x, y in
        let d = (((x - cx) / rx) * ((x - cx) / rx) + ((y - cy) / ry) * ((y - cy) / ry)).squareRoot()
        return 0.5 + (1 - d) * min(rx, ry) / soft
    }
}

/// The parabola y = top + bend·((x − cx) / half)², as a stroke of a given thickness between cx ± half.
func arc(_ cx: Double, _ top: Double, _ half: Double, bend: Double, thick: Double) -> (Double, Double) -> Double {
    { x, y in
        let t = (x - cx) / half
        guard abs(t) < 1 else { return 0 }
        let distance = abs(y - top - bend * t * t)
        return 0.5 + (thick * (1 - t * t * 0.7) - distance) / 1.4
    }
}

func both(_ a: @escaping (Double, Double) -> Double, _ b: @escaping (Double, Double) -> Double)
    -> (Double, Double) -> Double
{ { x, y in min(a(x, y), b(x, y)) } }

func scaled(_ f: @escaping (Double, Double) -> Double, _ by: Double) -> (Double, Double) -> Double {
    { x, y in min(max(f(x, y), 0), 1) * by }
}

/// A fixed generator, so that every run draws the same picture.
struct Noise {
    var state: UInt64 = 0x9303_0007
    mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24) - 0.5
    }
}

func drawPortrait() -> Canvas {
    let w = 360.0
    let c = w / 2
    var canvas = Canvas(width: 360, height: 464) { _, y in
        SIMD3(0.82, 0.85, 0.88) - SIMD3(repeating: 0.06 * y / 464)
    }
    let hair = SIMD3(0.27, 0.17, 0.11)
    let skin = SIMD3(0.86, 0.67, 0.54)
    let shade = SIMD3(0.62, 0.42, 0.32)
    // Hair behind the head, then neck and shoulders.
    canvas.blend(hair, weight: ellipse(c, 205, 104, 136, soft: 5))
    canvas.blend(hair * 0.9, weight: both(ellipse(c, 268, 100, 96, soft: 6), { _, y in (360 - y) / 4 }))
    canvas.blend(SIMD3(0.20, 0.30, 0.42), weight: ellipse(c, 480, 168, 122, soft: 2))
    canvas.blend(SIMD3(0.26, 0.37, 0.50), weight: scaled(ellipse(c - 60, 470, 70, 90, soft: 60), 0.5))
    canvas.blend(skin * 0.90, weight: both(ellipse(c, 350, 44, 62, soft: 2), { _, y in (y - 280) / 2 }))
    canvas.blend(shade, weight: scaled(both(ellipse(c, 322, 50, 26, soft: 18), { _, y in (y - 296) / 6 }), 0.55))
    canvas.blend(SIMD3(0.90, 0.90, 0.92), weight: arc(c, 396, 66, bend: -28, thick: 7))
    // Ears, face, cheeks, the shade at its rim.
    for side in [-1.0, 1.0] {
        canvas.blend(skin * 0.92, weight: ellipse(c + side * 85, 218, 13, 27, soft: 2))
        canvas.blend(shade, weight: scaled(ellipse(c + side * 87, 218, 6, 16, soft: 6), 0.5))
    }
    canvas.blend(skin, weight: ellipse(c, 210, 82, 108, soft: 2))
    canvas.blend(shade, weight: scaled({ x, y in
        let inside = ellipse(c, 210, 82, 108, soft: 2)(x, y)
        return inside > 0 ? 1 - ellipse(c - 6, 204, 84, 110, soft: 46)(x, y) : 0
    }, 0.55))
    for side in [-1.0, 1.0] {
        canvas.blend(SIMD3(0.88, 0.52, 0.44), weight: scaled(ellipse(c + side * 46, 246, 24, 18, soft: 22), 0.34))
    }
    canvas.blend(SIMD3(0.95, 0.80, 0.69), weight: scaled(ellipse(c - 10, 150, 46, 26, soft: 26), 0.45))
    // Fringe.
    canvas.blend(hair, weight: both(ellipse(c, 176, 90, 96, soft: 3), { x, y in
        (132 + 22 * sin((x - 90) / 46) + 0.0016 * (x - c + 30) * (x - c + 30) - y) / 2.2
    }))
    for strand in 0..<26 {
        let x0 = c - 92 + Double(strand) * 7.4
        canvas.blend(strand % 2 == 0 ? SIMD3(0.37, 0.24, 0.15) : SIMD3(0.20, 0.12, 0.08), weight: scaled({ x, y in
            let top = ellipse(c, 190, 100, 118, soft: 3)(x, y)
            let isHair = y < 130 + 22 * sin((x - 90) / 46) + 0.0016 * (x - c + 30) * (x - c + 30)
            let line = x0 + (x0 - c) * 0.0016 * (y - 70)
            return top > 0 && isHair ? 1.2 - abs(x - line) : 0
        }, 0.5))
    }
    // Eyes: white, iris, pupil, light, lids, brows.
    for side in [-1.0, 1.0] {
        let ex = c + side * 34
        let almond = both(ellipse(ex, 203, 18, 17, soft: 1.4), ellipse(ex, 209, 19, 14, soft: 1.4))
        canvas.blend(shade, weight: scaled(ellipse(ex, 204, 24, 15, soft: 14), 0.35))
        canvas.blend(SIMD3(0.95, 0.95, 0.94), weight: almond)
        canvas.blend(SIMD3(0.24, 0.40, 0.36), weight: both(almond, ellipse(ex, 206, 8.6, 8.6)))
        canvas.blend(SIMD3(0.40, 0.58, 0.50), weight: scaled(both(almond, ellipse(ex, 208, 5.6, 5.6, soft: 4)), 0.6))
        canvas.blend(SIMD3(0.04, 0.04, 0.05), weight: both(almond, ellipse(ex, 206, 3.8, 3.8)))
        canvas.blend(SIMD3(1, 1, 1), weight: ellipse(ex - 2.6, 203, 1.7, 1.7))
        canvas.blend(SIMD3(0.20, 0.12, 0.09), weight: arc(ex, 195, 20, bend: 10, thick: 2.0))
        canvas.blend(shade, weight: scaled(arc(ex, 219, 17, bend: -8, thick: 1.2), 0.8))
        canvas.blend(hair * 0.9, weight: arc(ex + side * 2, 175, 25, bend: 9, thick: 3.6))
    }
    // Nose and mouth.
    canvas.blend(shade, weight: scaled(ellipse(c + 10, 222, 5, 36, soft: 9), 0.40))
    canvas.blend(SIMD3(0.96, 0.82, 0.72), weight: scaled(ellipse(c - 2, 226, 5, 30, soft: 8), 0.5))
    canvas.blend(shade, weight: scaled(arc(c, 253, 17, bend: -6, thick: 2.2), 0.8))
    for side in [-1.0, 1.0] {
        canvas.blend(SIMD3(0.38, 0.22, 0.17), weight: scaled(ellipse(c + side * 7.5, 251, 3.6, 2.2, soft: 2), 0.8))
    }
    let lips = SIMD3(0.72, 0.35, 0.34)
    canvas.blend(lips, weight: both(ellipse(c, 276, 29, 9, soft: 2), { _, y in (279 - y) / 1.5 }))
    canvas.blend(lips * 1.1, weight: both(ellipse(c, 278, 26, 11, soft: 2), { _, y in (y - 278) / 1.5 }))
    canvas.blend(SIMD3(0.40, 0.16, 0.17), weight: arc(c, 279, 30, bend: -2.5, thick: 1.3))
    canvas.blend(shade, weight: scaled(arc(c, 297, 16, bend: -2, thick: 2.5), 0.4))
    // The word across the clothing says what this is; letters of five by seven dots.
    let letters: [Character: [UInt8]] = [
        "S": [15, 16, 16, 14, 1, 1, 30], "P": [30, 17, 17, 30, 16, 16, 16], "E": [31, 16, 16, 30, 16, 16, 31],
        "C": [14, 17, 16, 16, 16, 17, 14], "I": [14, 4, 4, 4, 4, 4, 14], "M": [17, 27, 21, 21, 17, 17, 17],
        "N": [17, 25, 21, 19, 17, 17, 17],
    ]
    for (index, letter) in "SPECIMEN".enumerated() {
        for (row, bits) in (letters[letter] ?? []).enumerated() {
            for column in 0..<5 where bits & (16 >> UInt8(column)) != 0 {
                let x0 = 106.0 + Double(index) * 19 + Double(column) * 3
                let y0 = 428.0 + Double(row) * 3
                canvas.blend(SIMD3(0.88, 0.88, 0.90)) { x, y in
                    x >= x0 && x < x0 + 3 && y >= y0 && y < y0 + 3 ? 0.85 : 0
                }
            }
        }
    }
    // Grain, so that the picture compresses like a photograph.
    var noise = Noise()
    for index in canvas.pixels.indices { canvas.pixels[index] += SIMD3(repeating: noise.next() * 0.030) }
    return canvas
}

func encodeJPEG(_ canvas: Canvas, quality: Int32) -> [UInt8] {
    let bytes = canvas.pixels.flatMap { pixel in
        [pixel.x, pixel.y, pixel.z].map { UInt8(min(max($0, 0), 1) * 255 + 0.5) }
    }
    guard let handle = tjInitCompress() else { return [] }
    defer { tjDestroy(handle) }
    var out: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(out) }
    let status = tjCompress2(
        handle, bytes, Int32(canvas.width), 0, Int32(canvas.height), Int32(TJPF_RGB.rawValue), &out, &size,
        Int32(TJSAMP_420.rawValue), quality, Int32(TJFLAG_ACCURATEDCT))
    guard status == 0, let out else { return [] }
    return Array(UnsafeBufferPointer(start: out, count: Int(size)))
}

func writeCodestream(_ canvas: Canvas, to path: String, ratio: Float) -> Bool {
    let (width, height) = (UInt32(canvas.width), UInt32(canvas.height))
    var component = opj_image_cmptparm_t()
    (component.dx, component.dy, component.w, component.h) = (1, 1, width, height)
    component.prec = 8
    component.bpp = 8
    var components = [opj_image_cmptparm_t](repeating: component, count: 3)
    guard let image = opj_image_create(3, &components, OPJ_CLRSPC_SRGB) else { return false }
    defer { opj_image_destroy(image) }
    (image.pointee.x1, image.pointee.y1) = (width, height)
    for (index, pixel) in canvas.pixels.enumerated() {
        for channel in 0..<3 {
            image.pointee.comps[channel].data[index] = Int32(min(max(pixel[channel], 0), 1) * 255 + 0.5)
        }
    }
    var parameters = opj_cparameters_t()
    opj_set_default_encoder_parameters(&parameters)
    parameters.tcp_numlayers = 1
    parameters.tcp_rates.0 = ratio
    parameters.cp_disto_alloc = 1
    parameters.irreversible = 1
    parameters.tcp_mct = 1
    guard let codec = opj_create_compress(OPJ_CODEC_J2K) else { return false }
    defer { opj_destroy_codec(codec) }
    guard opj_setup_encoder(codec, &parameters, image) != 0,
        let stream = opj_stream_create_default_file_stream(path, 0)
    else { return false }
    defer { opj_stream_destroy(stream) }
    return opj_start_compress(codec, image, stream) != 0 && opj_encode(codec, stream) != 0
        && opj_end_compress(codec, stream) != 0
}

@main
struct Generator {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            FileHandle.standardError.write(Data("usage: portrait FOLDER\n".utf8))
            exit(64)
        }
        let folder = CommandLine.arguments[1]
        let canvas = drawPortrait()
        try Data(encodeJPEG(canvas, quality: 75)).write(to: URL(filePath: folder + "/portrait.jpg"))
        guard writeCodestream(canvas, to: folder + "/portrait.j2k", ratio: 60) else { exit(1) }
    }
}
