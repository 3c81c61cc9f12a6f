import FoundationEssentials

/// Why nothing was captured from a picture; a picture without a zone is no failure.
public struct CaptureFailure: Error, Codable, Hashable, Sendable {
    public let cause: Cause
    /// The worker's words, or the path of a file.
    public let detail: String

    /// What went wrong. The names are part of the JSON of `emrtd mrz scan`.
    public enum Cause: String, CaseIterable, Codable, Hashable, Sendable {
        /// The first bytes belong to no format of pictures that is known.
        case unrecognized
        /// The picture is of a known format and damaged.
        case undecodable
        /// More bytes or pixels than the limit.
        case tooLarge
        /// The file has fewer pages.
        case noSuchPage
        /// The files of the networks are not installed.
        case weightsMissing
        /// The files of the networks are not those of this version.
        case weightsDamaged
        /// The library that runs the networks failed.
        case inferenceFailed
    }

    public init(_ cause: Cause, _ detail: String) {
        self.cause = cause
        self.detail = detail
    }

    private enum Key: String, CodingKey { case cause, detail }

    /// The most characters of words that come from another process.
    private static let limit = 400

    /// Takes what another process sent; of its words those that can be shown.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        cause = try members.decode(Cause.self, forKey: .cause)
        detail = .harmless(try members.decode(String.self, forKey: .detail), limit: Self.limit)
    }

    /// The bytes behind the status of a response.
    var encoded: [UInt8] {
        let json = (try? JSONEncoder().encode(self)).map { [UInt8]($0) } ?? []
        return json.count.octets(4) + json
    }
}

extension CaptureFailure: CustomStringConvertible {
    public var description: String {
        switch cause {
        case .unrecognized, .undecodable, .tooLarge, .noSuchPage: detail
        case .weightsMissing: "the networks that find and read zones are not installed (looked for \(detail))"
        case .weightsDamaged: "\(detail) is not the network that this version was built for"
        case .inferenceFailed: "the networks that find and read zones cannot be run: \(detail)"
        }
    }

    /// What to do about it.
    public var hint: String {
        switch cause {
        case .unrecognized:
            "hand in a photograph or scan as JPEG, PNG or another format that 'emrtd mrz scan --help' names"
        case .undecodable: "open it with a viewer and save it anew, or take the picture again"
        case .tooLarge: "make it smaller: 300 dots per inch are enough for a page, and 3000 pixels for a photograph"
        case .noSuchPage: "name a page that the file has"
        case .weightsMissing:
            "install the package again, or name the folder with the networks (detector.onnx and others) in EMRTD_WEIGHTS"
        case .weightsDamaged: "install the package again, or unset EMRTD_WEIGHTS"
        case .inferenceFailed: "'emrtd doctor' tells which version of OpenCV is installed"
        }
    }
}
