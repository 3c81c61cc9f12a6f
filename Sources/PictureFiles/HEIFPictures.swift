import ChildPrograms
import Glibc

/// The pictures of a HEIF file, converted to JPEG in a private folder.
struct HEIFPictures {
    private let file: String
    private let folder: PrivateFolder
    private let limits: PictureFileLimits
    private let names: [String]
    private let isCut: Bool
    private var index = 0

    init(_ file: String, path: String, folder: PrivateFolder, _ surroundings: ProgramSurroundings)
        throws(PictureFileError)
    {
        let limits = surroundings.limits
        let outcome = try Program.heifConverter.run(
            ["-q", "95", Program.argument(path), "\(folder.path)/picture.jpg"], for: file, surroundings)
        let made = folder.names.filter { $0.hasPrefix("picture") && $0.hasSuffix(".jpg") }
        guard outcome.isSuccess, !made.isEmpty else {
            let words = outcome.errors.isEmpty ? "it ended with \(outcome.ending)" : outcome.errors
            throw PictureFileError(file, .refused(program: Program.heifConverter.name, words: words))
        }
        // picture.jpg alone, or picture-1.jpg and so on.
        let inOrder = made.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        (self.file, self.folder, self.limits) = (file, folder, limits)
        names = Array(inOrder.prefix(limits.pageCount))
        isCut = made.count > names.count
    }

    /// The next picture; nil at the end.
    mutating func next() -> Result<PictureInput, PictureFileError>? {
        guard index < names.count else {
            guard isCut, index == names.count else { return nil }
            index += 1
            return .failure(PictureFileError(file, .tooManyPages(limit: limits.pageCount)))
        }
        defer { index += 1 }
        let page = names.count > 1 ? index + 1 : nil
        do {
            let path = "\(folder.path)/\(names[index])"
            let handle = try FileContent.open(path)
            let bytes = try FileContent.bytes(
                of: handle, path, limit: limits.byteCount)
            unlink(path)
            return .success(
                PictureInput(
                    file: file, kind: .heif, page: page, pageCount: names.count,
                    bytes: ExifRemoval.without(bytes)))
        } catch { return .failure(PictureFileError(file, page: page, error.cause)) }
    }
}

/// The converter turns the pixels as the file asks for and copies the old Exif data: who believes both turns twice.
enum ExifRemoval {
    /// A JPEG without the segments APP1 before its first scan.
    static func without(_ jpeg: [UInt8]) -> [UInt8] {
        var kept = Array(jpeg.prefix(2))
        var start = 2
        while start + 4 <= jpeg.count, jpeg[start] == 0xFF, (0xC0...0xFE).contains(jpeg[start + 1]),
            jpeg[start + 1] != 0xDA
        {
            let end = start + 2 + Int(jpeg[start + 2]) << 8 + Int(jpeg[start + 3])
            guard end <= jpeg.count, end >= start + 4 else { break }
            if jpeg[start + 1] != 0xE1 { kept += jpeg[start..<end] }
            start = end
        }
        return kept + jpeg[min(start, jpeg.count)...]
    }
}
