import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

/// One change to a field of EF.SOD, and how the check that meets it ends.
struct FieldFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: CheckID
    let code: String
    let strict: PassiveAuthenticationResult.Verdict
    let operational: PassiveAuthenticationResult.Verdict
    let change: @Sendable (inout HandmadeSOD) -> Void

    /// A change that every policy rejects, unless said otherwise.
    init(
        _ name: String, _ check: CheckID, _ code: String, operational: PassiveAuthenticationResult.Verdict = .rejected,
        strict: PassiveAuthenticationResult.Verdict = .rejected, change: @escaping @Sendable (inout HandmadeSOD) -> Void
    ) {
        testDescription = name
        self.check = check
        self.code = code
        self.strict = strict
        self.operational = operational
        self.change = change
    }

    private typealias Make = HandmadeSOD

    static let all: [FieldFault] = signedData + signer + content + certificate + extensions

    private static let md5 = Make.sequence(Make.oid(.md5))
    private static let unknown = Make.sequence(Make.oid(OID(1, 3, 6, 1, 4, 1, 55555, 1)))

    private static var signedData: [FieldFault] {
        [
            FieldFault("LDS_H_20: version 2", .sodStructure, "signedDataVersion") {
                $0.signedData[.version] = Make.integer(2)
            },
            FieldFault("LDS_H_21: version missing", .sodStructure, "malformed") {
                $0.signedData[.version] = .some(nil)
            },
            FieldFault("LDS_H_22: MD5 alone is listed", .sodAlgorithms, "algorithmNotAllowed") {
                $0.signedData[.digests] = Make.set(md5)
            },
            FieldFault("MD5 is listed beside the right digest", .sodAlgorithms, "algorithmNotAllowed") {
                $0.signedData[.digests] = Make.set(Make.sequence(Make.oid(.sha256)), md5)
            },
            FieldFault("another digest alone is listed", .sodAlgorithms, "digestNotListed") {
                $0.signedData[.digests] = Make.set(Make.sequence(Make.oid(.sha512)))
            },
            FieldFault("LDS_H_23: list of digests missing", .sodStructure, "malformed") {
                $0.signedData[.digests] = .some(nil)
            },
            FieldFault("LDS_H_25: content type missing", .sodStructure, "malformed") {
                $0.signedData[.encapsulated] = Make.sequence(DataObjectWriter.encode(0xA0, Make.octets([0x30, 0x00])))
            },
            FieldFault("content missing", .sodStructure, "contentMissing") {
                $0.signedData[.encapsulated] = Make.sequence(Make.oid(.ldsSecurityObject))
            },
            FieldFault("no signer", .sodStructure, "signerCount") { $0.signedData[.signature] = Make.set() },
            FieldFault("the certificate is none", .documentSignerFound, "signerMalformed") {
                $0.signedData[.certificates] = DataObjectWriter.encode(0xA0, Make.sequence(Make.integer(1)))
            },
        ]
    }

    private static var signer: [FieldFault] {
        [
            FieldFault("LDS_H_26: version 2 of the signer", .sodStructure, "signerVersion") {
                $0.signerInfo[.version] = Make.integer(2)
            },
            FieldFault("LDS_H_27: version missing", .sodStructure, "malformed") {
                $0.signerInfo[.version] = .some(nil)
            },
            FieldFault("signer missing", .sodStructure, "malformed") { $0.signerInfo[.sid] = .some(nil) },
            FieldFault("LDS_H_30: MD5", .sodMessageDigest, "algorithmNotAllowed") {
                $0.signerInfo[.digest] = md5
                $0.signedData[.digests] = Make.set(md5)
            },
            FieldFault("an unknown digest", .sodMessageDigest, "unknownAlgorithm", operational: .undecided) {
                $0.signerInfo[.digest] = unknown
                $0.signerInfo[.algorithm] = unknown
                $0.signedData[.digests] = Make.set(unknown)
            },
            FieldFault("LDS_H_31: digest missing", .sodStructure, "malformed") { $0.signerInfo[.digest] = .some(nil) },
            FieldFault("LDS_H_36: MD5 with RSA", .sodSignature, "algorithmNotAllowed") {
                $0.signerInfo[.algorithm] = Make.sequence(Make.oid(OID(1, 2, 840, 113549, 1, 1, 4)))
            },
            FieldFault("RSA named for a key that is none", .sodSignature, "signatureWrong") {
                $0.signerInfo[.algorithm] = Make.sequence(Make.oid(.sha256WithRSA))
            },
            FieldFault("RSASSA-PSS without parameters", .sodSignature, "algorithmParameters") {
                $0.signerInfo[.algorithm] = Make.sequence(Make.oid(.rsaPSS))
            },
            FieldFault("an unknown signature algorithm", .sodSignature, "unknownAlgorithm", operational: .undecided) {
                $0.signerInfo[.algorithm] = unknown
            },
            FieldFault("LDS_H_38: signature missing", .sodStructure, "malformed") {
                $0.signerInfo[.signature] = .some(nil)
            },
            FieldFault("signature empty", .sodSignature, "signatureWrong") {
                $0.signerInfo[.signature] = Make.octets([])
            },
            FieldFault("message digest twice", .sodStructure, "malformed") {
                $0.attributes = { type, digest in [type, digest, digest] }
            },
            FieldFault("message digest with two values", .sodStructure, "malformed") {
                $0.attributes = { type, _ in
                    [type, Make.attribute(.messageDigestAttribute, Make.octets([0]), Make.octets([1]))]
                }
            },
            FieldFault("content type twice", .sodStructure, "malformed") {
                $0.attributes = { type, digest in [type, type, digest] }
            },
            FieldFault("message digest of another length", .sodMessageDigest, "differs") {
                $0.attributes = { type, _ in [type, Make.attribute(.messageDigestAttribute, Make.octets([0]))] }
            },
            FieldFault("LDS_H_34: signing time that is none", .sodSigningTime, "noSigningTime", operational: .accepted)
            {
                $0.attributes = { type, digest in
                    [type, digest, Make.attribute(.signingTimeAttribute, Make.octets([0]))]
                }
            },
        ]
    }

    private static var content: [FieldFault] {
        [
            FieldFault("LDS_H_39: version 2", .sodContent, "unknownVersion", operational: .undecided) {
                $0.content[0] = Make.integer(2)
            },
            FieldFault("LDS_H_40: version missing", .sodContent, "malformed") { $0.content.removeFirst() },
            FieldFault("LDS_H_41: MD5", .sodContent, "algorithmNotAllowed") { $0.content[1] = md5 },
            FieldFault("an unknown hash", .sodContent, "unknownAlgorithm", operational: .undecided) {
                $0.content[1] = unknown
            },
            FieldFault("LDS_H_42: hash algorithm missing", .sodContent, "malformed") { $0.content.remove(at: 1) },
            FieldFault("LDS_H_46: data group 17", .sodContent, "dataGroupNumber") {
                $0.appendHash(Make.hash(17, [UInt8](repeating: 0, count: 32)))
            },
            FieldFault("LDS_H_47: a hash without number", .sodContent, "malformed") {
                $0.appendHash(Make.sequence(Make.octets([0])))
            },
            FieldFault("a group with two hashes", .sodContent, "hashesDisagree") {
                $0.appendHash(Make.hash(1, [UInt8](repeating: 0, count: 32)))
            },
            FieldFault("a group listed twice", .sodContent, "repeatedDataGroup", operational: .accepted) {
                var reader = ByteReader($0.content[2])
                let hashes = (try? reader.dataObject().children()) ?? []
                $0.appendHash(hashes.first.map { Array($0.encoded) } ?? [])
            },
            FieldFault("a hash of another length", .sodContent, "hashLength") { $0.appendHash(Make.hash(16, [0])) },
            FieldFault("LDS_H_87: version 0 with LDS version", .sodContent, "versionMismatch", operational: .accepted) {
                $0.content.append(
                    Make.sequence(
                        DataObjectWriter.encode(0x13, Array("0107".utf8)),
                        DataObjectWriter.encode(0x13, Array("040000".utf8))))
            },
        ]
    }

    private static func missing(_ name: String, _ index: Int) -> FieldFault {
        FieldFault(name, .documentSignerFound, "signerMalformed") {
            $0.changesCertificate = { $0.remove(at: index) }
            $0.signerInfo[.sid] = Make.sequence($0.document.cscaName.encoded, Make.integer(0x2A))
        }
    }

    /// Version, serial number, algorithm, issuer, validity, subject, key, extensions.
    private static var certificate: [FieldFault] {
        [
            FieldFault("LDS_H_49: version missing", .documentSignerProfile, "version") {
                $0.changesCertificate = { $0.removeFirst() }
            },
            missing("LDS_H_50: serial number missing", 1), missing("LDS_H_52: algorithm missing", 2),
            missing("LDS_H_55: issuer missing", 3), missing("LDS_H_57: validity missing", 4),
            missing("LDS_H_59: key missing", 6),
            FieldFault("LDS_H_53: issuer without country", .documentSignerProfile, "countryMissing") {
                $0.changesCertificate = { fields in
                    let pair = Make.sequence(Make.oid(.commonName), DataObjectWriter.encode(0x0C, Array("CSCA".utf8)))
                    fields[3] = Make.sequence(Make.set(pair))
                }
            },
            FieldFault("LDS_H_58: a key of an unknown kind", .sodSignature, "unknownAlgorithm", operational: .undecided)
            {
                $0.changesCertificate = { $0[6] = Make.sequence(unknown, [0x03, 0x02, 0x00, 0x01]) }
            },
            FieldFault("a point that is not on its curve", .sodSignature, "signatureWrong") {
                $0.changesCertificate = { $0[6][$0[6].count - 1] ^= 0x01 }
            },
            FieldFault(
                "LDS_H_65: an unknown algorithm", .documentSignerSignature, "unknownAlgorithm", operational: .undecided
            ) {
                $0.changesCertificate = { $0[2] = unknown }
                $0.changesSignedCertificate = { $0[1] = unknown }
            },
            FieldFault("LDS_H_66: algorithm missing outside", .documentSignerFound, "signerMalformed") {
                $0.changesSignedCertificate = { $0.remove(at: 1) }
                $0.signerInfo[.sid] = Make.sequence($0.document.cscaName.encoded, Make.integer(0x2A))
            },
            FieldFault("LDS_H_68: signature missing", .documentSignerFound, "signerMalformed") {
                $0.changesSignedCertificate = { $0.removeLast() }
                $0.signerInfo[.sid] = Make.sequence($0.document.cscaName.encoded, Make.integer(0x2A))
            },
        ]
    }

    private static func adding(_ type: OID, isCritical: Bool = false, _ value: String)
        -> @Sendable (inout HandmadeSOD) -> Void
    {
        let flag: [UInt8] = isCritical ? [0x01, 0x01, 0xFF] : []
        let entry = Make.sequence(Make.oid(type), flag, Make.octets(Hexadecimal.decode(value) ?? []))
        return {
            $0.changesCertificate = { $0[7] = HandmadeSOD.appending(entry, toExtensions: $0[7], replacing: type) }
        }
    }

    private static var extensions: [FieldFault] {
        [
            FieldFault(
                "LDS_H_62: key encipherment too", .documentSignerKeyUsage, "keyUsageExtra", operational: .accepted,
                change: adding(.keyUsage, isCritical: true, "030205A0")),
            FieldFault(
                "a key for signing master lists", .documentSignerKeyUsage, "listSigner",
                change: adding(.extendedKeyUsage, "300806066781080101 03")),
            FieldFault(
                "a key for signing code", .documentSignerKeyUsage, "extendedKeyUsage", operational: .accepted,
                change: adding(.extendedKeyUsage, "300A06082B06010505070303")),
            FieldFault(
                "a key for signing code alone", .documentSignerKeyUsage, "otherPurpose",
                change: adding(.extendedKeyUsage, isCritical: true, "300A06082B06010505070303")),
            FieldFault(
                "a key for visas on chips", .documentSignerKeyUsage, "otherPurpose",
                change: adding(.extendedKeyUsage, "300A0608678108010109 0802")),
            FieldFault(
                "a key for seals", .documentSignerKeyUsage, "otherPurpose",
                change: adding(.extendedKeyUsage, "300906076781080101 0B01")),
            FieldFault(
                "an authority", .documentSignerKeyUsage, "authoritySigner", operational: .accepted,
                change: adding(.basicConstraints, isCritical: true, "30030101FF")),
            FieldFault(
                "an extension that is none", .documentSignerProfile, "malformedExtension", operational: .accepted,
                change: adding(.privateKeyUsagePeriod, "0400")),
            FieldFault(
                "a critical extension that is none", .documentSignerExtensions, "malformedCriticalExtension",
                change: adding(.keyUsage, isCritical: true, "0400")),
            FieldFault(
                "LDS_H_60: authority key identifier without key", .documentSignerProfile,
                "authorityKeyIdentifierMissing", operational: .accepted, change: adding(.authorityKeyIdentifier, "3000")
            ),
        ]
    }
}

