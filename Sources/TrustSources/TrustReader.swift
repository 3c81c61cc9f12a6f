import ByteCoding
import Cryptography
import PKI
public import Standards
public import Trust

/// Finds what is in a file: lists, certificates, revocation lists, directories, and archives of these.
///
/// The content says what a file is, never its name. What cannot be used is a refusal with its reason, and the rest is
/// read on; nothing that is handed in is an error.
public struct TrustReader: Sendable {
    /// Who may sign lists.
    public var verifier: ListVerifier
    /// Whether certificates outside of lists are trusted, because somebody says so who knows them.
    public var trustsCertificates: Bool
    /// The time of reading.
    public var time: Timestamp
    public var limits: SourceLimits
    /// Whether signed lists are kept as they were found, beside what they hold.
    public var keepsSignedLists = false

    public init(
        verifier: ListVerifier, trustsCertificates: Bool = false, at time: Timestamp, limits: SourceLimits = .standard
    ) {
        self.verifier = verifier
        self.trustsCertificates = trustsCertificates
        self.time = time
        self.limits = limits
    }

    /// Reads one file.
    ///
    /// - Parameter name: What it is called in reports: a path, a location.
    public func read(_ file: [UInt8], name: String) -> TrustContents {
        var run = Run(self)
        run.take(file, name: name, depth: 0)
        run.finish()
        return run.contents
    }

    /// Reads several files as one; what is refused is bounded for all of them together.
    ///
    /// - Parameter progress: Told how many files were read, and of how many.
    public func read(_ files: SourceFiles, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in })
        throws(SourceError) -> TrustContents
    {
        var run = Run(self)
        run.contents.refused = files.refused
        for (index, file) in files.files.enumerated() {
            progress(index, files.files.count)
            do throws(SourceError) {
                switch try file.content(limits) {
                case .bytes(let bytes): run.take(bytes, name: file.name, depth: 0)
                case .other(let seen): run.refuse(file.name, .notTrustData(seen))
                }
            } catch {
                // What a person named has to be there; what lies in a folder is told and passed over.
                guard file.isInFolder else { throw error }
                run.refuse(file.name, Reason("unreadable", "\(error)"))
            }
        }
        run.finish()
        progress(files.files.count, files.files.count)
        return run.contents
    }
}

extension TrustReader {
    /// One reading.
    struct Run {
        var reader: TrustReader
        var contents = TrustContents()
        /// Signed lists for which no certificate of the signer or its issuer was at hand: another file may hold it.
        var waiting: [(bytes: [UInt8], name: String)] = []
        /// Names of lists that stood in a directory under the name of their attribute before 2023.
        var earlyPieces: Set<String> = []
        /// How many bytes may still be taken out of archives.
        var unpackedBytesLeft: Int
        var entriesLeft: Int
        var isFinal = false

        init(_ reader: TrustReader) {
            self.reader = reader
            unpackedBytesLeft = reader.limits.unpackedByteCount
            entriesLeft = reader.limits.entryCount
        }

        mutating func take(_ file: [UInt8], name: String, depth: Int) {
            switch ContentType(file) {
            case .empty: refuse(name, Reason("empty", "the file is empty"))
            case .dataObjects: takeObjects(file, name: name)
            case .base64:
                guard let decoded = Base64.decode(file.filter { $0 > 0x20 }) else {
                    return refuse(name, Reason("malformed", "it begins as base64 and is none"))
                }
                takeObjects(decoded, name: name)
            case .pem: takeBlocks(file, name: name)
            case .ldif: takeDirectory(file, name: name)
            case .zip: takeArchive(file, name: name, depth: depth)
            case .other(let seen): refuse(name, .notTrustData(seen))
            }
        }

        /// Looks again at the lists that lacked a certificate, now that everything was read.
        mutating func finish() {
            let lists = waiting
            waiting = []
            guard !lists.isEmpty else { return }
            let found = contents.deliveries.flatMap { $0.certificates.lazy.map(\.value).filter(\.claimsAuthority) }
            reader.verifier.known += found
            isFinal = true
            for list in lists {
                var loose = LooseObjects()
                takeSigned(list.bytes, name: list.name, place: nil, &loose)
            }
        }

        mutating func refuse(_ place: String, _ reason: Reason, country: String? = nil) {
            guard contents.refused.count < reader.limits.refusalCount else {
                contents.furtherRefusals += 1
                return
            }
            contents.refused.append(.init(place: place, reason: reason, country: country))
        }
    }
}

extension Reason {
    static func notTrustData(_ seen: String) -> Reason { Reason("notTrustData", "it is \(seen)") }

    static func malformed(_ what: String, _ failure: DecodingFailure) -> Reason {
        Reason("malformed", "it looks like \(what) and cannot be decoded: \(failure)")
    }
}
