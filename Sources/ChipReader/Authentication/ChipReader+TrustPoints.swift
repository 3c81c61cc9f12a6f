import AccessControl
import CardTransport
import LDS
import PKI
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Whom the chip trusts: as it said at the end of PACE, or else in EF.CVCA; nil where it says nothing.
    mutating func trustPoints() throws(ReadInterruption) -> [CertificateReference]? {
        let named = (state.pace?.session.authorityReferences ?? []).compactMap { CertificateReference($0) }
        guard named.isEmpty else { return named }
        try readAuthorities()
        guard let file = state.reading.bytes(of: .cvca), let references = try? AuthorityReferences(encoded: file) else {
            return nil
        }
        return references.references.compactMap { CertificateReference($0) }
    }

    /// Reads EF.CVCA where DG14 says that it lies, and at its usual place where it is not there.
    private mutating func readAuthorities() throws(ReadInterruption) {
        if let place = placeOfAuthorities, state.reading[.cvca] == nil {
            begin(step: place.name, file: place)
            let outcome = try outcome(of: place)
            // What a loss has left of it is part of the outcome; the reading knows the file by its usual place.
            state.reading.files.removeAll { $0.file == place }
            if outcome.isRead || outcome.isDamaged { enter(.cvca, outcome) }
        }
        try read(.cvca)
    }

    /// Another place than the usual one that TerminalAuthenticationInfo names.
    ///
    /// Spec: BSI TR-03110-3 A.1.1.3.
    private var placeOfAuthorities: ElementaryFile? {
        let infos = state.reading.bytes(of: .dataGroup(.dg14)).flatMap { try? SecurityInfos(encoded: $0) }
        guard let file = infos?.terminalAuthentication.lazy.compactMap(\.cvcaFile).first, file.identifier.count == 2
        else { return nil }
        let place = ElementaryFile.cvca(
            identifier: file.identifier.reduce(0) { $0 << 8 | UInt16($1) },
            shortIdentifier: file.shortIdentifier ?? 0)
        return place.identifier == ElementaryFile.cvca.identifier ? nil : place
    }

    // MARK: Chains in turn

    /// Shows the chip one chain after another while it is the certificates that it refuses: until the terminal has signed
    /// nothing is proven or failed, so that the way from the chip's other trust point is still open.
    ///
    /// A chip that is over with the protocol after the first chain is opened again for the next.
    ///
    /// - Parameter prove: Signs for the terminal, once the chip has its certificate.
    mutating func inTurn(
        _ chains: [CVCertificateChain],
        _ prove: (inout Self, CVCertificateChain) throws(ReadInterruption) -> TerminalAuthenticationReading.Outcome
    ) throws(ReadInterruption) -> (CVCertificateChain?, TerminalAuthenticationReading.Outcome) {
        let open = chains.filter { !state.authentication.refusedTrustPoints.contains($0.trustPoint) }
        for chain in open {
            guard let refusal = try present(chain) else { return (chain, try prove(&self, chain)) }
            guard chain != open.last else { return (chain, refusal) }
            state.authentication.refusedTrustPoints.append(chain.trustPoint)
            state.authentication.sessionOfRefusal = link.sessionCount
            remark(Remark.otherTrustPoint(chain.trustPoint, refusal))
        }
        let reason = Reason("noTrustPointLeft", "The chip refused the certificates from each authority that it names.")
        return (chains.last, .notTried(reason))
    }

    /// - Returns: nil where the chip has taken every certificate.
    private mutating func present(
        _ chain: CVCertificateChain
    ) throws(ReadInterruption) -> TerminalAuthenticationReading.Outcome? {
        guard let signer = state.request.terminal?.signer else { return nil }
        let run = TerminalAuthentication(chain, signer: signer, carriage: carriage(.certificate))
        do throws(AccessControlError) {
            try run.presentCertificates(&link)
            return nil
        } catch {
            if case .refused(let status, _) = error, Self.overStatuses.contains(status),
                state.authentication.sessionOfRefusal == link.sessionCount
            {
                throw .transport(.channelClosed)  // the protocol is over in this session
            }
            return try outcome(of: error)
        }
    }

    /// What a chip answers that takes no more certificates in a session.
    private static var overStatuses: Set<StatusWord> { [.conditionsNotSatisfied, .securityStatusNotSatisfied] }
}

extension FileReading.Outcome {
    fileprivate var isDamaged: Bool { if case .damaged = self { true } else { false } }
}
