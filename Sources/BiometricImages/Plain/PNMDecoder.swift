import ByteCoding

/// The portable formats of Netpbm: PBM, PGM, PPM as text and as bytes, and PAM of one to four channels.
///
/// Of a file that holds several pictures the first is read.
///
/// Spec: the manual pages pbm(5), pgm(5), ppm(5), pam(5) of Netpbm.
struct PNMDecoder {
    private var reader: PNMReader
    private let header: PNMHeader

    /// Tolerated: data that end early; the lines that are there make a picture on white.
    static func decode(_ bytes: [UInt8], _ limits: ImageLimits) throws(ImageError) -> DecodedImage {
        var reader = PNMReader(bytes)
        let header = try PNMHeader(&reader)
        try limits.check(width: header.width, height: header.height)
        var decoder = PNMDecoder(reader: reader, header: header)
        return try decoder.decode()
    }

    private mutating func decode() throws(ImageError) -> DecodedImage {
        let channelCount = header.depth >= 3 ? 3 : 1
        var pixels: [UInt8] = []
        pixels.reserveCapacity(header.width * header.height * channelCount)
        var lineCount = 0
        while lineCount < header.height, let samples = line() {
            append(samples, to: &pixels)
            lineCount += 1
        }
        guard lineCount > 0 else { throw .malformed(.pnm, "the data end before the first line") }
        pixels += [UInt8](repeating: 0xFF, count: header.width * header.height * channelCount - pixels.count)
        guard
            let image = PixelImage(
                width: header.width, height: header.height, channelCount: channelCount, pixels: pixels)
        else { throw .malformed(.pnm, "the size does not fit the data") }
        return DecodedImage(
            image: image,
            remarks: lineCount == header.height ? [] : ["the data end after \(lineCount) of \(header.height) lines"],
            breaksOff: lineCount != header.height)
    }

    /// The samples of the next line from 0 to 255; nil where they are not all there.
    private mutating func line() -> [UInt8]? {
        let count = header.width * header.depth
        switch header.encoding {
        case .textBits: return reader.bits(count)?.map { $0 ? 0 : 255 }
        case .packedBits:
            guard let bytes = reader.take((count + 7) / 8) else { return nil }
            let start = bytes.startIndex
            return (0..<count).map { bytes[start + $0 / 8] >> (7 - $0 % 8) & 1 == 1 ? 0 : 255 }
        case .text:
            var samples: [UInt8] = []
            samples.reserveCapacity(count)
            for _ in 0..<count {
                guard let number = reader.number() else { return nil }
                samples.append(header.scaled(number))
            }
            return samples
        case .bytes:
            guard header.largest > 255 else {
                guard let bytes = reader.take(count) else { return nil }
                return header.largest == 255 ? Array(bytes) : bytes.map { header.scaled(Int($0)) }
            }
            guard let bytes = reader.take(count * 2) else { return nil }
            let start = bytes.startIndex
            return (0..<count).map {
                header.scaled(Int(bytes[start + 2 * $0]) << 8 | Int(bytes[start + 2 * $0 + 1]))
            }
        }
    }

    /// Colours, and a last channel that says how opaque they are.
    private func append(_ samples: [UInt8], to pixels: inout [UInt8]) {
        guard header.depth == 2 || header.depth == 4 else {
            pixels += samples
            return
        }
        for start in stride(from: 0, to: samples.count, by: header.depth) {
            let alpha = samples[start + header.depth - 1]
            for value in samples[start..<start + header.depth - 1] {
                pixels.append(Brightness.onWhite(value, alpha: alpha))
            }
        }
    }
}

/// What stands before the samples.
struct PNMHeader {
    enum Encoding { case textBits, text, packedBits, bytes }

    let encoding: Encoding
    let width: Int
    let height: Int
    /// Samples for each pixel, 1 to 4.
    let depth: Int
    /// The sample that is full brightness.
    let largest: Int

    init(_ reader: inout PNMReader) throws(ImageError) {
        guard let magic = reader.take(2)?.last, (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(magic) else {
            throw .malformed(.pnm, "the header has no type")
        }
        let type = magic - UInt8(ascii: "0")
        if type == 7 {
            let fields = try Self.fields(&reader)
            guard let width = fields["WIDTH"], let height = fields["HEIGHT"], let depth = fields["DEPTH"],
                let largest = fields["MAXVAL"]
            else { throw .malformed(.pnm, "a field of the header is missing") }
            (self.width, self.height, self.depth, self.largest) = (width, height, depth, largest)
            encoding = .bytes
        } else {
            guard let width = reader.number(), let height = reader.number(),
                let largest = type == 1 || type == 4 ? 1 : reader.number()
            else { throw .malformed(.pnm, "the header is cut") }
            (self.width, self.height, self.largest) = (width, height, largest)
            depth = type == 3 || type == 6 ? 3 : 1
            encoding = type == 1 ? .textBits : type == 4 ? .packedBits : type < 4 ? .text : .bytes
            // One white space ends the header; the next byte may look like one.
            if type > 3 { _ = reader.take(1) }
        }
        guard (1...0xFFFF).contains(largest) else { throw .malformed(.pnm, "the largest sample is \(largest)") }
        guard (1...4).contains(depth) else { throw .unsupported(.pnm, "\(depth) channels") }
    }

    func scaled(_ sample: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (min(sample, largest) * 255 + largest / 2) / largest)
    }

    private static func fields(_ reader: inout PNMReader) throws(ImageError) -> [String: Int] {
        var fields: [String: Int] = [:]
        for _ in 0..<1000 {
            guard let line = reader.line() else { break }
            if line == "ENDHDR" { return fields }
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, !line.hasPrefix("#"), let value = Int(parts[1].trimmingSpaces), value >= 0 else {
                continue
            }
            fields[String(parts[0])] = value
        }
        throw .malformed(.pnm, "the header has no end")
    }
}

extension Substring {
    fileprivate var trimmingSpaces: Substring {
        var rest = drop { $0 == " " || $0 == "\t" }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

/// A cursor over text and bytes.
struct PNMReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// The next number behind white space and comments; nil where there is none, or one of more than nine digits.
    mutating func number() -> Int? {
        skipSpace()
        var (value, count) = (0, 0)
        while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
            count += 1
            guard count <= 9 else { return nil }
            value = value * 10 + Int(bytes[position] - 0x30)
            position += 1
        }
        return count > 0 ? value : nil
    }

    /// Digits 0 and 1, which need no space between them.
    mutating func bits(_ count: Int) -> [Bool]? {
        var bits: [Bool] = []
        for _ in 0..<count {
            skipSpace()
            guard position < bytes.count, bytes[position] == 0x30 || bytes[position] == 0x31 else { return nil }
            bits.append(bytes[position] == 0x31)
            position += 1
        }
        return bits
    }

    /// The next line of at most 200 bytes, past the rest of the current one.
    mutating func line() -> String? {
        while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x0D { position += 1 }
        let line = bytes[position...].prefix(200).prefix { $0 != 0x0A }
        guard position + line.count < bytes.count, bytes[position + line.count] == 0x0A else { return nil }
        position += line.count + 1
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x09...0x0D, 0x20: position += 1
            case UInt8(ascii: "#"): while position < bytes.count, bytes[position] != 0x0A { position += 1 }
            default: return
            }
        }
    }
}
