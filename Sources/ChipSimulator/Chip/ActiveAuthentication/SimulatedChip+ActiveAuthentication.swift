import CardTransport
import Cryptography
import Issuing
import LDS

extension SimulatedChip {
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.
    mutating func internalAuthenticate(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard isReadable(.com) else { return ResponseAPDU(status: denial()) }
        if case .refusing(let status) = behaviour.activeAuthentication { return ResponseAPDU(status: status) }
        guard let key = document.activeAuthentication else { return ResponseAPDU(status: .instructionNotSupported) }
        guard command.p1 == 0, command.p2 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        guard command.data.count == 8, let ne = command.expectedCount else {
            return ResponseAPDU(status: .wrongLength)
        }
        if behaviour.activeAuthentication == .corrected, exchange.isExtended || ne != 256 {
            return ResponseAPDU(status: StatusWord(0x6C00))
        }
        let challenge =
            behaviour.activeAuthentication == .replayed ? command.data.map { ~$0 } : command.data
        guard var signature = key.sign(challenge: challenge, random: &random) else {
            return ResponseAPDU(status: StatusWord(0x6F00))
        }
        if behaviour.activeAuthentication == .altered, !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }
        if behaviour.activeAuthentication == .emptyForExtended, exchange.isExtended {
            return ResponseAPDU(status: .success)
        }
        let room = min(ne, exchange.capacity)
        let comesInPieces = behaviour.chainsResponses || exchange.isSecured && behaviour.securedPieceByteCount != nil
        guard signature.count > room, !comesInPieces else {
            return ResponseAPDU(data: signature, status: .success)
        }
        guard behaviour.activeAuthentication == .truncated else { return ResponseAPDU(status: .wrongLength) }
        return ResponseAPDU(data: Array(signature.prefix(room)), status: .success)
    }
}
