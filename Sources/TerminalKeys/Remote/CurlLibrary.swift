import CCurl
import Cryptography
import Glibc

/// libcurl, loaded when it is first asked for.
package final class CurlLibrary: @unchecked Sendable {
    /// Nil where it is not installed.
    package static let shared = CurlLibrary()

    private let functions: emrtd_curl

    private init?() {
        var functions = emrtd_curl()
        guard emrtd_curl_load(&functions) == 1 else { return nil }
        self.functions = functions
    }

    /// Its name and version, such as `libcurl/7.88.1`, with the TLS library below it.
    package var version: String {
        let words = functions.version().map { String(cString: $0) } ?? "libcurl"
        return words.split(separator: " ").prefix(2).joined(separator: ", ")
    }

    /// What a server answered.
    struct Answer {
        let status: Int
        let bytes: [UInt8]
    }

    /// Why no answer came, in libcurl's words.
    struct Failure: Error {
        let words: String
    }

    /// Sends JSON and takes the answer.
    func post(
        _ body: String, to url: String, _ access: URLTerminalSigner.Access, authorization: borrowing SecretBytes?,
        answerLimit: Int, timeLimit: Duration
    ) throws(Failure) -> Answer {
        let texts = [
            url, body, access.authoritiesFile, access.pinnedKey, access.certificateFile,
            access.keyFile ?? access.certificateFile,
        ].map { $0.map { strdup($0) } ?? nil }
        defer { for text in texts { free(text) } }
        let milliseconds = CLong(clamping: timeLimit.components.seconds * 1000)
        var request = emrtd_request()
        (request.url, request.body) = (UnsafePointer(texts[0]), UnsafePointer(texts[1]))
        (request.authorities, request.pinned_key) = (UnsafePointer(texts[2]), UnsafePointer(texts[3]))
        (request.certificate, request.key) = (UnsafePointer(texts[4]), UnsafePointer(texts[5]))
        (request.connect_milliseconds, request.total_milliseconds) = (min(milliseconds, 10_000), milliseconds)
        let answer =
            authorization?.withBytes { bytes in
                request.authorization = bytes.bindMemory(to: CChar.self).baseAddress
                return send(functions, request, answerLimit)
            } ?? send(functions, request, answerLimit)
        defer { free(answer.bytes) }
        guard answer.code == CURLE_OK else { throw Failure(words: words(answer.code, answerLimit)) }
        return Answer(
            status: answer.status,
            bytes: Array(UnsafeBufferPointer(start: answer.bytes, count: answer.bytes == nil ? 0 : answer.count)))
    }

    private func words(_ code: CURLcode, _ limit: Int) -> String {
        switch code {
        case CURLE_WRITE_ERROR: "it answered with more than \(limit) bytes"
        case CURLE_OPERATION_TIMEDOUT: "it did not answer in time"
        case CURLE_SSL_PINNEDPUBKEYNOTMATCH: "its key is not the pinned one"
        case CURLE_PEER_FAILED_VERIFICATION: "its certificate is not one to believe"
        default: functions.words(code).map { String(cString: $0).lowercased() } ?? "code \(code.rawValue)"
        }
    }
}

private func send(_ functions: emrtd_curl, _ request: emrtd_request, _ limit: Int) -> emrtd_answer {
    withUnsafePointer(to: functions) { functions in
        withUnsafePointer(to: request) { emrtd_curl_post(functions, $0, limit) }
    }
}
