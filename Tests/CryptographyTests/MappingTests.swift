import ByteCoding
import Conformance
import Cryptography
import Standards
import TestSupport
import Testing

@Suite("Mapping of a nonce: Doc 9303-11 §4.4.3.3, Appendix B")
struct MappingTests {
    @Test(arguments: try IntegratedMappingVector.published())
    func `comes to the published element and generator`(_ vector: IntegratedMappingVector) throws {
        try vector.check()
    }

    @Test(arguments: EllipticCurve.allCases)
    func `maps elements to points of every curve but P-224`(_ curve: EllipticCurve) throws {
        guard curve != .secp224r1 else {
            #expect(!curve.allowsIntegratedMapping)
            #expect(throws: CryptographyError.unsuitableParameters) { try curve.generator(integratedMapping: [2]) }
            return
        }
        var random = SystemRandomSource()
        for _ in 0..<20 {
            let point = try curve.generator(integratedMapping: random.bytes(curve.byteCount))
            #expect(try CurvePoint(point.encoded, on: curve) == point)
        }
    }

    @Test(arguments: [[0x00], [0x01]] as [[UInt8]])
    func `refuses elements that no point stands for`(_ element: [UInt8]) {
        #expect(throws: CryptographyError.degenerateSecret) {
            try EllipticCurve.brainpoolP256r1.generator(integratedMapping: element)
        }
    }

    @Test func `refuses a generator of one, and a group without an order`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        #expect(throws: CryptographyError.degenerateSecret) { try group.generator(integratedMapping: [0x01]) }
        #expect(throws: CryptographyError.degenerateSecret) { try group.generator(integratedMapping: [0x00]) }
        let open = try DHGroup(p: group.p, g: group.g, q: nil)
        #expect(throws: CryptographyError.unsuitableParameters) { try open.generator(integratedMapping: [0x02]) }
        #expect(throws: CryptographyError.degenerateSecret) {
            try group.generator(genericMapping: SecretBytes([0]), sharedSecret: SecretBytes([1]))
        }
    }

    @Test func `refuses a generator at infinity`() throws {
        let curve = EllipticCurve.secp256r1
        let order = curve.domainParameters.order
        let minusOne = Array(order.dropLast()) + [(order.last ?? 0) - 1]
        let opposite = try #require(curve.generator.multiplied(byScalar: minusOne))
        #expect(throws: CryptographyError.degenerateSecret) {
            try curve.generator(genericMapping: SecretBytes([1]), sharedPoint: opposite)
        }
        #expect(try curve.generator(genericMapping: SecretBytes(order), sharedPoint: opposite) == opposite)
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) {
            try EllipticCurve.brainpoolP256r1.generator(genericMapping: SecretBytes([1]), sharedPoint: opposite)
        }
    }

    @Test(
        arguments: [(.tripleDES, 16), (.aes128, 16), (.aes192, 32), (.aes256, 32)] as [(BlockCipher, Int)])
    func `wants nonces of exactly the specified length`(_ cipher: BlockCipher, count: Int) throws {
        #expect(IntegratedMapping.nonceByteCount(for: cipher) == count)
        let p = EllipticCurve.secp256r1.domainParameters.p
        let t = [UInt8](repeating: 7, count: cipher.keyByteCount)
        let s = [UInt8](repeating: 9, count: count)
        #expect(
            try IntegratedMapping.pseudoRandom(nonce: s, terminalNonce: t, modulo: p, cipher: cipher).count == 32)
        #expect(throws: CryptographyError.wrongLength(expected: count, found: count - 8)) {
            try IntegratedMapping.pseudoRandom(
                nonce: Array(s.dropLast(8)), terminalNonce: t, modulo: p, cipher: cipher)
        }
        #expect(throws: CryptographyError.wrongLength(expected: t.count, found: t.count + 1)) {
            try IntegratedMapping.pseudoRandom(nonce: s, terminalNonce: t + [0], modulo: p, cipher: cipher)
        }
    }

    @Test func `makes no proof of keys on two curves`() throws {
        let own = try ECDHKeyPair(on: .secp256r1, scalar: [5])
        let other = try ECDHKeyPair(on: .brainpoolP256r1, scalar: [5])
        #expect(throws: CryptographyError.algorithmDoesNotFitKey) { try own.chipAuthenticationData(for: other) }
    }
}

