import ByteCoding
import CTIFF

/// TIFF by libtiff, over memory: every kind of samples that its view as red, green, blue knows.
enum TIFFCodec {
    static func decode(_ bytes: [UInt8], page: Int, isGrey: Bool, _ limits: ImageLimits) throws(ImageError)
        -> StoredPicture
    {
        // Counted here, since libtiff takes a time that grows with the square of the count.
        guard let directories = TIFFDirectories(bytes[...]) else { throw .malformed(.tiff, "there is no page") }
        let pages = directories.pages(limit: limits.pageCount)
        guard !pages.isEmpty else { throw .malformed(.tiff, "there is no page") }
        guard pages.indices.contains(page) else { throw .noSuchPage(page, pageCount: pages.count) }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageError) in
            let file = try TIFFFile(UnsafeRawBufferPointer(buffer), limits)
            let lacksPages = page == pages.count - 1 && directories.breaksOff(limit: limits.pageCount)
            return try file.picture(at: pages[page], pageCount: pages.count, isGrey: isGrey, lacksPages: lacksPages)
        }
    }
}

/// An open TIFF file; closed with the value. The buffer must outlive it.
private struct TIFFFile: ~Copyable {
    private let pointer: OpaquePointer
    private let messages: UnsafeMutablePointer<ctiff_messages>
    private let memory: Unmanaged<TIFFMemory>
    private let limits: ImageLimits

    private static let silence: Void = ctiff_silence()

    init(_ buffer: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(ImageError) {
        Self.silence
        messages = .allocate(capacity: 1)
        messages.initialize(to: ctiff_messages())
        memory = Unmanaged.passRetained(TIFFMemory(buffer))
        self.limits = limits
        let options = TIFFOpenOptionsAlloc()
        defer { TIFFOpenOptionsFree(options) }
        // Samples of 16 bits in four channels.
        TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(limits.pixelCount * 8 + 1 << 20))
        ctiff_listen(options, messages)
        guard let pointer = TIFFMemory.open(memory, options) else {
            let words = messages.pointee.text
            messages.deallocate()
            memory.release()
            throw .malformed(.tiff, words)
        }
        self.pointer = pointer
    }

    deinit {
        TIFFClose(pointer)
        messages.deallocate()
        memory.release()
    }

