import CardTransport
import Issuing
import LDS

/// The files of a chip and what is selected among them.
///
/// Spec: ISO/IEC 7816-4 §7.3; ICAO Doc 9303-10 (8th ed.) §3.6 and §3.11.
struct CardFileSystem: Sendable {
    private var files: [ElementaryFile: [UInt8]]
    private let applications: [ElementaryFile.Application]
    private let hasCardAccessInApplication: Bool
    private(set) var application: ElementaryFile.Application
    private(set) var current: ElementaryFile?
    /// Whether the master file was selected by a command.
    private(set) var isMasterFileSelected = false
    /// The file of records that is selected, in place of a transparent one.
    private(set) var currentRecords: RecordFile?

    /// - Parameter applications: Those that the chip has beside the eMRTD application.
    init(
        _ files: [ElementaryFile: [UInt8]], applications: some Collection<ElementaryFile.Application>,
        hasCardAccessInApplication: Bool
    ) {
        self.files = files
        self.hasCardAccessInApplication = hasCardAccessInApplication
        self.applications = [.lds1] + Array(applications)
        application = .masterFile
    }

    func contents(of file: ElementaryFile) -> [UInt8]? { files[file] }

    /// The file of the current application (or of another) with a short identifier.
    func file(short identifier: UInt8, in application: ElementaryFile.Application? = nil) -> ElementaryFile? {
        let application = application ?? self.application
        guard (1...30).contains(identifier) else { return nil }
        return files.keys.first { place(of: $0) == application && $0.shortIdentifier == identifier }
    }

    /// The file of the current application with a file identifier.
    func file(_ identifier: UInt16) -> ElementaryFile? {
        files.keys.first { place(of: $0) == application && $0.identifier == identifier }
    }

    /// Where a file lies on this chip.
    private func place(of file: ElementaryFile) -> ElementaryFile.Application {
        file == .cardAccess && hasCardAccessInApplication ? .lds1 : file.application
    }

    /// The application whose name begins so; the eMRTD application before the others.
    func application(named beginning: [UInt8]) -> ElementaryFile.Application? {
        applications.first { $0.identifier?.starts(with: beginning) == true }
    }

    mutating func select(application: ElementaryFile.Application) {
        self.application = application
        current = nil
        currentRecords = nil
        isMasterFileSelected = application == .masterFile
    }

    /// Goes back to what is selected at power-on.
    mutating func restart(in application: ElementaryFile.Application) {
        select(application: application)
        isMasterFileSelected = false
    }

    mutating func select(_ records: RecordFile) {
        current = nil
        currentRecords = records
    }

    /// Adds a file that the document left to the chip.
    mutating func add(_ file: ElementaryFile, _ contents: [UInt8]) {
        if files[file] == nil { files[file] = contents }
    }

    /// Gives a file that is there other contents.
    mutating func update(_ file: ElementaryFile, _ contents: [UInt8]) {
        if files[file] != nil { files[file] = contents }
    }

    mutating func select(_ file: ElementaryFile) {
        current = file
        currentRecords = nil
    }
}
