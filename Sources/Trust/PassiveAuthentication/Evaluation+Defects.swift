import LDS
import MRZ
import PKI
import Standards

/// What lists know to be wrong with the document: step 22.
extension Evaluation {
    /// Another certificate that a defect list delivers for a signer whose own is malformed or named wrongly.
    ///
    /// Spec: BSI TR-03135-1 §5.8.2.
    func replacementSigner(for sid: SignerInfo.Identifier, _ signer: Certificate?) -> Certificate? {
        guard context.material.knowsDefects else { return nil }
        let named = context.material.defects(of: DocumentIdentity(signerIdentifier: sid, signer: signer))
        for defect in named {
            if case .signerReplaced(let certificate) = DefectKind(defect) { return certificate }
        }
        return nil
    }

    /// 22) Looks up what is known of the document.
    mutating func findDefects(_ signed: SignedContent?, _ signer: Certificate?) {
        var draft = Draft()
        lookUpDefects(signed, signer, &draft)
        conclude(.knownDefects, draft, .tr03135("5.8"))
    }

    private mutating func lookUpDefects(_ signed: SignedContent?, _ signer: Certificate?, _ draft: inout Draft) {
        guard context.material.knowsDefects else {
            return draft.pass(over: "noDefectLists", "no list of deviations or defects is at hand")
        }
        let identity = DocumentIdentity(
            dg1: reading.bytes(of: .dataGroup(.dg1)) ?? [], dg12: reading.bytes(of: .dataGroup(.dg12)) ?? [],
            signingTime: signed?.signingTime, signerIdentifier: signed?.signerInfo.sid, signer: signer)
        defects = context.material.defects(of: identity).map(JudgedDefect.init)
        for defect in defects { draft.show("known", defect.defect.text ?? "\(defect.defect.type)") }
        if !defects.isEmpty {
            draft.leaveOpen("defectKnown", "lists say that something is wrong with documents like this one")
        }
    }

    /// Lets what is known change what was found; each check keeps what it said before.
    ///
    /// - Parameter checks: Those that may be changed; nil for all.
    mutating func applyDefects(to checks: [CheckID]? = nil) {
        guard !defects.isEmpty else { return }
        for (index, finding) in findings.enumerated() where checks?.contains(finding.id) ?? true {
            guard let changed = defects.change(finding.id, finding.result) else { continue }
            // A defect list that speaks of revocation is a list that was imported, as a revocation list is.
            if finding.id == .documentSignerRevocation { hasRevocationLists = true }
            findings[index] = Finding(
                finding.id, changed, source: finding.source, evidence: finding.evidence,
                preDefectResult: finding.result, leniency: finding.leniency)
        }
    }

    /// The country that a defect list delivers in the place of the one in the signer's certificate.
    var deliveredCountry: String? {
        for judged in defects {
            if case .issuingCountry(let country) = DefectKind(judged.defect) { return country.uppercased() }
        }
        return nil
    }
}

extension DocumentIdentity {
    /// What files say of a document, as far as they can be decoded; empty where they are not there.
    init(
        dg1: [UInt8], dg12: [UInt8], signingTime: Timestamp?, signerIdentifier: SignerInfo.Identifier?,
        signer: Certificate?
    ) {
        let zone = dg1.isEmpty ? nil : try? DG1(encoded: dg1).machineReadableZone()
        let issued = dg12.isEmpty ? nil : try? DG12(encoded: dg12).dateOfIssue?.moment
        self.init(
            documentCode: zone?.documentCode.filter { $0 != "<" }, documentNumber: zone?.documentNumber,
            issuingDate: issued ?? signingTime, signerIdentifier: signerIdentifier, signer: signer)
    }
}

extension RecordedDate {
    /// The beginning of the day; nil for a date that lacks a part.
    fileprivate var moment: Timestamp? {
        guard let month, let day else { return nil }
        return Timestamp(year: year, month: month, day: day)
    }
}
