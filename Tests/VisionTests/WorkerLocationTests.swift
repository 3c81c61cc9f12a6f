import Foundation
import TestSupport
import Testing
import Vision

@Suite("Where emrtd-vision is looked for")
struct WorkerLocationTests {
    private let temporary = TemporaryFolder()
    private var root: URL { temporary.url }

    private func place(_ path: String, isExecutable: Bool = true) throws -> String {
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("#!/bin/sh\n".utf8).write(to: url)
        try FileManager.default.setAttributes(
            [.posixPermissions: isExecutable ? 0o755 : 0o644], ofItemAtPath: url.path())
        return url.path()
    }

    private func find(named: String? = nil) -> Result<String, VisionError> {
        WorkerLocation.find(
            named: named, programFolder: root.path() + "/bin", searchPath: "::\(root.path())/path1:\(root.path())/path2"
        )
    }

    @Test
    func `takes the first place in the order of the documentation`() throws {
        #expect(throws: VisionError.self) { try find().get() }
        _ = try place("path1/emrtd-vision", isExecutable: false)
        let last = try place("path2/emrtd-vision")
        #expect(try find().get() == last)
        _ = try place("libexec/emrtd/emrtd-vision")
        _ = try place("bin/unrelated")
        #expect(try find().get().hasSuffix("/bin/../libexec/emrtd/emrtd-vision"))
        let beside = try place("bin/emrtd-vision")
        #expect(try find().get() == beside)
        let named = try place("elsewhere/worker")
        #expect(try find(named: named).get() == named)
        #expect(try find(named: "").get() == beside)
    }

    @Test
    func `a name that is given and not there is an error, not a reason to look elsewhere`() throws {
        _ = try place("bin/emrtd-vision")
        let missing = root.path() + "/nothing"
        #expect(find(named: missing) == .failure(.notFound(searched: [missing])))
        #expect(find(named: root.path()) == .failure(.notFound(searched: [root.path()])))
    }
}
