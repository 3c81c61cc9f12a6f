import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Testing

@Suite("What counts as Chip Authentication, and how often it is tried: Doc 9303-11 §6.2")
struct ChipAuthenticationEvidenceTests {
    // MARK: Once

    /// EF.CardSecurity may be that of another chip: the key that the document's own list covers has to be proven.
    @Test func `is run again by another key of DG14 where it was run in the master file`() throws {
        var document = try MasterFileTests.card.get()
        let key = try EACDocument.Key.ecdh(keyID: 2, cipher: 4)
        document.document.chipAuthentication.append(ChipAuthenticationKey(keyID: 2, pair: key.pair))
        document.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: key.entries)
        try document.document.reissue()
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.chipAuthentication?.source == .dataGroup(.dg14))
        #expect(reading.chipAuthentication?.keyID == 2)
        #expect(document.isWhole(reading))
    }

    @Test func `is not run again by the same key in DG14`() throws {
        var document = try MasterFileTests.card.get()
        let infos = try CardSecurity(encoded: #require(document.document.files[.cardSecurity])).securityInfos.infos
        document.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: infos.map(\.encoded))
        try document.document.reissue()
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.outcome == .confirmed)
        #expect(reading.chipAuthentication?.source == .cardSecurity)
        #expect(document.isWhole(reading))
    }

    @Test func `is not asked of a chip that is read in the open, where no session takes new keys`() throws {
        var document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        document.document.accessControl = .open
        let reading = document.read(document.connection())
        #expect(reading.access.used == .unprotected)
        #expect(document.isWhole(reading))
        #expect(reading.chipAuthentication == nil)
    }

    // MARK: Errors that anybody can send

    /// A wire on which somebody answers for the chip with errors, in the channel, from an agreement on keys on.
    private final class ErrorWire: CardConnection {
        private let base: SimulatedConnection
        private let firstAgreement: Int
        private var agreementCount = 0
        private var answersErrors = false

        init(_ base: SimulatedConnection, fromAgreement number: Int) {
            self.base = base
            firstAgreement = number
        }

        var answerToReset: [UInt8] { base.answerToReset }
        var maximumCommandByteCount: Int { base.maximumCommandByteCount }
        func reset() throws(TransportError) { try base.reset() }
        func reconnect(within limit: Duration) throws(TransportError) { try base.reconnect(within: limit) }

        func transmit(_ command: CommandAPDU) throws(TransportError) -> ResponseAPDU {
            if !command.isSecured { answersErrors = false }
            guard !answersErrors else { return ResponseAPDU(status: .fileNotFound) }
            let answer = try base.transmit(command)
            if command.isSecured, command.ins == 0x86 {
                agreementCount += 1
                answersErrors = agreementCount >= firstAgreement
            }
            return answer
        }
    }

    private func read(_ document: EACDocument, _ wire: ErrorWire) -> ChipReading {
        var reader = ChipReader(wire)
        return reader.read(ReadRequest(key: document.document.keyInformation), at: EACDocument.today)
    }

    @Test func `takes no error without protection for an answer under the new keys`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let reading = read(document, ErrorWire(document.connection(), fromAgreement: 1))
        #expect(reading.chipAuthentication?.failure == "chipNotAuthenticated")
    }

    @Test func `takes none for one either where the chip agrees on keys again`() throws {
        let document = try EACDocument([.ecdh(cipher: 2)], size: 10)
        let reading = read(
            document, ErrorWire(document.connection([.pull(afterAPDU: 60)], maximum: 261), fromAgreement: 2))
        #expect(reading.remarks.map(\.code).contains("cardLost"))
        #expect(reading.chipAuthentication?.failure == "notRepeated")
    }

    // MARK: Several keys

    struct Pair: Sendable, CustomTestStringConvertible {
        /// Whether the chip has another key of this number; it has none of it otherwise.
        let hasFirst: Bool
        let hasSecond: Bool
        let keyID: Int
        let failure: String?
        var testDescription: String { "another first key: \(hasFirst), another second one: \(hasSecond)" }
    }

    @Test(arguments: [
        Pair(hasFirst: false, hasSecond: false, keyID: 1, failure: nil),
        Pair(hasFirst: false, hasSecond: true, keyID: 2, failure: "chipNotAuthenticated"),
        Pair(hasFirst: true, hasSecond: false, keyID: 1, failure: "chipNotAuthenticated"),
        Pair(hasFirst: true, hasSecond: true, keyID: 1, failure: "chipNotAuthenticated"),
    ])
    func `says that a key is missing rather than that one was refused, and of two the first`(_ pair: Pair) throws {
        let makeKeys = { [try EACDocument.Key.ecdh(.secp384r1, keyID: 1, cipher: 4), try .ecdh(keyID: 2, cipher: 2)] }
        var document = try EACDocument(makeKeys(), size: 10)
        let others = try EACDocument(makeKeys()).document.chipAuthentication
        document.document.chipAuthentication = others.filter { $0.keyID == 1 ? pair.hasFirst : pair.hasSecond }
        let reading = document.read(document.connection())
        #expect(reading.chipAuthentication?.keyID == pair.keyID)
        #expect(reading.chipAuthentication?.failure == pair.failure)
        if pair.failure == nil { #expect(reading.chipAuthentication?.outcome == .refused(status: 0x6A88)) }
        #expect(document.isWhole(reading))
    }

    @Test func `tries no more ways once the chip has ended the session over three`() throws {
        let keys = try (1...6).map { try EACDocument.Key.ecdh(keyID: $0, cipher: 2) }
        let document = try EACDocument(keys, size: 10)
        let connection = document.connection {
            $0.chipAuthentication.refusal = ChipBehaviour.Refusal(step: 1, status: .authenticationFailed)
            $0.chipAuthentication.assumesFirstKey = true
            $0.errorsInSession = .bareEndingSession
        }
        connection.recordsTraffic = true
        let reading = document.read(connection)
        #expect(reading.chipAuthentication?.outcome == .refused(status: 0x6300))
        #expect(reading.chipAuthentication?.keyID == 1)
        #expect(document.isWhole(reading))
        // Each of the three twice, since an answer may be altered on its way.
        #expect(connection.traffic.count { $0.command.starts(with: [0x0C, 0x86]) } == 6)
    }
}
