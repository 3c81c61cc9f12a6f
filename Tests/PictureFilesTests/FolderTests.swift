import ByteCoding
import Foundation
import PictureFiles
import Synchronization
import TestSupport
import Testing

@Suite("Files and folders to pictures")
struct FolderTests {
    let files = Files()

    private func found(_ limits: PictureFileLimits = .init()) -> [String] {
        files.found(PictureFiles([files.path], limits: limits))
    }

    @Test
    func `a folder is searched to its depths in the order of names, without hidden ones`() throws {
        for name in ["b.jpg", "a/z.jpg", "a/B.jpg", "a/b/c.dat", ".hidden.jpg", ".git/x.jpg", "c.jpg"] {
            try files.add(name)
        }
        #expect(found() == ["a/B.jpg", "a/b/c.dat", "a/z.jpg", "b.jpg", "c.jpg"])
    }

    @Test
    func `what neither content nor name calls a picture is left out of a folder, and counted`() throws {
        try files.add("notes.txt", Array("hello".utf8))
        try files.add("a.jpg")
        var pictures = PictureFiles([files.path])
        #expect(files.found(IteratorSequence(pictures)) == ["a.jpg"])
        while pictures.next() != nil {}
        #expect(pictures.skippedCount == 1)
    }

    @Test
    func `a named folder without a picture is an error, whatever was named before`() throws {
        try files.add("a/x.jpg")
        try files.add("b/notes.txt", Array("hello".utf8))
        try files.add("b/.hidden.jpg")
        try FileManager.default.createDirectory(
            at: files.folder.url.appending(path: "c/d"), withIntermediateDirectories: true)
        let results = files.found(PictureFiles(["a/x.jpg", "a", "b", "c"].map { files.path + "/" + $0 }))
        #expect(results == ["a/x.jpg", "a/x.jpg", "b noPicture", "c noPicture"])
        // What was looked at already is no empty folder.
        #expect(files.found(PictureFiles(["a", ".", "a"].map { files.path + "/" + $0 })).last == "a/x.jpg")
        #expect(files.found(PictureFiles([files.path + "/c/d", files.path + "/c"])) == ["c/d noPicture"])
    }

    @Test
    func `a damaged file is one error, and the rest goes on`() throws {
        try files.add("a.png", Array("hello".utf8))
        try files.add("b.jpg", [])
        try files.add("c.jpg")
        #expect(found() == ["a.png unknownKind", "b.jpg empty", "c.jpg"])
    }

    @Test
    func `what is named itself must be a picture`() throws {
        let path = try files.add("notes.txt", Array("hello".utf8))
        let results = files.found(PictureFiles([path, files.path + "/none.jpg"]))
        #expect(results == ["notes.txt unknownKind", "none.jpg notFound"])
    }

    @Test
    func `a link that leads back ends there, and each folder is searched once`() throws {
        try files.add("a/b/x.jpg")
        let place = files.folder.url
        try FileManager.default.createSymbolicLink(
            at: place.appending(path: "a/b/up"), withDestinationURL: place)
        try FileManager.default.createSymbolicLink(
            at: place.appending(path: "c"), withDestinationURL: place.appending(path: "a"))
        #expect(found() == ["a/b/x.jpg"])
    }

