import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("Signatures whose DigestInfo lacks its NULL: RFC 8017 §9.2, Q-ML1")
struct DigestInfoTests {
    /// Where the NULL is missing.
    enum Place: CaseIterable {
        case object, certificate, both
    }

    /// A block that ends in a DigestInfo; without NULL, and as specified but for what is given.
    private static func block(
        _ message: [UInt8], _ hash: HashAlgorithm, byteCount: Int, parameters: [UInt8] = [],
        start: [UInt8] = [0x00, 0x01], padding: UInt8 = 0xFF, separator: [UInt8] = [0x00], digestSuffix: [UInt8] = [],
        end: [UInt8] = []
    ) -> [UInt8] {
        let algorithm = DataObjectWriter.encode(
            0x30, DataObjectWriter.encode(0x06, hash.oid.contents) + parameters)
        let digest = DataObjectWriter.encode(0x04, hash.hash(message) + digestSuffix)
        let rest = separator + DataObjectWriter.encode(0x30, containing: [algorithm, digest]) + end
        return start + [UInt8](repeating: padding, count: byteCount - start.count - rest.count) + rest
    }

    private static func sign(
        _ message: [UInt8], parameters: [UInt8] = [], start: [UInt8] = [0x00, 0x01], padding: UInt8 = 0xFF,
        separator: [UInt8] = [0x00], digestSuffix: [UInt8] = [], end: [UInt8] = []
    ) throws -> [UInt8] {
        try TestKeys.rsa.rawRSA(
            block(
                message, .sha256, byteCount: 256, parameters: parameters, start: start, padding: padding,
                separator: separator, digestSuffix: digestSuffix, end: end))
    }

    private func reading(_ place: Place) throws -> (TestDocument, ChipReading) {
        var document = TestDocument()
        (document.cscaKey, document.cscaAlgorithm) = (TestKeys.rsa, .rsaPKCS1(.sha256))
        (document.signerKey, document.signerAlgorithm) = (TestKeys.rsa, .rsaPKCS1(.sha256))
        var certificate = try document.signerCertificate()
        if place != .object {
            let read = try Certificate(encoded: certificate)
            certificate = DataObjectParts.certificate(
                read.tbs, DataObjectParts.algorithm(of: read), try Self.sign(read.tbs))
        }
        var groups = document.groups
        groups[.dg1] = FileEncoder.dg1(lines: document.lines)
        var sod = try SODIssuer(
            key: TestKeys.rsa, certificate: certificate, algorithm: document.signerAlgorithm
        ).issue(groups, options: document.options)
        if place != .certificate {
            let info = try #require(try SOD(encoded: sod).signedData.signerInfos.first)
            let attributes = try #require(info.signedAttributes)
            // The signature is the last of the file.
            sod = sod.dropLast(info.signature.count) + (try Self.sign(attributes.storedAsSet))
        }
        return (document, try document.reading(sod: sod))
    }

    @Test(arguments: Place.allCases, TrustPolicy.Name.allCases)
    func `are refused under every policy, and named`(_ place: Place, name: TrustPolicy.Name) throws {
        let (document, reading) = try reading(place)
        let result = try document.authentication(TrustPolicy(name: name)).evaluate(reading)
        #expect(result.verdict == .rejected)
        let isObject = result.code(.sodSignature) == "digestInfoWithoutNull"
        let isCertificate = result.code(.documentSignerSignature) == "digestInfoWithoutNull"
        #expect(isObject == (place != .certificate))
        #expect(isCertificate == (place != .object))
        #expect(result.quirks.map(\.description) == ["Q-ML1-digest-info-without-null"])
        if place != .certificate { #expect(result.verifiedSOD == nil) }
        // Under `strict` trust wants a revocation list too.
        #expect((result.trust == .notTrusted) == (place != .object))
    }

    @Test(arguments: Place.allCases, TrustPolicy.Name.allCases)
    func `are accepted where somebody asks for that, and named all the same`(
        _ place: Place, name: TrustPolicy.Name
    ) throws {
        let (document, reading) = try reading(place)
        let policy = TrustPolicy(name: name).accepting([.digestInfoWithoutNull])
        let result = try document.authentication(policy).evaluate(reading)
        #expect(result.failures == [])
        #expect(result.code(.sodSignature) == nil)
        #expect(result.trust == (name == .strict ? .undetermined : .trusted))
        #expect(result.quirks.map(\.description) == ["Q-ML1-digest-info-without-null"])
        let evidence = result.findings.flatMap(\.evidence).filter { $0.name == "tolerated" }
        #expect(evidence.count == (place == .both ? 2 : 1))
    }

    // MARK: Nothing else

    @Test func `are told from right ones`() throws {
        let message: [UInt8] = [1, 2, 3]
        let key = TestKeys.rsa.publicKey
        let null = try Self.sign(message, parameters: [0x05, 0x00])
        #expect(try key.verify(signature: null, over: message, algorithm: .rsaPKCS1(.sha256)))
        #expect(!key.verifiesWithoutNull(signature: null, over: message, hash: .sha256))
        let without = try Self.sign(message)
        #expect(try !key.verify(signature: without, over: message, algorithm: .rsaPKCS1(.sha256)))
        #expect(key.verifiesWithoutNull(signature: without, over: message, hash: .sha256))
        #expect(!key.verifiesWithoutNull(signature: without, over: [1, 2, 4], hash: .sha256))
        #expect(!key.verifiesWithoutNull(signature: without, over: message, hash: .sha224))
        #expect(!key.verifiesWithoutNull(signature: [0] + without, over: message, hash: .sha256))
        #expect(!TestKeys.signer.publicKey.verifiesWithoutNull(signature: without, over: message, hash: .sha256))
    }

    /// Blocks that a lenient parser takes, by which signatures under small exponents were forged.
    @Test func `have the whole padding, and nothing behind the digest`() throws {
        let message: [UInt8] = [1, 2, 3]
        let forged = [
            try Self.sign(message, start: [0x00, 0x02]), try Self.sign(message, start: [0x00, 0x00]),
            try Self.sign(message, padding: 0xFE), try Self.sign(message, separator: [0x00, 0x00]),
            try Self.sign(message, separator: [0x01]), try Self.sign(message, digestSuffix: [0x00]),
            try Self.sign(message, end: [0x00]), try Self.sign(message, end: [UInt8](repeating: 0x5A, count: 100)),
            try Self.sign(message, parameters: [0x05, 0x01, 0x00]), try Self.sign(message, parameters: [0x04, 0x00]),
        ]
        for (index, signature) in forged.enumerated() {
            let isTaken = TestKeys.rsa.publicKey.verifiesWithoutNull(
                signature: signature, over: message, hash: .sha256)
            #expect(!isTaken, "\(index)")
        }
    }

    @Test func `do not fit into a key that leaves no room for padding`() throws {
        // 75 bytes hold a DigestInfo of SHA-384 and seven bytes of padding, 76 bytes eight.
        for (bits, fits) in [(600, false), (608, true)] {
            let key = try PrivateKey.generateRSA(bits: bits)
            let signature = try key.rawRSA(Self.block([1], .sha384, byteCount: bits / 8))
            let isTaken = key.publicKey.verifiesWithoutNull(signature: signature, over: [1], hash: .sha384)
            #expect(isTaken == fits)
        }
    }
}
