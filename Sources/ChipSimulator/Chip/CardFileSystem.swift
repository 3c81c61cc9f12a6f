import CardTransport
import Issuing
import LDS

/// The files of a chip and what is selected among them.
///
/// Spec: ISO/IEC 7816-4 §7.3; ICAO Doc 9303-10 (8th ed.) §3.6 and §3.11.
struct CardFileSystem: Sendable {
    private let files: [ElementaryFile: [UInt8]]
    private(set) var application: ElementaryFile.Application
    private(set) var current: ElementaryFile?

    init(_ files: [ElementaryFile: [UInt8]], selecting application: ElementaryFile.Application) {
        self.files = files
        self.application = application
    }

    static let applicationIdentifier: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]

    func contents(of file: ElementaryFile) -> [UInt8]? { files[file] }

    /// The file of the current application (or of another) with a short identifier.
    func file(short identifier: UInt8, in application: ElementaryFile.Application? = nil) -> ElementaryFile? {
        let application = application ?? self.application
        return files.keys.first { $0.application == application && $0.shortIdentifier == identifier }
    }

    /// The file of the current application with a file identifier.
    func file(_ identifier: UInt16) -> ElementaryFile? {
        files.keys.first { $0.application == application && $0.identifier == identifier }
    }

    mutating func select(application: ElementaryFile.Application) {
        self.application = application
        current = nil
    }

    mutating func select(_ file: ElementaryFile) {
        current = file
    }
}
