import CLI
import Foundation
import TestSupport
import Testing

/// With the real worker of this build and its networks.
@Suite("emrtd bench capture: the command")
struct CaptureBenchCommandTests {
    private struct Result: Decodable {
        struct Tally: Decodable {
            struct Score: Decodable {
                let zones: Int
                let exact: Int
                let validWrong: Int
            }

            struct Wrong: Decodable { let file: String }

            let all: Score
            let empty: Int
            let foundInEmpty: Int
            let surplus: Int
            let failures: Int
            let wrong: [Wrong]
        }

        let tally: Tally
        let startMilliseconds: Double
        let peakMemory: Int
    }

    /// Without the trait `Vision` nothing is captured, and networks are not shipped with it either.
    private static let hasNetworks = FileManager.default.fileExists(
        atPath: Repository.root.appending(path: "Sources/Capture/Weights/recogniser.onnx").path)
    private static let folder = Repository.testVectors.appending(path: "capture").path

    @Test(.enabled(if: hasNetworks))
    func `reads most pictures of this project, and finds nothing where nothing is`() throws {
        let outcome = try BuiltProgram.run(["bench", "capture", Self.folder, "--json"])
        let result = try JSONDecoder().decode(Result.self, from: Data(outcome.output.utf8))
        #expect(outcome.status == 0)
        #expect(result.tally.failures == 0)
        #expect(result.tally.all.validWrong <= 1)
        #expect(result.tally.empty == 3)
        #expect(result.tally.foundInEmpty == 0)
        #expect(result.tally.surplus == 0)
        #expect(result.tally.all.zones == 14)
        #expect(result.tally.all.exact >= 10, "\(result.tally.wrong.map(\.file))")
        #expect(result.startMilliseconds > 0)
        #expect(result.peakMemory > 0 && result.peakMemory < 1 << 20)
    }

    @Test(.enabled(if: hasNetworks))
    func `stops after the first pictures, and says in words what came of them`() throws {
        let outcome = try BuiltProgram.run(["bench", "capture", Self.folder, "--limit", "1", "--wrong"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("1 zone: "))
        #expect(outcome.output.contains("start of the worker with its networks: "))
        #expect(outcome.errors == "")
    }

    @Test
    func `asks for the list that belongs to the pictures`() throws {
        let folder = TemporaryFolder()
        let outcome = try BuiltProgram.run(["bench", "capture", folder.url.path])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("ground-truth.tsv' cannot be read"))
        #expect(outcome.errors.contains("hint: a folder of pictures comes with a list of what they show"))
    }

    @Test
    func `names the line of a list that cannot be taken`() throws {
        let folder = TemporaryFolder()
        try Data("file\tline1\ttype\na.jpg\t\tTD9\n".utf8)
            .write(to: folder.url.appending(path: "ground-truth.tsv"))
        let outcome = try BuiltProgram.run(["bench", "capture", folder.url.path])
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("line 2 is of no known type: 'TD9'"))
    }
}
