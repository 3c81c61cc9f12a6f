import Foundation

/// File systems on which there is soon no more room.
public enum SmallDisk {
    /// Whether this user may mount them.
    public static var isAllowed: Bool { geteuid() == 0 }

    /// Mounts one of `bytes` over a folder, which is made where it is not there.
    ///
    /// - Returns: Whether the system lets it; then `unmount` takes it away again.
    public static func mount(_ folder: String, bytes: Int) throws -> Bool {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/mount")
        process.arguments = ["-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", folder]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }

    public static func unmount(_ folder: String) { umount2(folder, Int32(MNT_DETACH)) }
}
