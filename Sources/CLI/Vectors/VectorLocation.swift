import Foundation

/// Where the vectors are.
enum VectorLocation {
    static let hint = "'--dir DIR' names the folder of vectors: 'TestVectors' of the sources of this program"

    /// The folder that is named, or the first place where one stands.
    static func folder(_ named: String?) throws -> URL {
        if let named { return URL(filePath: named) }
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let places = [
            program.appending(path: "../share/emrtd/vectors").standardizedFileURL, URL(filePath: "TestVectors"),
        ]
        guard let place = places.first(where: isFolder) else {
            throw CommandError("there are no vectors beside this program or in TestVectors", hint: hint)
        }
        return place
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        let path = url.path(percentEncoded: false)
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
