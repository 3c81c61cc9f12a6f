import ByteCoding
import Evidence
import Foundation
import Vision

/// The folders for pictures of zones and for marked pictures.
struct ScanPictures: Sendable {
    private let annotations: URL?
    private let crops: URL?
    private let replaces: Bool
    /// The files that are read and the folders in which all is read: nothing there is written over.
    private let inputs: Set<FileIdentity>

    var wantsAnnotations: Bool { annotations != nil }
    var wantsCrops: Bool { crops != nil }

    static let options: [Option] = [
        .value(
            "annotate", "DIR",
            "write each picture, upright, with marks into this folder: zones green where they are certain, else orange; "
                + "characters orange where they are doubtful, blue where they were overruled, and wrong check digits red"
        ),
        .value("crop", "DIR", "write each zone, cut out, turned upright and in its colours, into this folder"),
        .flag("force", "replace files of the same name in these folders; never those that are read"),
    ]

    /// Makes the folders, unless one of them is read.
    init(_ invocation: Invocation) throws {
        let operands = invocation.operands.filter { $0 != "-" }
        inputs = Set(operands.compactMap(FileIdentity.init))
        replaces = invocation[flag: "force"]
        annotations = try invocation["annotate"].map { try Self.folder($0, apartFrom: operands) }
        crops = try invocation["crop"].map { try Self.folder($0, apartFrom: operands) }
    }

    private static func folder(_ path: String, apartFrom operands: [String]) throws -> URL {
        guard FileName.isUTF8(path) else {
            throw CommandError("\(FileName.shown(path)) is not UTF-8", hint: "name a folder whose name is UTF-8")
        }
        let url = URL(filePath: path, directoryHint: .isDirectory)
        if let mode = FileIdentity.mode(path), mode & S_IFMT != S_IFDIR {
            throw CommandError("'\(path)' is a file, and a folder is wanted", hint: "name a folder; a new one is made")
        }
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // Foundation names no cause that helps; the system does, asked again.
            let words = mkdir(path, 0o700) == 0 ? CommandError.words(of: error) : String(cString: strerror(errno))
            throw CommandError(
                "the folder '\(path)' cannot be made: \(words)",
                hint: "name a folder at a place where you may write")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw CommandError(
                "the folder '\(path)' cannot be written to: \(String(cString: strerror(errno)))",
                hint: "name another folder")
        }
        let place = resolved(path)
        for operand in operands where FileIdentity.mode(operand).map({ $0 & S_IFMT == S_IFDIR }) ?? false {
            let read = resolved(operand)
            guard place != read, !place.hasPrefix(read.hasSuffix("/") ? read : read + "/") else {
                throw CommandError(
                    "'\(path)' lies in '\(FileName.shown(operand))', whose pictures are read",
                    hint: "name a folder outside of it")
            }
        }
        return url
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(FileName.cString(path), nil) else { return path }
        defer { free(resolved) }
        return FileName.text(UnsafeBufferPointer(start: resolved, count: strlen(resolved)).map(UInt8.init(bitPattern:)))
    }

    // MARK: Writing

    /// What was written for a page, and why something was not.
    struct Written {
        var annotation: String?
        var crops: [String?] = []
        var faults: [ScanFault] = []
    }

    /// Writes the pictures of an answer.
    ///
    /// - Parameter page: nil for a picture that is all of its file.
    func write(_ answer: CaptureAnswer, stem: String, page: Int?) -> Written {
        let name = stem + (page.map { ".page\($0)" } ?? "")
        var written = Written()
        if let annotations, !answer.annotation.isEmpty {
            written.annotation = write(
                answer.annotation, to: annotations.appending(path: "\(name).marked.jpg"), &written.faults)
        }
        if let crops {
            written.crops = answer.zones.enumerated().map { index, zone in
                guard !zone.crop.isEmpty else { return nil }
                return write(zone.crop, to: crops.appending(path: "\(name).zone\(index + 1).png"), &written.faults)
            }
        }
        return written
    }

    private func write(_ bytes: [UInt8], to url: URL, _ faults: inout [ScanFault]) -> String? {
        let path = url.path(percentEncoded: false)
        var status = stat()
        // Of a link this asks the link itself.
        if lstat(path, &status) == 0 {
            guard FileIdentity(path).map(inputs.contains) != true else {
                faults.append(
                    ScanFault("outputIsInput", "'\(path)' is one of the pictures that are read", hint: Self.hint))
                return nil
            }
            guard replaces else {
                faults.append(
                    ScanFault(
                        "outputExists", "'\(path)' is there already", hint: "name another folder, or add --force"))
                return nil
            }
        }
        do throws(EvidenceError) { try PrivateFile.write(bytes, to: url) } catch {
            faults.append(ScanFault("outputFailed", "\(error)", hint: Self.hint))
            return nil
        }
        return path
    }

    private static let hint = "name another folder"
}

/// Which file a path leads to, whatever its name.
private struct FileIdentity: Hashable {
    private let device: UInt
    private let number: UInt

    /// What kind of thing stands there; nil where nothing does.
    static func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(FileName.cString(path), &status) == 0 ? status.st_mode : nil
    }

    init?(_ path: String) {
        var status = stat()
        guard stat(FileName.cString(path), &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
