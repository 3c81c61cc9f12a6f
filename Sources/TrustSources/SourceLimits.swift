/// What a source may cost, so that no file can exhaust the program.
public struct SourceLimits: Hashable, Sendable {
    /// The most bytes of one file, or of one piece that was taken out of an archive.
    public var fileByteCount: Int
    /// The most bytes of everything that is taken out of one archive, with what it holds.
    public var unpackedByteCount: Int
    /// The most entries of one archive.
    public var entryCount: Int
    /// The most files of one folder with those below it.
    public var fileCount: Int
    /// How many archives may lie in each other.
    public var archiveDepth: Int
    /// The most refusals that are told of one source, beside how many there are.
    public var refusalCount: Int

    /// For what is published: the largest directory has some 80 MB.
    public static let standard = SourceLimits(
        fileByteCount: 512 << 20, unpackedByteCount: 1 << 30, entryCount: 20_000, fileCount: 50_000, archiveDepth: 2,
        refusalCount: 10_000)

    public init(
        fileByteCount: Int, unpackedByteCount: Int, entryCount: Int, fileCount: Int, archiveDepth: Int,
        refusalCount: Int
    ) {
        self.fileByteCount = fileByteCount
        self.unpackedByteCount = unpackedByteCount
        self.entryCount = entryCount
        self.fileCount = fileCount
        self.archiveDepth = archiveDepth
        self.refusalCount = refusalCount
    }
}
