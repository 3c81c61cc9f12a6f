import ByteCoding
import Conformance
import PKI
import Standards
import TestSupport
import Testing

@Suite("Card verifiable certificates: TR-03110-3 C.1, Doc 9303-12 §7.2.2")
struct CVCertificateTests {
    static func sound() throws -> [CVCertificateVector] {
        try CVCertificateVector.published().filter { $0.expect == nil }
    }

    @Test(arguments: try CVCertificateVector.published())
    func `decodes every field as it is printed, or fails as it must`(_ vector: CVCertificateVector) throws {
        try vector.check()
    }

    @Test(arguments: try sound())
    func `names a truncation at every byte`(_ vector: CVCertificateVector) {
        for count in 0..<vector.certificate.bytes.count {
            #expect(throws: DecodingFailure.self) { try CVCertificate(encoded: vector.certificate.bytes.prefix(count)) }
        }
    }

    @Test(arguments: try sound())
    func `never traps on a changed byte`(_ vector: CVCertificateVector) {
        for index in vector.certificate.bytes.indices {
            for change: UInt8 in [0x01, 0x80, 0xFF] {
                var bytes = vector.certificate.bytes
                bytes[index] ^= change
                _ = try? CVCertificate(encoded: bytes)
                _ = try? CVCertificateRequest(encoded: bytes)
            }
        }
    }

    /// Fields of a certificate without domain parameters, one of them left out.
    @Test(arguments: [0, 1, 2, 3, 4, 5, 6])
    func `refuses a certificate without one of its fields`(index: Int) throws {
        var parts = CVParts()
        #expect(throws: Never.self) { try CVCertificate(encoded: parts.encoded) }
        parts.fields.remove(at: index)
        #expect(throws: DecodingFailure.self) { try CVCertificate(encoded: parts.encoded) }
    }

    @Test
    func `refuses two of one number in a key, and bytes behind the last field`() throws {
        var twice = CVParts()
        twice.fields[2] = twice.key([(0x86, [4, 1, 2]), (0x86, [4, 1, 2])])
        #expect(throws: DecodingFailure.self) { try CVCertificate(encoded: twice.encoded) }
        var more = CVParts()
        more.fields.append([0x04, 0x00])
        #expect(throws: DecodingFailure.self) { try CVCertificate(encoded: more.encoded) }
        var half = CVParts()
        half.fields[2] = half.key([(0x81, [1]), (0x86, [4, 1, 2])])
        #expect(throws: DecodingFailure(.missing("a"), at: half.offsetOfKey)) {
            try CVCertificate(encoded: half.encoded)
        }
    }

    @Test
    func `refuses a certificate longer than any key makes one`() throws {
        var parts = CVParts()
        parts.signature = [UInt8](repeating: 1, count: CVCertificate.maximumByteCount)
        #expect(throws: DecodingFailure(.tooComplex(limit: CVCertificate.maximumByteCount), at: 0)) {
            try CVCertificate(encoded: parts.encoded)
        }
    }

    @Test
    func `takes extensions with what stands behind their identifiers`() throws {
        var parts = CVParts()
        parts.fields.append([0x65, 0x0A, 0x73, 0x08, 0x06, 0x03, 0x2A, 0x03, 0x04, 0x80, 0x01, 0x07])
        let certificate = try CVCertificate(encoded: parts.encoded)
        #expect(certificate.extensions.map(\.identifier) == [OID(1, 2, 3, 4)])
        #expect(certificate.extensions.map(\.contents) == [[0x80, 0x01, 0x07]])
    }

    // MARK: References, dates, authorizations

    @Test
    func `takes a reference apart and shows it without control characters`() throws {
        let reference = try CertificateReference(encoded: Array("UTCVCA00012".utf8))
        #expect(reference.country == "UT")
        #expect(reference.mnemonic == "CVCA")
        #expect(reference.sequenceNumber == "00012")
        #expect(reference.isWellFormed)
        #expect(reference == CertificateReference("UTCVCA00012"))
        #expect(try CertificateReference(encoded: [0x1B, 0x41]).description == ".A")
        #expect(try CertificateReference(encoded: [0x41]).country == nil)
        #expect(throws: DecodingFailure.self) { try CertificateReference(encoded: []) }
        #expect(throws: DecodingFailure.self) { try CertificateReference(encoded: [UInt8](repeating: 65, count: 17)) }
        #expect(CertificateReference("€") == nil)
        #expect(CertificateReference("utCVCA00012")?.isWellFormed == false)
    }

    @Test
    func `compares dates and refuses those of no calendar`() throws {
        let date = try CVDate(encoded: [2, 4, 0, 2, 2, 9])
        #expect(date.description == "2024-02-29")
        #expect(date.encoded == [2, 4, 0, 2, 2, 9])
        let later = try CVDate(encoded: [2, 4, 0, 3, 0, 1])
        #expect(date < later)
        #expect(throws: DecodingFailure.self) { try CVDate(encoded: [2, 3, 0, 2, 2, 9]) }
        #expect(throws: DecodingFailure.self) { try CVDate(encoded: [2, 3, 0, 2, 2]) }
        #expect(throws: DecodingFailure.self) { try CVDate(encoded: [0x32, 0x34, 0x30, 0x32, 0x32, 0x39]) }
        #expect(CVDate(year: 1999, month: 1, day: 1) == nil)
        #expect(CVDate(Timestamp(secondsSince1970: 0)) == nil)
    }

    @Test(arguments: [
        (UInt8(0xC3), CertificateHolderAuthorization.Role.cvca, true, true), (0x81, .domesticDV, true, false),
        (0x42, .foreignDV, false, true), (0x00, .terminal, false, false),
    ])
    func `reads role and rights of an inspection system`(
        byte: UInt8, role: CertificateHolderAuthorization.Role, dg3: Bool, dg4: Bool
    ) throws {
        let authorization = try #require(CertificateHolderAuthorization(terminalType: .idIS, bytes: [byte]))
        #expect(authorization.role == role)
        #expect(authorization.grantsDG3 == dg3)
        #expect(authorization.grantsDG4 == dg4)
        var reader = ByteReader(authorization.encoded)
        #expect(try CertificateHolderAuthorization(reader.dataObject(0x7F4C)) == authorization)
    }

    @Test
    func `grants in common only what both grant, and nothing to another kind of terminal`() throws {
        let both = try #require(CertificateHolderAuthorization(terminalType: .idIS, bytes: [0xC3]))
        let fingers = try #require(CertificateHolderAuthorization(terminalType: .idIS, bytes: [0x01]))
        let other = try #require(CertificateHolderAuthorization(terminalType: .idAT, bytes: [0xC3]))
        #expect(fingers.intersected(with: both).bytes == [0x01])
        #expect(both.intersected(with: fingers).bytes == [0xC1])
        #expect(fingers.intersected(with: other).bytes == [0x00])
        #expect(!other.grantsDG3)
        #expect(CertificateHolderAuthorization(terminalType: .idIS, bytes: []) == nil)
    }

    // MARK: Requests and files

    @Test
    func `reads a request alone and one that is vouched for`() throws {
        let parts = CVParts(isRequest: true)
        let request = try CVCertificateRequest(encoded: parts.encoded)
        #expect(request.outer == nil)
        #expect(request.certificate == parts.encoded)
        let reference: [UInt8] = [0x42, 0x0B] + Array("UTDVXX00001".utf8)
        let outer = DataObjectWriter.encode(0x67, parts.encoded + reference + [0x5F, 0x37, 0x01, 0x09])
        let authenticated = try CVCertificateRequest(encoded: outer)
        #expect(authenticated.outer?.authorityReference.description == "UTDVXX00001")
        #expect(authenticated.outer?.signedBytes == parts.encoded + reference)
        #expect(authenticated.outer?.signature == [9])
        #expect(authenticated.body == request.body)
        #expect(throws: DecodingFailure.self) { try CVCertificateRequest(encoded: CVParts().encoded) }
        #expect(throws: DecodingFailure.self) { try CVCertificate(encoded: parts.encoded) }
        #expect(throws: DecodingFailure.self) { try CVCertificateRequest(encoded: [0x30, 0x00]) }
    }

    @Test
    func `reads all certificates of a file, binary or PEM`() throws {
        let vectors = try Self.sound()
        let binary = vectors.flatMap(\.certificate.bytes)
        #expect(try CVCertificate.list(encoded: binary).count == vectors.count)
        let pem = """
            -----BEGIN CERTIFICATE-----
            \(Data64.encode(CVParts().encoded))
            -----END CERTIFICATE-----
            """
        #expect(try CVCertificate.list(encoded: Array(pem.utf8)).count == 1)
        #expect(throws: DecodingFailure.self) { try CVCertificate.list(encoded: []) }
        #expect(throws: DecodingFailure.self) { try CVCertificate.list(encoded: [0x7F, 0x4E, 0x00]) }
    }
}

