import BiometricImages
import Foundation
import TestSupport
import Testing

/// Pictures of the Python package `wsq`, which holds NIST's encoder and decoder.
@Suite("WSQ beside another decoder", .enabled(if: WSQOracle.isHere, "Scripts/setup prepares .build-python"))
struct WSQOracleTests {
    @Test
    func `drawn prints of many sizes, and such with changed tables, have the same pixels`() throws {
        let folder = try WSQOracle.Folder()
        try WSQOracle.run(["draw", folder.url.path])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.count >= 37)
        try WSQOracle.compare(names.sorted(), in: folder)
    }

    @Test(.enabled(if: Repository.hasShared))
    func `the prints of the BSI reference data set have the same pixels`() throws {
        let file = [UInt8](try Data(contentsOf: Repository.shared.appending(path: "data/bsi-tr03105-5/Datagroup3.bin")))
        let starts = file.indices.dropLast(4).filter { file[$0...].starts(with: [0xFF, 0xA0, 0xFF, 0xA4]) }
        #expect(starts.count == 2)
        let folder = try WSQOracle.Folder()
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] : file.count
            try Data(file[start..<end]).write(to: folder.url.appending(path: "\(index).wsq"))
        }
        try WSQOracle.compare(["0.wsq", "1.wsq"], in: folder)
    }
}

/// The other decoder.
enum WSQOracle {
    private static let python = Repository.root.appending(path: ".build-python/bin/python")
    static var isHere: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    struct Failure: Error { let status: Int32 }

    /// A folder that is removed with the value.
    struct Folder: ~Copyable {
        let url = FileManager.default.temporaryDirectory.appending(path: "wsq-\(UUID().uuidString)")
        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = python
        process.arguments = [Repository.root.appending(path: "Scripts/specimen/wsq-oracle.py").path] + arguments
        // The values of subbands that are absent are not set there: memory is to begin as zeros.
        process.environment = ["MALLOC_PERTURB_": "255", "PYTHONDONTWRITEBYTECODE": "1"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    }

    /// Expects that no pixel differs by more than 1, and that one in a thousand differs at most: both sides add up in
    /// numbers of single precision, each in another order.
    static func compare(_ names: [String], in folder: borrowing Folder) throws {
        let files = names.map { folder.url.appending(path: $0) }
        try run(["decode"] + files.map(\.path))
        for file in files {
            let theirs = [UInt8](try Data(contentsOf: file.appendingPathExtension("grey")))
            let ours = try ImageDecoder.decode([UInt8](try Data(contentsOf: file))).image.pixels
            let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
            #expect(ours.count == theirs.count)
            #expect(differences.allSatisfy { $0 <= 1 }, "\(file.lastPathComponent)")
            #expect(differences.count { $0 > 0 } * 1000 <= ours.count, "\(file.lastPathComponent)")
        }
    }
}
