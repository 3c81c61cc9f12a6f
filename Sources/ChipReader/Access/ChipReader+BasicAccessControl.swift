import AccessControl
import CardTransport
import Cryptography
import LDS
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Runs Basic Access Control on the selected application, or finds that the files are open.
    mutating func openByBasicAccessControl(_ keys: DocumentBasicAccessKeys) throws(ReadInterruption) {
        begin(step: "bac")
        do {
            let session = try runBasicAccessControl(keys)
            link.open(session)
        } catch {
            if case .transport(let cause) = error { throw .transport(cause) }
            let reason = error.basicAccessControlReason(offersPACE: state.reading.access.offersPACE)
            guard case .refused(_, at: .doc9303(11, "4.3.1", step: "1")) = error else { throw refusal(reason) }
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
    mutating func readInTheOpen(else failure: Reason?) throws(ReadInterruption) {
        if state.phase == .start { startBlocks() }
        for file in [ElementaryFile.com, .sod] {
            begin(step: file.name, file: file)
            if case .data = try firstRead(file, known: 0) {
                state.isPlain = true
                state.reading.access.used = .unprotected
                if state.password != nil { remark(Remark.keyNotNeeded) }
                return
            }
        }
        let applicationRefused = state.selectionRefusal.map { Self.applicationRefused($0) }
        throw refusal(
            applicationRefused.map { wantsPACE(else: $0, failure) } ?? failure
                ?? Reason("keyNeeded", "The chip gives nothing out without a key: its printed MRZ is needed."))
    }

    /// Why a chip that refuses SELECT of its application was not opened: PACE was left out, or is offered in an unknown way
    /// alone (field note 7).
    private func wantsPACE(else refused: Reason, _ failure: Reason?) -> Reason {
        switch state.reading.access.offersPACE {
        case true? where state.reading.access.attempts.isEmpty:
            return failure ?? Reason("paceOnly", "The chip offers PACE, and lets nothing be selected before it.")
        case false?:
            let bytes = state.reading.bytes(of: .cardAccess)
            let isUnknown = bytes.flatMap { try? SecurityInfos(encoded: $0) }?.infos.contains { $0.content == .unknown }
            guard isUnknown == true else { return refused }
            return Reason(
                "paceNotSupported",
                """
                EF.CardAccess lists protocols that this program does not know, and the chip lets nothing be selected \
                before: it may want one of them.
                """)
        default: return refused
        }
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
