import ByteCoding

/// A decoder of WSQ, the wavelet scalar quantisation of fingerprints.
///
/// Spec: FBI IAFIS-IC-0110 (V3) Annex A (decoder) and Annex B (segments).
struct WSQDecoder {
    private let bytes: [UInt8]
    private let limits: ImageLimits
    private var reader: ByteReader
    private var transform: WSQTransform?
    private var quantization: WSQQuantization?
    private var codes: [Int: WSQCodeTable] = [:]
    private(set) var frame: WSQFrame?
    private(set) var comments: [String] = []
    private(set) var remarks: [String] = []

    /// Starts behind the start marker.
    init(_ bytes: [UInt8], _ limits: ImageLimits) {
        self.bytes = bytes
        self.limits = limits
        reader = ByteReader(bytes[...].dropFirst(2))
    }

    /// Reads tables and comments up to the frame.
    mutating func readFrame() throws(ImageError) -> WSQFrame {
        while true {
            let (marker, offset) = try marker()
            try segment(marker, at: offset)
            if let frame { return frame }
        }
    }

    /// Reads the rest and makes the pixels.
    mutating func decode() throws(ImageError) -> PixelImage {
        let frame = try readFrame()
        let layout = WSQLayout(width: frame.width, height: frame.height)
        var plane = WSQPlane(width: frame.width, height: frame.height)
        var block = 0
        while true {
            let (marker, offset) = try marker()
            switch marker {
            case WSQMarker.startOfBlock:
                guard block < WSQLayout.blocks.count else { throw fault(.tooManyBlocks, at: offset) }
                try readBlock(block, layout, &plane, at: offset)
                block += 1
            case WSQMarker.endOfImage:
                try checkEnd(after: block, layout, at: offset)
                return try picture(frame, layout, plane)
            default: try segment(marker, at: offset)
            }
        }
    }

    private func fault(_ fault: WSQFault, at offset: Int) -> ImageError { .damagedWSQ(fault, offset: offset) }

    /// The next marker and where it stands.
    private mutating func marker() throws(ImageError) -> (marker: Int, offset: Int) {
        let offset = reader.offset
        guard let marker = try? reader.integer(width: 2) else { throw fault(.truncated, at: offset) }
        guard marker > 0xFF00, marker < 0xFFFF else { throw fault(.unexpectedMarker(marker), at: offset) }
        return (marker, offset)
    }

    /// The content of the segment at which the reader stands.
    private mutating func content(of marker: Int, at offset: Int) throws(ImageError) -> ByteReader {
        guard let length = try? reader.integer(width: 2) else { throw fault(.truncated, at: reader.offset) }
        guard length >= 2 else { throw fault(.wrongLength(marker: marker), at: offset) }
        guard let content = try? reader.take(length - 2) else { throw fault(.truncated, at: reader.offset) }
        return ByteReader(content)
    }

    /// Reads a segment that is no block.
    private mutating func segment(_ marker: Int, at offset: Int) throws(ImageError) {
        switch marker {
        case WSQMarker.startOfFrame, WSQMarker.transformTable, WSQMarker.quantizationTable, WSQMarker.codeTable,
            WSQMarker.restartInterval, WSQMarker.comment:
            break
        default: throw fault(.unexpectedMarker(marker), at: offset)
        }
        var content = try content(of: marker, at: offset)
        do throws(WSQReadingError) {
            try read(marker, &content)
        } catch {
            switch error {
            case .segmentEnds: throw fault(.wrongLength(marker: marker), at: offset)
            case .fault(let cause): throw fault(cause, at: offset)
            }
        }
        guard content.isAtEnd else { throw fault(.wrongLength(marker: marker), at: offset) }
        if marker == WSQMarker.startOfFrame, let frame {
            try limits.check(width: frame.width, height: frame.height)
        }
    }

    private mutating func read(_ marker: Int, _ content: inout ByteReader) throws(WSQReadingError) {
        do {
            switch marker {
            case WSQMarker.startOfFrame:
                guard frame == nil else { throw WSQReadingError.fault(.repeatedFrame) }
                frame = try WSQFrame(&content)
            case WSQMarker.transformTable: transform = try WSQTransform(&content)
            case WSQMarker.quantizationTable: quantization = try WSQQuantization(&content)
            case WSQMarker.codeTable:
                repeat {
                    let number = try content.number(1)
                    guard number < WSQCodeTable.limit else { throw WSQReadingError.fault(.unknownCodeTable(number)) }
                    codes[number] = try WSQCodeTable(&content)
                } while !content.isAtEnd
            case WSQMarker.restartInterval: _ = try content.take(2)  // the markers themselves say where to begin anew
            default: comments.append(String(decoding: content.takeRest(), as: UTF8.self))
            }
        } catch let error as WSQReadingError { throw error } catch { throw .segmentEnds }
    }

