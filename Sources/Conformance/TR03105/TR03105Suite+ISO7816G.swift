import ChipSimulator
import Issuing
import LDS
import Standards
import Trust

/// ISO7816_G: PACE, with generic mapping and with Chip Authentication Mapping.
extension TR03105Suite {
    private static let pace = Expectation.Origin.derived(.doc9303(11, "4.4"))
    private static let mapping = Expectation.Origin.derived(.doc9303(11, "4.4.3.5"))
    private static let cam: CheckID = "cam.chip"

    private static func mapped(_ document: inout SuiteDocument) { document.protocols = ProtocolChip() }

    private static func passes(_ id: String, _ subject: String, _ fault: String) -> SuiteCase {
        .passes(id, subject, pace) { $0.misbehave(fault) }
    }

    /// A chip with which PACE fails, and that nothing else opens.
    ///
    /// The same chip opens where it behaves.
    private static func stops(_ id: String, _ subject: String, _ fault: String, _ code: String) -> SuiteCase {
        .stops(
            id, subject, at: "files.complete", code, origin: pace,
            sound: { document in
                document.misbehave(fault)
                let misbehaviour = document.chip
                document.chip = { simulated in
                    try misbehaviour?(&simulated)
                    simulated.behaviour.pace = ChipBehaviour().pace
                }
            },
            fault: {
                $0.misbehave(fault)
            })
    }

    /// A chip whose proof of the mapping is wrong.
    private static func unproven(_ id: String, _ subject: String, _ forgery: String, _ code: String) -> SuiteCase {
        .fails(id, subject, at: cam, code, origin: mapping, sound: mapped) { $0.forge(forgery) }
    }

    static let paceCases: [SuiteCase] = [
        passes("ISO7816_G_01", "PACE with generic mapping on a curve", "pace-only"),
        passes("ISO7816_G_05", "an unknown protocol beside PACE", "card-access-unknown"),
        passes("ISO7816_G_06", "two variants to choose from", "pace-both-mappings"),
        passes("ISO7816_G_07", "parameters that are written out", "pace-without-number"),
        stops("ISO7816_G_08", "MSE:Set AT answers an error", "pace-refused-0", "paceRefused"),
        stops("ISO7816_G_10", "step 1 answers an error", "pace-refused-1", "paceRefused"),
        stops("ISO7816_G_11", "step 1 answers under another tag", "pace-tag-1", "paceBroken"),
        stops("ISO7816_G_12", "step 2 answers an error", "pace-refused-2", "paceRefused"),
        stops("ISO7816_G_13", "step 2 answers under another tag", "pace-tag-2", "paceBroken"),
        stops("ISO7816_G_16", "mapping data that is off the curve", "pace-mapping-off-curve", "paceBroken"),
        stops("ISO7816_G_17", "mapping data that is one, in a group", "pace-mapping-dh-one", "paceBroken"),
        stops("ISO7816_G_18", "step 3 answers an error", "pace-refused-3", "paceRefused"),
        stops("ISO7816_G_19", "step 3 answers under another tag", "pace-tag-3", "paceBroken"),
        stops("ISO7816_G_21", "an ephemeral key that is off the curve", "pace-key-off-curve", "paceBroken"),
        stops("ISO7816_G_22", "an ephemeral key that is one, in a group", "pace-dh-one", "paceBroken"),
        stops("ISO7816_G_23", "the terminal's ephemeral key comes back", "pace-echo-key", "paceBroken"),
        stops("ISO7816_G_24", "step 4 answers an error", "pace-refused-4", "wrongKey"),
        stops("ISO7816_G_25", "step 4 answers under another tag", "pace-tag-4", "paceBroken"),
        stops("ISO7816_G_26", "one bit of the chip's token is flipped", "pace-token-bit", "chipNotAuthenticated"),
    ]

    static let mappingCases: [SuiteCase] = [
        unproven("ISO7816_G_29", "no proof of the mapping", "cam-absent", "noProof"),
        unproven("ISO7816_G_31", "a proof with one bit flipped", "cam-altered", "keyDiffers"),
        unproven("ISO7816_G_32", "the proof under another tag", "cam-wrong-tag", "noProof"),
        unproven("ISO7816_G_33", "an empty proof", "cam-empty", "noProof"),
        .fails(
            "ISO7816_G_39", "EF.CardSecurity holds another key than the chip's", at: cam, "keyDiffers",
            origin: mapping, alongside: ["consistency.cardSecurity"], sound: mapped
        ) {
            $0.protocols?.hasOtherKey = true
        },
        .fails(
            "ISO7816_G_40", "EF.CardSecurity holds no key", at: cam, "noKey", origin: mapping, sound: mapped
        ) {
            $0.protocols?.hasKeyInCardSecurity = false
        },
    ]
}
