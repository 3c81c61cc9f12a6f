import ByteCoding
import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Testing

@Suite("The simulated chip's Active Authentication: Doc 9303-11 §6.1")
struct ActiveAuthenticationTests {
    private static let challenge: [UInt8] = [0xF1, 0x73, 0x58, 0x99, 0x74, 0xBF, 0x40, 0xC6]

    private static func document(_ profile: ActiveAuthenticationProfile) throws -> IssuedDocument {
        var document = DocumentProfile(mrzLines: try Specimen.utopia().mrzLines)
        document.accessControl = .open
        document.activeAuthentication = profile
        return try document.issue()
    }

    private static func sign(
        _ document: IssuedDocument, behaviour: ChipBehaviour = ChipBehaviour(), isExtended: Bool = false
    ) throws -> ResponseAPDU {
        var chip = SimulatedChip(document, behaviour: behaviour)
        _ = try chip.transmit(
            CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]))
        return try chip.transmit(
            CommandAPDU(
                ins: 0x88, p1: 0, p2: 0, data: challenge, expectedCount: isExtended ? 65_536 : 256,
                prefersExtendedLength: isExtended))
    }

    private static func publicKey(_ document: IssuedDocument) throws -> PublicKey {
        let file = try #require(document.files[.dataGroup(.dg15)])
        return try PublicKey(subjectPublicKeyInfo: DG15(encoded: file).subjectPublicKeyInfo)
    }

    static let trailers: [(HashAlgorithm, ActiveAuthenticationKey.Trailer, [UInt8])] = [
        (.sha1, .implicit, [0xBC]), (.sha1, .explicit, [0x33, 0xCC]), (.sha224, .explicit, [0x38, 0xCC]),
        (.sha256, .explicit, [0x34, 0xCC]), (.sha384, .explicit, [0x36, 0xCC]), (.sha512, .explicit, [0x35, 0xCC]),
    ]

    @Test(arguments: trailers.indices)
    func `signs by ISO 9796-2 with each hash and trailer`(_ index: Int) throws {
        let (hash, trailer, ending) = Self.trailers[index]
        let document = try Self.document(
            ActiveAuthenticationProfile(key: .rsa(bits: 1280), hash: hash, trailer: trailer))
        let answer = try Self.sign(document)
        let block = try #require(Self.publicKey(document).recoverRSA(answer.data))
        let digest = block.dropLast(ending.count).suffix(hash.byteCount)
        let m1 = block.dropFirst().dropLast(ending.count + hash.byteCount)

        #expect(answer.status == .success)
        #expect(block.first == 0x6A)
        #expect(Array(block.suffix(ending.count)) == ending)
        #expect(Array(digest) == hash.hash(m1 + Self.challenge))
    }

    @Test
    func `gives the smaller root where it is asked to`() throws {
        for _ in 0..<4 {
            let document = try Self.document(
                ActiveAuthenticationProfile(key: .rsa(bits: 1024), hash: .sha1, takesSmallerRoot: true))
            let root = try Self.sign(document).data
            guard case .rsa(let modulus, _) = try Self.publicKey(document).kind else {
                Issue.record("no RSA key")
                return
            }
            let recovered = try #require(Self.publicKey(document).recoverRSA(root))

            // Below half the modulus: at most 7F, since the modulus begins with a set bit.
            #expect(root[0] <= modulus[0] / 2)
            #expect(recovered.last == 0xBC || (UInt8(modulus.last ?? 0) &- UInt8(recovered.last ?? 0)) == 0xBC)
        }
    }

    @Test(arguments: [false, true])
    func `signs by ECDSA`(isDER: Bool) throws {
        let document = try Self.document(
            ActiveAuthenticationProfile(key: .ellipticCurve(.brainpoolP256r1), hash: .sha256, isDER: isDER))
        let answer = try Self.sign(document)

        #expect(answer.data.count == 64 || isDER)
        #expect(
            try Self.publicKey(document).verify(
                signature: answer.data, over: Self.challenge,
                algorithm: .ecdsa(.sha256, encoding: isDER ? .der : .plain)))
    }

    @Test
    func `refuses, cuts, empties or alters as it is told`() throws {
        let document = try Self.document(ActiveAuthenticationProfile(key: .rsa(bits: 2560), hash: .sha256))
        var behaviour = ChipBehaviour()
        #expect(try Self.sign(document).status == .wrongLength)
        #expect(try Self.sign(document, isExtended: true).data.count == 320)
        behaviour.activeAuthentication = .truncated
        #expect(try Self.sign(document, behaviour: behaviour).data.count == 256)
        behaviour.activeAuthentication = .emptyForExtended
        #expect(try Self.sign(document, behaviour: behaviour, isExtended: true) == ResponseAPDU(status: .success))
        behaviour.activeAuthentication = .refusing(.instructionNotSupported)
        #expect(try Self.sign(document, behaviour: behaviour).status == .instructionNotSupported)
        behaviour.activeAuthentication = .altered
        let altered = try Self.sign(document, behaviour: behaviour, isExtended: true).data
        #expect(try Self.publicKey(document).recoverRSA(altered)?.last != 0xCC)
    }

    @Test
    func `sends a long answer in pieces where it chains`() throws {
        let document = try Self.document(ActiveAuthenticationProfile(key: .rsa(bits: 2560), hash: .sha256))
        var behaviour = ChipBehaviour()
        behaviour.chainsResponses = true
        var chip = SimulatedChip(document, behaviour: behaviour)
        _ = chip.process(try #require(Hexadecimal.decode("00A4040C07A0000002471001")))
        let first = chip.process([0x00, 0x88, 0x00, 0x00, 0x08] + Self.challenge + [0x00])
        let rest = chip.process([0x00, 0xC0, 0x00, 0x00, 0x40])

        #expect(first.count == 258 && Array(first.suffix(2)) == [0x61, 0x40])
        #expect(rest.count == 66 && Array(rest.suffix(2)) == [0x90, 0x00])
        let signature = Array(first.dropLast(2) + rest.dropLast(2))
        #expect(try Self.publicKey(document).recoverRSA(signature)?.first == 0x6A)
    }
}
