import LDS
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Reads EF.CardSecurity, which lies beside EF.CardAccess and can be read between PACE and the selection of the
    /// application: the chip's key for Chip Authentication Mapping, and signed copies of what EF.CardAccess says.
    ///
    /// A chip that drops the session over it is opened again and left alone.
    mutating func readCardSecurity() throws(ReadInterruption) {
        guard state.phase == .start, state.reading[.cardSecurity] == nil, state.cardAccessPlace != .application,
            isCardSecurityExpected
        else { return }
        begin(step: ElementaryFile.cardSecurity.name, file: .cardSecurity)
        var download = FileDownload(.cardSecurity, limit: state.request.maximumFileByteCount)
        do {
            enter(.cardSecurity, try finish(&download))
        } catch {
            guard case .transport(let cause) = error else { throw error }
            noteTroubleAtRead(cause)
            state.cardSecurityLossCount += Self.endsSession(cause) ? 1 : 0
            if state.cardSecurityLossCount >= Self.maximumFruitlessCount {
                remark(Remark.fileEndsSession(.cardSecurity))
                enter(.cardSecurity, download.partial ?? .refused(status: 0x6988))
            }
            throw error
        }
    }

    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4: it is there for Chip Authentication Mapping, and for Chip or Terminal
    /// Authentication in the master file.
    private var isCardSecurityExpected: Bool {
        guard let infos = state.reading.bytes(of: .cardAccess).flatMap({ try? SecurityInfos(encoded: $0) }) else {
            return false
        }
        return infos.pace.contains { $0.variant.mapping == .chipAuthentication } || !infos.chipAuthentication.isEmpty
            || !infos.terminalAuthentication.isEmpty
    }
}
