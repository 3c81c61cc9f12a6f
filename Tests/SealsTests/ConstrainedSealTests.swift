import ByteCoding
import Conformance
import MRZ
import Seals
import TestSupport
import Testing

@Suite("Seals of bytes: Doc 9303-13 §2.3")
struct ConstrainedSealTests {
    /// 18 bytes of header, a zone, duration, passport number, entries, and the signature.
    private static func visa() throws -> [UInt8] {
        try #require(ConstrainedSealVector.published().first { $0.documentType == "visa" }).encoded.bytes
    }

    @Test(arguments: try ConstrainedSealVector.published())
    func `reads every field of a published seal, which verifies`(_ vector: ConstrainedSealVector) throws {
        try vector.check()
    }

    @Test(arguments: try ConstrainedSealVector.published())
    func `says of each cut-off seal that it ends too early or lacks its signature`(
        _ vector: ConstrainedSealVector
    ) {
        for count in 0..<vector.encoded.bytes.count {
            #expect(throws: SealError.self) { try ConstrainedSeal(encoded: Array(vector.encoded.bytes.prefix(count))) }
        }
    }

    /// What is put where in the visa, and what is said of it.
    static let faults: [(offset: Int, bytes: [UInt8], error: SealError)] = [
        (0, [0xDD], .malformed(.init(.invalidValue("magic constant"), at: 0))),
        (1, [0x01], .unknownVersion(0x01)), (1, [0x04], .unknownVersion(0x04)), (1, [0x00], .unknownVersion(0x00)),
        (2, [0x00, 0x00], .malformed(.init(.invalidValue("issuing country"), at: 2))),
        (4, [0xFF, 0xFF], .malformed(.init(.invalidValue("signer"), at: 4))),
        // A length that is no number, and one of nothing.
        (6, [0xE4, 0xA8], .malformed(.init(.invalidValue("length of the certificate reference"), at: 4))),
        (6, [0xC8, 0xA5], .malformed(.init(.invalidValue("length of the certificate reference"), at: 4))),
        (8, [0xFF, 0xFF], .malformed(.init(.invalidValue("certificate reference"), at: 8))),
        // One character where two are announced.
        (8, [0xFE, 0x42], .malformed(.init(.invalidValue("certificate reference"), at: 8))),
        (10, [0xFF, 0xFF, 0xFF], .malformed(.init(.invalidValue("document issue date"), at: 10))),
        (10, [0x00, 0x00, 0x00], .malformed(.init(.invalidValue("document issue date"), at: 10))),
        (13, [0xFF, 0xFF, 0xFF], .malformed(.init(.invalidValue("signature creation date"), at: 13))),
        (19, [0x80], .malformed(.init(.indefiniteLength, at: 19))),
        (19, [0x85], .malformed(.init(.oversizedLength, at: 19))),
        (
            19, [0x84, 0xFF, 0xFF, 0xFF, 0xFF],
            .malformed(.init(.truncated(needed: 0xFFFF_FFFF, available: 122), at: 24))
        ),
        (81, [0x3F], .malformed(.init(.trailingBytes(count: 1), at: 145))),
    ]

    @Test(arguments: faults)
    func `names the fault and its place`(_ fault: (offset: Int, bytes: [UInt8], error: SealError)) throws {
        var seal = try Self.visa()
        seal.replaceSubrange(fault.offset..<fault.offset + fault.bytes.count, with: fault.bytes)
        #expect(throws: fault.error) { try ConstrainedSeal(encoded: seal) }
    }

    @Test func `refuses a signature of an odd length, of none, and one that is missing`() throws {
        let seal = try Self.visa()
        let place = seal.count - 66
        #expect(throws: SealError.malformed(.init(.missing("signature"), at: place))) {
            try ConstrainedSeal(encoded: Array(seal[..<place]))
        }
        for signature: [UInt8] in [[0xFF, 0x00], [0xFF, 0x01, 0x55]] {
            #expect(throws: SealError.malformed(.init(.invalidValue("signature"), at: place))) {
                try ConstrainedSeal(encoded: seal[..<place] + signature)
            }
        }
    }

    @Test func `shows features of unknown tags and documents by their octets`() throws {
        var seal = try Self.visa()
        seal[64] = 0x7B  // the tag of the duration
        let feature = try ConstrainedSeal(encoded: seal).features[1]
        #expect(feature.name == nil && feature.content == .octets && feature.value == [0x5A, 0x00, 0x00])
        #expect(!feature.isMalformed)

        seal[16] = 0x77  // the reference
        let other = try ConstrainedSeal(encoded: seal)
        #expect(other.documentType == nil && other.machineReadableZone == nil)
        #expect(other.features.allSatisfy { $0.name == nil && $0.content == .octets })
    }

    @Test func `marks a feature that is not of its kind`() throws {
        var seal = try Self.visa()
        seal[20] = 0x00
        seal[21] = 0x00
        let feature = try #require(try ConstrainedSeal(encoded: seal).features.first)
        #expect(feature.isMalformed && feature.content == .octets && feature.name == "machine readable zone")
    }

    @Test func `marks a zone and a number of entries that are too long`() throws {
        var seal = try Self.visa()
        seal.replaceSubrange(62..<64, with: [0x59, 0xE9])  // three characters where one is left over
        #expect(try ConstrainedSeal(encoded: seal).features.first?.isMalformed == true)

        seal = try Self.visa()
        seal.insert(0x05, at: 80)
        seal[78] = 2
        let entries = try #require(try ConstrainedSeal(encoded: seal).features.last)
        #expect(entries.name == "number of entries" && entries.isMalformed && entries.content == .octets)
    }

    @Test func `reads lengths of one byte in version 3 up to 255`() throws {
        let seal = try #require(ConstrainedSealVector.published().first { $0.version == 3 }).encoded.bytes
        let header = Array(seal[..<18])
        let short = header[..<8] + [0xFE, 0x42] + seal[10...]
        #expect(throws: SealError.malformed(.init(.invalidValue("signer"), at: 4))) {
            try ConstrainedSeal(encoded: Array(short))
        }
        let value = [UInt8](repeating: 0x41, count: 200)
        let signature = [UInt8](repeating: 0x11, count: 132)
        let bytes = header + [0x7B, 200] + value + [0xFF, 132] + signature
        let read = try ConstrainedSeal(encoded: bytes)
        #expect(read.version == 3 && read.features.map(\.value) == [value] && read.signature == signature)
        // The same with the length of the signature as DER writes it.
        #expect(try ConstrainedSeal(encoded: header + [0xFF, 0x81, 132] + signature).signature == signature)
    }

    @Test func `says how often and how long somebody may enter`() throws {
        var seal = try Self.visa()
        #expect(try ConstrainedSeal(encoded: seal).passportNumber == "ABC424242")
        seal[79] = 0
        let texts = try ConstrainedSeal(encoded: seal).features.compactMap(\.text)
        #expect(texts == ["90 days", "ABC424242", "unlimited"])
    }

    @Test func `does not print what is in a zone`() throws {
        let zone = try #require(try ConstrainedSeal(encoded: Self.visa()).machineReadableZone)
        #expect(zone.description == "sealed machine readable zone MRV-B")
        #expect(zone.padded?.optionalData == "")
        #expect(zone.padded?.documentNumber == "1234567XY")
    }
}