extension HandmadeSOD {
    mutating func appendHash(_ hash: [UInt8]) {
        var reader = ByteReader(content[2])
        let hashes = (try? reader.dataObject().value) ?? []
        content[2] = DataObjectWriter.encode(0x30, Array(hashes) + hash)
    }

    static func appending(_ entry: [UInt8], toExtensions field: [UInt8], replacing type: OID, tag: Int = 0xA3)
        -> [UInt8]
    {
        var reader = ByteReader(field)
        let list = try? reader.dataObject().children().first?.children()
        let kept = (list ?? []).filter { !Array($0.value).starts(with: Self.oid(type)) }.map { Array($0.encoded) }
        return DataObjectWriter.encode(tag, DataObjectWriter.encode(0x30, containing: kept + [entry]))
    }
}

@Suite("Passive Authentication, field by field: TR-03105-5.1 LDS_H_20 to 68")
struct HandmadeFaultTests {
    @Test
    func `accepts the object that the faults start from`() throws {
        #expect(try HandmadeSOD().evaluate(.strict).failures == [])
        #expect(try HandmadeSOD().evaluate().verdict == .accepted)
    }

    @Test(arguments: FieldFault.all)
    func `ends the check that meets the fault, for that reason`(_ fault: FieldFault) throws {
        var object = HandmadeSOD()
        fault.change(&object)
        let strict = try object.evaluate(.strict)
        let operational = try object.evaluate()

        #expect(strict.verdict == fault.strict)
        #expect(operational.verdict == fault.operational)
        #expect((fault.operational == .accepted ? strict : operational).code(fault.check) == fault.code)
    }

