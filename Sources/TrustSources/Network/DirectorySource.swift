import CLDAP
import Foundation
import PKI

/// A directory of the PKD over LDAP, by OpenLDAP's client library.
struct DirectorySource {
    private static let library: emrtd_ldap? = {
        var api = emrtd_ldap()
        return emrtd_ldap_load(&api) == 1 ? api : nil
    }()

    let location: String
    let isEncrypted: Bool
    let access: NetworkSource.Access

    /// The tree of the PKD, where the location names none.
    static let standardBase = "dc=data,dc=download,dc=pkd,dc=icao,dc=int"
    private static let entryLimit = 500_000

    /// What a directory answers that does not give out pages, or none of that size.
    private static let refusalsOfPages: Set<Int32> = [
        LDAP_PROTOCOL_ERROR, LDAP_ADMINLIMIT_EXCEEDED, LDAP_UNAVAILABLE_CRITICAL_EXTENSION, LDAP_UNWILLING_TO_PERFORM,
    ]

    /// Takes every entry below the base; where the directory refuses its pages, once more with smaller ones, and without.
    func fetch() throws(NetworkError) -> [LDIFEntry] {
        let sizes = [max(1, access.pageSize)] + [100, 0].filter { $0 < access.pageSize }
        for size in sizes.dropLast() {
            if let entries = try fetch(pageSize: size, mayBeRefused: true) { return entries }
        }
        return try fetch(pageSize: sizes.last ?? 0, mayBeRefused: false) ?? []
    }

    /// - Returns: nil where the directory refuses such pages, and that may be.
    private func fetch(pageSize: Int, mayBeRefused: Bool) throws(NetworkError) -> [LDIFEntry]? {
        guard let api = Self.library else { throw .missingLibrary("libldap") }
        guard let parts = URLComponents(string: location), let host = parts.host else { throw .address(location) }
        let port = parts.port.map { ":\($0)" } ?? ""
        let path = parts.path.dropFirst()
        let base = path.isEmpty ? Self.standardBase : String(path)
        let pin = access.pinnedHash.map { "sha256:\($0)" }
        let texts = ["\(isEncrypted ? "ldaps" : "ldap")://\(host)\(port)", base, access.authoritiesFile, pin]
            .map { $0.map { strdup($0) } ?? nil }
        defer { for text in texts { free(text) } }
        var request = emrtd_ldap_request()
        (request.uri, request.base) = (UnsafePointer(texts[0]), UnsafePointer(texts[1]))
        (request.authorities, request.pinned_key) = (UnsafePointer(texts[2]), UnsafePointer(texts[3]))
        request.page_size = Int32(clamping: pageSize)
        request.connect_seconds = Int32(clamping: access.connectSeconds)
        request.total_seconds = Int32(clamping: access.totalSeconds)

        let collector = EntryCollector(byteLimit: access.byteLimit, entryLimit: Self.entryLimit)
        let outcome = withUnsafePointer(to: api) { api in
            withUnsafePointer(to: request) { request in
                emrtd_ldap_search(
                    api, request,
                    { context, name, attribute, value, count in
                        guard let context, let name else { return 1 }
                        let collector = Unmanaged<EntryCollector>.fromOpaque(context).takeUnretainedValue()
                        let bytes = Array(UnsafeBufferPointer(start: value, count: value == nil ? 0 : count))
                        return collector.take(
                            String(cString: name), attribute.map { String(cString: $0) }, bytes) ? 0 : 1
                    }, Unmanaged.passUnretained(collector).toOpaque())
            }
        }
        guard outcome.stopped == 0 else { throw .tooLarge(location: location, limit: access.byteLimit) }
        if mayBeRefused, outcome.timed_out == 0, Self.refusalsOfPages.contains(outcome.code) { return nil }
        guard outcome.code != LDAP_SIZELIMIT_EXCEEDED, outcome.code != LDAP_ADMINLIMIT_EXCEEDED else {
            throw .entryLimit(location: location, count: collector.entries.count)
        }
        guard outcome.code == LDAP_SUCCESS else {
            let words =
                outcome.timed_out == 1
                ? "it did not answer in time" : api.words(outcome.code).map { String(cString: $0).lowercased() }
            throw .unreachable(location: location, words: words ?? "code \(outcome.code)")
        }
        return collector.entries
    }
}

/// Entries as they come.
private final class EntryCollector {
    private(set) var entries: [LDIFEntry] = []
    private var name: String?
    private var attributes: [LDIFEntry.Attribute] = []
    private var bytesLeft: Int
    private let entryLimit: Int

    init(byteLimit: Int, entryLimit: Int) {
        bytesLeft = byteLimit
        self.entryLimit = entryLimit
    }

    /// - Returns: false where that is too much.
    func take(_ entry: String, _ attribute: String?, _ value: [UInt8]) -> Bool {
        bytesLeft -= value.count + entry.utf8.count
        guard bytesLeft >= 0, entries.count < entryLimit else { return false }
        guard let attribute else {
            entries.append(LDIFEntry(line: entries.count + 1, distinguishedName: entry, change: .add, attributes: []))
            return true
        }
        guard let last = entries.popLast() else { return false }
        entries.append(
            LDIFEntry(
                line: last.line, distinguishedName: last.distinguishedName, change: .add,
                attributes: last.attributes + [.init(name: attribute.lowercased(), value: value)]))
        return true
    }
}
