import Cryptography
import PKI
import Trust

extension TrustReader {
    /// Takes what lies at a place in the network, and reads it as files are read.
    ///
    /// Where it comes from makes nothing trusted: lists are trusted by their pins.
    public func read(
        _ source: NetworkSource, access: NetworkSource.Access = .init()
    ) throws(NetworkError) -> TrustContents {
        try access.check()
        switch source.scheme {
        case .https:
            let file = try HTTPSSource(location: source.location, access: access).fetch()
            return read(file, name: source.location)
        case .ldap, .ldaps:
            let directory = DirectorySource(
                location: source.location, isEncrypted: source.scheme == .ldaps, access: access)
            return read(try directory.fetch(), name: source.location)
        }
    }

    /// Reads entries of a directory.
    private func read(_ entries: [LDIFEntry], name: String) -> TrustContents {
        var run = Run(self)
        run.takeDirectory(entries, name: name)
        run.finish()
        return run.contents
    }
}