/// A certificate or request put together field by field.
private struct CVParts {
    var fields: [[UInt8]]
    var signature: [UInt8] = [1, 2, 3, 4]

    init(isRequest: Bool = false) {
        fields = [
            [0x5F, 0x29, 0x01, 0x00], [0x42, 0x0B] + Array("UTCVCA00001".utf8), [],
            [0x5F, 0x20, 0x0B] + Array("UTDVXX00001".utf8),
            CertificateHolderAuthorization(terminalType: .idIS, bytes: [0x83])?.encoded ?? [],
            [0x5F, 0x25, 0x06, 2, 6, 0, 1, 0, 1], [0x5F, 0x24, 0x06, 2, 6, 0, 3, 3, 1],
        ]
        fields[2] = key([(0x86, [4, 1, 2])])
        if isRequest { fields.removeSubrange(4...6) }
    }

    func key(_ numbers: [(Int, [UInt8])]) -> [UInt8] {
        let identifier = DataObjectWriter.encode(0x06, OID.idTAECDSA.appending(3).contents)
        return DataObjectWriter.encode(
            0x7F49, containing: [identifier] + numbers.map { DataObjectWriter.encode($0.0, $0.1) })
    }

    var offsetOfKey: Int {
        let body = fields.flatMap { $0 }
        let inner = DataObjectWriter.encode(0x7F4E, body)
        let rest = DataObjectWriter.encode(0x5F37, signature)
        return encoded.count - (inner + rest).count + (inner.count - body.count) + fields[0].count + fields[1].count
    }

    var encoded: [UInt8] {
        DataObjectWriter.encode(
            0x7F21, DataObjectWriter.encode(0x7F4E, containing: fields) + DataObjectWriter.encode(0x5F37, signature))
    }
}

private enum Data64 {
    static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            let characters = [18, 12, 6, 0].map { alphabet[number >> $0 & 63] }.prefix(group.count + 1)
            text += String(characters) + String(repeating: "=", count: 3 - group.count)
        }
        return text
    }
}
