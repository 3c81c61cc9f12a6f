import ByteCoding
public import CardTransport
package import LDS
import Standards

extension CommandAPDU {
    /// GET CHALLENGE for `count` bytes.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.4.1.
    public static func getChallenge(_ count: Int) -> CommandAPDU {
        CommandAPDU(ins: 0x84, p1: 0x00, p2: 0x00, expectedCount: count)
    }

    /// EXTERNAL AUTHENTICATE, as Basic Access Control uses it for mutual authentication.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.4.2.
    public static func externalAuthenticate(_ proof: [UInt8]) -> CommandAPDU {
        CommandAPDU(ins: 0x82, p1: 0x00, p2: 0x00, data: proof, expectedCount: 40)
    }

    /// INTERNAL AUTHENTICATE with a challenge of eight bytes.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.3.
    ///
    /// - Parameter extended: Whether the lengths are extended though short ones would do.
    public static func internalAuthenticate(
        _ challenge: [UInt8], expecting count: Int, extended: Bool = false
    ) -> CommandAPDU {
        CommandAPDU(
            ins: 0x88, p1: 0x00, p2: 0x00, data: challenge, expectedCount: count, prefersExtendedLength: extended)
    }

    /// MSE:Set AT of PACE, whose answer also says what has become of the password.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4.1; BSI TR-03110-3 B.11.1.
    package static func setPACE(
        _ choice: PACEChoice, _ password: PACEPasswordKind, chat: [UInt8]? = nil, namesParameters: Bool
    ) -> CommandAPDU {
        var objects = [
            DataObjectWriter.encode(0x80, choice.info.identifier.contents),
            DataObjectWriter.encode(0x83, [password.rawValue]),
        ]
        if namesParameters, let number = choice.info.parameterID {
            objects.append(DataObjectWriter.encode(0x84, DataObjectWriter.octets(number)))
        }
        if let chat { objects.append(chat) }
        return .manageSecurityEnvironment(p1: 0xC1, p2: 0xA4, objects)
    }

    /// RESET RETRY COUNTER of the PIN, without a new one.
    ///
    /// Spec: BSI TR-03110-3 B.9.
    ///
    /// - Parameter hasLength: Whether it has an Le, which the specification leaves out.
    package static func resetPINRetryCounter(hasLength: Bool) -> CommandAPDU {
        CommandAPDU(
            ins: 0x2C, p1: 0x03, p2: PACEPasswordKind.pin.rawValue, expectedCount: hasLength ? 256 : nil)
    }
}
