import Foundation

/// The pictures that the operands name, one after the other.
struct ScanInputs {
    private let operands: [String]
    private var stems: Set<String> = []

    /// The most bytes of one picture.
    private static let limit = 64 << 20

    init(_ operands: [String]) { self.operands = operands }

    /// Hands each picture on, until nobody wants another.
    mutating func forEach(_ body: (ScanItem) -> Bool) {
        for operand in operands {
            for path in Self.files(at: operand) {
                let content: Result<[UInt8], ScanFault>
                do { content = .success(try InputText.bytes(path, limit: Self.limit)) } catch {
                    let error = error as? CommandError
                    content = .failure(
                        ScanFault("unreadable", error?.message ?? "'\(path)' cannot be read", hint: error?.hint))
                }
                guard body(ScanItem(file: path, page: nil, content: content, stem: stem(of: path))) else { return }
            }
        }
    }

    /// The file's name without its end; with a number where another file has the same.
    private mutating func stem(of path: String) -> String {
        let name = path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? "picture"
        let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
        var unique = stem
        var number = 2
        while !stems.insert(unique).inserted {
            unique = "\(stem)-\(number)"
            number += 1
        }
        return unique
    }

    private static func files(at path: String) -> [String] {
        var isFolder: ObjCBool = false
        guard path != "-", FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue,
            let names = FileManager.default.subpaths(atPath: path)
        else { return [path] }
        return names.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }.filter { path in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }
}