    /// Reads the coefficients of one block and sets the values of its subbands.
    private mutating func readBlock(
        _ block: Int, _ layout: WSQLayout, _ plane: inout WSQPlane, at offset: Int
    ) throws(ImageError) {
        var content = try content(of: WSQMarker.startOfBlock, at: offset)
        guard let number = try? content.integer(width: 1), content.isAtEnd else {
            throw fault(.wrongLength(marker: WSQMarker.startOfBlock), at: offset)
        }
        guard transform != nil else { throw fault(.missing(.transform), at: offset) }
        guard let quantization else { throw fault(.missing(.quantization), at: offset) }
        guard let code = codes[number] else { throw fault(.missing(.code(number)), at: offset) }
        let bands = WSQLayout.blocks[block].filter { quantization.bins[$0].width != 0 }
        let count = bands.reduce(0) { $0 + layout.bands[$1].width * layout.bands[$1].height }

        var data = WSQBlock(bytes, at: reader.offset, number: block + 1, count: count)
        do throws(WSQFault) { try data.decode(code) } catch { throw fault(error, at: data.bits.offset) }
        let surplus = data.bits.skipToMarker()
        if surplus > 0 { remarks.append("\(surplus) bytes behind the last coefficient of block \(block + 1)") }
        reader = ByteReader(bytes[data.bits.offset...])

        var start = 0
        for band in bands {
            let (area, bin) = (layout.bands[band], quantization.bins[band])
            plane.fill(area) { quantization.value(data.indices[start + $0], of: bin) }
            start += area.width * area.height
        }
    }

    /// Blocks without any coefficient may be left out.
    private func checkEnd(after block: Int, _ layout: WSQLayout, at offset: Int) throws(ImageError) {
        guard let quantization else { throw fault(.missing(.quantization), at: offset) }
        for missing in WSQLayout.blocks.indices.dropFirst(block) {
            let isEmpty = WSQLayout.blocks[missing].allSatisfy {
                quantization.bins[$0].width == 0 || layout.bands[$0].width * layout.bands[$0].height == 0
            }
            guard isEmpty else { throw fault(.missingBlock(missing + 1), at: offset) }
        }
    }

    private func picture(_ frame: WSQFrame, _ layout: WSQLayout, _ plane: WSQPlane) throws(ImageError) -> PixelImage {
        guard let transform else { throw fault(.missing(.transform), at: bytes.count) }
        var plane = plane
        for area in layout.joins { plane.join(area, transform) }
        let pixels = plane.values.map { value -> UInt8 in
            let grey = value * frame.scale + frame.shift + 0.5
            // Whatever is no number becomes black.
            return grey >= 255 ? 255 : grey >= 1 ? UInt8(grey) : 0
        }
        guard let image = PixelImage(width: frame.width, height: frame.height, channelCount: 1, pixels: pixels) else {
            throw .malformed(.wsq, "the size does not fit the data")
        }
        return image
    }
}

/// The coefficients of one block, as indices of bins.
///
/// Spec: FBI IAFIS-IC-0110 (V3) §A.4.1, the table of Huffman symbols.
struct WSQBlock {
    private(set) var indices: [Int32]
    var bits: WSQBitReader
    private let number: Int

    init(_ bytes: [UInt8], at offset: Int, number: Int, count: Int) {
        indices = [Int32](repeating: 0, count: count)
        bits = WSQBitReader(bytes, at: offset)
        self.number = number
    }

    mutating func decode(_ code: WSQCodeTable) throws(WSQFault) {
        var position = 0
        var restarts = 0
        while position < indices.count {
            if let restart = bits.takeRestart() {
                guard restart == restarts % 8 else {
                    throw .restartOutOfOrder(expected: restarts % 8, found: restart)
                }
                restarts += 1
            }
            do throws(WSQFault) {
                try next(&position, code)
            } catch {
                // Data that end before a marker are a fault of the block; without any marker the file is cut.
                guard error == .truncated, bits.marker != nil else { throw error }
                throw .tooFewCoefficients(block: number, missing: indices.count - position)
            }
        }
    }

    private mutating func next(_ position: inout Int, _ code: WSQCodeTable) throws(WSQFault) {
        switch try code.symbol(&bits) {
        case let run where (1...100).contains(run): try skip(run, &position)
        case 101: try put(Int32(bits.number(8)), &position)
        case 102: try put(-Int32(bits.number(8)), &position)
        case 103: try put(Int32(bits.number(16)), &position)
        case 104: try put(-Int32(bits.number(16)), &position)
        case 105: try skip(bits.number(8), &position)
        case 106: try skip(bits.number(16), &position)
        case let symbol where (107...254).contains(symbol): try put(Int32(symbol - 180), &position)
        case let symbol: throw .unassignedSymbol(symbol)
        }
    }

    private mutating func skip(_ count: Int, _ position: inout Int) throws(WSQFault) {
        guard count <= indices.count - position else { throw .tooManyCoefficients(block: number) }
        position += count
    }

    private mutating func put(_ index: Int32, _ position: inout Int) throws(WSQFault) {
        indices[position] = index
        position += 1
    }
}
