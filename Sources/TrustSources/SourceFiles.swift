import Foundation
import Standards
import Trust

/// Files that somebody names: each by itself, those of a folder, or standard input.
public struct SourceFiles: Sendable {
    let files: [SourceFile]
    /// What lies in folders and is no file.
    let refused: [TrustDelivery.Refusal]

    /// Finds the files of paths, those of folders in the order of their names; `-` is standard input.
    ///
    /// Hidden files of folders are passed over; links in folders are followed where they lead to files.
    public init(paths: [String], limits: SourceLimits = .standard) throws(SourceError) {
        var files: [SourceFile] = []
        var refused: [TrustDelivery.Refusal] = []
        for path in paths {
            if path == "-" {
                files.append(SourceFile(name: "standard input", path: nil, isInFolder: false))
                continue
            }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw .notFound(path: path)
            }
            guard isFolder.boolValue else {
                files.append(SourceFile(name: path, path: path, isInFolder: false))
                continue
            }
            let found = try Self.files(of: path, limit: limits.fileCount)
            for file in found {
                if Self.isRegular(file) {
                    files.append(SourceFile(name: file, path: file, isInFolder: true))
                } else {
                    refused.append(.init(place: file, reason: Reason("notAFile", "it is no file that can be read")))
                }
            }
            if found.isEmpty { refused.append(.init(place: path, reason: Reason("empty", "the folder holds no file"))) }
        }
        self.files = files
        self.refused = refused
    }

    private static func files(of folder: String, limit: Int) throws(SourceError) -> [String] {
        guard let names = FileManager.default.enumerator(atPath: folder) else {
            throw .unreadable(path: folder, detail: "the folder cannot be opened")
        }
        var found: [String] = []
        while let name = names.nextObject() as? String {
            let isHidden = name.split(separator: "/").last?.hasPrefix(".") ?? false
            let isFolder = names.fileAttributes?[.type] as? FileAttributeType == .typeDirectory
            if isHidden, isFolder { names.skipDescendants() }
            if isHidden || isFolder { continue }
            guard found.count < limit else { throw .tooManyFiles(path: folder, limit: limit) }
            found.append(folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)")
        }
        return found.sorted()
    }

    /// Whether a path is a file, or leads to one; a pipe in a folder would be waited for without end.
    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}

/// One file.
struct SourceFile: Sendable {
    let name: String
    /// nil for standard input.
    let path: String?
    let isInFolder: Bool

    /// What a file holds: all of it where it may be trust data.
    enum Content {
        case bytes([UInt8])
        /// What was seen at its beginning.
        case other(String)
    }

    private static let blockByteCount = 1 << 20
    /// After how many bytes it is looked at whether they begin something that is known.
    private static let beginningByteCount = 1 << 16

    /// Reads the file, as far as its beginning promises something.
    func content(_ limits: SourceLimits) throws(SourceError) -> Content {
        guard let handle = path.map({ FileHandle(forReadingAtPath: $0) }) ?? .standardInput else {
            throw .unreadable(path: name, detail: "look at its permissions with 'ls -l'")
        }
        var bytes: [UInt8] = []
        while true {
            let block: Data?
            do {
                block = try handle.read(upToCount: Self.blockByteCount)
            } catch {
                throw .unreadable(path: name, detail: (error as NSError).localizedDescription)
            }
            guard let block, !block.isEmpty else { return .bytes(bytes) }
            let isBeginning = bytes.count < Self.beginningByteCount
            bytes += block
            if isBeginning, bytes.count >= Self.beginningByteCount, case .other(let seen) = ContentType(bytes) {
                return .other(seen)
            }
            guard bytes.count <= limits.fileByteCount else {
                throw .tooLarge(name: name, limit: limits.fileByteCount)
            }
        }
    }
}
