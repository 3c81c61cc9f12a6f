import Conformance
import Cryptography
import Standards
import TestSupport
import Testing

@Suite("Elliptic curves: Doc 9303-11 §9.5.1, RFC 5639, BSI TR-03111")
struct CurveTests {
    static func domainParameters() throws -> [DomainParametersVector] {
        try DomainParametersVector.published()
    }
    static func products() throws -> [PointProductVector] { try PointProductVector.published() }
    static func points() throws -> [PointVector] {
        try PointVector.published()
    }
    static func explicitParameters() throws -> [ExplicitParametersVector] {
        try ExplicitParametersVector.published()
    }

    @Test(arguments: try domainParameters())
    func `holds the published numbers`(_ vector: DomainParametersVector) throws {
        try vector.check()
    }

    @Test(arguments: [-1, 0, 3, 7, 19, 31])
    func `knows no curve under a number that is none`(number: Int) {
        #expect(EllipticCurve(standardizedDomainParameters: number) == nil)
    }

    @Test(arguments: EllipticCurve.allCases)
    func `is found by identifier, has coordinates of its length and a generator of its order`(
        _ curve: EllipticCurve
    ) throws {
        let generator = curve.generator
        var order = curve.domainParameters.order
        let atInfinity = generator.times(order)
        order[order.count - 1] -= 1
        let negative = try #require(generator.times(order))

        #expect(EllipticCurve(oid: curve.oid) == curve)
        #expect(generator.encoded.count == 1 + 2 * curve.byteCount && curve.domainParameters.p.count == curve.byteCount)
        #expect(atInfinity == nil)
        #expect(negative.x == generator.x && negative.y != generator.y)
        #expect(generator.adding(negative) == nil)
        #expect(generator.adding(generator) == generator.times([2]))
    }

    @Test
    func `knows no curve by another identifier`() {
        #expect(EllipticCurve(oid: OID(1, 3, 132, 0, 10)) == nil)  // secp256k1
        #expect(EllipticCurve(oid: OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 15)) == nil)
    }

    @Test(arguments: try products())
    func `multiplies the generator to the published point`(_ vector: PointProductVector) throws {
        try vector.check()
    }

    @Test(arguments: try points())
    func `takes points of the curve and no others`(_ vector: PointVector) throws {
        try vector.check()
    }

    @Test(arguments: EllipticCurve.allCases)
    func `reads compressed and hybrid points, and none whose sign is wrong`(_ curve: EllipticCurve) throws {
        let generator = curve.generator
        let parity = (generator.encoded.last ?? 0) & 1
        let hybrid = [0x06 | parity] + generator.encoded.dropFirst()
        var wrongSign = hybrid
        wrongSign[0] ^= 1

        #expect(try CurvePoint(generator.compressed, on: curve) == generator)
        #expect(try CurvePoint(hybrid, on: curve) == generator)
        #expect(throws: CryptographyError.invalidPoint(.notOnCurve)) { try CurvePoint(wrongSign, on: curve) }
        #expect(try CurvePoint([generator.compressed[0] ^ 1] + generator.x, on: curve) != generator)
    }

    @Test(arguments: EllipticCurve.allCases)
    func `takes neither the point at infinity nor coordinates beyond the prime`(_ curve: EllipticCurve) {
        let count = 2 * curve.byteCount
        for zeros in [[0x00], [UInt8](repeating: 0, count: 1 + count)] {
            #expect(throws: CryptographyError.invalidPoint(.atInfinity)) { try CurvePoint(zeros, on: curve) }
        }
        for bytes in [[], [0x04], [0x05] + [UInt8](repeating: 0, count: count), [0x02], curve.generator.encoded + [0]] {
            #expect(throws: CryptographyError.invalidPoint(.malformed)) { try CurvePoint(bytes, on: curve) }
        }
        for byte in [UInt8(0x00), 0xFF] {
            let bytes = [0x04] + [UInt8](repeating: byte, count: count)
            #expect(throws: CryptographyError.invalidPoint(.notOnCurve)) { try CurvePoint(bytes, on: curve) }
        }
    }

    @Test(arguments: try explicitParameters())
    func `finds the curve of explicit parameters, with a seed or without`(_ vector: ExplicitParametersVector) throws {
        try vector.check()
    }
}
