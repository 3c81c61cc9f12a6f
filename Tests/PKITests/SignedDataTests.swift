import ByteCoding
import Conformance
import PKI
import Standards
import TestSupport
import Testing

@Suite("Signed data: RFC 5652 §5")
struct SignedDataTests {
    @Test(arguments: try SignedDataVector.published())
    func `decodes published specimens`(_ vector: SignedDataVector) throws {
        try vector.check()
    }

    @Test(arguments: try SignedDataVector.published())
    func `names a truncation at every byte`(_ vector: SignedDataVector) {
        for count in 0..<vector.contentInfo.bytes.count {
            #expect(throws: DecodingFailure.self) {
                try SignedData(contentInfo: vector.contentInfo.bytes.prefix(count))
            }
        }
    }

    @Test(arguments: try SignedDataVector.published())
    func `never traps on a changed byte`(_ vector: SignedDataVector) {
        for index in vector.contentInfo.bytes.indices {
            for change: UInt8 in [0x01, 0x80] {
                var bytes = vector.contentInfo.bytes
                bytes[index] ^= change
                _ = try? SignedData(contentInfo: bytes)
            }
        }
    }

    @Test(arguments: try SignedDataVector.published())
    func `reads the same from indefinite lengths`(_ vector: SignedDataVector) throws {
        let definite = try SignedData(contentInfo: vector.contentInfo.bytes)
        let indefinite = try SignedData(contentInfo: Self.indefinite(vector.contentInfo.bytes, levels: 4))
        #expect(indefinite.wasNormalised)
        #expect(indefinite.eContent == definite.eContent)
        #expect(indefinite.certificates == definite.certificates)
        #expect(indefinite.signerInfos.map(\.signature) == definite.signerInfos.map(\.signature))
        #expect(
            indefinite.signerInfos.map(\.signedAttributes?.storedAsSet)
                == definite.signerInfos.map(\.signedAttributes?.storedAsSet))
    }

    @Test
    func `joins the segments of a constructed content`() throws {
        let vector = try #require(SignedDataVector.published().first)
        let definite = try SignedData(contentInfo: vector.contentInfo.bytes)
        let content = try #require(definite.eContent)
        let octets = DataObjectWriter.encode(0x04, content)
        let segments =
            DataObjectWriter.encode(0x04, content.prefix(10)) + DataObjectWriter.encode(0x04, content.dropFirst(10))
        let changed = try Self.replacing(
            octets, by: [0x24, 0x80] + segments + [0x00, 0x00], in: vector.contentInfo.bytes)
        #expect(try SignedData(contentInfo: changed).eContent == content)
        let nested = try Self.replacing(
            octets, by: DataObjectWriter.encode(0x24, DataObjectWriter.encode(0x24, segments)),
            in: vector.contentInfo.bytes)
        #expect(try SignedData(contentInfo: nested).eContent == content)
        let wrong = try Self.replacing(
            octets, by: DataObjectWriter.encode(0x24, [0x02, 0x01, 0x00]), in: vector.contentInfo.bytes)
        #expect(throws: DecodingFailure.self) { try SignedData(contentInfo: wrong) }
    }

    @Test
    func `sorts stored attributes for the second form`() throws {
        let first: [UInt8] = [0x30, 0x07, 0x06, 0x01, 0x2A, 0x31, 0x02, 0x05, 0x00]
        let second: [UInt8] = [0x30, 0x07, 0x06, 0x01, 0x29, 0x31, 0x02, 0x05, 0x00]
        let attributes = try Self.signer(attributes: first + second).signedAttributes
        #expect(attributes?.storedAsSet == DataObjectWriter.encode(0x31, first + second))
        #expect(attributes?.encodedAsDER == DataObjectWriter.encode(0x31, second + first))
    }

    @Test(arguments: ["301306092A864886F70D0109033106060161060162", "300D06092A864886F70D0109033100"])
    func `refuses an attribute with no or several values`(attribute: String) throws {
        let bytes = try #require(Hexadecimal.decode(attribute))
        let attributes = try #require(try Self.signer(attributes: bytes).signedAttributes)
        #expect(throws: DecodingFailure.self) { try attributes.contentType() }
    }

    @Test
    func `refuses an attribute that is there twice`() throws {
        let digest = try #require(Hexadecimal.decode("301006092A864886F70D01090431030401AA"))
        let attributes = try #require(try Self.signer(attributes: digest + digest).signedAttributes)
        #expect(throws: DecodingFailure.self) { try attributes.messageDigest() }
        let once = try #require(try Self.signer(attributes: digest).signedAttributes)
        #expect(try once.messageDigest() == [0xAA])
        #expect(try once.contentType() == nil)
    }

    /// One signer information with these attributes inside otherwise empty signed data.
    static func signer(attributes: [UInt8]) throws -> SignerInfo {
        let algorithm = CertificateParts.algorithm
        let info = DataObjectWriter.encode(
            0x30,
            containing: [
                [0x02, 0x01, 0x03], [0x80, 0x01, 0x01], algorithm, DataObjectWriter.encode(0xA0, attributes), algorithm,
                [0x04, 0x01, 0x00],
            ])
        let signedData = DataObjectWriter.encode(
            0x30,
            containing: [
                [0x02, 0x01, 0x03], [0x31, 0x00], [0x30, 0x03, 0x06, 0x01, 0x2A], DataObjectWriter.encode(0x31, info),
            ])
        let type = DataObjectWriter.encode(0x06, OID.signedData.contents)
        let contentInfo = DataObjectWriter.encode(0x30, type + DataObjectWriter.encode(0xA0, signedData))
        return try #require(SignedData(contentInfo: contentInfo).signerInfos.first)
    }

    /// The same with indefinite lengths for constructed objects of the outer levels.
    static func indefinite(_ bytes: [UInt8], levels: Int) throws -> [UInt8] {
        guard levels > 0 else { return bytes }
        var reader = ByteReader(bytes)
        var result: [UInt8] = []
        for object in try reader.dataObjects() {
            guard object.isConstructed else {
                result += object.encoded
                continue
            }
            result += DataObjectWriter.octets(object.tag) + [0x80]
            result += try indefinite(Array(object.value), levels: levels - 1) + [0x00, 0x00]
        }
        return result
    }

    /// Exchanges one data object at any depth; the lengths around it are written anew.
    static func replacing(_ target: [UInt8], by replacement: [UInt8], in bytes: [UInt8]) throws -> [UInt8] {
        var reader = ByteReader(bytes)
        return try reader.dataObjects().flatMap { object in
            if Array(object.encoded) == target { return replacement }
            guard object.isConstructed else { return Array(object.encoded) }
            return DataObjectWriter.encode(
                object.tag, try replacing(target, by: replacement, in: Array(object.value)))
        }
    }
}
