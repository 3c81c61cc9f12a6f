import Foundation
import TestSupport
import Testing

@Suite("TestVectors/README.md")
struct ProvenanceTests {
    /// The files of the repository's vectors that must have an origin; what a fuzzer found has none.
    static func files() throws -> Set<String> {
        let root = Repository.testVectors.path()
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
        let names = paths.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue && !path.hasPrefix("fuzz/") && !path.hasSuffix("README.md")
        }
        return Set(names)
    }

    /// The files that the page lists: a section for each module, and a table of files with origin and terms.
    static func rows() throws -> [(file: String, origin: String, terms: String)] {
        let page = try String(contentsOf: Repository.testVectors.appending(path: "README.md"), encoding: .utf8)
        var module = ""
        var rows: [(String, String, String)] = []
        for line in page.split(separator: "\n") {
            if line.hasPrefix("## ") { module = String(line.dropFirst(3)) }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3 else { continue }
            for name in cells[0].split(separator: ",") {
                let file = name.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
                rows.append(("\(module)/\(file)", cells[1], cells[2]))
            }
        }
        return rows
    }

    @Test
    func `lists every file, and none that is not there`() throws {
        let listed = try Self.rows().map(\.file)
        let files = try Self.files()

        #expect(files.subtracting(listed).sorted() == [], "not listed")
        #expect(Set(listed).subtracting(files).sorted() == [], "not there")
        #expect(listed.count == Set(listed).count)
    }

    @Test
    func `gives origin and terms of each`() throws {
        for row in try Self.rows() { #expect(!row.origin.isEmpty && !row.terms.isEmpty, "\(row.file)") }
    }
}
