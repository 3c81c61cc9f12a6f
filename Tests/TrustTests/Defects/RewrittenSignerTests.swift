import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("Signers whose certificate was written anew in the security object: RFC 5652 §5.1")
struct RewrittenSignerTests {
    /// What somebody who holds a document can do to the certificate in it.
    enum Rewriting: CaseIterable {
        case nothing, longLength, otherSignature, nullBehindAlgorithm

        func apply(_ certificate: [UInt8]) throws -> [UInt8] {
            var file = ByteReader(certificate)
            var outer = try file.open(0x30)
            let signed = Array(try outer.dataObject().encoded)
            var algorithm = Array(try outer.dataObject().encoded)
            var signature = Array(try outer.dataObject().encoded)
            switch self {
            case .nothing: return certificate
            case .longLength:
                let contents = signed + algorithm + signature
                return [0x30, 0x83, 0, UInt8(contents.count >> 8), UInt8(contents.count & 0xFF)] + contents
            case .otherSignature: signature = try Self.otherSignature(Certificate(encoded: certificate).signature)
            case .nullBehindAlgorithm:
                var reader = try ByteReader(algorithm).contents()
                algorithm = DataObjectWriter.encode(
                    0x30, containing: [Array(try reader.dataObject().encoded), [0x05, 0x00]])
            }
            return DataObjectWriter.encode(0x30, containing: [signed, algorithm, signature])
        }

        /// (r, n − s) on the curve of `TestKeys.csca`.
        private static func otherSignature(_ signature: [UInt8]) throws -> [UInt8] {
            var reader = try ByteReader(signature).contents()
            let r = Array(try reader.dataObject().encoded)
            let s = Array(try reader.dataObject().value)
            let order = [0] + EllipticCurve.secp256r1.domainParameters.order
            let padded = [UInt8](repeating: 0, count: order.count - s.count) + s
            var (value, borrow) = (order, 0)
            for index in order.indices.reversed() {
                let digit = Int(order[index]) - Int(padded[index]) - borrow
                borrow = digit < 0 ? 1 : 0
                value[index] = UInt8(digit & 0xFF)
            }
            var shortest = Array(value.drop { $0 == 0 })
            if shortest.first ?? 0 >= 0x80 { shortest = [0] + shortest }
            let both = DataObjectWriter.encode(0x30, containing: [r, DataObjectWriter.encode(0x02, shortest)])
            return DataObjectWriter.encode(0x03, [0] + both)
        }
    }

    /// A document in whose object the certificate was written anew, and the certificate that the list means.
    private struct Example {
        let document = TestDocument()
        let certificate: Certificate
        let sod: [UInt8]

        init(_ rewriting: Rewriting) throws {
            let encoded = try document.signerCertificate()
            certificate = try Certificate(encoded: encoded)
            var all = document.groups
            all[.dg1] = FileEncoder.dg1(lines: document.lines)
            let whole = try SODIssuer(
                key: document.signerKey, certificate: encoded, algorithm: document.signerAlgorithm
            )
            .issue(all, options: document.options)
            sod = try Self.replacing(encoded, by: rewriting.apply(encoded), in: whole)
        }

        /// The object with another certificate in its place.
        private static func replacing(_ old: [UInt8], by new: [UInt8], in file: [UInt8]) throws -> [UInt8] {
            var reader = ByteReader(file)
            let object = try reader.dataObject()
            return try replacing(old, by: new, in: object)
        }

        private static func replacing(_ old: [UInt8], by new: [UInt8], in object: DataObject) throws -> [UInt8] {
            if object.encoded.elementsEqual(old) { return new }
            guard object.isConstructed, object.value.count >= old.count else { return Array(object.encoded) }
            return try DataObjectWriter.encode(
                object.tag, containing: object.children().map { try replacing(old, by: new, in: $0) })
        }

        func record() -> SecurityObjectRecord {
            var all = document.groups
            all[.dg1] = FileEncoder.dg1(lines: document.lines)
            return SecurityObjectRecord(sod: sod, files: all)
        }

        func context(_ rules: [DefectRule]) throws -> PassiveAuthentication {
            var defects = DefectCatalogue()
            defects.add(rules, from: DefectRuleTests.source, standing: .direct)
            return PassiveAuthentication(
                material: LoadedTrustMaterial(
                    anchors: CSCAAnchors([try document.cscaCertificate()]), defects: defects),
                at: document.time)
        }
    }

    private static let revoked = DefectListContents.KnownDefect.revoked(status: 2)

