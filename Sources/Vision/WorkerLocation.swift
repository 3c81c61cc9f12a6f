import Glibc

/// Where `emrtd-vision` is.
package enum WorkerLocation {
    static let name = "emrtd-vision"

    /// The first place where an executable file stands.
    static func find() -> Result<String, VisionError> {
        find(named: variable("EMRTD_VISION"), programFolder: folderOfThisProgram(), searchPath: variable("PATH"))
    }

    /// The same with everything handed in. A name that is given rules alone, also where nothing is there.
    package static func find(named: String?, programFolder: String?, searchPath: String?) -> Result<String, VisionError>
    {
        if let named, !named.isEmpty {
            return isExecutable(named) ? .success(named) : .failure(.notFound(searched: [named]))
        }
        var places: [String] = []
        if let programFolder {
            places += ["\(programFolder)/\(name)", "\(programFolder)/../libexec/emrtd/\(name)"]
        }
        // An empty entry would be the current folder, from which no program is taken.
        places += (searchPath ?? "").split(separator: ":").map { "\($0)/\(name)" }
        if let place = places.first(where: isExecutable) { return .success(place) }
        return .failure(.notFound(searched: Array(places.prefix(2)) + ["PATH"]))
    }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    private static func isExecutable(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }

    private static func folderOfThisProgram() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { target in
            target.withMemoryRebound(to: CChar.self) { readlink("/proc/self/exe", $0.baseAddress!, $0.count) }
        }
        guard count > 0, let path = String(validating: buffer.prefix(count), as: UTF8.self) else { return nil }
        return path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
}
