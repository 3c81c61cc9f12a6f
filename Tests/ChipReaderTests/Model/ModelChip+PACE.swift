import AccessControl
import ByteCoding
import CardTransport
import LDS
import Standards
import TestSupport

extension ModelChip {
    /// MSE:Set AT: the way that the protocol and the parameters name, the first of them where they name several.
    func way(_ command: CommandAPDU) -> (PACEChoice, PACEPassword)? {
        guard let infos = try? SecurityInfos(encoded: cardFiles[0x011C] ?? files[0x011C] ?? []) else { return nil }
        var reader = ByteReader(command.data)
        guard let protocolObject = try? reader.dataObject(0x80), let passwordObject = try? reader.dataObject(0x83),
            let password = passwords.first(where: { [$0.kind.rawValue] == Array(passwordObject.value) })
        else { return nil }
        let number = (try? reader.dataObject(ifTag: 0x84))??.value.reduce(0) { $0 << 8 | Int($1) }
        let ways = PACEChoice.ranked(infos)
        let stored = infos.pace.compactMap { info in ways.first { $0.info == info } }
        return stored.first {
            $0.info.identifier.contents == Array(protocolObject.value)
                && (number == nil || $0.info.parameterID == number)
        }.map { ($0, password) }
    }
}