    @Test
    func `verifies attributes in the order they are stored, and in the order they are signed`() throws {
        var object = HandmadeSOD()
        object.attributes = { type, digest in [HandmadeSOD.signingTime, digest, type] }
        #expect(try object.evaluate().quirks == [])
        object.signsStoredOrder = false
        let result = try object.evaluate()
        #expect(result.verdict == .accepted)
        #expect(result.quirks.map(\.description) == ["Q-ML2-attributes-unsorted"])
    }

    @Test
    func `takes further attributes`() throws {
        var object = HandmadeSOD()
        let other = HandmadeSOD.attribute(OID(1, 2, 840, 113549, 1, 9, 16, 2, 12), [0x30, 0x00])
        object.attributes = { type, digest in [type, digest, other] }
        #expect(try object.evaluate().verdict == .accepted)
    }

    @Test
    func `finds the signer by an issuer in another order`() throws {
        var object = HandmadeSOD()
        var reader = ByteReader(object.document.cscaName.encoded)
        let names = try reader.dataObject().children().map { Array($0.encoded) }
        object.signerInfo[.sid] = HandmadeSOD.sequence(
            DataObjectWriter.encode(0x30, containing: names.reversed()), HandmadeSOD.integer(0x2A))
        let result = try object.evaluate(.strict)
        #expect(result.failures == [])
        #expect(result.quirks.map(\.description) == ["Q31-issuer-rdn-order"])
    }

