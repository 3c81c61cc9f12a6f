import CardTransport
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards
import Trust

/// ISO7816_D and ISO7816_F: Chip Authentication and Active Authentication.
extension TR03105Suite {
    private static let chip = Expectation.Origin.derived(.doc9303(11, "6.2"))
    private static let active = Expectation.Origin.derived(.doc9303(11, "6.1"))
    private static let ca: CheckID = "ca.chip"
    private static let unproven =
        "without a key there is nothing to run: the chip stays unproven, as one without protocols"
    private static let proven = "the only key there is is taken, and the chip proves itself with it"

    private static func curve(_ document: inout SuiteDocument) { document.protocols = ProtocolChip(offersPACE: false) }

    private static func group(_ document: inout SuiteDocument) {
        curve(&document)
        document.protocols?.group = DHGroup(standardizedDomainParameters: 2)
    }

    static let chipAuthenticationCases: [SuiteCase] = [
        .passes("ISO7816_D_01", "agreement in a group", chip, group),
        .passes("ISO7816_D_02", "agreement on a curve", chip, curve),
        .passes("ISO7816_D_03", "one key, with a number", chip, curve),
        .passes("ISO7816_D_04", "two keys, with numbers", chip) { $0.misbehave("ca-two-keys") },
        .fails(
            "ISO7816_D_06", "ChipAuthenticationInfo and no key", at: "files.DG14", "chipAuthenticationKeyMissing",
            .noted("chipAuthenticationKeyMissing", unproven), origin: chip, sound: curve
        ) {
            $0.protocols?.hasKeyInDG14 = false
        },
        .stops(
            "ISO7816_D_07", "the key in a group is one", at: ca, "unusableKey", origin: chip, sound: group
        ) {
            $0.forge("ca-key-dh-one", isSigned: true)
        },
        .stops(
            "ISO7816_D_08", "the key is a point off its curve", at: ca, "unusableKey", origin: chip, sound: curve
        ) {
            $0.forge("ca-key-off-curve", isSigned: true)
        },
        .fails(
            "ISO7816_D_09", "the chip goes on under the keys from before", at: ca, "notAuthenticated", origin: chip,
            sound: curve
        ) {
            $0.forge("ca-clone-old-keys")
        },
        .fails(
            "ISO7816_D_13", "the key has another number than ChipAuthenticationInfo names", at: "files.DG14",
            "chipAuthenticationKeyMissing", .noted("chipAuthenticationKeyMissing", proven), origin: chip, sound: curve
        ) {
            $0.protocols?.namedKeyID = 99
        },
        .passes("ISO7816_D_14", "a key too long for a short command", chip, group),
        .fails(
            "ISO7816_D_15", "MSE:Set AT answers 6A80", at: ca, "refused", origin: chip, sound: curve
        ) {
            $0.chip = { simulated in
                simulated.behaviour.chipAuthentication.refusal = .init(step: 0, status: .wrongData)
            }
        },
    ]

    /// A chip that signs by RSA.
    private static func rsa(_ id: String, _ hash: HashAlgorithm) -> SuiteCase {
        .passes(id, "RSA with \(hash.name)", active) { document in
            document.chip = { simulated in
                let key = try ActiveAuthenticationProfile(key: .rsa(bits: 1024), hash: hash).issue()
                simulated.document.activeAuthentication = key
                simulated.document.files[.dataGroup(.dg15)] = FileEncoder.dg15(
                    subjectPublicKeyInfo: key.key.subjectPublicKeyInfo(explicitParameters: false))
                try simulated.document.reissue()
            }
        }
    }

    static let activeAuthenticationCases: [SuiteCase] = [
        rsa("ISO7816_F_01", .sha1),
        .passes("ISO7816_F_02", "ECDSA", active) { $0.hasActiveAuthentication = true },
        rsa("ISO7816_F_04", .sha224), rsa("ISO7816_F_05", .sha256), rsa("ISO7816_F_06", .sha384),
        rsa("ISO7816_F_07", .sha512),
    ]
}
