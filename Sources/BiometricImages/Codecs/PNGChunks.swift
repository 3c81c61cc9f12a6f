import ByteCoding

/// The chunks of a PNG, as far as they say how the picture is to be seen.
///
/// Spec: ISO/IEC 15948 §5.3; PNG third edition §11.3.4.5 (eXIf).
enum PNGChunks {
    static func orientation(in bytes: [UInt8]) -> PictureOrientation {
        var reader = ByteReader(bytes)
        guard (try? reader.take(8)) != nil else { return .topLeft }
        while let count = try? reader.integer(width: 4), let name = try? reader.take(4),
            let content = try? reader.take(count), (try? reader.take(4)) != nil
        {
            if name.elementsEqual("eXIf".utf8) { return PictureOrientation(exif: content) }
        }
        return .topLeft
    }

    /// Whether a chunk before the pixels says that it is longer than the file: libpng makes room for it, and fills that.
    static func leadOut(of bytes: [UInt8]) -> Bool {
        var reader = ByteReader(bytes)
        guard (try? reader.take(8)) != nil else { return false }
        while let count = try? reader.integer(width: 4), let name = try? reader.take(4) {
            if name.elementsEqual("IDAT".utf8) { return false }
            guard (try? reader.take(count)) != nil else { return true }
            guard (try? reader.take(4)) != nil else { return false }
        }
        return false
    }
}
