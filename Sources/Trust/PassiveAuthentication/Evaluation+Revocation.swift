import PKI
import Standards

/// Revocation, and what all checks of certificates come to: step 21.
extension Evaluation {
    /// 21) No revocation list of the signer's state names the document signer or its issuer.
    ///
    /// Any certificate of the state may have signed the list: the newest key signs for all older ones.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4 and D.1.2; BSI TR-03135-1 §5.6.4.3.5.
    mutating func checkRevocation(of signer: Certificate?, and position: Int?) {
        let source = SpecReference.tr03135("5.6.4.3.5")
        guard let signer else { return skip(.documentSignerRevocation, Self.noSigner, source) }
        var draft = Draft()
        let country = CertificateCountry.normalised(signer.issuer)
        let lists = (country.map { context.material.revocationLists(ofCountry: $0) } ?? []).filter {
            CertificateCountry.normalised($0.issuer) == country
        }
        var used: [CertificateRevocationList] = []
        for list in lists {
            if let fault = fault(of: list) {
                draft.show("list not used", fault)
            } else {
                used.append(list)
                draft.show("list of", "\(list.thisUpdate)")
            }
        }
        hasRevocationLists = !used.isEmpty
        for list in used {
            if let moment = list.revocation(of: signer.serialNumber) {
                draft.fail("revoked", "the document signer certificate was revoked on \(moment)")
            }
            guard let position else { continue }
            let anchor = anchors.certificates[position]
            if anchor.issuer.match(list.issuer) != nil, let moment = list.revocation(of: anchor.serialNumber) {
                draft.fail("issuerRevoked", "the country signing certificate was revoked on \(moment)")
            }
        }
        if used.isEmpty {
            draft.leaveOpen("noCRL", "no revocation list of the signer's state is at hand")
        } else if used.allSatisfy({ $0.nextUpdate.map { $0 < context.time } ?? false }) {
            draft.leaveOpen("crlStale", "every revocation list of the signer's state is out of date")
        }
        conclude(.documentSignerRevocation, draft, source)
    }

    private static let knownListExtensions: Set<OID> = [.authorityKeyIdentifier, .crlNumber, .issuerAlternativeName]

    /// Why a list cannot be used; nil where it can.
    private func fault(of list: CertificateRevocationList) -> String? {
        if list.thisUpdate > context.time { return "its date lies in the future" }
        if list.hasEntryExtensions { return "its entries have extensions, which Doc 9303-12 does not allow" }
        for entry in list.extensions where entry.isCritical || entry.oid == .deltaCRLIndicator {
            if !Self.knownListExtensions.contains(entry.oid) { return "it is not a complete list: \(entry.oid)" }
        }
        guard let scheme = try? SignatureScheme(list.signatureAlgorithm) else { return "its algorithm is not known" }
        guard let country = CertificateCountry.normalised(list.issuer) else { return "its issuer names no country" }
        let isSigned = context.material.anchors(ofCountry: country).certificates.contains { anchor in
            guard CertificateCountry.normalised(anchor.subject) == country else { return false }
            return verify(list.signature, over: list.tbs, by: scheme, with: anchor) == .valid
        }
        return isSigned ? nil : "no country signing certificate at hand verifies it"
    }

    private static let chain: [CheckID] = [
        .documentSignerFound, .issuerFound, .documentSignerSignature, .issuerName, .documentSignerValidity,
        .issuerValidity, .documentSignerExtensions, .documentSignerProfile, .documentSignerKeyUsage,
        .documentSignerRevocation,
    ]

    /// What the checks of certificates come to, as far as the policy lets them decide.
    ///
    /// Spec: BSI TR-03135-1 §5.6.4.3.6.
    mutating func concludeTrust() -> TrustStatus {
        var draft = Draft()
        var (failed, open): ([CheckID], [CheckID]) = ([], [])
        for check in Self.chain {
            let obligation = context.policy.obligation(of: check, hasRevocationLists: hasRevocationLists)
            guard obligation == .mandatory, let result = result(of: check) else { continue }
            switch result {
            case .failed: failed.append(check)
            case .undetermined, .aborted: open.append(check)
            case .successful, .notSupported: break
            }
        }
        func list(_ checks: [CheckID]) -> String { checks.map(\.rawValue).joined(separator: ", ") }
        if !failed.isEmpty { draft.fail("notTrusted", "the document signer is not trusted: \(list(failed))") }
        if !open.isEmpty {
            draft.leaveOpen("undetermined", "it is not known whether to trust the signer: \(list(open))")
        }
        let status: TrustStatus = failed.isEmpty ? (open.isEmpty ? .trusted : .undetermined) : .notTrusted
        draft.show("trust status", status.rawValue)
        conclude(.issuerTrust, draft, .tr03135("5.6.4.3.6"))
        return status
    }
}
