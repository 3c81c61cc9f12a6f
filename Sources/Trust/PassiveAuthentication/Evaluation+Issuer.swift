import PKI
import Standards

/// The document signer's issuer: steps 13 to 15.
extension Evaluation {
    static let noAnchor = Reason(
        "noAnchor",
        "no trusted country signing certificate for this document signer is at hand"
    )

    /// 13) and 14) The country signing certificate whose key signed the document signer; its position.
    ///
    /// One certificate long, whatever lies between: a link certificate counts for its key, and its own signature is
    /// not looked at.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) Appendix D.1; BSI TR-03135-1 §5.6.4.3.3.
    mutating func findIssuer(of signer: Certificate?) -> Int? {
        guard let signer else {
            skip(.issuerFound, Self.noSigner, .doc9303(12, "D.1"))
            skip(.documentSignerSignature, Self.noSigner, .tr03135("5.6.4.3.3"))
            skip(.issuerName, Self.noSigner, .doc9303(12, "D.1.1.3"))
            return nil
        }
        anchors = context.material.anchors(for: signer)
        var (found, signature) = (Draft(), Draft())
        signature.show("algorithm", SignatureScheme.name(of: signer.signatureAlgorithm))
        let positions = verifiedIssuers(of: signer, &found, &signature)
        let best = best(of: positions, for: signer)
        if let best { describe(best, signer, &found) }
        conclude(.issuerFound, found, .doc9303(12, "D.1"))
        conclude(.documentSignerSignature, signature, .tr03135("5.6.4.3.3"))
        checkName(of: best, signer)
        return best
    }

    /// Every certificate at hand whose key verifies the document signer; the drafts say what was tried.
    private mutating func verifiedIssuers(of signer: Certificate, _ found: inout Draft, _ signature: inout Draft)
        -> [Int]
    {
        let scheme: SignatureScheme
        do {
            scheme = try SignatureScheme(signer.signatureAlgorithm)
        } catch {
            found.leaveOpen("algorithmUnknown", "the document signer's signature names no algorithm to try keys with")
            judge(error, &signature)
            return []
        }
        digestsInUse.append(("signature of the document signer", scheme.digest))

        let named = signer.authorityKeyIdentifier.map { anchors.positions(keyIdentifier: $0) } ?? []
        let byKey = named.filter { isCountry(ofAnchor: $0, thatOf: signer) }
        let tried = byKey.map { ($0, outcome(signer, scheme, $0)) }
        let verified = right(of: tried, &signature)
        if !verified.isEmpty { return verified }

        // The name comes second: where the key identifier is missing, or leads nowhere.
        let byName = anchors.positions(subject: signer.issuer).filter { !byKey.contains($0) }
        let verifiedByName = right(of: byName.map { ($0, outcome(signer, scheme, $0)) }, &signature)
        if !verifiedByName.isEmpty {
            if signer.authorityKeyIdentifier != nil {
                meet(
                    .authorityKeyIdentifierDisagrees,
                    "the key that signed is not the one that the document signer names", in: &found)
            }
            return verifiedByName
        }

        guard let first = tried.first else {
            found.show("certificates of the same name", "\(byName.count)")
            if named.count > byKey.count {
                found.leaveOpen("otherCountry", "the key that the document signer names belongs to another state")
            }
            found.leaveOpen(Self.noAnchor)
            signature.leaveOpen(Self.noAnchor)
            return []
        }
        // Keys that cannot be used leave the signature open; keys that do not verify decide it.
        let decisive = tried.first { $0.1 != .invalid } ?? first
        judge(
            decisive.1, "the document signer is not signed by the key it names: it was changed, or is a forgery",
            &signature)
        return []
    }

    /// The keys that verify; where none does, those that would but for a NULL, which policy decides about.
    private mutating func right(of tried: [(Int, SignatureOutcome)], _ signature: inout Draft) -> [Int] {
        let valid = tried.filter { $0.1 == .valid }.map(\.0)
        guard valid.isEmpty else { return valid }
        let others = tried.filter { $0.1 == .validWithoutNull }.map(\.0)
        if !others.isEmpty { meet(.digestInfoWithoutNull, Self.withoutNull, in: &signature) }
        return others
    }

    private func outcome(_ signer: Certificate, _ scheme: SignatureScheme, _ position: Int) -> SignatureOutcome {
        let anchor = anchors.certificates[position]
        return context.signatures.outcome(of: signer.encoded, issuerKey: anchor.subjectPublicKeyInfo) {
            verify(signer.signature, over: signer.tbs, by: scheme, with: anchor)
        }
    }