    @Test
    func `takes the certificate whose issuer is written as the signer writes it`() throws {
        var object = HandmadeSOD()
        let genuine = try object.document.signerCertificate()
        var other = object.document
        other.signerKey = TestKeys.other
        other.namedIssuer = TestDocument.name("CSCA utopia")
        for certificates in [try genuine + other.signerCertificate(), try other.signerCertificate() + genuine] {
            object.signedData[.certificates] = DataObjectWriter.encode(0xA0, certificates)
            let result = try object.evaluate()
            #expect(result.verdict == .accepted)
            #expect(result.quirks == [])
        }
    }

    @Test
    func `names bytes after the object`() throws {
        let object = HandmadeSOD()
        let sod = try object.encoded() + [0x00, 0x00]
        let result = try object.document.authentication(.strict).evaluate(object.document.reading(sod: sod))
        #expect(result.failures == [])
        #expect(result.quirks.map(\.description) == ["trailing-bytes"])
    }

    @Test
    func `refuses content that is not signed data`() throws {
        let object = HandmadeSOD()
        var sod = try object.encoded()
        let type = Array(OID.signedData.contents)
        let start = try #require(sod.indices.first { sod[$0...].starts(with: type) })
        sod[start + type.count - 1] ^= 0x01
        let result = try object.document.authentication().evaluate(object.document.reading(sod: sod))
        #expect(result.code(.sodStructure) == "malformed")
    }

    @Test
    func `keeps the first of several certificates from hiding the signer`() throws {
        var object = HandmadeSOD()
        let csca = try object.document.cscaCertificate()
        let plain = try SignedData(contentInfo: Array(object.encoded().dropFirst(4)))
        let signer = try #require(plain.certificates.first)
        object.signedData[.certificates] = DataObjectWriter.encode(0xA0, csca.encoded + signer.encoded)
        // The signature covers no certificate, so the one encoded before still fits.
        #expect(try object.evaluate().verdict == .accepted)
    }
}
