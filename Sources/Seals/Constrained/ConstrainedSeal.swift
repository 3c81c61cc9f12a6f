import ByteCoding
public import MRZ

/// A seal of bytes: who signed what, when, for which kind of document, and its features.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2.3; BSI TR-03137-1.
public struct ConstrainedSeal: Hashable, Sendable {
    /// The byte that every seal begins with.
    public static let magic: UInt8 = 0xDC

    /// The seal as it was read.
    public let encoded: [UInt8]
    /// 3 or 4: one more than its byte says.
    public let version: Int
    /// The country without blanks, as the MRZ writes it: `UTO`, `D`.
    public let issuingCountry: String
    /// Country and name of the signer, four characters: `UTTS`.
    public let signerIdentifier: String
    /// Hexadecimal digits that tell the signer's certificates apart.
    public let certificateReference: String
    public let documentIssueDate: PartialDate
    public let signatureCreationDate: PartialDate
    /// With the category, what document it is and which features it has.
    public let featureDefinitionReference: UInt8
    /// Odd for types of ICAO, even for those of states.
    public let typeCategory: UInt8
    /// In stored order.
    public let features: [SealFeature]
    /// Header and features, which the signature is over.
    public let signedPart: [UInt8]
    /// r ‖ s.
    public let signature: [UInt8]

    /// What document the seal is for; nil where reference and category are not known.
    public let documentType: SealDocumentType?

    /// Reads a whole seal.
    ///
    /// - Throws: `SealError.unknownVersion` or `.malformed`, whose offset counts from the magic byte.
    public init(encoded: [UInt8]) throws(SealError) {
        do {
            self = try Self.decoded(encoded)
        } catch {
            switch error {
            case .version(let byte): throw .unknownVersion(byte)
            case .decoding(let failure): throw .malformed(failure)
            }
        }
    }

    /// The feature with the machine readable zone; nil where there is none that can be read.
    public var machineReadableZone: SealedZone? {
        for case .zone(let zone) in features.map(\.content) { return zone }
        return nil
    }

    /// The number of the passport that a visa or permit is for.
    public var passportNumber: String? {
        features.first { $0.name == SealFeature.passportNumberName }.flatMap {
            if case .text(let number) = $0.content { number } else { nil }
        }
    }

    /// The digits of the certificate reference as a number, without zeros in front; nil where it is no hexadecimal.
    public var certificateSerialNumber: [UInt8]? {
        let digits = certificateReference.count.isMultiple(of: 2) ? certificateReference : "0" + certificateReference
        return Hexadecimal.decode(digits).map { Array($0.drop { $0 == 0 }) }
    }
}

extension ConstrainedSeal {
    private enum Fault: Error {
        case version(UInt8)
        case decoding(DecodingFailure)
    }

    private static func decoded(_ encoded: [UInt8]) throws(Fault) -> ConstrainedSeal {
        var reader = ByteReader(encoded)
        do throws(DecodingFailure) {
            guard try reader.integer(width: 1) == Int(magic) else {
                throw DecodingFailure(.invalidValue("magic constant"), at: 0)
            }
        } catch { throw .decoding(error) }
        let version: Int
        switch reader.next {
        case 0x02: version = 3
        case 0x03: version = 4
        case let byte?: throw .version(byte)
        case nil: throw .decoding(DecodingFailure(.missing("version"), at: 1))
        }
        do throws(DecodingFailure) {
            _ = try reader.take(1)
            return try ConstrainedSeal(encoded, version, &reader)
        } catch { throw .decoding(error) }
    }

    private init(_ encoded: [UInt8], _ version: Int, _ reader: inout ByteReader) throws(DecodingFailure) {
        self.encoded = encoded
        self.version = version
        let country = try C40.decode(reader.take(2), "issuing country")
        issuingCountry = country.filter { $0 != " " }
        (signerIdentifier, certificateReference) = try Self.signer(version, &reader)
        documentIssueDate = try Self.date(&reader, "document issue date")
        signatureCreationDate = try Self.date(&reader, "signature creation date")
        featureDefinitionReference = UInt8(truncatingIfNeeded: try reader.integer(width: 1))
        typeCategory = UInt8(truncatingIfNeeded: try reader.integer(width: 1))
        documentType = SealDocumentType(reference: featureDefinitionReference, category: typeCategory)

        var features: [SealFeature] = []
        while let tag = reader.next, tag != 0xFF {
            _ = try reader.take(1)
            // Version 3 writes lengths in one byte, version 4 as DER does.
            let length = version == 3 ? try reader.integer(width: 1) : try reader.length()
            features.append(SealFeature(tag, try reader.take(length), documentType))
        }
        self.features = features
        signedPart = Array(encoded[..<reader.offset])
        guard !reader.isAtEnd else { throw DecodingFailure(.missing("signature"), at: reader.offset) }
        signature = try Self.signature(version, &reader)
    }

    /// Version 3: four and five characters. Version 4: four, then how many digits follow, as two digits, then those.
    private static func signer(
        _ version: Int, _ reader: inout ByteReader
    ) throws(DecodingFailure) -> (identifier: String, reference: String) {
        let offset = reader.offset
        guard version == 4 else {
            let text = try C40.decode(reader.take(6), "signer")
            guard text.utf8.count == 9 else { throw DecodingFailure(.invalidValue("signer"), at: offset) }
            return (String(text.prefix(4)), String(text.suffix(5)))
        }
        let text = try C40.decode(reader.take(4), "signer")
        guard text.utf8.count == 6, let count = Int(text.suffix(2), radix: 16), count > 0 else {
            throw DecodingFailure(.invalidValue("length of the certificate reference"), at: offset)
        }
        let reference = try C40.decode(reader.take((count + 2) / 3 * 2), "certificate reference")
        guard reference.utf8.count == count else {
            throw DecodingFailure(.invalidValue("certificate reference"), at: offset + 4)
        }
        return (String(text.prefix(4)), reference)
    }

    /// Month, day and year as one number: 3251957 for 25 March 1957.
    ///
    /// Spec: ICAO Doc 9303-13 (8th ed.) §2.3.1.
    private static func date(_ reader: inout ByteReader, _ field: String) throws(DecodingFailure) -> PartialDate {
        let offset = reader.offset
        let number = try reader.integer(width: 3)
        guard let date = PartialDate(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
        else {
            throw DecodingFailure(.invalidValue(field), at: offset)
        }
        return date
    }

    /// Tolerated: a length above 127 in one byte in version 3, as its features have it.
    private static func signature(_ version: Int, _ reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
        let offset = reader.offset
        _ = try reader.take(1)
        if version == 3, let length = reader.next, Int(length) == reader.remaining - 1 {
            _ = try reader.take(1)
            return try halves(reader.takeRest(), at: offset)
        }
        let value = try reader.take(reader.length())
        try reader.end()
        return try halves(value, at: offset)
    }

    private static func halves(_ value: ArraySlice<UInt8>, at offset: Int) throws(DecodingFailure) -> [UInt8] {
        guard !value.isEmpty, value.count.isMultiple(of: 2) else {
            throw DecodingFailure(.invalidValue("signature"), at: offset)
        }
        return Array(value)
    }
}
