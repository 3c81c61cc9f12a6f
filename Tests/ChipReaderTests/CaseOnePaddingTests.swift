import CardTransport
import ChipReader
import Cryptography
import SecureMessaging
import TestSupport
import Testing

@Suite("Commands with neither data nor Le inside the channel: Doc 9303-11 §9.8.4")
struct CaseOnePaddingTests {
    static let command = CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C)

    static func keys(_ cipher: BlockCipher) -> SecureMessagingKeys {
        SecureMessagingKeys(
            cipher, ksEnc: [UInt8](repeating: 1, count: cipher.keyByteCount),
            ksMAC: [UInt8](repeating: 2, count: cipher.keyByteCount))
    }

    /// A chip that reads case 1 one way, and gives every session up over the other.
    final class Chip {
        private let cipher: BlockCipher
        private let padding: SecureMessagingCodec.CaseOnePadding
        private var session: ChipSecureMessaging

        init(_ cipher: BlockCipher, _ padding: SecureMessagingCodec.CaseOnePadding) {
            self.cipher = cipher
            self.padding = padding
            session = ChipSecureMessaging(CaseOnePaddingTests.keys(cipher), caseOnePadding: padding)
        }

        func restart() { session = ChipSecureMessaging(CaseOnePaddingTests.keys(cipher), caseOnePadding: padding) }

        var link: ChipLink<ScriptedConnection> {
            ChipLink(ScriptedConnection { command, _ throws(TransportError) in self.answer(command) })
        }

        private func answer(_ command: CommandAPDU) -> ResponseAPDU {
            do { _ = try session.unwrap(command) } catch { return ResponseAPDU(status: error.status) }
            return session.wrap(ResponseAPDU(status: .success))
        }
    }

    @Test(arguments: BlockCipher.allCases, [SecureMessagingCodec.CaseOnePadding.extraBlock, .none])
    func `learns how a chip takes them, once`(_ cipher: BlockCipher, padding: SecureMessagingCodec.CaseOnePadding)
        throws
    {
        let chip = Chip(cipher, padding)
        var link = chip.link
        link.open(Self.keys(cipher))
        if padding == .none {
            let isRefused = refuses(&link)
            #expect(isRefused)
            chip.restart()
            link.open(Self.keys(cipher))
        }
        for _ in 0..<3 {
            let answer = try link.exchange(Self.command)
            #expect(answer.response.status == .success && !answer.isBare)
        }
    }

    @Test func `does not change what has worked`() throws {
        let chip = Chip(.aes128, .extraBlock)
        var link = chip.link
        link.open(Self.keys(.aes128))
        let status = try link.exchange(Self.command).response.status
        #expect(status == .success)
        chip.restart()  // the chip has lost its counter, which is no matter of padding
        let isRefused = refuses(&link)
        #expect(isRefused)
        chip.restart()
        link.open(Self.keys(.aes128))
        let again = try link.exchange(Self.command).response.status
        #expect(again == .success)
    }

    /// Whether the chip gives the session up.
    private func refuses(_ link: inout ChipLink<ScriptedConnection>) -> Bool {
        do throws(TransportError) { _ = try link.exchange(Self.command) } catch { return error == .channelClosed }
        return false
    }
}
