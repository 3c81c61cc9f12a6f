import Glibc

/// Why a file or one of its pages gives no picture; what comes after it may.
public struct PictureFileError: Error, Hashable, Sendable {
    /// The path as it was given or found; `-` for standard input.
    public let file: String
    /// The page that failed, counted from 1; nil where it is the whole file.
    public let page: Int?
    public let cause: Cause

    init(_ file: String, page: Int? = nil, _ cause: Cause) {
        self.file = file
        self.page = page
        self.cause = cause
    }

    public enum Cause: Hashable, Sendable {
        case notFound
        case permissionDenied
        /// The file or folder cannot be opened or read, by the system's error number.
        case cannotRead(error: Int32)
        /// What is named is no file: a pipe, a socket, a device.
        case notAFile(Special)
        case empty
        case tooManyBytes(limit: Int)
        /// The content is of no kind that is read.
        case unknownKind
        /// Standard input is the keyboard.
        case terminal
        /// A video comes on standard input, where it cannot be read again.
        case videoOnStandardInput
        case tooManyPages(limit: Int)
        case tooDeep(limit: Int)
        /// Nothing in a folder is a picture.
        case noPicture
        /// A program is not installed; the Debian package that holds it.
        case programMissing(name: String, package: String)
        /// A program refuses the file, in its own words.
        case refused(program: String, words: String)
        case timedOut(program: String)
        /// The PDF opens with a password only.
        case encrypted
        /// No folder can be made for the pictures of a program, by the system's error number.
        case noTemporaryFolder(error: Int32)
    }

    /// What is no file.
    public enum Special: String, Hashable, Sendable {
        case pipe = "a named pipe"
        case socket = "a socket"
        case device = "a device"
    }
}

extension PictureFileError: CustomStringConvertible {
    public var description: String { (page.map { "\(name), page \($0)" } ?? name) + ": \(reason)" }

    private var name: String { file == "-" ? "standard input" : file }

    /// The cause in words, without the file's name.
    public var reason: String {
        switch cause {
        case .notFound: "there is no such file or folder"
        case .permissionDenied: "it may not be read by this user"
        case .cannotRead(let error): "it cannot be read: \(String(cString: strerror(error)))"
        case .notAFile(let special): "it is \(special.rawValue), not a file"
        case .empty: "it is empty"
        case .tooManyBytes(let limit): "it has more than \(limit) bytes"
        case .unknownKind: "it is no picture, PDF or video that is known here"
        case .terminal: "it is a terminal"
        case .videoOnStandardInput: "a video is not read from there"
        case .tooManyPages(let limit): "it has more than \(limit) pages; the rest is left out"
        case .tooDeep(let limit): "folders lie more than \(limit) deep"
        case .noPicture: "there is no picture in this folder"
        case .programMissing(let name, _): "\(name) is not installed"
        case .refused(let program, let words): "\(program) cannot read it" + (words.isEmpty ? "" : ": \(words)")
        case .timedOut(let program): "\(program) took too long"
        case .encrypted: "the PDF is locked by a password"
        case .noTemporaryFolder(let error): "no temporary folder can be made: \(String(cString: strerror(error)))"
        }
    }

    /// What can be done about it; nil where the cause says it.
    public var hint: String? {
        switch cause {
        case .permissionDenied: "look at the rights of the file and of its folder"
        case .notAFile(.device): "a camera is named by --camera"
        case .notAFile: "'-' reads standard input"
        case .tooManyBytes: "make the picture smaller"
        case .unknownKind: "save it as PNG, JPEG, TIFF or PDF"
        case .terminal: "send a picture: 'emrtd mrz scan - < FILE'"
        case .videoOnStandardInput: "store it as a file"
        case .tooManyPages: "split the file"
        case .noPicture: "name a folder with pictures; files whose names begin with a full stop are passed over"
        case .programMissing(_, let package): "install the package \(package): 'apt install \(package)'"
        case .encrypted: "take the password off, with qpdf say: 'qpdf --decrypt --password=… IN OUT'"
        case .noTemporaryFolder: "name a folder that can be written to in TMPDIR"
        case .notFound, .cannotRead, .empty, .tooDeep, .refused, .timedOut: nil
        }
    }
}