    /// Why nothing is asked of an issuer where none verified the signer: none is at hand, or its key says otherwise.
    private var whyWithoutIssuer: Reason {
        guard result(of: .issuerFound) == .successful else { return Self.noAnchor }
        let isWrong = if case .failed = result(of: .documentSignerSignature) { true } else { false }
        return Reason(
            "signerNotVerified",
            "not asked, since the signature of the signer \(isWrong ? "is wrong" : "could not be verified")")
    }

    /// Among certificates of one key: the one with the right name, valid, no link, and longest.
    private func best(of positions: [Int], for signer: Certificate) -> Int? {
        func rank(_ position: Int) -> (Int, Int, Int, Timestamp) {
            let anchor = anchors.certificates[position]
            let name = anchor.subject.match(signer.issuer).map { 3 - $0.rawValue } ?? 0
            let isValid = anchor.notBefore <= validityTime && validityTime <= anchor.notAfter
            return (name, isValid ? 1 : 0, anchor.isLink ? 0 : 1, anchor.notAfter)
        }
        return positions.max { rank($0) < rank($1) }
    }

    private mutating func describe(_ position: Int, _ signer: Certificate, _ draft: inout Draft) {
        let anchor = anchors.certificates[position]
        draft.show("subject", anchor.subject.description)
        draft.show("serial number", anchor.serialNumberText)
        if anchor.isLink {
            meet(.linkCertificateOnly, "the key is known from a link certificate only", in: &draft)
        }
        if let country = CertificateCountry.normalised(anchor.subject),
            let other = CertificateCountry.normalised(signer.issuer), country != other
        {
            meet(.otherCountryIssuer, "the issuer is of \(country) and the document signer of \(other)", in: &draft)
        }
    }

    /// Spec: ICAO Doc 9303-12 (8th ed.) D.1: an anchor is one of the same country, where both name one.
    private func isCountry(ofAnchor position: Int, thatOf signer: Certificate) -> Bool {
        guard let anchor = CertificateCountry.normalised(anchors.certificates[position].subject),
            let issuer = CertificateCountry.normalised(signer.issuer)
        else { return true }
        return anchor == issuer || CertificateCountry.linked.contains([anchor, issuer])
    }

    /// 14) The names of issuer and subject agree.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) D.1.1.3; RFC 5280 §6.1.3 (a)(4).
    private mutating func checkName(of position: Int?, _ signer: Certificate) {
        let source = SpecReference.doc9303(12, "D.1.1.3")
        guard let position else { return skip(.issuerName, whyWithoutIssuer, source) }
        var draft = Draft()
        switch anchors.certificates[position].subject.match(signer.issuer) {
        case .identical: break
        case .equivalent:
            meet(.differentlyWrittenName, "issuer and subject are the same name, written differently", in: &draft)
        case .reordered: meet(.reorderedIssuerName, "issuer and subject are the same name in another order", in: &draft)
        case nil:
            draft.fail(
                "issuerNameDiffers",
                "the document signer names \(signer.issuer) as its issuer, and the key is another's")
        }
        conclude(.issuerName, draft, source)
    }

    /// 15) Both certificates are valid at the time the policy asks for.
    ///
    /// What an unverified certificate says of its own validity decides nothing.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) D.1.1.3; BSI TR-03135-1 §5.6.4.3.4.
    mutating func checkValidity(of signer: Certificate?, and position: Int?) {
        let source = SpecReference.tr03135("5.6.4.3.4")
        if let signer {
            var draft = Draft()
            judgeValidity(of: signer, "document signer certificate", &draft)
            if position == nil {
                let evidence = draft.evidence
                draft = Draft()
                draft.evidence = evidence
                let isFound = whyWithoutIssuer != Self.noAnchor
                draft.leaveOpen(
                    isFound
                        ? whyWithoutIssuer
                        : Reason("notAnchored", "the issuer is not known, so what the certificate says is not certain"))
            }
            conclude(.documentSignerValidity, draft, source)
        } else {
            skip(.documentSignerValidity, Self.noSigner, source)
        }
        guard let position else { return skip(.issuerValidity, whyWithoutIssuer, source) }
        var draft = Draft()
        judgeValidity(of: anchors.certificates[position], "country signing certificate", &draft)
        conclude(.issuerValidity, draft, source)
    }

    private func judgeValidity(of certificate: Certificate, _ what: String, _ draft: inout Draft) {
        draft.show("not before", "\(certificate.notBefore)")
        draft.show("not after", "\(certificate.notAfter)")
        if validityTime < certificate.notBefore {
            draft.fail("notYetValid", "the \(what) is valid from \(certificate.notBefore) on")
        }
        if validityTime > certificate.notAfter {
            draft.fail("expired", "the \(what) expired on \(certificate.notAfter)")
        }
    }
}

extension Certificate {
    /// Whether another key than its own signed it, as far as its fields say.
    var isLink: Bool {
        guard isSelfIssued else { return true }
        return authorityKeyIdentifier.map { $0 != keyIdentifier } ?? false
    }
}
