package import ByteCoding
package import LDS
import PKI
import Standards

/// A record of an LDS2 application.
package struct RecordVector: DecodingVector {
    package static let places = ["lds/records/"]

    package let id: String
    /// The file, such as `EntryRecords`.
    package let kind: String
    package let file: HexBytes
    /// Every stored property that is not nil, without the signature and the certificate.
    package let facts: [String: String]?
    package let signedObject: HexBytes?
    package let signature: HexBytes?
    package let certificateRecord: Int?
    package let certificate: HexBytes?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DecodedRecord {
        guard let file = RecordFile(rawValue: kind) else { throw DecodingFailure(.invalidValue("kind"), at: 0) }
        return try DecodedRecord(file, encoded: self.file.bytes)
    }

    package func compareFields(of record: DecodedRecord) throws {
        let hidden = ["seal.", "certificate.", "notes["]
        let found =
            switch record {
            case .travel(let record): StoredFacts.all(of: record)
            case .visa(let record): StoredFacts.all(of: record)
            case .certificate(let record): StoredFacts.all(of: record)
            }
        try compare("facts", found.filter { fact in !hidden.contains { fact.key.hasPrefix($0) } }, with: facts)
        try compare("signedObject", record.seal?.signedObject, with: signedObject?.bytes)
        try compare("signature", record.seal?.signature, with: signature?.bytes)
        try compare("certificateRecord", record.seal?.certificateRecord, with: certificateRecord)
        if case .certificate(let record) = record {
            try compare("certificate", record.certificate.encoded, with: certificate?.bytes)
        }
        try compare(notes: record.notes, with: notes)
    }
}

/// A file of additional biometrics.
package struct AdditionalBiometricsVector: DecodingVector {
    package static let places = ["lds/biometrics/"]

    package let id: String
    package let file: HexBytes
    package let data: HexBytes?
    /// The kind and the number of pictures, such as `2 fingers`.
    package let content: String?
    package let signedObject: HexBytes?
    package let signature: HexBytes?
    package let certificateRecord: Int?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> AdditionalBiometrics {
        try AdditionalBiometrics(encoded: file.bytes)
    }

    package func compareFields(of file: AdditionalBiometrics) throws {
        try compare("data", file.data, with: data?.bytes)
        let found =
            switch file.content {
            case .faces(let images): "\(images.count) faces"
            case .fingers(let images): "\(images.count) fingers"
            case .irises(let images): "\(images.count) irises"
            case .unrecognized: "unrecognized"
            }
        try compare("content", found, with: content)
        try compare("signedObject", file.seal?.signedObject, with: signedObject?.bytes)
        try compare("signature", file.seal?.signature, with: signature?.bytes)
        try compare("certificateRecord", file.seal?.certificateRecord, with: certificateRecord)
        try compare(notes: file.notes, with: notes)
    }
}
