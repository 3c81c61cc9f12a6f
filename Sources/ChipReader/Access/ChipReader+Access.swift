import AccessControl
import CardTransport
import Cryptography
import LDS
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Selects the application and opens it as the request and the chip allow, through losses of the card.
    mutating func openAccess() throws(ReadInterruption) {
        try checkPolicy()
        while true {
            do {
                try openSession()
                break
            } catch {
                guard case .transport(let cause) = error else { throw error }
                try recover(from: cause)
            }
        }
        state.phase = .open
    }

    /// PACE cannot be used yet, so a request that insists on it ends here.
    private mutating func checkPolicy() throws(ReadInterruption) {
        guard state.request.accessPolicy == .paceOnly else { return }
        let reason =
            state.reading.access.offersPACE == false
            ? Reason("paceNotOffered", "The chip offers no PACE, and the access policy allows nothing else.")
            : Reason(
                "paceNotSupported", "The access policy allows PACE alone, which this version does not support yet.")
        state.reading.access.failure = reason
        throw .ended(reason)
    }

    /// Selects the application and runs Basic Access Control, or finds that the files are open.
    mutating func openSession() throws(ReadInterruption) {
        try selectApplication()
        guard !state.isPlain, let keys = state.keys else {
            try readInTheOpen(else: nil)
            return
        }
        begin(step: "bac")
        do {
            let session = try runBasicAccessControl(keys)
            link.open(session)
        } catch {
            if case .transport(let cause) = error { throw .transport(cause) }
            let reason = error.basicAccessControlReason(offersPACE: state.reading.access.offersPACE)
            guard case .refused(_, at: .doc9303(11, "4.3.1", step: "1")) = error else {
                state.reading.access.failure = reason
                throw .ended(reason)
            }
            try readInTheOpen(else: reason)
            return
        }
        state.reading.access.used = .bac
        if state.reading.access.offersPACE == true { remark(Remark.paceNotUsed) }
        if state.phase == .start { startBlocks() }
    }

    /// One run of the protocol, with a random source that goes on afterwards.
    private mutating func runBasicAccessControl(_ keys: DocumentBasicAccessKeys) throws(AccessControlError)
        -> SecureMessagingKeys
    {
        var protocolRun = BasicAccessControl(keys, random: DrawnRandomSource(random.bytes(24)))
        return try protocolRun.open(&link)
    }

    /// Checks that EF.COM or EF.SOD can be read without any protocol.
    private mutating func readInTheOpen(else failure: Reason?) throws(ReadInterruption) {
        if state.phase == .start { startBlocks() }
        for file in [ElementaryFile.com, .sod] {
            begin(step: file.name, file: file)
            if case .data = try firstRead(file, known: 0) {
                state.isPlain = true
                state.reading.access.used = .unprotected
                if state.keys != nil { remark(Remark.keyNotNeeded) }
                return
            }
        }
        let refusal = state.selectionRefusal.map {
            Reason("applicationRefused", "The chip does not let its eMRTD application be selected (\($0)).")
        }
        let reason =
            refusal ?? failure
            ?? Reason("keyNeeded", "The chip gives nothing out without a key: its printed MRZ is needed.")
        state.reading.access.failure = reason
        throw .ended(reason)
    }

    /// Selects the eMRTD application, in the form that the chip takes; resets a chip that an earlier session is left on.
    mutating func selectApplication() throws(ReadInterruption) {
        begin(step: "select")
        var hasReset = false
        while true {
            let status = try selectInSomeForm()
            switch status {
            case .success: return
            case .fileNotFound:
                throw .ended(
                    Reason(Self.noApplication, "The chip has no eMRTD application (6A82): it is no passport chip."))
            default:
                guard !hasReset else {
                    // Tolerated: a chip whose only application is selected from the start (field notes 14 and 17).
                    state.selectionRefusal = status
                    remark(Remark.selectionRefused(status))
                    return
                }
                hasReset = true
                do { try link.connection.reset() } catch { throw .transport(error) }
                remark(Remark.foreignSession)
            }
        }
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

/// Random bytes that were drawn beforehand, so that a run of a protocol leaves its source to the caller.
private struct DrawnRandomSource: RandomSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        precondition(count <= rest.count, "a protocol draws no more than was foreseen")
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
