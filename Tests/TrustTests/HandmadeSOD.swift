import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Trust

/// EF.SOD field by field, so that any of them can be left out or exchanged; the signature fits what is there.
struct HandmadeSOD {
    let document: TestDocument
    /// The fields of the LDS security object.
    var content: [[UInt8]]
    var signedData: [Field: [UInt8]?] = [:]
    var signerInfo: [Field: [UInt8]?] = [:]
    /// Attributes in the order they are stored; nil stores content type, message digest and signing time.
    var attributes: ((_ contentType: [UInt8], _ messageDigest: [UInt8]) -> [[UInt8]])?
    /// What is signed is the stored order; false signs the sorted one.
    var signsStoredOrder = true
    /// What is done to the certificate's signed fields before it is signed.
    var changesCertificate: ((inout [[UInt8]]) -> Void)?
    /// What is done to the three parts of the certificate after it was signed.
    var changesSignedCertificate: ((inout [[UInt8]]) -> Void)?

    enum Field { case version, digests, content, certificates, sid, digest, algorithm, signature, encapsulated }

    static let sha256 = sequence(oid(.sha256))
    static let ecdsa = sequence(oid(.ecdsaWithSHA256))

    init(_ document: TestDocument = TestDocument()) {
        self.document = document
        var groups = document.groups
        groups[.dg1] = FileEncoder.dg1(lines: document.lines)
        let hashes = groups.sorted { $0.key < $1.key }.map {
            Self.hash($0.key.rawValue, HashAlgorithm.sha256.hash($0.value))
        }
        content = [Self.integer(0), Self.sha256, Self.sequence(hashes.flatMap { $0 })]
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { DataObjectWriter.encode(0x30, containing: parts) }
    static func set(_ parts: [UInt8]...) -> [UInt8] { DataObjectWriter.encode(0x31, containing: parts) }
    static func integer(_ value: UInt8) -> [UInt8] { [0x02, 0x01, value] }
    static func octets(_ value: [UInt8]) -> [UInt8] { DataObjectWriter.encode(0x04, value) }
    static func oid(_ oid: OID) -> [UInt8] { DataObjectWriter.encode(0x06, oid.contents) }
    static func hash(_ number: Int, _ hash: [UInt8]) -> [UInt8] { sequence(integer(UInt8(number)), octets(hash)) }
    static func attribute(_ type: OID, _ values: [UInt8]...) -> [UInt8] {
        sequence(oid(type), DataObjectWriter.encode(0x31, containing: values))
    }
    static let signingTime = attribute(
        .signingTimeAttribute, DataObjectWriter.encode(0x17, Array("240601000000Z".utf8)))

    func encoded() throws -> [UInt8] {
        let certificate = try certificate()
        let eContent = DataObjectWriter.encode(0x30, containing: content)
        let type = Self.attribute(.contentTypeAttribute, Self.oid(.ldsSecurityObject))
        let digest = Self.attribute(.messageDigestAttribute, Self.octets(HashAlgorithm.sha256.hash(eContent)))
        let stored = attributes?(type, digest) ?? [type, digest, Self.signingTime]
        let signed = signsStoredOrder ? stored : stored.sorted { $0.lexicographicallyPrecedes($1) }
        let signature = try document.signerKey.sign(
            DataObjectWriter.encode(0x31, containing: signed), algorithm: .ecdsa(.sha256, encoding: .der))

        var certificateReader = ByteReader(certificate)
        let parsed = try? Certificate(certificateReader.dataObject())
        let sid = Self.sequence(
            parsed?.issuer.encoded ?? document.cscaName.encoded,
            DataObjectWriter.encode(0x02, parsed?.serialNumber ?? [0x2A]))
        let info = Self.fields(
            [
                (.version, Self.integer(1)), (.sid, sid), (.digest, Self.sha256),
                (.content, DataObjectWriter.encode(0xA0, containing: stored)), (.algorithm, Self.ecdsa),
                (.signature, Self.octets(signature)),
            ], signerInfo)
        let encapsulated = Self.sequence(
            Self.oid(.ldsSecurityObject), DataObjectWriter.encode(0xA0, Self.octets(eContent)))
        let data = Self.fields(
            [
                (.version, Self.integer(3)), (.digests, Self.set(Self.sha256)), (.encapsulated, encapsulated),
                (.certificates, DataObjectWriter.encode(0xA0, certificate)), (.signature, Self.set(info)),
            ], signedData)
        return DataObjectWriter.encode(
            0x77, Self.sequence(Self.oid(.signedData), DataObjectWriter.encode(0xA0, data)))
    }

    private static func fields(_ all: [(Field, [UInt8])], _ changes: [Field: [UInt8]?]) -> [UInt8] {
        DataObjectWriter.encode(
            0x30,
            containing: all.compactMap { field, bytes in
                changes.keys.contains(field) ? changes[field] ?? nil : bytes
            })
    }

    private func certificate() throws -> [UInt8] {
        var reader = ByteReader(try document.signerCertificate())
        var parts = try reader.dataObject().children().map { Array($0.encoded) }
        if let changesCertificate {
            var tbs = ByteReader(parts[0])
            var fields = try tbs.dataObject().children().map { Array($0.encoded) }
            changesCertificate(&fields)
            parts[0] = DataObjectWriter.encode(0x30, containing: fields)
            let signature = try document.cscaKey.sign(parts[0], algorithm: document.cscaAlgorithm)
            parts[2] = DataObjectWriter.encode(0x03, [0x00] + signature)
        }
        changesSignedCertificate?(&parts)
        return DataObjectWriter.encode(0x30, containing: parts)
    }

    func evaluate(_ policy: TrustPolicy = .operational) throws -> PassiveAuthenticationResult {
        try document.authentication(policy).evaluate(document.reading(sod: encoded()))
    }
}
