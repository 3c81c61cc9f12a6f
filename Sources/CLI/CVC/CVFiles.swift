import Foundation
import PKI

/// The certificates of files and folders, each with the file that it comes from.
struct CVFiles {
    /// In the order of the paths, and within folders of the names.
    private(set) var items: [Item] = []
    /// Files of folders that ought to be certificates and cannot be read as such.
    private(set) var broken: [Broken] = []

    struct Item {
        let path: String
        let certificate: CVCertificate
    }

    struct Broken {
        let path: String
        let message: String
    }

    /// Reads files, which have to be certificates, and folders, in which keys, requests and others may lie beside them.
    init(_ paths: [String]) throws {
        for path in paths {
            guard Self.kind(path) == S_IFDIR else {
                items += try CVObject.certificates(path).map { Item(path: path, certificate: $0) }
                continue
            }
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path).sorted() else {
                throw CommandError("the folder '\(path)' cannot be read")
            }
            for name in names { add("\(path)\(path.hasSuffix("/") ? "" : "/")\(name)") }
        }
    }

    /// What could not be read, as the end of a sentence; empty where there is nothing.
    var brokenWords: String {
        broken.isEmpty ? "" : ": " + broken.map(\.message).joined(separator: "; ")
    }

    private mutating func add(_ path: String) {
        // A pipe would be waited for.
        guard Self.kind(path) == S_IFREG else { return }
        do {
            for case .certificate(let certificate) in try CVObject.read(path) {
                items.append(Item(path: path, certificate: certificate))
            }
        } catch {
            guard Self.isMeant(path) else { return }
            broken.append(Broken(path: path, message: (error as? CommandError)?.message ?? "\(error)"))
        }
    }

    /// Whether a file is a certificate by its name, or begins like one in any of the forms.
    private static func isMeant(_ path: String) -> Bool {
        let names = ["cvcert", "cvcrt", "cvc", "cv"]
        guard !names.contains(URL(filePath: path).pathExtension.lowercased()) else { return true }
        guard let handle = FileHandle(forReadingAtPath: path),
            let head = try? handle.read(upToCount: 64)
        else {
            return false
        }
        guard !head.starts(with: [0x7F, 0x21]) else { return true }
        let text = String(decoding: head, as: UTF8.self)
        return text.uppercased().hasPrefix("7F21") || text.contains("-----BEGIN CV CERTIFICATE-----")
            || ["fyE", "fyF", "fyG", "fyH"].contains { text.hasPrefix($0) }
    }

    /// The kind of what a path leads to; nil where nothing is there.
    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }
}
