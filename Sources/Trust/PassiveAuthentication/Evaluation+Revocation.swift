import PKI
import Standards

/// Revocation: step 21.
extension Evaluation {
    /// 21) No revocation list of the signer's state names the document signer, or the key that issued it.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.4 and D.1.2; BSI TR-03135-1 §5.6.4.3.5.
    mutating func checkRevocation(of signer: Certificate?, and anchor: Certificate?) {
        let source = SpecReference.tr03135("5.6.4.3.5")
        guard let signer else { return skip(.documentSignerRevocation, Self.noSigner, source) }
        var draft = Draft()
        var moments: [(code: String, what: String, moment: Timestamp)] = []
        var namesakes: [(what: String, certificate: StateRevocation.Namesake)] = []
        var (isCovered, isFresh, isDoubted) = (false, false, false)
        var (faults, passedOver): ([String], [StateRevocation.Passing]) = ([], [])
        for country in revocationCountries(of: signer, and: anchor) {
            let state = revocation(ofState: country)
            hasRevocationLists = hasRevocationLists || state.hasLists
            faults += state.faults
            passedOver += state.passedOver
            for list in state.lists { draft.show("list of", "\(list.thisUpdate)") }
            isCovered = isCovered || !state.lists.isEmpty
            isFresh = isFresh || !state.lists.isEmpty && !state.isStale
            if let moment = state.revocation(of: signer, issuedBy: anchor) {
                moments.append(("revoked", Self.signerWords, moment))
            }
            if let key = anchor?.publicKeyBits, let moment = state.revokedKeys[key] {
                moments.append(("issuerRevoked", Self.issuerWords, moment))
            }
            namesakes += [
                state.namesake(of: signer, issuedBy: anchor).map { (Self.signerWords, $0) },
                state.namesake(ofIssuer: anchor).map { (Self.issuerWords, $0) },
            ].compactMap(\.self)
            isDoubted = isDoubted || state.doubts(signer, issuedBy: anchor)
        }
        for fault in faults + passedOver.map(\.rawValue) { draft.show("list not used", fault) }
        noteUnverified(passedOver)
        for (code, what, moment) in moments { judge(code, what, moment, &draft) }
        for (what, certificate) in namesakes { judge(certificate, what, &draft) }
        if isDoubted {
            meet(.crlUnusable, "a revocation list names the signer or its issuer, and cannot be used", in: &draft)
        }
        if !isCovered, let fault = faults.first {
            meet(
                .crlUnusable,
                "no revocation list of the signer's state that is at hand can be used: of one, \(fault)", in: &draft)
        } else if !isCovered {
            meet(.noCRL, Self.missing(passedOver), in: &draft)
        } else if !isFresh {
            draft.show("crlStale", "true")
            meet(.crlStale, "every revocation list of the signer's state is out of date", in: &draft)
        }
        conclude(.documentSignerRevocation, draft, source)
    }

    private static let signerWords = "document signer certificate"
    private static let issuerWords = "country signing certificate"

    /// The list of another authority has the serial number of a certificate, and may mean one of its own.
    private mutating func judge(_ namesake: StateRevocation.Namesake, _ what: String, _ draft: inout Draft) {
        draft.show("revoked perhaps", "\(namesake.moment)")
        let isLater = signingTime.map { $0 < namesake.moment } ?? false
        meet(
            .revokedPerhaps,
            "an authority of the state by the name of \(namesake.issuer) revoked a certificate on \(namesake.moment) that "
                + "has the serial number of the \(what); nothing at hand tells whether it is this one",
            as: isLater && context.policy.ruling(on: .revokedAfterSigning) == .isNoted ? .isNoted : nil, in: &draft)
    }

    /// Names lists that no trusted key signed: anybody can add one, so that it changes no result.
    private mutating func noteUnverified(_ passedOver: [StateRevocation.Passing]) {
        guard passedOver.contains(where: { $0 != .notOut }), !quirks.contains(.unverifiedRevocationList) else { return }
        quirks.append(.unverifiedRevocationList)
    }

    /// That there is no list, as far as lists are meant that say something.
    private static func missing(_ passedOver: [StateRevocation.Passing]) -> String {
        let text = "no revocation list of the signer's state is at hand"
        if passedOver.isEmpty { return text }
        return passedOver.allSatisfy { $0 == .notOut }
            ? text + " that was out at the time of checking" : text + " that a trusted key of that state signed"
    }

    /// A revocation counts from its date on, as far as the policy takes the signer's word for when it signed.
    private mutating func judge(_ code: String, _ what: String, _ moment: Timestamp, _ draft: inout Draft) {
        guard let signingTime, signingTime < moment else {
            return draft.fail(code, "the \(what) was revoked on \(moment)")
        }
        draft.show("revoked", "\(moment)")
        draft.show("signed", "\(signingTime)")
        if context.policy.ruling(on: .revokedAfterSigning) == .fails {
            draft.fail(code, "the \(what) was revoked on \(moment), after the document was signed on \(signingTime)")
        } else {
            meet(
                .revokedAfterSigning, "the \(what) was revoked on \(moment), after it had signed on \(signingTime)",
                in: &draft)
        }
    }

    /// The country of the issuer, and that of an anchor of a linked state.
    func revocationCountries(of signer: Certificate, and anchor: Certificate?) -> [String] {
        [signer.issuer, anchor?.subject].compactMap { $0 }
            .compactMap(CertificateCountry.normalised)
            .reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    }

    /// What the lists of a state come to at the time of checking.
    func revocation(ofState country: String) -> StateRevocation {
        context.revocations.revocation(
            .init(country: country, generation: context.material.generation, time: context.time)
        ) {
            let lists = context.material.revocationLists(ofCountry: country)
                .filter { CertificateCountry.normalised($0.issuer) == country }
            let authorities = lists.isEmpty ? [] : context.material.anchors(ofCountry: country).certificates
            return StateRevocation(
                lists: lists, authorities: authorities.filter { CertificateCountry.normalised($0.subject) == country },
                at: context.time
            ) { signature, message, algorithm, authority in
                guard let scheme = try? SignatureScheme(algorithm) else { return false }
                return verify(signature, over: message, by: scheme, with: authority) == .valid
            }
        }
    }
}
