import CardTransport
import LDS

/// Some chips drop the session over a READ BINARY whose DO'97' names a number, others over one that names none (field
/// note 36): the form that is not the chip's is left once, before any other was seen to work.
extension ChipReader where Connection: ~Copyable {
    /// A read in the form that the chip takes.
    func inFormOfLength(_ command: CommandAPDU) -> CommandAPDU {
        guard state.lengthForm.form == .all, link.cipher != nil, command.isReadBinary,
            let count = command.expectedCount
        else { return command }
        var changed = command
        changed.expectedCount = count > 256 ? 65_536 : 256
        return changed
    }

    /// A read was answered under protection, so that its form is the chip's.
    mutating func proveLengthForm(_ command: CommandAPDU) {
        guard command.isReadBinary, case .assumed(let form) = state.lengthForm else { return }
        state.lengthForm = .proven(form)
    }

    /// Goes over to the other form where the chip found an object missing and has taken no read yet.
    mutating func learnOtherLengthForm() -> Bool {
        guard link.lossStatus == .secureMessagingObjectMissing, state.lengthForm == .assumed(.exact) else {
            return false
        }
        state.lengthForm = .assumed(.all)
        remark(Remark.asksForAll)
        return true
    }
}

extension CommandAPDU {
    fileprivate var isReadBinary: Bool { ins == 0xB0 || ins == 0xB1 }
}
