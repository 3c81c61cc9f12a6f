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
        let one = try BuiltProgram.run(["export", "-", "--portrait", path("face.jpg")], input: line)
        #expect(one.status == 0, "\(one.errors)")
        #expect(FileManager.default.fileExists(atPath: path("face.jpg")))

        let other = try BuiltProgram.run(["export", "-", "--portrait", path("face.gif")], input: line)
        #expect(other.status == 3)
        #expect(other.errors.contains("face.gif' would hold a picture of another form than its name says\nhint: end"))
        #expect(!FileManager.default.fileExists(atPath: path("face.gif")))

        let two = try BuiltProgram.run(["export", "-", "--portrait", path("other.jpg")], input: line + line)
        #expect(two.status == 3)
        #expect(
            two.errors.contains("'-' holds 2 readings, and one document is taken out at a time\nhint: the third one"))

        let none = try BuiltProgram.run(["export", "-", "--portrait", path("other.jpg")], input: "{}\n")
        #expect(none.status == 3)
    }
}
