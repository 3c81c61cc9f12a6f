import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust
import TrustSources

@Suite("Archives and folders")
struct ArchiveSourceTests {
    private let folder = TemporaryFolder()
    private static let authority = ListAuthority()

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func write(_ bytes: [UInt8], _ name: String) throws {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Packs files of the folder, as `zip` does.
    private func pack(_ archive: String, _ names: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/zip")
        process.arguments = ["-q", "-r", "-y"] + [archive] + names
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    private func read(_ paths: String..., limits: SourceLimits = .standard) throws -> TrustContents {
        try TrustReader(verifier: ListVerifier(), at: ListAuthority.day(2025, 6), limits: limits)
            .read(SourceFiles(paths: paths.map(path), limits: limits))
    }

    @Test
    func `reads what lies in an archive, and in one archive within it`() throws {
        try write(Self.authority.masterList(), "lists/ut.ml")
        try write(Self.authority.csca(), "lists/deep/csca.txt")
        try write(Array("nothing".utf8), "lists/readme")
        try write(Array("hidden".utf8), "lists/.DS_Store")
        try pack("inner.zip", "lists")
        try pack("outer.zip", "inner.zip")
        try pack("outermost.zip", "outer.zip")
        for archive in ["inner.zip", "outer.zip"] {
            let contents = try read(archive)
            #expect(Set(contents.deliveries.map(\.source.kind)) == [.masterList, .certificates])
            #expect(contents.refused.map(\.reason.code) == ["notTrustData"])
            #expect(contents.deliveries.allSatisfy { $0.source.name.contains("\(archive), ") })
        }
        let contents = try read("outermost.zip")
        #expect(contents.deliveries.isEmpty)
        #expect(contents.refused.map(\.reason.code) == ["nestedArchive"])
    }

    @Test
    func `refuses archives that unpack to too much, or hold too many entries`() throws {
        try write([UInt8](repeating: 0x30, count: 5 << 20), "big")
        try pack("bomb.zip", "big")
        for number in 0..<20 { try write(Self.authority.csca(), "many/\(number)") }
        try pack("many.zip", "many")
        var limits = SourceLimits.standard
        (limits.unpackedByteCount, limits.entryCount) = (1 << 20, 5)
        #expect(try read("bomb.zip", limits: limits).refused.map(\.reason.code) == ["tooLarge"])
        let contents = try read("many.zip", limits: limits)
        #expect(contents.deliveries.count == 5)
        #expect(contents.refused.map(\.reason.code) == ["tooManyEntries"])
    }

    @Test
    func `uses no name of an archive as a path, and refuses links, encrypted and damaged entries`() throws {
        try write(Self.authority.csca(), "a/csca")
        try FileManager.default.createSymbolicLink(atPath: path("a/link"), withDestinationPath: "/etc/passwd")
        try pack("links.zip", "a")
        #expect(try read("links.zip").refused.map(\.reason.code) == ["notAFile"])

        try pack("secret.zip", "-P", "secret", "a/csca")
        #expect(try read("secret.zip").refused.map(\.reason.code) == ["encrypted"])

        try pack("whole.zip", "a/csca")
        let whole = Array(try Data(contentsOf: folder.url.appending(path: "whole.zip")))
        var damaged = whole
        for index in 60..<200 { damaged[index] ^= 0xFF }
        try write(damaged, "damaged.zip")
        let codes = try read("damaged.zip").refused.map(\.reason.code)
        #expect(!codes.isEmpty)
        for count in stride(from: 4, to: whole.count, by: 97) {
            try write(Array(whole.prefix(count)), "prefix.zip")
            #expect(try read("prefix.zip").deliveries.isEmpty)
            #expect(try !read("prefix.zip").refused.isEmpty)
        }
    }

    @Test
    func `reads folders in the order of names, and passes over nothing but hidden files`() throws {
        try write(Self.authority.csca(serialNumber: [2]), "d/2.cer")
        try write(Self.authority.csca(serialNumber: [1]), "d/1")
        try write(Self.authority.csca(serialNumber: [3]), "d/sub/3")
        try write(Array("notes".utf8), "d/notes.txt")
        try write(Array("hidden".utf8), "d/.hidden")
        try write(Array("hidden".utf8), "d/.git/file")
        #expect(mkfifo(path("d/pipe"), 0o600) == 0)
        let contents = try read("d")
        #expect(contents.deliveries.flatMap { $0.certificates.map(\.value.serialNumber) } == [[1], [2], [3]])
        #expect(Set(contents.refused.map(\.reason.code)) == ["notTrustData", "notAFile"])
    }

    @Test
    func `finds the authority of a list in another file, before it or after it`() throws {
        var options = ListAuthority.options
        options.deviations = [.withoutAuthority]
        let list = try Self.authority.signer(.deviationList).deviationList(
            DeviationListContents(deviations: []), options: options)
        try write(list, "2.bin")
        try write(Self.authority.csca(), "1.cer")
        try write(Self.authority.csca(), "3.cer")
        for names in [["1.cer", "2.bin"], ["2.bin", "3.cer"]] {
            let contents = try TrustReader(verifier: ListVerifier(), at: ListAuthority.day(2025, 6))
                .read(SourceFiles(paths: names.map(path)))
            let found = try #require(contents.deliveries.first { $0.source.kind == .deviationList })
            #expect(found.source.signerIssuer != nil)
        }
        let alone = try read("2.bin")
        #expect(alone.deliveries.map(\.source.signerIssuer) == [nil])
        #expect(alone.deliveries.map(\.source.kind) == [.deviationList])
    }

    @Test
    func `says which path is not there, and refuses an empty folder`() throws {
        #expect(throws: SourceError.notFound(path: path("none"))) { try read("none") }
        try FileManager.default.createDirectory(atPath: path("empty"), withIntermediateDirectories: true)
        #expect(try read("empty").refused.map(\.reason.code) == ["empty"])
    }

    @Test
    func `refuses files and folders beyond the limits`() throws {
        try write([0x30, 0x82] + [UInt8](repeating: 0, count: 4000), "d/large")
        var limits = SourceLimits.standard
        (limits.fileByteCount, limits.fileCount) = (1000, 0)
        #expect(throws: SourceError.tooLarge(name: path("d/large"), limit: 1000)) {
            try read("d/large", limits: limits)
        }
        #expect(throws: SourceError.tooManyFiles(path: path("d"), limit: 0)) { try read("d", limits: limits) }
    }
}
