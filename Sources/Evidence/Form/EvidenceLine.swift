import CardTransport
import FoundationEssentials
import LDS

extension StoredReading {
    /// The reading as one line of JSON with its line end: the form for streams.
    public func line() throws -> [UInt8] {
        var manifest = Manifest(self)
        for index in manifest.files.indices where manifest.files[index].hasBytes {
            let outcome = reading.files[index].outcome
            manifest.files[index].base64 = outcome.bytes.map { Data($0).base64EncodedString() }
        }
        for index in reading.records.indices {
            manifest.records?[index].base64 = Data(reading.records[index].bytes).base64EncodedString()
        }
        manifest.capture?.picture?.base64 = zonePicture.map { Data($0).base64EncodedString() }
        manifest.trace = trace.map { String(decoding: $0.fileContent, as: UTF8.self) }
        return try manifest.json(isLine: true)
    }

    /// Reads one line.
    public init(line: some Sequence<UInt8>) throws(EvidenceError) {
        let manifest = try Manifest.decode(Array(line))
        self = try manifest.stored(
            trace: manifest.trace.map { Array($0.utf8) },
            bytes: { (entry, _) throws(EvidenceError) in try Self.bytes(entry.base64, entry.name) },
            recordBytes: { (entry, _) throws(EvidenceError) in try Self.bytes(entry.base64, entry.name) },
            pictureBytes: { (picture) throws(EvidenceError) in
                try Self.bytes(picture.base64, "the picture of the zone")
            })
    }

    private static func bytes(_ base64: String?, _ name: String) throws(EvidenceError) -> [UInt8] {
        guard let base64, let data = Data(base64Encoded: base64) else { throw .missing(name) }
        return Array(data)
    }
}

extension FileReading.Outcome {
    /// The bytes that were read, whole or not.
    var bytes: [UInt8]? {
        switch self {
        case .read(let bytes), .damaged(let bytes, _), .partial(let bytes, _): bytes
        case .absent, .refused, .protected, .skipped: nil
        }
    }
}
