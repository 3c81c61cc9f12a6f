import Foundation
import PictureFiles
import TestSupport

/// A folder of files, and short forms of what is found there.
struct Files {
    let folder = TemporaryFolder()

    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    var path: String { folder.url.path(percentEncoded: false) }

    @discardableResult
    func add(_ name: String, _ bytes: [UInt8] = jpeg) throws -> String {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path(percentEncoded: false)
    }

    /// A program of a few lines for /bin/sh.
    func addProgram(_ name: String, _ script: String) throws {
        try ProgramFile.write(script, to: "\(path)/bin/\(name)")
    }

    /// Where its programs are, and those of the system that scripts use.
    var searchPath: String { "\(path)/bin:/usr/bin:/bin" }

    /// What is found, as names within the folder: `page` behind a colon, errors as their causes.
    func found(_ results: some Sequence<Result<PictureInput, PictureFileError>>) -> [String] {
        results.map { result in
            switch result {
            case .success(let input): short(input.file) + (input.page.map { ":\($0)" } ?? "")
            case .failure(let error): short(error.file) + (error.page.map { ":\($0)" } ?? "") + " \(error.cause)"
            }
        }
    }

    private func short(_ file: String) -> String {
        file.hasPrefix(path) ? String(file.dropFirst(path.count).drop { $0 == "/" }) : file
    }
}
