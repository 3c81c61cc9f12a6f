public import PKI
import Standards

/// The certificates that lead from a chip's trust point to a terminal, each verified as the chip will verify it.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §7.1.3; BSI TR-03110-3 §2.6 and C.
public struct CVCertificateChain: Hashable, Sendable {
    /// The authority that the chip trusts.
    public let trustPoint: CertificateReference
    /// What has to be sent, in order: link certificates, the document verifier's, the terminal's.
    public let certificates: [CVCertificate]
    /// What the terminal may do: the rights that every certificate grants.
    public let authorization: CertificateHolderAuthorization
    /// Holders whose certificate could not be verified, because the key of the chip's trust point is not at hand; the
    /// chip, which has it, will.
    public let unverifiedHolders: [CertificateReference]

    /// The terminal's certificate.
    public var terminal: CVCertificate? { certificates.last }

    /// The most certificates between a trust point and a terminal: two links a chip may have missed, and some more.
    public static let maximumCount = 8
    /// The most paths that are looked at.
    private static let maximumPathCount = 64

    /// Finds and verifies the shortest way from a trust point to a terminal.
    ///
    /// - Parameters:
    ///   - trustPoints: The authorities that the chip names, in its order.
    ///   - certificates: Certificates to build with, in any order. Self-signed ones are used for their keys and never sent.
    ///   - today: The day the validity is judged by; nil not to judge it. A chip judges by the day that certificates have
    ///     told it, which may be an earlier one, but a terminal whose certificate is over has no business to read.
    /// - Throws: where no way is there, or none is right: the fault of the first.
    public init(
        to terminal: CVCertificate, from trustPoints: [CertificateReference], certificates: [CVCertificate],
        at today: CVDate?
    ) throws(CVCertificateFault) {
        let chains = try Self.chains(to: terminal, from: trustPoints, certificates: certificates, at: today)
        guard let best = chains.first else { throw .noPath(from: trustPoints) }
        self = best
    }

    /// Finds and verifies the shortest way from each trust point to a terminal.
    ///
    /// A chip may name an authority whose key it does not have any more, or that has changed; the way from its other one is
    /// then still open.
    ///
    /// - Parameters: as for one chain.
    /// - Returns: One chain for each trust point that has one, the best first; never none.
    /// - Throws: where no way is there, or none is right: the fault of the first.
    public static func chains(
        to terminal: CVCertificate, from trustPoints: [CertificateReference], certificates: [CVCertificate],
        at today: CVDate?
    ) throws(CVCertificateFault) -> [CVCertificateChain] {
        var fault: CVCertificateFault?
        var chains: [CVCertificateChain] = []
        for path in paths(to: terminal, from: trustPoints, in: certificates) {
            guard !chains.contains(where: { $0.trustPoint == path.first?.authorityReference }) else { continue }
            do {
                chains.append(try CVCertificateChain(path: path, certificates: certificates, at: today))
            } catch {
                fault = fault ?? error
            }
        }
        guard !chains.isEmpty else { throw fault ?? .noPath(from: trustPoints) }
        return chains
    }

    private init(path: [CVCertificate], certificates: [CVCertificate], at today: CVDate?) throws(CVCertificateFault) {
        guard let first = path.first, let terminal = path.last else { throw .noPath(from: []) }
        let trustPoint = first.authorityReference
        var verifier = CVCertificateVerifier(trustPoint, among: certificates, today: today)
        for certificate in path { try verifier.verify(certificate) }
        self.trustPoint = trustPoint
        self.certificates = path
        authorization = verifier.authorization ?? terminal.authorization
        unverifiedHolders = verifier.unverifiedHolders
    }

    // MARK: Paths

    /// Every way up from the terminal to a trust point, the shortest first, then in the order of the trust points.
    private static func paths(
        to terminal: CVCertificate, from trustPoints: [CertificateReference], in certificates: [CVCertificate]
    ) -> [[CVCertificate]] {
        let issuers = Dictionary(
            grouping: certificates.filter { !$0.isSelfIssued && $0.authorization.role != .terminal },
            by: \.holderReference)
        var found: [[CVCertificate]] = []
        var open = [[terminal]]
        for _ in 0..<maximumCount {
            var longer: [[CVCertificate]] = []
            for path in open {
                guard let first = path.first else { continue }
                if trustPoints.contains(first.authorityReference) { found.append(path) }
                for issuer in issuers[first.authorityReference] ?? []
                where !path.contains(issuer) && longer.count < maximumPathCount {
                    longer.append([issuer] + path)
                }
            }
            open = longer
        }
        let rank = { (path: [CVCertificate]) in
            path.first.flatMap { trustPoints.firstIndex(of: $0.authorityReference) } ?? trustPoints.count
        }
        return found.enumerated().sorted { left, right in
            (left.element.count, rank(left.element), left.offset)
                < (right.element.count, rank(right.element), right.offset)
        }.map(\.element)
    }
}

extension CVCertificateChain: CustomStringConvertible {
    /// The trust point and the holders, in order.
    public var description: String {
        ([trustPoint] + certificates.map(\.holderReference)).map(\.description).joined(separator: " → ")
    }
}
