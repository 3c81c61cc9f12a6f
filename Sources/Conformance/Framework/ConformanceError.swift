/// Why a folder or a file of vectors cannot be run at all.
package enum ConformanceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing lies there.
    case noSuchFolder(String)
    /// Something lies there that is no folder.
    case notAFolder(String)
    /// The folder, or one below it, cannot be listed.
    case unreadableFolder(String)
    /// More folders within folders than any collection of vectors has.
    case tooDeep(limit: Int)
    /// More files than any collection of vectors has.
    case tooManyFiles(limit: Int)
    /// The file cannot be read.
    case unreadableFile
    /// A link, a pipe or a device.
    case notAFile
    /// The file is larger than any file of vectors.
    case oversizedFile(limit: Int)
    /// The file is no JSON, or not of the shape of a file of vectors; where and what.
    case malformed(String)
    /// The file is written in another version of the format.
    case unknownFormat(Int)
    /// The file says nothing about where its figures come from.
    case noSource
    /// The file holds no vector.
    case noVectors

    package var description: String {
        switch self {
        case .noSuchFolder(let path): "there is no folder '\(path)'"
        case .notAFolder(let path): "'\(path)' is no folder"
        case .unreadableFolder(let path): "the folder '\(path)' cannot be read"
        case .tooDeep(let limit): "there are more than \(limit) folders within one another"
        case .tooManyFiles(let limit): "there are more than \(limit) files"
        case .unreadableFile: "the file cannot be read"
        case .notAFile: "this is a link, a pipe or a device, and no file"
        case .oversizedFile(let limit): "the file has more than \(limit) bytes"
        case .malformed(let problem): "this is no file of vectors: \(problem)"
        case .unknownFormat(let format): "format \(format) is unknown; format 1 is known"
        case .noSource: "the file names no source"
        case .noVectors: "the file holds no vector"
        }
    }
}
