import CArchive
import Standards

/// The entries of a ZIP archive in memory, one after another.
///
/// Names are never used as paths: nothing is written anywhere.
struct ArchiveReader: ~Copyable {
    private let api: emrtd_archive
    private let archive: OpaquePointer
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private var isBroken = false

    /// One entry.
    struct Entry {
        let name: String
        let content: Result<[UInt8], Fault>
    }

    /// Why an entry cannot be used.
    enum Fault: Error, Hashable {
        case encrypted
        /// A link or a device.
        case notAFile
        /// More bytes than are allowed for one, or for all.
        case tooLarge(limit: Int)
        /// What the library says.
        case damaged(String)
    }

    private static let library: emrtd_archive? = {
        var api = emrtd_archive()
        return emrtd_archive_load(&api) == 1 ? api : nil
    }()

    /// The library and its version, for the page of versions; nil where it cannot be loaded.
    static var libraryVersion: String? { library.flatMap { $0.version() }.map { String(cString: $0) } }

    /// - Returns: nil where the library is missing.
    init?(_ file: [UInt8]) {
        guard let api = Self.library, let archive = api.make() else { return nil }
        self.api = api
        self.archive = archive
        bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        _ = bytes.initialize(fromContentsOf: file)
        if api.support_zip(archive) < ARCHIVE_WARN
            || api.open_memory(archive, bytes.baseAddress, bytes.count) != ARCHIVE_OK
        {
            isBroken = true
        }
    }

    deinit {
        _ = api.free(archive)
        bytes.deallocate()
    }

    /// The next entry that is no folder; nil at the end.
    ///
    /// - Parameter limit: The most bytes it may have.
    mutating func next(limit: Int) -> Entry? {
        var entry: OpaquePointer?
        while true {
            guard !isBroken else { return nil }
            let code = api.next_header(archive, &entry)
            if code == ARCHIVE_EOF { return nil }
            guard code >= ARCHIVE_WARN, let entry else {
                isBroken = true
                return Entry(name: "", content: .failure(.damaged(words)))
            }
            let type = api.type(entry)
            if emrtd_archive_is_folder(type) == 1 { continue }
            let name = (api.path(entry) ?? api.raw_path(entry)).map { String(cString: $0) } ?? ""
            guard emrtd_archive_is_file(type) == 1 else { return Entry(name: name, content: .failure(.notAFile)) }
            guard api.is_encrypted(entry) == 0 else { return Entry(name: name, content: .failure(.encrypted)) }
            return Entry(name: name, content: content(limit))
        }
    }

    private mutating func content(_ limit: Int) -> Result<[UInt8], Fault> {
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = block.withUnsafeMutableBytes { api.read(archive, $0.baseAddress, $0.count) }
            guard count != 0 else { return .success(content) }
            guard count > 0 else {
                if count == ARCHIVE_FATAL { isBroken = true }
                return .failure(.damaged(words))
            }
            guard content.count + count <= limit else { return .failure(.tooLarge(limit: limit)) }
            content += block.prefix(count)
        }
    }

    private var words: String {
        api.words(archive).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "it cannot be read"
    }
}
