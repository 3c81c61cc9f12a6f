import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Testing

@Suite("Chip Authentication in a read: Doc 9303-11 §6.2, field notes 82 and 89 to 94")
struct ChipAuthenticationReadTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let keys: @Sendable () throws -> [EACDocument.Key]
    }

    static let kinds: [Kind] = [
        Kind(testDescription: "ECDH, Triple DES") { [try .ecdh(cipher: 1)] },
        Kind(testDescription: "ECDH, AES-128") { [try .ecdh(.secp256r1, cipher: 2)] },
        Kind(testDescription: "ECDH, AES-192, key 200") { [try .ecdh(.brainpoolP384r1, keyID: 200, cipher: 3)] },
        Kind(testDescription: "ECDH, AES-256, key 300") { [try .ecdh(.secp521r1, keyID: 300, cipher: 4)] },
        Kind(testDescription: "DH 1024, Triple DES") { [try .dh(0, cipher: 1)] },
        Kind(testDescription: "DH 1024, AES-128, key 1") { [try .dh(0, keyID: 1, cipher: 2)] },
        Kind(testDescription: "DH 2048, AES-256") { [try .dh(2, cipher: 4)] },
        Kind(testDescription: "nothing said of the protocol") { [try .ecdh(cipher: nil)] },
        Kind(testDescription: "two keys, 1 and 300, one entry") {
            [try .ecdh(keyID: 1, cipher: 2), try .ecdh(.secp384r1, keyID: 300, cipher: nil)]
        },
    ]

    /// A source of nothing but zeros, of which no private key can be made.
    private struct Zeros: RandomSource {
        mutating func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    }

    @Test
    func `says that it has no key of its own, and holds that against no chip`() throws {
        let document = try EACDocument([.ecdh(.secp256r1, cipher: 2)])
        var reader = ChipReader(document.connection(), random: Zeros())
        let reading = reader.read(ReadRequest(key: document.document.keyInformation), at: EACDocument.today)
        guard case .failed(let reason)? = reading.chipAuthentication?.outcome else {
            Issue.record("\(String(describing: reading.chipAuthentication))")
            return
        }
        // What begins so is undecided in the verdict, and no failure of the chip.
        #expect(reason.code == "unsupportedKeyAgreement")
        #expect(document.isWhole(reading))
    }

    @Test(arguments: kinds, [261, 65_544])
    func `counts an answer under the new keys, and reads on under them`(_ kind: Kind, maximum: Int) throws {
        let document = try EACDocument(kind.keys())
        let reading = document.read(document.connection(maximum: maximum))
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.chipAuthentication?.source == .dataGroup(.dg14))
        #expect(document.isWhole(reading))
        #expect(reading.activeAuthentication != nil)
        let isUsual = !kind.testDescription.contains("nothing said")
        #expect(reading.remarks.isEmpty == isUsual)
    }

    @Test
    func `costs two commands more than a read without it, since the confirmation is a read`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)])
        func count(_ performs: Bool) -> Int {
            let connection = document.connection(maximum: 261)
            let reading = document.read(connection) { $0.performsChipAuthentication = performs }
            #expect(document.isWhole(reading))
            #expect((reading.chipAuthentication != nil) == performs)
            return reading.steps.filter { $0.name == "chipAuthentication" }.reduce(0) { $0 + $1.apduCount }
        }
        // MSE:Set AT, GENERAL AUTHENTICATE, and the first block of DG15, which is not read again.
        #expect(count(true) == 3)
        #expect(count(false) == 0)
    }

    @Test
    func `finds a clone out that has the files and not the key, and reads on`() throws {
        var document = try EACDocument([.ecdh(cipher: 2)])
        document.document.chipAuthentication = try EACDocument([.ecdh(cipher: 2)]).document.chipAuthentication
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.failure == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
        #expect(reading.remarks.map(\.code).contains("sessionReopened"))
    }

    @Test
    func `finds a clone out that says yes and goes on under the old keys`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)])
        let reading = document.read(document.connection { $0.chipAuthentication.keepsOldKeys = true })
        #expect(reading.chipAuthentication?.failure == "chipNotAuthenticated")
        #expect(document.isWhole(reading))
    }

    struct RefusalCase: Sendable, CustomTestStringConvertible {
        let status: UInt16
        let step: Int
        let errors: ChipBehaviour.ErrorsInSession
        var testDescription: String { "\(StatusWord(status)) at step \(step), \(errors)" }
    }

    static let refusals: [RefusalCase] = [0x6300, 0x6A80, 0x6A88, 0x6F00, 0x6982, 0x6D00].flatMap { status in
        [0, 1].flatMap { step in
            [ChipBehaviour.ErrorsInSession.protected, .bareKeepingCounter, .bareEndingSession].map {
                RefusalCase(status: status, step: step, errors: $0)
            }
        }
    }

    @Test(arguments: refusals)
    func `keeps the old keys where the chip refuses, and says with which status`(_ refusal: RefusalCase) throws {
        let document = try EACDocument([.ecdh(cipher: 2)])
        let reading = document.read(
            document.connection {
                $0.chipAuthentication.refusal = ChipBehaviour.Refusal(
                    step: refusal.step, status: StatusWord(refusal.status))
                $0.errorsInSession = refusal.errors
            })
        #expect(reading.chipAuthentication?.outcome == .refused(status: refusal.status))
        #expect(document.isWhole(reading))
    }

    @Test
    func `leaves the number of the key out where the chip refuses it`() throws {
        let document = try EACDocument([.ecdh(keyID: 7, cipher: 2)])
        let reading = document.read(document.connection { $0.chipAuthentication.refusesKeyIdentifier = true })
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.remarks.map(\.code) == ["otherWayOfChipAuthentication"])
    }

    @Test(arguments: [0x6A80, 0x6A86, 0x6D00, 0x6F00] as [UInt16])
    func `takes the other command for Triple DES where one is refused`(status: UInt16) throws {
        let document = try EACDocument([.ecdh(cipher: 1)])
        let reading = document.read(document.connection { $0.chipAuthentication.refusesKAT = StatusWord(status) })
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.remarks.map(\.code) == ["otherWayOfChipAuthentication"])
        let other = document.read(
            document.connection {
                $0.chipAuthentication.refusal = ChipBehaviour.Refusal(step: 0, status: StatusWord(status))
            })
        #expect(other.chipAuthentication?.outcome == .confirmed)
        #expect(other.remarks.isEmpty)
    }

    @Test
    func `goes on to the next key where the chip has not the first one`() throws {
        var document = try EACDocument([.ecdh(.secp384r1, keyID: 1, cipher: 4), .ecdh(keyID: 2, cipher: 2)])
        document.document.chipAuthentication.removeFirst()
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.chipAuthentication?.keyID == 2)
    }

    @Test
    func `chains a long key where the chip takes no extended length for it`() throws {
        let document = try EACDocument([.dh(2, cipher: 2)])
        for status: UInt16 in [0x6700, 0x6883] {
            let reading = document.read(
                document.connection { $0.refusesExtendedAuthentication = StatusWord(status) })
            #expect(reading.chipAuthentication?.outcome == .confirmed)
            #expect(document.isWhole(reading))
        }
    }

    @Test
    func `is not asked for where the request leaves it out or DG14 has no key`() throws {
        let document = try EACDocument([])
        #expect(document.read(document.connection()).chipAuthentication == nil)
        let other = try EACDocument([.ecdh(cipher: 2)])
        let reading = other.read(other.connection()) { $0.performsChipAuthentication = false }
        #expect(reading.chipAuthentication == nil)
        let one = other.read(other.connection()) { $0.groups = [.dg1] }
        #expect(one.chipAuthentication?.outcome == .confirmed)
        #expect(one[.dataGroup(.dg2)]?.outcome == .skipped)
    }

    // MARK: Losses

    static let losses: [WireIncident] = (1...60).flatMap { [.pull(afterAPDU: $0), .pullDuring(apdu: $0)] }

    @Test(arguments: losses)
    func `proves itself again after a loss at any command`(_ incident: WireIncident) throws {
        let document = try EACDocument([.ecdh(cipher: 2)])
        let connection = document.connection([incident])
        let reading = document.read(connection)
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(document.isWhole(reading))
    }

    @Test(arguments: 20...60)
    func `tells a chip without the key that is laid down in mid-read`(_ number: Int) throws {
        var document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let genuine = document
        document.document.chipAuthentication = try EACDocument([.ecdh(cipher: 2)]).document.chipAuthentication
        let connection = genuine.connection([.pull(afterAPDU: number)])
        connection.replacement = SimulatedChip(document.document)
        let reading = genuine.read(connection)
        guard connection.replacement == nil else { return }
        #expect(reading.chipAuthentication?.outcome != .confirmed)
        #expect(["notRepeated", "chipNotAuthenticated"].contains(reading.chipAuthentication?.failure))
    }

    @Test(arguments: [MutedAnswer.flip, .cut], 10...40)
    func `never counts an answer that was altered on its way`(_ kind: MutedAnswer, number: Int) throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let incident: WireIncident =
            kind == .flip
            ? .flip(answer: number, byte: 3, mask: 0x10) : .replace(answer: number, with: [0x90, 0x00])
        let reading = document.read(document.connection([incident]))
        #expect(document.isWhole(reading))
        // A genuine chip is in the end found genuine or, where the alteration looked like a clone, is not.
        if case .refused = reading.chipAuthentication?.outcome { Issue.record("\(reading)") }
    }

    enum MutedAnswer: CaseIterable, Sendable { case flip, cut }
}
