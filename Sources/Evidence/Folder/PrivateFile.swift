public import Foundation

/// Files for one user's eyes.
public enum PrivateFile {
    /// Writes a file of mode 0600: a crash leaves the old content or the new one, never a part.
    public static func write(_ content: [UInt8], to url: URL) throws(EvidenceError) {
        try SafeFile.write(content, to: url)
    }
}
