import Standards

/// ZIP archives.
extension TrustReader.Run {
    mutating func takeArchive(_ file: [UInt8], name: String, depth: Int) {
        guard depth < reader.limits.archiveDepth else {
            return refuse(name, Reason("nestedArchive", "it is an archive in an archive in an archive"))
        }
        guard var archive = ArchiveReader(file) else {
            return refuse(name, Reason("noLibrary", "it is a ZIP archive, and libarchive is not installed"))
        }
        var isEmpty = true
        while let entry = archive.next(limit: min(reader.limits.fileByteCount, unpackedBytesLeft)) {
            isEmpty = false
            let place = entry.name.isEmpty ? name : "\(name), \(entry.name.withoutControls.prefix(512))"
            guard entriesLeft > 0 else {
                return refuse(
                    place,
                    Reason(
                        "tooManyEntries",
                        "it has more than \(reader.limits.entryCount) entries; those from here on are not read"))
            }
            entriesLeft -= 1
            switch entry.content {
            case .success(let content):
                unpackedBytesLeft -= content.count
                guard !Self.isHidden(entry.name) else { continue }
                take(content, name: place, depth: depth + 1)
            case .failure(.encrypted):
                refuse(place, Reason("encrypted", "it is encrypted; unpack the archive first"))
            case .failure(.notAFile): refuse(place, Reason("notAFile", "it is a link or a device, not a file"))
            case .failure(.tooLarge(let limit)):
                return refuse(
                    place,
                    Reason("tooLarge", "it unpacks to more than \(limit) bytes; nothing behind it is read"))
            case .failure(.damaged(let words)):
                refuse(place, Reason("damaged", "the archive is damaged here: \(words.withoutControls)"))
            }
        }
        if isEmpty { refuse(name, Reason("empty", "the archive holds no file, or cannot be read")) }
    }

    /// What file managers put into archives for themselves.
    static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0 == "__MACOSX" || ($0.hasPrefix(".") && $0 != "." && $0 != "..") }
    }
}
