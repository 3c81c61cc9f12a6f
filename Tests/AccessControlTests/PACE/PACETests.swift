import AccessControl
import ByteCoding
import CardTransport
import Conformance
import Cryptography
import LDS
import MRZ
import Standards
import TestSupport
import Testing

@Suite("PACE: Doc 9303-11 Appendices G, H and I")
struct PublishedPACETests {
    @Test(arguments: try PACEVector.published())
    func `derives the printed session keys from the printed exchange`(_ vector: PACEVector) throws {
        try vector.check()
    }

    @Test(arguments: try PACEVector.published())
    func `rejects a token with one byte changed`(_ vector: PACEVector) throws {
        for index in 0..<8 {
            var terminal = try vector.terminal
            var chip = try vector.chip(4) { $0[4 + index] ^= 0x01 }

            #expect(throws: AccessControlError.notAuthenticated(at: PACEStep.token.clause)) {
                try terminal.open(&chip, namesParameters: false)
            }
        }
    }

    @Test(arguments: try PACEVector.published())
    func `goes astray with another password`(_ vector: PACEVector) throws {
        // What is sent before the nonce is known is the same; the ephemeral key is not.
        let other: PACEPassword =
            switch try vector.password.kind {
            case .mrz:
                .mrz(try MRZKeyInformation(documentNumber: "D23145890", dateOfBirth: "740812", dateOfExpiry: "120415"))
            case .can: try .can("654321")
            case .pin: try .pin("654321")
            case .puk: try .puk("654321")
            }
        let first = vector.terminalNonce ?? vector.skMapIFD
        let random = ListedRandomSource((first?.bytes ?? []) + (vector.exponentIFD ?? vector.skDHIFD).bytes)
        var terminal = PACE(try vector.choice, password: other, random: random)
        var chip = try vector.chip()

        #expect(throws: AccessControlError.transport(.notInTrace(index: 3))) {
            try terminal.open(&chip, namesParameters: false)
        }
    }
}

@Suite("PACE: Doc 9303-11 §4.4")
struct PACETests {
    /// A way of PACE, by mapping and agreement, cipher and parameters.
    struct Way: Sendable, CustomTestStringConvertible {
        let arcs: [UInt8]
        let number: Int
        var testDescription: String { "\(arcs) \(number)" }

        var identifier: OID { OID(contents: OID.idPACE.contents + arcs) }

