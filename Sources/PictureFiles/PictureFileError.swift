import ByteCoding
import Glibc

/// Why a file or one of its pages gives no picture; what comes after it may.
public struct PictureFileError: Error, Hashable, Sendable {
    /// The path as it was given or found, as `FileName` writes it; `-` for standard input.
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
        /// Standard input or a pipe sent nothing for so long.
        case silent(Duration)
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
        /// Whoever asked wants no more.
        case cancelled
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

    private var name: String { file == "-" ? "standard input" : FileName.shown(file) }

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
        case .silent(let time): "nothing came for \(time.components.seconds) seconds"
        case .cancelled: "ended on request"
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

    /// What can be done about it.
    public var hint: String {
        switch cause {
        case .permissionDenied: "look at the rights of the file and of its folder"
        case .notAFile(.device): "'--camera DEVICE' reads a camera, and '-' standard input"
        case .notAFile(.pipe): "name the pipe itself, or read it as standard input: 'emrtd mrz scan - < PIPE'"
        case .notAFile(.socket): "read the picture from a file or through a pipe"
        case .tooManyBytes: "make the picture smaller"
        case .unknownKind: "save it as PNG, JPEG, TIFF or PDF"
        case .terminal: "send a picture: 'emrtd mrz scan - < FILE'"
        case .silent: "look whether the program that should send the picture works; --timeout sets the time"
        case .cancelled: "run it again for the rest"
        case .videoOnStandardInput: "store it as a file, or send it as frames: 'emrtd mrz scan --stream -'"
        case .tooManyPages: "split the file"
        case .noPicture: "name a folder with pictures; files whose names begin with a full stop are passed over"
        case .programMissing(_, let package): "install the package \(package): 'apt install \(package)'"
        case .encrypted: "take the password off, with qpdf say: 'qpdf --decrypt --password=… IN OUT'"
        case .noTemporaryFolder: "name a folder that can be written to in TMPDIR"
        case .notFound: "look at the name; one with blanks or signs of the shell stands in quotes"
        case .cannotRead(error: ESPIPE), .cannotRead(error: EINVAL), .cannotRead(error: EAGAIN):
            "it is no file with a picture in it: name one"
        case .cannotRead: "copy it to another disk first, and see whether that works"
        case .empty: "copy or save the picture again"
        case .tooDeep: "name a folder that lies nearer to the pictures"
        case .refused: "open it with a viewer and save it anew, or save it as PNG or JPEG"
        case .timedOut: "save it as PNG or JPEG, or ask less of this machine at the same time"
        }
    }
}
