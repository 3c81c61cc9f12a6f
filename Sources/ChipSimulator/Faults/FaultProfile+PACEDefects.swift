import CardTransport
import Issuing
import LDS

extension FaultProfile {
    /// Chips that do not keep their part of PACE, and open to nobody, be it by a defect or by intent.
    static let paceDefects: [FaultProfile] = paceRefusals + paceTags + pacePoints + paceTokens + mappingPoints

    private static let paceRefusals: [FaultProfile] = (0...4).map { (step: Int) -> FaultProfile in
        let status: StatusWord = step == 0 ? .wrongData : .authenticationFailed
        return profile("pace-refused-\(step)", "step \(step) of PACE answers \(status)", .defect) {
            $0.refusal = ChipBehaviour.Refusal(step: step, status: status)
        }
    }

    private static let paceTags: [FaultProfile] = (1...4).map { (step: Int) -> FaultProfile in
        profile("pace-tag-\(step)", "the answer to step \(step) comes under another tag") { $0.wrongTag = step }
    }

    private static let pacePoints: [FaultProfile] = [(name: "mapping", step: 2), (name: "key", step: 3)].flatMap {
        (name: String, step: Int) -> [FaultProfile] in
        alterations.map { alteration in
            profile("pace-\(name)-\(alteration.name)", "the point of step \(step) \(alteration.text)") {
                $0.alteration = ChipBehaviour.Alteration(step: step, kind: alteration.kind)
            }
        }
    }

    private static let alterations: [(name: String, text: String, kind: ChipBehaviour.Alteration.Kind)] = [
        ("off-curve", "is off the curve", .bit), ("infinity", "is the point at infinity", .infinity),
        ("short", "is one byte short", .truncated), ("empty", "is empty", .empty), ("zeros", "is zeros", .zeros),
    ]

    /// The same in the Chip Authentication Mapping, whose mapping key the chip's proof is made with.
    private static let mappingPoints: [FaultProfile] =
        alterations.map { alteration in
            mapping("cam-mapping-\(alteration.name)", "the point of step 2 \(alteration.text)") {
                $0.alteration = ChipBehaviour.Alteration(step: 2, kind: alteration.kind)
            }
        }
        + [
            mapping("cam-echo-mapping", "the chip sends the terminal's mapping key back") { $0.echo = .mappingKey },
            mapping("cam-echo-key", "the chip sends the terminal's ephemeral key back") { $0.echo = .ephemeralKey },
            mapping("cam-key-off-curve", "the point of step 3 is off the curve") {
                $0.alteration = ChipBehaviour.Alteration(step: 3, kind: .bit)
            },
        ]

    private static func mapping(
        _ name: String, _ summary: String, _ change: @escaping @Sendable (inout ChipBehaviour.PACE) -> Void
    ) -> FaultProfile {
        FaultProfile(
            name, "in the Chip Authentication Mapping \(summary)", source: "Doc 9303-11 §4.4.3.5", kind: .hostile
        ) { simulated throws(IssuingError) in
            try simulated.needMapping()
            change(&simulated.behaviour.pace)
        }
    }

    private static let paceTokens: [FaultProfile] = [
        profile("pace-nonce-24", "the nonce has 24 bytes under AES-192", .defect, .aes192) { $0.nonceByteCount = 24 },
        profile("pace-token-bit", "one bit of the chip's token is flipped") {
            $0.alteration = ChipBehaviour.Alteration(step: 4, kind: .bit)
        },
        profile("pace-token-short", "the chip's token is one byte short") {
            $0.alteration = ChipBehaviour.Alteration(step: 4, kind: .truncated)
        },
        profile("pace-token-empty", "the chip's token is empty") {
            $0.alteration = ChipBehaviour.Alteration(step: 4, kind: .empty)
        },
        profile("pace-echo-mapping", "the chip sends the terminal's mapping key back") { $0.echo = .mappingKey },
        profile("pace-echo-key", "the chip sends the terminal's ephemeral key back") { $0.echo = .ephemeralKey },
        profile("pace-echo-token", "the chip sends the terminal's token back") { $0.echo = .token },
        profile("pace-chain-kept", "PACE fails, and all but a reset is answered with 6883", .defect) {
            $0.refusal = ChipBehaviour.Refusal(step: 3, status: .authenticationFailed)
            $0.keepsChainAfterFailure = true
        },
        group("pace-dh-zero", "the chip's key in the group is zero", .zeros),
        group("pace-dh-one", "the chip's key in the group is one", .one),
        group("pace-mapping-dh-zero", "the chip's mapping key in the group is zero", .zeros, step: 2),
        group("pace-mapping-dh-one", "the chip's mapping key in the group is one", .one, step: 2),
    ]

    private static func profile(
        _ name: String, _ summary: String, _ kind: Kind = .hostile, _ cipher: SessionCipher = .aes128,
        _ change: @escaping @Sendable (inout ChipBehaviour.PACE) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: "Doc 9303-11 §4.4.3 and TR-03105-5.1 ISO7816_G", kind: kind) {
            simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .ecdh, cipher)], alone: true)
            change(&simulated.behaviour.pace)
        }
    }

    private static func group(
        _ name: String, _ summary: String, _ kind: ChipBehaviour.Alteration.Kind, step: Int = 3
    ) -> FaultProfile {
        FaultProfile(name, summary, source: "RFC 2631 §2.1.5", kind: .hostile) { simulated throws(IssuingError) in
            try simulated.offerPACE([SimulatedDocument.paceInfo(.generic, .dh, .aes128, 0)], alone: true)
            simulated.behaviour.pace.alteration = ChipBehaviour.Alteration(step: step, kind: kind)
        }
    }
}