    @Test
    func `pipes, sockets and devices are refused without being opened`() throws {
        #expect(mkfifo(files.path + "/a.jpg", 0o600) == 0)
        try files.add("b.jpg")
        #expect(found() == ["a.jpg notAFile(PictureFiles.PictureFileError.Special.pipe)", "b.jpg"])
        let device = PictureFiles(["/dev/null"]).map { $0 }
        #expect(throws: PictureFileError.self) { try device.first?.get() }
        #expect(
            files.found(device) == ["/dev/null notAFile(PictureFiles.PictureFileError.Special.device)"])
    }

    @Test
    func `a pipe that is named is waited for, as long as it is wanted`() throws {
        let path = files.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let silent = PictureFiles([path], limits: .init(inputPatience: .milliseconds(300)))
        #expect(files.found(silent) == ["pipe silent(0.3 seconds)"])
        let begin = ContinuousClock.now
        let cancelled = PictureFiles([path, path], isCancelled: { ContinuousClock.now - begin > .milliseconds(200) })
        #expect(files.found(cancelled) == [])
        #expect(ContinuousClock.now - begin < .seconds(5))
        let picture = try files.add("a.jpg")
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = ["-c", "sleep 0.2; cat '\(picture)' > '\(path)'"]
        try writer.run()
        let inputs = try PictureFiles([path]).map { try $0.get() }
        #expect(inputs.map(\.bytes) == [Files.jpeg])
        writer.waitUntilExit()
    }

    @Test
    func `a search that is no longer wanted ends within a folder`() throws {
        for number in 0..<50 { try files.add("\(number).txt", Array("hello".utf8)) }
        let calls = Mutex(0)
        let pictures = PictureFiles(
            [files.path],
            isCancelled: {
                calls.withLock {
                    $0 += 1
                    return $0 > 5
                }
            })
        #expect(files.found(pictures) == [])
        #expect(calls.withLock { $0 } < 20)
    }

    @Test
    func `names that are not UTF-8 are read, in the order of their bytes`() throws {
        let names: [[UInt8]] = [Array("a.jpg".utf8), [0x61, 0xE4, 0x2E], Array("aä.".utf8), [0x62]]
        for name in names {
            let descriptor = open(FileName.cString(files.path + "/" + FileName.text(name)), O_WRONLY | O_CREAT, 0o600)
            try #require(descriptor >= 0)
            try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: Data(Files.jpeg))
        }
        let inputs = try PictureFiles([files.path]).map { try $0.get() }
        let expected = names.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(inputs.map { Array(FileName.bytes($0.file).dropFirst(files.path.utf8.count + 1)) } == expected)
        #expect(files.found(PictureFiles(inputs.map(\.file))).count == 4)
        let missing = try #require(PictureFiles([files.path + "/" + FileName.text([0xE4])]).map { $0 }.first)
        #expect(throws: PictureFileError.self) { try missing.get() }
    }

    @Test
    func `a file with more bytes than the limit is refused`() throws {
        try files.add("a.jpg", Files.jpeg + [UInt8](repeating: 0, count: 97))
        try files.add("b.pdf", Array("%PDF-1.4".utf8) + [UInt8](repeating: 0, count: 93))
        try files.add("c.jpg", Files.jpeg + [UInt8](repeating: 0, count: 96))
        #expect(
            found(.init(byteCount: 100)) == [
                "a.jpg tooManyBytes(limit: 100)", "b.pdf tooManyBytes(limit: 100)", "c.jpg",
            ]
        )
    }

    @Test
    func `folders deeper than the limit are an error`() throws {
        try files.add("a/b/c/x.jpg")
        #expect(found(.init(depth: 3)) == ["a/b/c tooDeep(limit: 3)"])
        #expect(found(.init(depth: 4)) == ["a/b/c/x.jpg"])
    }

    @Test
    func `each page of a TIFF is one input, up to the limit`() throws {
        let path = Repository.testVectors.appending(path: "biometric-images/files/pages.tif").path()
        let inputs = try PictureFiles([path]).map { try $0.get() }
        #expect(inputs.map(\.page) == [1, 2, 3])
        #expect(inputs.map(\.pageOfBytes) == [0, 1, 2])
        #expect(inputs.allSatisfy { $0.pageCount == 3 && $0.kind == .picture(.tiff) && !$0.bytes.isEmpty })
        let limited = PictureFiles([path], limits: .init(pageCount: 2)).map { $0 }
        #expect(limited.count == 3)
        #expect(throws: PictureFileError.self) { try limited.last?.get() }
    }

    @Test
    func `a video is named and not read`() throws {
        try files.add("a.bin", [0x1A, 0x45, 0xDF, 0xA3])
        let input = try #require(PictureFiles([files.path]).map { $0 }.first).get()
        #expect(input.isVideo)
        #expect(input.bytes.isEmpty)
    }

    @Test
    func `an unreadable file is told apart, where rights bind`() throws {
        let path = try files.add("a.jpg")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        let expected = geteuid() == 0 ? ["a.jpg"] : ["a.jpg permissionDenied"]
        #expect(found() == expected)
    }

    @Test
    func `ten thousand files are handed out one by one`() throws {
        let first = try files.add("0.jpg")
        for index in 1..<10_000 { #expect(link(first, "\(files.path)/\(index).jpg") == 0) }
        #expect(PictureFiles([files.path]).reduce(0) { count, _ in count + 1 } == 10_000)
    }
}
