import AccessControl
package import ChipSimulator
import Cryptography
import Issuing
import LDS
import MRZ

extension PACEVector {
    /// The simulated chip gives the printed answers to the printed commands.
    package func checkSimulatedChip() throws {
        var chip = try simulatedChip()
        for (index, (command, response)) in zip(commands, responses).enumerated() {
            try compare("answer \(index) of the chip", chip.process(command.bytes), with: response.bytes)
        }
    }

    /// The simulated chip of the printed document, its secrets those that are printed.
    package func simulatedChip(behaviour: ChipBehaviour = ChipBehaviour()) throws -> SimulatedChip {
        let information = try MRZKeyInformation(
            documentNumber: documentNumber ?? "L898902C", dateOfBirth: dateOfBirth ?? "690806",
            dateOfExpiry: dateOfExpiry ?? "940623")
        var document = IssuedDocument(
            mrzLines: [], files: [.cardAccess: SecurityInfoEncoder.cardAccess([paceInfo.bytes])],
            keyInformation: information, accessControl: .pace)
        document.pace = PACEPasswords(can: can.map { Array($0.utf8) }, pin: pin.map { Array($0.utf8) })
        if let chipSecret, case .ecdh(let curve) = try choice.parameters {
            document.chipAuthentication = [
                ChipAuthenticationKey(pair: .ecdh(try ECDHKeyPair(on: curve, scalar: chipSecret.bytes)))
            ]
        }
        var behaviour = behaviour
        behaviour.pace.references = authorityReferences
        let secrets = nonce.bytes + (skMapIC?.bytes ?? []) + (exponentIC ?? skDHIC).bytes
        return SimulatedChip(document, behaviour: behaviour, random: ListedRandomSource(secrets))
    }
}
