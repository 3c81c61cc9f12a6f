import AccessControl
import SecureMessaging

extension ChipReader where Connection: ~Copyable {
    /// What a long command is for, by which the forms for it are tried.
    enum LongCommand {
        /// GENERAL AUTHENTICATE, which may be chained.
        case generalAuthenticate
        /// Certificates and signatures, which have extended length by the specification (BSI TR-03110-3 B.12).
        case certificate
    }

    /// How commands that are too long for a short APDU go to this chip over this reader.
    func carriage(_ command: LongCommand) -> CommandCarriage {
        CommandCarriage(
            shortDataByteCount: link.cipher?.largestPayload(inResponseOf: 256) ?? 255,
            longForms: (state.authentication.longForms ?? forms(command)).filter { isPossible($0, for: command) })
    }

    private func forms(_ command: LongCommand) -> [CommandCarriage.LongForm] {
        switch command {
        case .generalAuthenticate where !isExtendedLengthKnown: [.chained, .extended]
        case .certificate where state.extendedLength == .unavailable: [.chained, .extended]
        case .generalAuthenticate, .certificate: [.extended, .chained]
        }
    }

    /// Any chip takes GENERAL AUTHENTICATE in a chain; other commands one that does not say that it takes none.
    private func isPossible(_ form: CommandCarriage.LongForm, for command: LongCommand) -> Bool {
        switch form {
        case .extended: readerCarriesExtendedLength
        case .chained: command == .generalAuthenticate || state.chainsCommands != false
        }
    }

    private var isExtendedLengthKnown: Bool {
        if case .announced = state.extendedLength { true } else { false }
    }
}
