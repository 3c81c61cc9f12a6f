import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Testing

/// The handed case 8: a signature of RSA-2048 is longer than a short protected answer holds.
@Suite("Active Authentication in a read: field notes 50, 83, 84, 88")
struct ActiveAuthenticationReadTests {
    static let document: Result<EACDocument, any Error> = Result {
        var document = try EACDocument([])
        let key = try PrivateKey.generateRSA(bits: 2048)
        document.document.activeAuthentication = ActiveAuthenticationKey(
            key: key, scheme: .rsa(hash: .sha256, trailer: .explicit, takesSmallerRoot: false))
        document.document.files[.dataGroup(.dg15)] = FileEncoder.dg15(
            subjectPublicKeyInfo: key.publicKey.subjectPublicKeyInfo)
        try document.document.reissue()
        return document
    }

    private func isVerified(_ reading: ChipReading) -> Bool {
        guard let answer = reading.activeAuthentication,
            let key = reading.bytes(of: .dataGroup(.dg15)).flatMap({ try? DG15(encoded: $0) }),
            case .verified = ActiveAuthentication.verify(
                answer, subjectPublicKeyInfo: key.subjectPublicKeyInfo, hint: nil)
        else { return false }
        return true
    }

    private func read(
        maximum: Int = 65_544, _ change: (inout ChipBehaviour) -> Void = { _ in }
    ) throws -> (EACDocument, ChipReading) {
        let document = try Self.document.get()
        return (document, document.read(document.connection(maximum: maximum, change)))
    }

    @Test func `asks for a long signature in extended length`() throws {
        let (document, reading) = try read()
        #expect(isVerified(reading))
        #expect(document.isWhole(reading))
    }

    @Test func `asks in extended length where a short answer is cut without notice`() throws {
        let (document, reading) = try read { $0.activeAuthentication = .truncated }
        #expect(isVerified(reading))
        #expect(document.isWhole(reading))
    }

    @Test func `falls to the short form where the extended answer is empty, and takes it in parts`() throws {
        let (document, reading) = try read {
            $0.activeAuthentication = .emptyForExtended
            $0.chainsResponses = true
        }
        #expect(isVerified(reading))
        #expect(document.isWhole(reading))
    }

    @Test func `takes an answer in parts from a reader for short commands`() throws {
        let (document, reading) = try read(maximum: 261) { $0.chainsResponses = true }
        #expect(isVerified(reading))
        #expect(document.isWhole(reading))
    }

    @Test func `keeps what came where no form brings the whole signature`() throws {
        let (document, reading) = try read(maximum: 261) { $0.activeAuthentication = .truncated }
        guard case .signature(let bytes)? = reading.activeAuthentication?.answer else {
            Issue.record("\(String(describing: reading.activeAuthentication))")
            return
        }
        #expect(bytes.count < 256)
        #expect(!isVerified(reading))
        #expect(document.isWhole(reading))
    }

    @Test(arguments: [0x6C00, 0x6700, 0x6D00, 0x6A88, 0x6982] as [UInt16])
    func `reads on after a refusal, whatever its status`(_ status: UInt16) throws {
        let (document, reading) = try read { $0.activeAuthentication = .refusing(StatusWord(status)) }
        #expect(reading.activeAuthentication?.answer == .refused(status: status))
        #expect(document.isWhole(reading))
    }
}
