import AccessControl
import PKI

/// What came of all certificates that were given.
struct CVVerification {
    /// One for each certificate that stands in no chain of another.
    private(set) var verdicts: [CVChainVerdict] = []
    /// The trusted authorities, and what is wrong with their certificates.
    let authorities: [(item: CVFiles.Item, fault: CVCertificateFault?)]
    /// Files of folders that cannot be read.
    let broken: [CVFiles.Broken]

    /// - Throws: where nothing is trusted, and where there is nothing to verify.
    init(_ given: CVFiles, trust: CVFiles, at today: CVDate?) throws {
        let trusted = trust.items.filter { $0.certificate.authorization.role == .cvca }
        guard !trusted.isEmpty else {
            throw CommandError(
                "there is no certificate of an authority among those of --trust\(trust.brokenWords)")
        }
        for item in trust.items where item.certificate.authorization.role != .cvca {
            Terminal.note("'\(item.path)' is no authority's certificate and is not trusted")
        }
        let certificates = trusted.map(\.certificate)
        authorities = trusted.map { ($0, Self.fault(of: $0.certificate, among: certificates)) }
        broken = trust.broken + given.broken
        let others = given.items.filter { !certificates.contains($0.certificate) }
        guard !others.isEmpty || authorities.contains(where: { $0.fault != nil }) else {
            throw CommandError(
                given.items.isEmpty
                    ? "there is nothing to verify, no certificate was given\(given.brokenWords)"
                    : "there is nothing to verify but what --trust names\(given.brokenWords)")
        }
        verdicts = Self.verdicts(others, trusted: certificates, at: today)
    }

    /// How the program ends.
    var status: ExitStatus {
        let isRejected =
            !broken.isEmpty || authorities.contains { $0.fault != nil }
            || verdicts.contains { $0.fault != nil }
        if isRejected { return .rejected }
        return verdicts.contains { $0.chain?.unverifiedHolders.isEmpty == false }
            ? .undecided : .success
    }

    var text: String {
        var parts = verdicts.map(\.text)
        for (item, fault) in authorities {
            guard let fault else { continue }
            parts.append(CVChainVerdict.text(item, "not valid, although trusted", fault))
        }
        parts += broken.map {
            "\($0.path.withoutControls): not readable\n  \($0.message.withoutControls)"
        }
        return parts.joined(separator: "\n\n")
    }

    // MARK: Verification

    /// What is wrong with the certificate of a trusted authority: its own signature, as far as its key is at hand.
    private static func fault(of certificate: CVCertificate, among trusted: [CVCertificate])
        -> CVCertificateFault?
    {
        switch CVKeyRing(certificate.isSelfIssued ? [certificate] : trusted).verify(certificate) {
        case .valid, .keyNotAtHand: nil
        case .invalid: .wrongSignature(certificate.holderReference)
        case .unknownAlgorithm(let oid): .unknownAlgorithm(certificate.holderReference, oid)
        case .unusableKey(let error): .unusableKey(certificate.holderReference, error)
        }
    }

    /// Ends of chains first, then what stands in none of the chains that lead anywhere.
    private static func verdicts(
        _ given: [CVFiles.Item], trusted: [CVCertificate], at today: CVDate?
    ) -> [CVChainVerdict] {
        let trustPoints = trusted.map(\.holderReference)
        // Nobody may bring along another key for an authority that is trusted.
        let pool = given.map(\.certificate).filter { !trustPoints.contains($0.holderReference) }
        let issuers = Set(pool.filter { !$0.isSelfIssued }.map(\.authorityReference))
        let isEnd = { (item: CVFiles.Item) in !issuers.contains(item.certificate.holderReference) }
        var verdicts: [CVChainVerdict] = []
        var done: Set<CVCertificate> = []
        for item in given.filter(isEnd) + given.filter({ !isEnd($0) })
        where !done.contains(item.certificate) {
            let verdict = CVChainVerdict(item, trustPoints, trusted + pool, at: today)
            verdicts.append(verdict)
            done.insert(item.certificate)
            done.formUnion(verdict.chain?.certificates ?? [])
        }
        return verdicts
    }
}

/// What came of one certificate and those above it.
struct CVChainVerdict {
    let end: CVFiles.Item
    let chain: CVCertificateChain?
    let fault: CVCertificateFault?

    init(
        _ end: CVFiles.Item, _ trustPoints: [CertificateReference], _ pool: [CVCertificate],
        at today: CVDate?
    ) {
        self.end = end
        let certificate = end.certificate
        do throws(CVCertificateFault) {
            let hasName = certificate.isSelfIssued || trustPoints.contains(certificate.holderReference)
            if hasName, certificate.authorization.role != .cvca {
                throw .wrongRole(certificate.holderReference)
            }
            chain = try CVCertificateChain(
                to: certificate, from: trustPoints, certificates: pool, at: today)
            fault = nil
        } catch { (chain, fault) = (nil, error) }
    }

    var text: String {
        guard let chain else { return Self.text(end, "not valid", fault) }
        let authorization = chain.authorization
        let state = chain.unverifiedHolders.isEmpty ? "valid" : "not decided"
        var rows = [("chain", "\(chain)"), ("role", authorization.role.words)]
        if !authorization.rightsWords.isEmpty {
            rows.append(("rights", authorization.rightsWords.joined(separator: ", ")))
        }
        rows += chain.unverifiedHolders.map {
            ("not verified", "\($0), since the key of its authority is not at hand")
        }
        rows.append(("file", end.path.withoutControls))
        return "\(end.certificate.holderReference): \(state)\n"
            + TextLayout.table(rows.map { ($0.0, $0.1) }, width: Terminal.width)
    }

    /// A certificate that is not valid, why, and in which file it is.
    static func text(_ item: CVFiles.Item, _ state: String, _ fault: CVCertificateFault?) -> String {
        let words = fault.map { "\($0)" } ?? ""
        return "\(item.certificate.holderReference): \(state)\n  \(words)\n  file  \(item.path.withoutControls)"
    }
}
