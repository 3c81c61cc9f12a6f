import Foundation
import PictureFiles
import TestSupport
import Testing

@Suite("Pages of PDF and pictures of HEIF by programs")
struct ProgramTests {
    let files = Files()
    private static let pdf = Array("%PDF-1.4\n".utf8)
    private static let heic: [UInt8] = [0, 0, 0, 24] + Array("ftypheic".utf8)

    private func found(
        _ name: String, _ bytes: [UInt8], _ limits: PictureFileLimits = .init(), searchPath: String? = nil
    ) throws -> [String] {
        let path = try files.add(name, bytes)
        return files.found(PictureFiles([path], limits: limits, searchPath: searchPath ?? files.searchPath))
    }

    @Test
    func `a missing program is an error that names its package`() throws {
        for (name, bytes, package) in [
            ("a.pdf", Self.pdf, "poppler-utils"), ("a.heic", Self.heic, "libheif-examples"),
        ] {
            let path = try files.add(name, bytes)
            let result = PictureFiles([path], searchPath: "/nonexistent:relative").map { $0 }
            let error = #expect(throws: PictureFileError.self) { try result.first?.get() }
            #expect(error?.hint.contains("apt install \(package)") == true)
            #expect(result.count == 1)
        }
    }

    @Test
    func `each page is drawn by itself, and one that fails leaves the others`() throws {
        try files.addProgram("pdfinfo", "echo 'Pages:          3'")
        try files.addProgram("pdftoppm", "[ \"$5\" = 2 ] && { echo 'Syntax Error: gone' >&2; exit 1; }; echo \"P5 $*\"")
        let found = try found("a.pdf", Self.pdf)
        #expect(
            found == [
                "a.pdf:1", "a.pdf:2 refused(program: \"pdftoppm\", words: \"Syntax Error: gone\")", "a.pdf:3",
            ])
    }

    @Test(arguments: [
        ("595 x 842", 300), ("3000 x 2000", 144), ("43200 x 10", 10), ("2e+06 x 9", 0.216), ("0 x 0", 300),
        ("x x y", 300),
    ])
    func `a large page is drawn coarser`(_ size: String, resolution: Double) throws {
        try files.addProgram("pdfinfo", "printf 'Pages:  1\\nPage    1 size:  \(size) pts (A4)\\n'")
        try files.addProgram("pdftoppm", "echo \"P5 $*\"")
        let path = try files.add("a.pdf", Self.pdf)
        let input = try #require(PictureFiles([path], searchPath: files.searchPath).map { $0 }.first).get()
        #expect(String(decoding: input.bytes, as: UTF8.self).contains("-gray -r \(resolution) -f 1 -l 1 "))
    }

    @Test(arguments: [("595 x 842", 300), ("1440 x 1440", 236)])
    func `a page in colours is drawn so that it fits the limit of bytes`(_ size: String, resolution: Double) throws {
        try files.addProgram("pdfinfo", "printf 'Pages:  1\\nPage    1 size:  \(size) pts (A4)\\n'")
        try files.addProgram("pdftoppm", "echo \"P6 $*\"")
        let path = try files.add("a.pdf", Self.pdf)
        let limits = PictureFileLimits(drawsColours: true)
        let input = try #require(PictureFiles([path], limits: limits, searchPath: files.searchPath).map { $0 }.first)
            .get()
        let words = String(decoding: input.bytes, as: UTF8.self)
        #expect(words.contains("P6 -r \(resolution) -f 1 -l 1 "), "\(words)")
    }

    @Test
    func `a PDF that is locked, has no page or too many is told`() throws {
        try files.addProgram("pdfinfo", "echo 'Command Line Error: Incorrect password' >&2; exit 1")
        #expect(try found("a.pdf", Self.pdf) == ["a.pdf encrypted"])
        try files.addProgram("pdfinfo", "echo 'Pages: 0'")
        #expect(try found("a.pdf", Self.pdf).first?.contains("it has no page") == true)
        try files.addProgram("pdfinfo", "echo 'Pages: 1000000'")
        try files.addProgram("pdftoppm", "echo P5")
        #expect(
            try found("a.pdf", Self.pdf, .init(pageCount: 2)) == ["a.pdf:1", "a.pdf:2", "a.pdf tooManyPages(limit: 2)"])
    }

    @Test
    func `a program that takes too long is ended with what it started`() throws {
        try files.addProgram("pdfinfo", "sleep 60 & echo $! > \(files.path)/child; wait")
        let begin = ContinuousClock.now
        #expect(
            try found("a.pdf", Self.pdf, .init(programTime: .milliseconds(700)))
                == ["a.pdf timedOut(program: \"pdfinfo\")"])
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test
    func `a program that writes too much is ended`() throws {
        try files.addProgram("pdfinfo", "echo 'Pages: 1'")
        try files.addProgram("pdftoppm", "cat /dev/zero")
        #expect(try found("a.pdf", Self.pdf, .init(byteCount: 1 << 20)) == ["a.pdf:1 tooManyBytes(limit: 1048576)"])
        try files.addProgram("heif-convert", "cat /dev/zero > \"$4\"")
        let result = try found("a.heic", Self.heic, .init(byteCount: 1 << 20))
        #expect(result.count == 1 && result.first?.contains("refused") == true)
    }

    @Test
    func `a program gets no more memory, time and files than the limits, and none of this program's environment`()
        throws
    {
        try files.addProgram("pdfinfo", "echo $(ulimit -v) $(ulimit -t) $(ulimit -f) >&2; exit 1")
        let limits = PictureFileLimits(byteCount: 1 << 20, programTime: .seconds(7), programByteCount: 123 << 20)
        #expect(
            try found("a.pdf", Self.pdf, limits) == ["a.pdf refused(program: \"pdfinfo\", words: \"125952 8 2048\")"])
        // What the shell sets itself is left out.
        try files.addProgram("pdfinfo", "echo $(env | grep -v ^PWD= | sort) >&2; exit 1")
        #expect(
            try found("a.pdf", Self.pdf)
                == ["a.pdf refused(program: \"pdfinfo\", words: \"HOME=/nonexistent LANG=C.UTF-8\")"])
    }

    @Test
    func `pictures of a HEIF file come in order, without their Exif data, and no folder is left`() throws {
        let exif = "\\377\\330\\377\\341\\000\\006Exif\\377\\333\\000\\003x\\377\\332\\000\\002data"
        try files.addProgram(
            "heif-convert",
            "echo \"${4%/*}\" > \(files.path)/where; b=\"${4%.jpg}\"; for n in 1 2 10; do printf '\(exif)' > $b-$n.jpg; done"
        )
        let path = try files.add("a.heic", Self.heic)
        let inputs = try PictureFiles([path], searchPath: files.searchPath).map { try $0.get() }
        #expect(inputs.map(\.page) == [1, 2, 3])
        #expect(inputs.map(\.pageCount) == [3, 3, 3])
        let kept: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 0x78, 0xFF, 0xDA, 0, 2] + Array("data".utf8)
        #expect(inputs.allSatisfy { $0.bytes == kept })
        let place = try String(contentsOf: files.folder.url.appending(path: "where"), encoding: .utf8)
        #expect(place.hasPrefix("/"))
        #expect(!FileManager.default.fileExists(atPath: place.trimmingCharacters(in: .newlines)))
        #expect(try found("a.heic", Self.heic, .init(pageCount: 2)).last == "a.heic tooManyPages(limit: 2)")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftoppm")))
    func `poppler draws the pages, and says that a PDF is locked`() throws {
        let folder = Repository.testVectors.appending(path: "picture-files")
        let inputs = try PictureFiles([folder.appending(path: "pages.pdf").path()]).map { try $0.get() }
        #expect(inputs.map(\.page) == [1, 2])
        #expect(inputs.allSatisfy { $0.bytes.starts(with: Array("P5\n400 267\n255\n".utf8)) })
        let locked = PictureFiles([folder.appending(path: "locked.pdf").path()]).map { $0 }
        let error = #expect(throws: PictureFileError.self) { try locked.first?.get() }
        #expect(error?.cause == .encrypted)
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/heif-convert")),
        arguments: ["exif.heic", "picture.avif"])
    func `libheif converts the picture`(_ name: String) throws {
        let path = Repository.testVectors.appending(path: "picture-files/\(name)").path()
        let inputs = try PictureFiles([path]).map { try $0.get() }
        #expect(inputs.count == 1)
        #expect(inputs.first?.page == nil)
        #expect(inputs.first?.bytes.starts(with: [0xFF, 0xD8, 0xFF]) == true)
    }
}
