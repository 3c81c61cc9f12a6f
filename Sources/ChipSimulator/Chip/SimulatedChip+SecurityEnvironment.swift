import ByteCoding
import CardTransport
import Cryptography
import Issuing
import LDS
import Standards

extension SimulatedChip {
    /// What MANAGE SECURITY ENVIRONMENT has set, for the commands that follow.
    enum SecurityEnvironment: Sendable {
        case none
        case pace(PACERun)
        case chipAuthentication(ChipAuthenticationRun)
        /// A run of PACE failed, and the chip still waits for the end of the chain.
        case unfinishedChain
    }

    /// Spec: ISO/IEC 7816-4 §11.5.11; ICAO Doc 9303-11 (8th ed.) §4.4.4.1, §6.2.4 and §7.1.5.
    mutating func manageSecurityEnvironment(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        environment = .none
        if behaviour.refusesLengthWithoutAnswer, !exchange.isSecured, command.expectedCount != nil {
            return ResponseAPDU(status: .wrongLength)
        }
        guard let reference = try? ControlReference(command.data) else { return ResponseAPDU(status: .wrongData) }
        switch (command.p1, command.p2) {
        case (0xC1, 0xA4): return setPACE(reference, exchange)
        case (0x41, 0xA6): return agreeAtOnce(reference, exchange)
        case (0x41, 0xA4): return setChipAuthentication(reference, exchange)
        case (0x81, 0xB6): return setVerificationKey(reference, exchange)
        case (0x81, 0xA4): return setTerminalAuthentication(reference, exchange)
        default: return ResponseAPDU(status: .wrongParameters)
        }
    }

    /// GENERAL AUTHENTICATE: a step of PACE or of Chip Authentication, or a part of one.
    ///
    /// A chained command carries a whole step of PACE, or a part of a template that is too long for it.
    ///
    /// Spec: ISO/IEC 7816-4 §5.3.3 and §11.5.5; ICAO Doc 9303-11 (8th ed.) §4.4.4.2 and §6.2.4.2.
    mutating func generalAuthenticate(_ command: CommandAPDU, _ exchange: Exchange) -> ResponseAPDU {
        guard command.p1 == 0, command.p2 == 0 else { return ResponseAPDU(status: .wrongParameters) }
        if let refusal = behaviour.refusesExtendedAuthentication, exchange.isExtended {
            return ResponseAPDU(status: refusal)
        }
        let isLast = command.cla & 0x10 == 0
        let data = chained + command.data
        chained = []
        guard data.count <= Self.longestTemplate else { return ResponseAPDU(status: .wrongLength) }
        guard let template = Self.template(data) else {
            if isLast { environment = .none } else { chained = data }
            return ResponseAPDU(status: isLast ? .wrongData : .success)
        }
        switch environment {
        case .none, .unfinishedChain: return ResponseAPDU(status: .conditionsNotSatisfied)
        case .pace(let run):
            return continuePACE(run, template, isLast: isLast)
        case .chipAuthentication(let run):
            guard isLast else {
                environment = .none
                return ResponseAPDU(status: StatusWord(0x6883))
            }
            return agree(run, template)
        }
    }

    private static let longestTemplate = 4096

    /// The objects in DO'7C', where it is whole.
    private static func template(_ data: [UInt8]) -> ControlReference? {
        var reader = ByteReader(data)
        guard let object = try? reader.dataObject(0x7C), reader.isAtEnd else { return nil }
        return try? ControlReference(object.value)
    }
}