    /// - Parameter lacksPages: Whether the file ends before the page that should follow.
    func picture(at offset: Int, pageCount: Int, isGrey: Bool, lacksPages: Bool) throws(ImageError) -> StoredPicture {
        guard TIFFSetSubDirectory(pointer, UInt64(offset)) != 0 else { throw failure }
        let (width, height) = (
            Int(ctiff_long(pointer, UInt32(TIFFTAG_IMAGEWIDTH))), Int(ctiff_long(pointer, UInt32(TIFFTAG_IMAGELENGTH)))
        )
        try limits.check(width: width, height: height)
        let unit = try linesOfUnit(height)

        var view = TIFFRGBAImage()
        var words = [CChar](repeating: 0, count: 1024)
        guard TIFFRGBAImageOK(pointer, &words) != 0, TIFFRGBAImageBegin(&view, pointer, 0, &words) != 0 else {
            throw .unsupported(
                .tiff, String(decoding: words.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        defer { TIFFRGBAImageEnd(&view) }
        // As stored: the orientation is applied later, to all formats alike.
        view.orientation = UInt16(ORIENTATION_TOPLEFT)
        view.req_orientation = UInt16(ORIENTATION_TOPLEFT)

        let isGrey = isGrey || Self.isGrey(view.photometric)
        let channelCount = isGrey ? 1 : 3
        var pixels = [UInt8](repeating: 0xFF, count: width * height * channelCount)
        let blockLines = min(height, unit * max(1, 256 / unit))
        var raster = [UInt32](repeating: 0, count: width * blockLines)
        for top in stride(from: 0, to: height, by: blockLines) {
            let lines = min(blockLines, height - top)
            view.row_offset = Int32(top)
            guard TIFFRGBAImageGet(&view, &raster, UInt32(width), UInt32(lines)) != 0 else {
                if messages.pointee.error_count == 0 || top == 0 { throw failure }
                break
            }
            Self.copy(raster, count: width * lines, to: &pixels, at: top * width, isGrey: isGrey)
        }
        return try stored(pixels, width, height, channelCount, pageCount, lacksPages)
    }

    private func stored(
        _ pixels: [UInt8], _ width: Int, _ height: Int, _ channelCount: Int, _ pageCount: Int,
        _ lacksPages: Bool
    ) throws(ImageError) -> StoredPicture {
        // What cannot be read is one colour; where all is, nothing was read.
        if messages.pointee.error_count > 0, !pixels.contains(where: { $0 != pixels[0] }) { throw failure }
        guard let image = PixelImage(width: width, height: height, channelCount: channelCount, pixels: pixels) else {
            throw .malformed(.tiff, "the size does not fit the data")
        }
        var remarks = messages.pointee.error_count > 0 ? [messages.pointee.text] : []
        if lacksPages { remarks.append("a page that should follow lies behind the end of the file") }
        let orientation = Int(ctiff_short(pointer, UInt32(TIFFTAG_ORIENTATION)))
        return StoredPicture(
            image, orientation: PictureOrientation(rawValue: orientation) ?? .topLeft, pageCount: pageCount,
            remarks: remarks, breaksOff: !remarks.isEmpty)
    }

    /// The lines of a tile or strip, which are decoded together.
    private func linesOfUnit(_ height: Int) throws(ImageError) -> Int {
        guard TIFFIsTiled(pointer) != 0 else {
            let lines = Int(ctiff_long(pointer, UInt32(TIFFTAG_ROWSPERSTRIP)))
            return min(max(lines, 1), height)
        }
        let width = Int(ctiff_long(pointer, UInt32(TIFFTAG_TILEWIDTH)))
        let lines = Int(ctiff_long(pointer, UInt32(TIFFTAG_TILELENGTH)))
        try limits.check(width: width, height: lines)
        return lines
    }

    private static func isGrey(_ photometric: UInt16) -> Bool {
        Int32(photometric) == PHOTOMETRIC_MINISBLACK || Int32(photometric) == PHOTOMETRIC_MINISWHITE
    }

    /// The library multiplies colours by their alpha: white fills the rest.
    private static func copy(
        _ raster: [UInt32], count: Int, to pixels: inout [UInt8], at offset: Int, isGrey: Bool
    ) {
        raster.withUnsafeBufferPointer { raster in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for index in 0..<count {
                    let value = raster[index]
                    let white = 255 - value >> 24
                    let red = UInt8(min(value & 0xFF + white, 255))
                    let green = UInt8(min(value >> 8 & 0xFF + white, 255))
                    let blue = UInt8(min(value >> 16 & 0xFF + white, 255))
                    if isGrey {
                        pixels[offset + index] = Brightness.of(red, green, blue)
                    } else {
                        let place = 3 * (offset + index)
                        (pixels[place], pixels[place + 1], pixels[place + 2]) = (red, green, blue)
                    }
                }
            }
        }
    }

    private var failure: ImageError { .malformed(.tiff, messages.pointee.text) }
}

/// Bytes in memory as libtiff reads them.
private final class TIFFMemory {
    private let buffer: UnsafeRawBufferPointer
    private var position = 0

    init(_ buffer: UnsafeRawBufferPointer) {
        self.buffer = buffer
    }

    static func open(_ memory: Unmanaged<TIFFMemory>, _ options: OpaquePointer?) -> OpaquePointer? {
        // Mapped, since version 4.5.0 does not read small tiles otherwise; it only reads what is mapped.
        TIFFClientOpenExt(
            "picture", "r", memory.toOpaque(),
            { tmsize_t(TIFFMemory.of($0)?.read(into: $1, count: Int($2)) ?? -1) }, { _, _, _ in -1 },
            { TIFFMemory.of($0)?.seek($1, $2) ?? .max }, { _ in 0 },
            { UInt64(TIFFMemory.of($0)?.buffer.count ?? 0) },
            { TIFFMemory.of($0)?.map($1, $2) == true ? 1 : 0 }, { _, _, _ in }, options)
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> TIFFMemory? {
        context.map { Unmanaged<TIFFMemory>.fromOpaque($0).takeUnretainedValue() }
    }

    private func read(into target: UnsafeMutableRawPointer?, count: Int) -> Int {
        guard let target, count > 0, position < buffer.count else { return 0 }
        let taken = min(count, buffer.count - position)
        UnsafeMutableRawBufferPointer(start: target, count: taken).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: buffer[position..<position + taken]))
        position += taken
        return taken
    }

    private func map(
        _ start: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ count: UnsafeMutablePointer<toff_t>?
    ) -> Bool {
        guard let start, let count, let base = buffer.baseAddress else { return false }
        start.pointee = UnsafeMutableRawPointer(mutating: base)
        count.pointee = UInt64(buffer.count)
        return true
    }

    private func seek(_ offset: UInt64, _ origin: Int32) -> UInt64 {
        let base = origin == SEEK_CUR ? position : origin == SEEK_END ? buffer.count : 0
        // Offsets are signed where they are relative.
        let (place, isBeyond) = base.addingReportingOverflow(Int(truncatingIfNeeded: offset))
        guard !isBeyond, place >= 0 else { return .max }
        position = place
        return UInt64(place)
    }
}

extension ctiff_messages {
    /// The first complaint.
    fileprivate var text: String {
        let text = withUnsafeBytes(of: words) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return text.isEmpty ? "no reason is given" : text
    }
}
