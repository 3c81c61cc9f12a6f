import Foundation

/// The `openssl` program: a second implementation that judges what we sign.
enum OpenSSLProgram {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    /// Runs it with files in a folder of their own.
    ///
    /// - Parameter arguments: `@name` stands for the path of the file `name`.
    static func run(_ arguments: [String], files: [String: [UInt8]]) throws -> (status: Int32, output: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "emrtd-openssl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments.map { $0.hasPrefix("@") ? folder.appending(path: $0.dropFirst()).path : $0 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

extension OpenSSLProgram {
    /// A certificate as `-CAfile` wants it.
    static func pem(_ certificate: [UInt8]) -> [UInt8] {
        let body = Data(certificate).base64EncodedString(options: .lineLength64Characters)
        return Array("-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----\n".utf8)
    }
}
