import CardTransport
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Selects the eMRTD application, in the form that the chip takes; resets a chip that an earlier session is left on.
    mutating func selectApplication() throws(ReadInterruption) {
        begin(step: "select")
        state.position = .elsewhere
        state.records.application = nil
        var hasReset = link.cipher != nil || state.hasReaderChannel  // a reset would end our own session
        var hasResetForeign = false
        while true {
            let status = try selectInSomeForm()
            switch status {
            case .success:
                // Only what a reset has mended was an earlier session's.
                if hasResetForeign { remark(Remark.foreignSession) }
                return
            case .fileNotFound:
                throw .ended(
                    Reason(Self.noApplication, "The chip has no eMRTD application (6A82): it is no passport chip."))
            default:
                guard !hasReset else {
                    // Whoever has gone to the master file has left what was selected from the start: the files there are
                    // not those of the application, whatever their short identifiers.
                    if link.cipher != nil, case .masterFile? = state.cardAccessPlace {
                        throw .ended(Self.applicationRefused(status))
                    }
                    // Tolerated: a chip whose only application is selected from the start (field notes 14 and 17).
                    state.selectionRefusal = status
                    remark(Remark.selectionRefused(status))
                    return
                }
                hasReset = true
                hasResetForeign = true
                do { try link.connection.reset() } catch { throw .transport(error) }
            }
        }
    }

    static func applicationRefused(_ status: StatusWord) -> Reason {
        Reason("applicationRefused", "The chip does not let its eMRTD application be selected (\(status)).")
    }

    static var noApplication: String { "noApplication" }

    private mutating func selectInSomeForm() throws(ReadInterruption) -> StatusWord {
        let forms = CommandAPDU.selectApplicationForms
        var first: StatusWord?
        for form in forms.indices.dropFirst(state.selectApplicationForm) {
            let status = try send(forms[form]).response.status
            if status == .success {
                if form > 0 { remark(Remark.unusualSelect) }
                state.selectApplicationForm = form
                return status
            }
            if status == .fileNotFound { return status }
            first = first ?? status
        }
        return first ?? .fileNotFound
    }
}
