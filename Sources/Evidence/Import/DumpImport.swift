public import Foundation
public import LDS
public import Standards

/// A folder of EF dumps made by another program.
public struct DumpImport: Sendable {
    /// The reading that the dumps amount to.
    public let reading: ChipReading
    /// The names that were not understood and left out.
    public let ignoredNames: [String]

    /// Reads every file of a folder whose name says which file of the chip it holds.
    ///
    /// - Parameter time: When the chip was read, as far as that is known.
    public init(folder: URL, at time: Timestamp) throws(EvidenceError) {
        let path = folder.path(percentEncoded: false)
        guard let names = SafeFile.names(in: folder) else { throw .notFound(path) }
        var sources: [ElementaryFile: String] = [:]
        var ignored: [String] = []
        for name in names {
            guard let file = Self.file(named: name) else {
                ignored.append(name)
                continue
            }
            if let other = sources[file] { throw .ambiguous(other, name) }
            sources[file] = name
        }
        guard !sources.isEmpty else { throw .nothingToImport(path) }
        var files: [FileReading] = []
        for file in ElementaryFile.all {
            guard let name = sources[file] else { continue }
            let bytes = try SafeFile.read(folder.appending(path: name), limit: EvidenceFolder.byteLimit)
            files.append(FileReading(file: file, outcome: Self.outcome(bytes, of: file)))
        }
        reading = ChipReading(
            startedAt: time, files: files,
            remarks: [
                Reason(
                    "imported",
                    "The files were imported from dumps of another program; how they were read is not known.")
            ])
        ignoredNames = ignored
    }

    /// Whether a folder holds at least one file with such a name.
    public static func isDump(_ folder: URL) -> Bool {
        (SafeFile.names(in: folder) ?? []).contains { file(named: $0) != nil }
    }

    /// The file of the chip that a name of the usual kinds means: `EF_DG1.BIN`, `Datagroup1.bin`, `dg1`, `0101.bin`.
    public static func file(named name: String) -> ElementaryFile? {
        var stem = name.lowercased()
        for ending in [".bin", ".dat", ".efdump", ".ef", ".der", ".tlv"] where stem.hasSuffix(ending) {
            stem.removeLast(ending.count)
            break
        }
        let separators: Set<Character> = ["_", "-", ".", " "]
        let parts = stem.split { separators.contains($0) }.map(String.init)
        var joined = parts.joined()
        if joined.hasPrefix("ef"), !joined.dropFirst(2).isEmpty { joined.removeFirst(2) }
        if let special = specialNames[joined] { return special }
        for prefix in ["datagroup", "dg"] where joined.hasPrefix(prefix) {
            let digits = joined.dropFirst(prefix.count)
            guard digits.count <= 2, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
                return nil
            }
            return DataGroup(rawValue: number).map { .dataGroup($0) }
        }
        guard joined.count == 4, let identifier = UInt16(joined, radix: 16) else { return nil }
        return ElementaryFile.all.first { $0.application == .lds1 && $0.identifier == identifier && $0 != .cvca }
            ?? ElementaryFile.all.first { $0.application == .masterFile && $0.identifier == identifier }
    }

    private static let specialNames: [String: ElementaryFile] = [
        "com": .com, "sod": .sod, "cardaccess": .cardAccess, "cardsecurity": .cardSecurity, "cvca": .cvca,
        "dir": .directory, "atr": .attributes, "atrinfo": .attributes,
    ]

    /// What a dump amounts to: a file of its kind, or one that is damaged.
    private static func outcome(_ bytes: [UInt8], of file: ElementaryFile) -> FileReading.Outcome {
        guard file.tag == nil || file.mayBegin(with: bytes) == true else {
            let found = bytes.isEmpty ? "empty" : "not a file of this kind, by its first byte"
            return .damaged(bytes, Reason("wrongTag", "The dump of \(file) is \(found)."))
        }
        return .read(bytes)
    }
}
