import Foundation
import TestSupport
import Testing

@Suite("emrtd export: evidence as lines")
struct ExportLinesTests {
    private let temporary = TemporaryFolder()

    private func path(_ name: String) -> String { temporary.url.appending(path: name).path(percentEncoded: false) }

    @Test func `takes the one reading that a file holds, and asks which of several`() throws {
        let evidence = path("evidence")
        _ = try BuiltProgram.run(["chip", "read", "--simulated", "specimen", "--out", evidence])
        let line = try BuiltProgram.run(["evidence", "lines", evidence]).output
        let one = try BuiltProgram.run(["export", "-", "--portrait", path("face.jp2")], input: line)
        #expect(one.status == 0, "\(one.errors)")
        #expect(FileManager.default.fileExists(atPath: path("face.jp2")))

        let two = try BuiltProgram.run(["export", "-", "--portrait", path("other.jp2")], input: line + line)
        #expect(two.status == 3)
        #expect(
            two.errors.contains("'-' holds 2 readings, and one document is taken out at a time\nhint: the third one"))

        let none = try BuiltProgram.run(["export", "-", "--portrait", path("other.jp2")], input: "{}\n")
        #expect(none.status == 3)
    }
}
