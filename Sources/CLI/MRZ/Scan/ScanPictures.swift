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
        .value("annotate", "DIR", "write each picture with its zones and doubtful characters marked into this folder"),
        .value("crop", "DIR", "write each zone, cut out and turned upright, into this folder"),
        .flag("force", "replace files of the same name in these folders; never those that are read"),
    ]

    /// Makes the folders, unless one of them is read.
    init(_ invocation: Invocation) throws {
        let operands = invocation.operands.filter { $0 != "-" }
        inputs = Set(operands.compactMap { FileIdentity(URL(filePath: $0)) })
        replaces = invocation[flag: "force"]
        annotations = try invocation["annotate"].map { try Self.folder($0, apartFrom: operands) }
        crops = try invocation["crop"].map { try Self.folder($0, apartFrom: operands) }
    }

    private static func folder(_ path: String, apartFrom operands: [String]) throws -> URL {
        let url = URL(filePath: path, directoryHint: .isDirectory)
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw CommandError("'\(path)' cannot be made a folder: \(CommandError.words(of: error))") }
        let place = resolved(path)
        for operand in operands {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder), isFolder.boolValue else {
                continue
            }
            let read = resolved(operand)
            guard place != read, !place.hasPrefix(read.hasSuffix("/") ? read : read + "/") else {
                throw CommandError(
                    "'\(path)' lies in '\(operand)', whose pictures are read", hint: "name a folder outside of it")
            }
        }
        return url
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
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
            guard FileIdentity(url).map(inputs.contains) != true else {
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

    init?(_ url: URL) {
        var status = stat()
        guard stat(url.path(percentEncoded: false), &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        number = UInt(status.st_ino)
    }
}
