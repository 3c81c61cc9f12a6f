import CP11Kit
import Glibc

/// The library that tokens are reached through, for a look at the installation.
package enum TokenLibrary {
    /// Its file, whose name has the version: `libp11-kit.so.0.3.0`. The library itself does not tell it.
    package static var name: String {
        _ = p11_kit_message()
        guard let maps = fopen("/proc/self/maps", "r") else { return "p11-kit" }
        defer { fclose(maps) }
        var line = [CChar](repeating: 0, count: 8192)
        while fgets(&line, CInt(line.count), maps) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let path = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0.isNewline }.last ?? ""
            guard let file = path.split(separator: "/").last, file.hasPrefix("libp11-kit.so"),
                let real = realpath(String(path), nil)
            else { continue }
            defer { free(real) }
            return "p11-kit (\(String(cString: real).split(separator: "/").last ?? file))"
        }
        return "p11-kit"
    }
}