        var choice: PACEChoice {
            get throws {
                let info = DataObjectWriter.encode(
                    0x30,
                    containing: [
                        DataObjectWriter.encode(0x06, identifier.contents), [0x02, 0x01, 0x02],
                        [0x02, 0x01, UInt8(number)],
                    ])
                return try #require(
                    PACEChoice.ranked(SecurityInfos(encoded: DataObjectWriter.encode(0x31, info))).first)
            }
        }
    }

    static let ways: [Way] = [(1, 0), (3, 0), (2, 13), (4, 13), (6, 13)].flatMap { (way: UInt8, number) in
        (UInt8(1)...4).compactMap { way == 6 && $0 == 1 ? nil : Way(arcs: [way, $0], number: number) }
    }
    static let oneOfEach: [Way] = [
        Way(arcs: [1, 2], number: 0), Way(arcs: [2, 2], number: 12), Way(arcs: [3, 1], number: 0),
        Way(arcs: [4, 3], number: 13), Way(arcs: [6, 4], number: 13),
    ]
    static let mapped = oneOfEach.filter { ![3, 4].contains($0.arcs[0]) }

    static let can = Result { try PACEPassword.can("123456") }

    func run(_ way: Way, _ habit: PACECard.Habit = PACECard.Habit(), chat: [UInt8]? = nil) throws
        -> (session: PACESession, card: PACECard)
    {
        let choice = try way.choice
        var card = PACECard(choice, try Self.can.get(), habit)
        var terminal = PACE(choice, password: try Self.can.get(), random: SystemRandomSource())
        let session = try terminal.open(&card, chat: chat)
        return (session, card)
    }

    @Test(arguments: ways)
    func `agrees with a chip on the session keys`(_ way: Way) throws {
        let (session, card) = try run(way)

        #expect(session.keys == card.keys)
        #expect(card.commands.map(\.cla) == [0x00, 0x10, 0x10, 0x10, 0x00])
        #expect(card.commands.first?.expectedCount == nil)
        #expect(card.commands.dropFirst().allSatisfy { $0.expectedCount == 256 })
    }

    @Test(arguments: [1, 2])
    func `uses long lengths for a group of 2048 bits alone`(_ number: Int) throws {
        let (session, card) = try run(Way(arcs: [1, 2], number: number))

        #expect(session.keys == card.keys)
        #expect(card.commands.dropFirst().map(\.expectedCount) == [256, 65_536, 65_536, 256])
    }

    @Test(arguments: oneOfEach)
    func `names protocol, password and parameters, and the parameters only when asked to`(_ way: Way) throws {
        let choice = try way.choice
        for names in [true, false] {
            var card = PACECard(choice, try Self.can.get())
            var terminal = PACE(choice, password: try Self.can.get(), random: SystemRandomSource())
            _ = try terminal.open(&card, namesParameters: names)
            let identifier = DataObjectWriter.encode(0x80, choice.info.identifier.contents)
            #expect(
                card.commands.first?.data
                    == identifier + [0x83, 0x01, 0x02] + (names ? [0x84, 0x01, UInt8(way.number)] : []))
        }
    }

    // MARK: Zeros in front

    @Test(arguments: oneOfEach)
    func `keeps zeros in front of the chip's keys`(_ way: Way) throws {
        let (session, card) = try run(way, PACECard.Habit(beginsWithZero: true))
        #expect(session.keys == card.keys)
        #expect(session.chipEphemeralKey.dropFirst(way.arcs[0] % 2 == 1 ? 0 : 1).first == 0)
    }

    @Test(arguments: oneOfEach)
    func `keeps zeros in front of the shared secret`(_ way: Way) throws {
        let (session, card) = try run(way, PACECard.Habit(secretBeginsWithZero: true))
        #expect(session.keys == card.keys)
    }

    // MARK: Nonces

    @Test(
        arguments: [([2, 2], 13, 32), ([2, 2], 13, 48), ([2, 1], 13, 8), ([2, 3], 13, 16), ([1, 2], 0, 32)]
            as [([UInt8], Int, Int)])
    func `takes a nonce of as many blocks as the chip likes in the generic mapping`(
        _ arcs: [UInt8], number: Int, count: Int
    ) throws {
        let (session, card) = try run(Way(arcs: arcs, number: number), PACECard.Habit(nonceByteCount: count))
        #expect(session.keys == card.keys)
    }

    @Test(
        arguments: [
            ([2, 2], 24, 32), ([2, 2], 0, 16), ([2, 1], 12, 16), ([4, 3], 24, 32), ([4, 3], 16, 32), ([4, 2], 32, 16),
            ([4, 1], 8, 16), ([4, 4], 48, 32),
        ] as [([UInt8], Int, Int)])
    func `refuses a nonce of broken blocks, and any other length in the integrated mapping`(
        _ arcs: [UInt8], found: Int, expected: Int
    ) throws {
        #expect(
            throws: AccessControlError.wrongLength(expected: expected, found: found, at: PACEStep.nonce.clause)
        ) {
            try run(Way(arcs: arcs, number: 13), PACECard.Habit(nonceByteCount: found))
        }
    }

    // MARK: What a false chip sends

    func habit(_ step: PACEStep, _ change: @escaping @Sendable ([UInt8], [UInt8]) -> [UInt8]) -> PACECard.Habit {
        PACECard.Habit(change: { $0 == step ? change($1, $2) : $1 })
    }

    @Test(arguments: mapped)
    func `refuses its own mapping key sent back`(_ way: Way) {
        #expect(throws: AccessControlError.unusable(.reflectedPublicKey, at: PACEStep.map.clause)) {
            try run(way, habit(.map) { $1 })
        }
    }

    @Test(arguments: oneOfEach)
    func `refuses its own ephemeral key sent back`(_ way: Way) {
        #expect(throws: AccessControlError.unusable(.reflectedPublicKey, at: PACEStep.agree.clause)) {
            try run(way, habit(.agree) { $1 })
        }
    }

    @Test(arguments: oneOfEach.filter { $0.arcs[0].isMultiple(of: 2) })
    func `refuses points that are none`(_ way: Way) {
        for step in way.arcs[0] == 4 ? [PACEStep.agree] : [.map, .agree] {
            #expect(throws: AccessControlError.unusable(.invalidPoint(.notOnCurve), at: step.clause)) {
                try run(way, habit(step) { value, _ in value.dropLast() + [value[value.count - 1] ^ 1] })
            }
            #expect(throws: AccessControlError.unusable(.invalidPoint(.atInfinity), at: step.clause)) {
                try run(way, habit(step) { _, _ in [0x00] })
            }
            #expect(throws: AccessControlError.unusable(.invalidPoint(.malformed), at: step.clause)) {
                try run(way, habit(step) { value, _ in Array(value.dropLast()) })
            }
            // A compressed point, whose bytes the token would be computed over.
            #expect(throws: AccessControlError.unusable(.invalidPoint(.malformed), at: step.clause)) {
                try run(
                    way, habit(step) { value, _ in [0x02 | value[value.count - 1] & 1] + value[1...(value.count / 2)] })
            }
        }
    }

    @Test(arguments: oneOfEach.filter { !$0.arcs[0].isMultiple(of: 2) })
    func `refuses numbers outside of the group`(_ way: Way) throws {
        let choice = try way.choice
        guard case .dh(let group) = choice.parameters else { return }
        let last = group.p.dropLast() + [(group.p.last ?? 0) - 1]
        for step in way.arcs[0] == 3 ? [PACEStep.agree] : [.map, .agree] {
            for number in [[0x00], [0x01], Array(last), group.p, [0x02]] {
                #expect(throws: AccessControlError.unusable(.invalidGroupElement, at: step.clause)) {
                    try run(way, habit(step) { _, _ in number })
                }
            }
        }
    }

    @Test(arguments: ways)
    func `refuses a wrong token`(_ way: Way) {
        for change: @Sendable ([UInt8]) -> [UInt8] in [
            { $0.dropLast() + [$0[7] ^ 0x80] }, { _ in [] }, { Array($0.dropLast()) }, { $0 + [0] },
        ] {
            #expect(throws: AccessControlError.notAuthenticated(at: PACEStep.token.clause)) {
                try run(way, habit(.token) { value, _ in change(value) })
            }
        }
        #expect(throws: AccessControlError.notAuthenticated(at: PACEStep.token.clause)) {
            try run(way, habit(.token) { $1 })  // our own token sent back
        }
    }

    @Test func `is refused with another password at the token`() throws {
        let choice = try Way(arcs: [2, 2], number: 13).choice
        var card = PACECard(choice, try .can("654321"))
        var terminal = PACE(choice, password: try Self.can.get(), random: SystemRandomSource())

        #expect(throws: AccessControlError.refused(.authenticationFailed, at: PACEStep.token.clause)) {
            try terminal.open(&card)
        }
    }

    @Test(arguments: PACEStep.allCases)
    func `stops where the chip refuses`(_ step: PACEStep) throws {
        let refusal = AccessControlError.refused(.conditionsNotSatisfied, at: step.clause)
        #expect(throws: refusal) {
            try run(Way(arcs: [2, 2], number: 13), PACECard.Habit(status: [step: .conditionsNotSatisfied]))
        }
    }

    @Test(arguments: ["", "7C", "7C00", "7C0286", "7D0A8008000102030405060700", "7C0A8208AABBCCDDEEFF0011"])
    func `refuses answers of another form`(_ answer: String) throws {
        let data = try #require(Hexadecimal.decode(answer))
        let choice = try Way(arcs: [2, 2], number: 13).choice
        var card = ScriptedConnection(answers: [
            ResponseAPDU(status: .success), ResponseAPDU(data: data, status: .success),
        ])
        var terminal = PACE(choice, password: try Self.can.get(), random: SystemRandomSource())

        #expect(throws: AccessControlError.malformedAnswer(at: PACEStep.nonce.clause)) { try terminal.open(&card) }
    }

    // MARK: Counters

    @Test(
        arguments: [
            (.can, 0x63C2, 2), (.can, 0x63C1, 1), (.can, 0x63C0, nil), (.can, 0x6283, nil), (.can, 0x6A88, nil),
            (.pin, 0x63C2, 2), (.pin, 0x63C1, nil), (.pin, 0x63C0, nil), (.puk, 0x63C1, 1), (.puk, 0x63C0, nil),
        ] as [(PACEPasswordKind, UInt16, Int?)])
    func `goes on after a warning, but never to a password's last try`(
        _ kind: PACEPasswordKind, status: UInt16, tries: Int?
    ) throws {
        let choice = try Way(arcs: [2, 2], number: 13).choice
        let password: PACEPassword =
            switch kind {
            case .pin: try .pin("123456")
            case .puk: try .puk("1234567890")
            default: try .can("123456")
            }
        var card = PACECard(choice, password, PACECard.Habit(status: [.select: StatusWord(status)]))
        var terminal = PACE(choice, password: password, random: SystemRandomSource())
        guard let tries else {
            #expect(throws: AccessControlError.refused(StatusWord(status), at: PACEStep.select.clause)) {
                try terminal.open(&card)
            }
            #expect(card.commands.count == 1)
            return
        }
        #expect(try terminal.open(&card).remainingTries == tries)
    }

    // MARK: Further objects

    @Test func `hands on the trust points and what names the chip`() throws {
        let references =
            DataObjectWriter.encode(0x87, Array("UTCVCA00002".utf8))
            + DataObjectWriter.encode(0x88, Array("UTCVCA00001".utf8)) + [0x99, 0x01, 0x00]
        let chat: [UInt8] = [0x7F, 0x4C, 0x02, 0x53, 0x00]
        let (session, card) = try run(Way(arcs: [2, 2], number: 13), PACECard.Habit(further: references), chat: chat)

        #expect(session.authorityReferences == ["UTCVCA00002", "UTCVCA00001"])
        #expect(card.commands.first?.data.suffix(5) == chat[...])
        #expect(session.compressedChipKey == Array(session.chipEphemeralKey[1...32]))
        let (overNumbers, _) = try run(Way(arcs: [1, 2], number: 0))
        #expect(overNumbers.compressedChipKey == HashAlgorithm.sha1.hash(overNumbers.chipEphemeralKey))
    }

    @Test(arguments: [2, 3, 4] as [UInt8])
    func `decrypts the chip's proof, which is right for its own key alone`(_ cipher: UInt8) throws {
        var random = SystemRandomSource()
        let pair = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
        let other = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
        let way = Way(arcs: [6, cipher], number: 13)
        let mapping = try #require(
            try run(way, PACECard.Habit(chipAuthentication: pair)).session.chipAuthenticationMapping)

        #expect(
            pair.publicPoint.multiplied(byScalar: mapping.chipAuthenticationData)?.encoded == mapping.mappingPublicKey)
        #expect(
            other.publicPoint.multiplied(byScalar: mapping.chipAuthenticationData)?.encoded != mapping.mappingPublicKey)
        let empty = try run(way).session.chipAuthenticationMapping
        #expect(empty?.chipAuthenticationData == [])
        let broken = try run(way, PACECard.Habit(further: [0x8A, 0x01, 0x00])).session.chipAuthenticationMapping
        #expect(broken?.chipAuthenticationData == [])
    }
}
