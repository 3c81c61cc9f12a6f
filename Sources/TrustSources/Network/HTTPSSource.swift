import CCurl
import Foundation

/// Files over HTTPS, by libcurl.
struct HTTPSSource {
    /// Filled once and never changed.
    nonisolated(unsafe) private static let library: emrtd_curl? = {
        var api = emrtd_curl()
        return emrtd_curl_load(&api) == 1 ? api : nil
    }()

    let location: String
    let access: NetworkSource.Access

    /// Takes the file; follows no redirection.
    func fetch() throws(NetworkError) -> [UInt8] {
        guard let api = Self.library else { throw .missingLibrary("libcurl") }
        let texts = [location, access.authoritiesFile, access.pinnedKey].map { $0.map { strdup($0) } ?? nil }
        defer { for text in texts { free(text) } }
        var request = emrtd_request()
        (request.url, request.authorities, request.pinned_key) = (
            UnsafePointer(texts[0]), UnsafePointer(texts[1]), UnsafePointer(texts[2])
        )
        request.connect_milliseconds = CLong(access.connectSeconds) * 1000
        request.total_milliseconds = CLong(access.totalSeconds) * 1000
        let answer = withUnsafePointer(to: api) { api in
            withUnsafePointer(to: request) { emrtd_curl_get(api, $0, access.byteLimit) }
        }
        defer { free(answer.bytes) }
        guard answer.code == CURLE_OK else {
            if answer.code == CURLE_WRITE_ERROR { throw .tooLarge(location: location, limit: access.byteLimit) }
            throw .unreachable(location: location, words: words(answer.code, api))
        }
        if (300..<400).contains(answer.status) {
            throw .redirected(location: location, to: "another address")
        }
        guard answer.status == 200 else { throw .refused(location: location, status: Int(answer.status)) }
        return Array(UnsafeBufferPointer(start: answer.bytes, count: answer.bytes == nil ? 0 : answer.count))
    }

    private func words(_ code: CURLcode, _ api: emrtd_curl) -> String {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: "it did not answer in time"
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "its key is not the pinned one"
        case CURLE_PEER_FAILED_VERIFICATION: "its certificate is not one to believe"
        default: api.words(code).map { String(cString: $0).lowercased() } ?? "code \(code.rawValue)"
        }
    }
}