@Suite("Domain parameters of a document: Doc 9303-11 §9.5")
struct KeyAgreementParametersTests {
    @Test(arguments: 0..<32)
    func `knows the numbers of the table alone`(_ number: Int) {
        let known = [0, 1, 2] + Array(8...18)
        #expect((KeyAgreementParameters(standardized: number) != nil) == known.contains(number))
    }

    @Test(arguments: 0..<3)
    func `reads groups that are written out`(_ number: Int) throws {
        let group = try #require(DHGroup(standardizedDomainParameters: number))
        #expect(try KeyAgreementParameters(algorithmIdentifier: identifier(group)) == .dh(group))
    }

    @Test(arguments: EllipticCurve.allCases)
    func `reads curves by name and by number`(_ curve: EllipticCurve) throws {
        let oid = DataObjectWriter.encode(0x06, OID(1, 2, 840, 10045, 2, 1).contents)
        for parameters in [DataObjectWriter.encode(0x06, curve.oid.contents), curve.domainParameters.encoded] {
            let encoded = DataObjectWriter.encode(0x30, containing: [oid, parameters])
            #expect(try KeyAgreementParameters(algorithmIdentifier: encoded) == .ecdh(curve))
        }
    }

    @Test func `refuses groups that are short, not of prime order, or of no known order`() throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 0))
        let q = try #require(group.q)
        // 3·q is no prime, though the generator to it is one.
        let triple = multiplied(q, by: 3)
        for false_ in [
            try DHGroup(p: group.p, g: group.g, q: nil), try DHGroup(p: group.p, g: group.g, q: triple),
            try DHGroup(p: [UInt8](repeating: 0xFF, count: 64), g: [2], q: nil),
        ] {
            #expect(throws: CryptographyError.unsuitableParameters) {
                try KeyAgreementParameters(algorithmIdentifier: identifier(false_))
            }
        }
    }

    private func multiplied(_ number: [UInt8], by factor: Int) -> [UInt8] {
        var carry = 0
        var digits: [UInt8] = []
        for digit in number.reversed() {
            carry += Int(digit) * factor
            digits.insert(UInt8(carry & 0xFF), at: 0)
            carry >>= 8
        }
        return [UInt8(carry)] + digits
    }

    private func identifier(_ group: DHGroup) -> [UInt8] {
        func integer(_ bytes: [UInt8]) -> [UInt8] { DataObjectWriter.encode(0x02, [0] + bytes) }
        let numbers = [integer(group.p), integer(group.g)] + (group.q.map { [integer($0)] } ?? [])
        let oid = group.q == nil ? OID(1, 2, 840, 113549, 1, 3, 1) : OID(1, 2, 840, 10046, 2, 1)
        return DataObjectWriter.encode(
            0x30,
            containing: [
                DataObjectWriter.encode(0x06, oid.contents), DataObjectWriter.encode(0x30, containing: numbers),
            ])
    }
}

@Suite("A curve that the library lacks")
struct MissingCurveTests {
    @Test func `is an error when a key on it is decoded`() throws {
        let key = try PrivateKey.generateEC(curve: .brainpoolP320r1)
        let encoded = key.publicKey.subjectPublicKeyInfo
        let explicit = key.subjectPublicKeyInfo(explicitParameters: true)
        let pkcs8 = key.pkcs8
        let point = try #require(key.publicKey.point?.encoded)
        let missing = CryptographyError.unavailableCurve(.brainpoolP320r1)

        try EllipticCurve.$assumedMissing.withValue([.brainpoolP320r1]) {
            #expect(!EllipticCurve.brainpoolP320r1.isAvailable)
            #expect(throws: missing) { try PublicKey(subjectPublicKeyInfo: encoded) }
            #expect(throws: missing) { try PublicKey(subjectPublicKeyInfo: explicit) }
            #expect(throws: missing) { try PrivateKey(pkcs8: pkcs8) }
            #expect(throws: missing) { try PrivateKey(curve: .brainpoolP320r1, scalar: [1]) }
            #expect(throws: missing) { try PrivateKey.generateEC(curve: .brainpoolP320r1) }
            #expect(throws: missing) { try CurvePoint(point, on: .brainpoolP320r1) }
            #expect(throws: missing) { try ECDHKeyPair(on: .brainpoolP320r1, scalar: [1]) }
            #expect(throws: missing) { try EllipticCurve.brainpoolP320r1.generator(integratedMapping: [2]) }
            var random = SystemRandomSource()
            #expect(throws: missing) { try ECDHKeyPair(on: .brainpoolP320r1, random: &random) }
            _ = try PublicKey(point: EllipticCurve.brainpoolP256r1.generator)
        }
    }
}
