import Glibc

/// A folder that only this user can enter; removed with all that lies in it when its owner goes away.
final class PrivateFolder {
    let path: String

    init(for file: String) throws(PictureFileError) {
        let parent = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var template = Array("\(parent)/emrtd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw PictureFileError(file, .noTemporaryFolder(error: errno)) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The files in it; nothing here makes folders.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Writes a file, for a program that takes no bytes.
    func write(_ bytes: [UInt8], as name: String, for file: String) throws(PictureFileError) -> String {
        let place = "\(path)/\(name)"
        let descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PictureFileError(file, .noTemporaryFolder(error: errno)) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw PictureFileError(file, .noTemporaryFolder(error: errno))
            }
        }
        return place
    }
}
