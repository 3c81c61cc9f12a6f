import ChildPrograms
import Glibc

/// What programs are run with.
struct ProgramSurroundings {
    /// Folders apart by colons, of which only absolute ones count; nil for those of the environment.
    let searchPath: String?
    let limits: PictureFileLimits
    /// Whether nothing more is wanted.
    let isCancelled: @Sendable () -> Bool
}

/// A program that makes pictures of what is not decoded here.
struct Program {
    let name: String
    /// The Debian package that holds it.
    let package: String

    static let pageCounter = Program(name: "pdfinfo", package: "poppler-utils")
    static let pageDrawer = Program(name: "pdftoppm", package: "poppler-utils")
    static let heifConverter = Program(name: "heif-convert", package: "libheif-examples")

    /// Runs it on one file, under limits.
    func run(
        _ arguments: [String], for file: String, page: Int? = nil, _ surroundings: ProgramSurroundings
    ) throws(PictureFileError) -> ChildProgram.Outcome {
        let limits = surroundings.limits
        guard let path = ProgramCommand.path(of: name, searchPath: surroundings.searchPath) else {
            throw PictureFileError(file, page: page, .programMissing(name: name, package: package))
        }
        let command = ProgramCommand(
            path, arguments: arguments, variables: ["LANG": "C.UTF-8", "HOME": "/nonexistent"], isBare: true,
            limits: ProgramCommand.Limits(
                memoryByteCount: limits.programByteCount, fileByteCount: limits.byteCount,
                processorSeconds: Int(limits.programTime.components.seconds) + 1))
        do throws(ChildProgram.Failure) {
            return try ChildProgram.run(
                command, outputLimit: limits.byteCount, timeLimit: limits.programTime,
                isCancelled: surroundings.isCancelled)
        } catch {
            let cause: PictureFileError.Cause =
                switch error {
                case .cannotStart(let error):
                    .refused(program: name, words: String(cString: strerror(error)))
                case .late: .timedOut(program: name)
                case .tooMuchOutput: .tooManyBytes(limit: limits.byteCount)
                case .cancelled: .cancelled
                }
            throw PictureFileError(file, page: page, cause)
        }
    }

    /// A path that no program takes for an option.
    static func argument(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }
}
