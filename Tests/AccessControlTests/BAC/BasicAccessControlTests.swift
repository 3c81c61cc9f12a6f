import AccessControl
import ByteCoding
import CardTransport
import Conformance
import Cryptography
import MRZ
import SecureMessaging
import Standards
import TestSupport
import Testing

@Suite("BAC: Doc 9303-11 Appendix D.3")
struct BasicAccessControlTests {
    static func vectors() throws -> [BACVector] {
        try BACVector.published()
    }

    @Test(arguments: try vectors())
    func `derives the printed session keys from the printed exchange`(_ vector: BACVector) throws {
        try vector.checkTerminal()
        try vector.checkSharedSecret()
    }

    @Test(arguments: try vectors())
    func `derives the printed access keys from the printed document`(_ vector: BACVector) throws {
        try vector.checkAccessKeys()
    }

    @Test(arguments: try vectors(), 0..<40)
    func `rejects a proof with one byte changed`(_ vector: BACVector, index: Int) throws {
        var terminal = try vector.terminal
        var chip = vector.chip { $0[index] ^= 0x01 }

        #expect(throws: AccessControlError.notAuthenticated(at: .doc9303(11, "4.3.1", step: "4a"))) {
            try terminal.open(&chip)
        }
    }

    @Test(arguments: try vectors())
    func `rejects a proof over another terminal's nonce`(_ vector: BACVector) throws {
        // A replayed answer: right under the document's keys, but for a nonce that was not sent.
        var terminal = try vector.terminal
        let r = vector.rndIC.bytes + [0] + vector.rndIFD.bytes.dropFirst() + vector.kIC.bytes
        let eIC = TripleDESKey(vector.kEnc.bytes).encryptCBC(r)
        let mIC = RetailMACKey(vector.kMAC.bytes).mac(over: eIC)
        var chip = vector.chip { $0 = eIC + mIC }

        #expect(throws: AccessControlError.notAuthenticated(at: .doc9303(11, "4.3.1", step: "4c"))) {
            try terminal.open(&chip)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let answer: String
        let offersPACE: Bool?
        let code: String
        var testDescription: String { "\(answer.suffix(4)), PACE \(offersPACE.map { "\($0)" } ?? "unknown")" }
    }

    static let refusals: [Refusal] = [
        Refusal(answer: "6300", offersPACE: false, code: "wrongKey"),
        Refusal(answer: "63C7", offersPACE: false, code: "wrongKeyCounted"),
        Refusal(answer: "6982", offersPACE: false, code: "accessDenied"),
        Refusal(answer: "6982", offersPACE: true, code: "accessDeniedPACE"),
        Refusal(answer: "6985", offersPACE: nil, code: "conditionsNotSatisfied"),
        Refusal(answer: "6985", offersPACE: true, code: "conditionsNotSatisfiedPACE"),
        Refusal(answer: String(repeating: "5A", count: 40) + "9000", offersPACE: false, code: "chipNotAuthenticated"),
        Refusal(answer: String(repeating: "5A", count: 39) + "9000", offersPACE: false, code: "wrongAnswerLength"),
        Refusal(answer: String(repeating: "5A", count: 41) + "9000", offersPACE: false, code: "wrongAnswerLength"),
        Refusal(answer: "6F00", offersPACE: false, code: "accessRefused"),
    ]

    @Test(arguments: refusals)
    func `tells what a refused proof means`(_ refusal: Refusal) throws {
        let vector = try #require(try Self.vectors().first)
        var terminal = try vector.terminal
        var chip = vector.chip(answer: Hexadecimal.decode(refusal.answer) ?? [])

        let error = #expect(throws: AccessControlError.self) { try terminal.open(&chip) }

        #expect(error?.basicAccessControlReason(offersPACE: refusal.offersPACE).code == refusal.code)
    }

    @Test(arguments: [(true, "paceOnly"), (false, "noChallenge")])
    func `tells a chip without a challenge by what it offers`(offersPACE: Bool, code: String) throws {
        let vector = try #require(try Self.vectors().first)
        var terminal = try vector.terminal
        var chip = ScriptedCard([([0x00, 0x84, 0x00, 0x00, 0x08], [0x69, 0x85])])

        let error = #expect(throws: AccessControlError.self) { try terminal.open(&chip) }

        #expect(error == .refused(.conditionsNotSatisfied, at: .doc9303(11, "4.3.1", step: "1")))
        #expect(error?.basicAccessControlReason(offersPACE: offersPACE).code == code)
    }

    @Test func `passes a lost card on`() throws {
        let vector = try #require(try Self.vectors().first)
        var terminal = try vector.terminal
        var chip = ScriptedCard([])

        #expect(throws: AccessControlError.transport(.notInTrace(index: 0))) { try terminal.open(&chip) }
    }
}