    private static func list(
        _ certificate: Certificate, byKey: Bool = false, hash: [UInt8]? = nil,
        _ known: [DefectListContents.KnownDefect] = [revoked]
    ) throws -> DefectList {
        let signer: DefectListContents.Signer =
            byKey
            ? .subjectKeyIdentifier(certificate.subjectKeyIdentifier ?? [])
            : .issuerAndSerialNumber(issuer: certificate.issuer.encoded, serialNumber: certificate.serialNumber)
        let contents = DefectListContents(defects: [
            .init(
                signer: signer, certificateHash: hash ?? HashAlgorithm.sha256.hash(certificate.encoded), known: known)
        ])
        let key = ListSigner(
            key: TestKeys.signer, certificate: certificate.encoded, algorithm: .ecdsa(.sha256, encoding: .der))
        let signed = try SignedData(
            contentInfo: key.defectList(contents, options: .init(signingTime: TestDocument.day(2026))))
        return try DefectList(encoded: signed.eContent ?? [])
    }

    @Test(arguments: Rewriting.allCases, [true, false])
    func `stay revoked by a list with the hash of their certificate`(_ rewriting: Rewriting, byKey: Bool) throws {
        let example = try Example(rewriting)
        let rules = DefectRule.rules(
            of: try Self.list(example.certificate, byKey: byKey), from: DefectRuleTests.source)
        for rules in [rules, rules.filter { if case .certificateDigest? = $0.signer { true } else { false } }] {
            let context = try example.context(rules)
            let result = context.evaluate(try example.document.reading(sod: example.sod))
            #expect(result.code(.sodSignature) == nil && result.code(.documentSignerSignature) == nil)
            #expect(result.code(.documentSignerRevocation) == "revoked")
            #expect(result.verdict == .rejected)
            #expect(result.defects.count == 1, "what a list says in two ways is one thing")
            var judge = RepeatedJudgement(context)
            for _ in 0..<3 {
                #expect(judge.judge(example.record()).result.code(.documentSignerRevocation) == "revoked")
            }
            #expect(judge.counts.repeated == 2)
        }
    }

    @Test(arguments: Rewriting.allCases, [true, false])
    func `stay revoked by a list in a store`(_ rewriting: Rewriting, byKey: Bool) throws {
        let example = try Example(rewriting)
        let place = TestStore()
        let store = try place.open()
        var delivery = TrustDelivery.test(.defectList, "defects", .accepted)
        delivery.defectLists = [.init(try Self.list(example.certificate, byKey: byKey))]
        _ = try store.take([delivery], at: example.document.time)
        let signer = try Certificate(encoded: rewriting.apply(example.certificate.encoded))
        let found = try store.material(at: example.document.time).defects(of: DocumentIdentity(signer: signer))
        #expect(found.map(\.type) == [Self.revoked.identifier])
    }

    @Test(arguments: Rewriting.allCases)
    func `are excused by their certificate to the letter alone`(_ rewriting: Rewriting) throws {
        let example = try Example(rewriting)
        let excuse = DefectListContents.KnownDefect(.defect(2, 2), parameters: [0x0A, 0x01, 0x01])
        let rules = DefectRule.rules(
            of: try Self.list(example.certificate, [excuse, Self.revoked]), from: DefectRuleTests.source)
        let defects = try example.context(rules).evaluate(example.document.reading(sod: example.sod)).defects
        let expected = rewriting == .nothing ? [excuse.identifier, Self.revoked.identifier] : [Self.revoked.identifier]
        #expect(Set(defects.map(\.defect.type)) == Set(expected))
    }

    @Test
    func `are named by their issuer and number where the hash is another certificate's`() throws {
        let example = try Example(.nothing)
        let rules = DefectRule.rules(
            of: try Self.list(example.certificate, hash: [UInt8](repeating: 1, count: 32)),
            from: DefectRuleTests.source)
        let result = try example.context(rules).evaluate(example.document.reading(sod: example.sod))
        #expect(result.code(.documentSignerRevocation) == "revoked")
    }

    @Test(arguments: Rewriting.allCases)
    func `are named where their certificate is not in DER`(_ rewriting: Rewriting) throws {
        let example = try Example(rewriting)
        let result = try example.context([]).evaluate(example.document.reading(sod: example.sod))
        let isNamed = result.quirks.contains { $0.name == "not-der" && $0.place == .signer }
        #expect(isNamed == (rewriting == .longLength))
    }
}

extension ByteReader {
    /// What is inside the data object that comes next.
    fileprivate func contents() throws(DecodingFailure) -> ByteReader {
        var reader = self
        return try reader.open(0x30)
    }
}
