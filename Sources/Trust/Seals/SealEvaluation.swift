import Cryptography
import Foundation
import LDS
import MRZ
import PKI
import Seals
import Standards

/// One judgement of a seal: the checks of its own here, those of certificates by the steps for document signers.
struct SealEvaluation {
    let seal: VisibleDigitalSeal
    let printed: MachineReadableZone?
    var evaluation: Evaluation

    init(_ context: PassiveAuthentication, _ seal: VisibleDigitalSeal, _ printed: MachineReadableZone?) {
        self.seal = seal
        self.printed = printed
        evaluation = Evaluation(context, ChipReading(startedAt: context.time))
    }

    mutating func run() -> SealResult {
        checkContent()
        let signer = findSigner()
        checkSignature(by: signer)
        takeSigningTime()
        let position = evaluation.findIssuer(of: signer)
        let anchor = position.map { evaluation.anchors.certificates[$0] }
        evaluation.checkValidity(of: signer, and: position)
        evaluation.checkExtensions(of: signer)
        evaluation.checkProfile(of: signer)
        checkPurpose(of: signer)
        checkDocumentType(against: signer)
        checkState(of: signer)
        checkDates(against: signer)
        checkExpiry()
        if signer == nil, evaluation.digestsInUse.isEmpty {
            evaluation.skip(
                .algorithmStrength,
                Reason("noSigner", "there is no certificate of its signer, whose key would be judged"),
                .doc9303(12, "4.4"))
        } else {
            evaluation.checkStrength(of: signer, and: anchor)
        }
        evaluation.checkRevocation(of: signer, and: anchor)
        evaluation.nameQuirks(of: signer, as: .other, and: anchor)
        checkAgreement()
        return SealResult(
            policy: evaluation.context.policy, validityTime: evaluation.validityTime, checks: checks,
            signer: signer.map { CertificateSummary($0, sha256: HashAlgorithm.sha256.hash($0.encoded)) },
            anchor: anchor.map { CertificateSummary($0, sha256: HashAlgorithm.sha256.hash($0.encoded)) },
            quirks: evaluation.quirks)
    }

    /// The day of the signature, where it is right, counts as policies have it.
    ///
    /// The seal gives no hour: the end of the day is taken, since the certificate may have been made on it.
    private mutating func takeSigningTime() {
        guard evaluation.result(of: .sealSignature) == .successful, let day = seal.signatureDate?.timestamp else {
            return
        }
        let time = Timestamp(secondsSince1970: day.secondsSince1970 + 86_399)
        evaluation.signingTime = time
        if evaluation.context.policy.validityTime == .signing { evaluation.validityTime = time }
    }

    /// The checks of document signers under the names they have for seals.
    private static let names: [CheckID: CheckID] = [
        .issuerFound: .sealIssuerFound, .documentSignerSignature: .sealSignerSignature, .issuerName: .sealIssuerName,
        .documentSignerValidity: .sealSignerValidity, .issuerValidity: .sealIssuerValidity,
        .documentSignerExtensions: .sealSignerExtensions, .documentSignerProfile: .sealSignerProfile,
        .algorithmStrength: .sealStrength, .documentSignerRevocation: .sealSignerRevocation,
    ]

    private var checks: [SealResult.Check] {
        evaluation.findings.map { finding in
            let name = Self.names[finding.id] ?? finding.id
            let policy = evaluation.context.policy
            let usual = policy.obligation(
                of: finding.id, hasRevocationLists: evaluation.hasRevocationLists, endedIn: finding.result)
            let obligation = policy.givenObligation(of: name) ?? usual
            let renamed = Finding(
                name, finding.result.map(Self.worded), source: finding.source,
                evidence: finding.evidence.map { .init(Self.worded($0.name), Self.worded($0.value)) })
            return .init(finding: renamed, obligation: obligation)
        }
    }

    /// What is said of document signers, said of the signer of a seal.
    private static func worded(_ text: String) -> String {
        text.replacingOccurrences(of: "document signer certificate", with: "certificate of the seal's signer")
            .replacingOccurrences(of: "document signer", with: "signer of the seal")
    }

    // MARK: Content

    /// Spec: ICAO Doc 9303-13 (8th ed.) §2.3.2: features that are not known are passed over.
    private mutating func checkContent() {
        let source = SpecReference.doc9303(13, "2.3.2")
        var draft = Draft()
        switch seal {
        case .constrained(let seal):
            draft.show("document", seal.documentType?.name ?? "not known")
            for (index, feature) in seal.features.enumerated() {
                let name = feature.name ?? "feature \(feature.tag)"
                if feature.isMalformed { draft.fail("malformedFeature", "the \(name) cannot be decoded") }
                if seal.features[..<index].contains(where: { $0.tag == feature.tag }) {
                    draft.fail("repeatedFeature", "the \(name) is there more than once")
                }
            }
            if seal.certificateReference.allSatisfy({ $0 == "0" }) {
                draft.fail("testSeal", "the seal was made for tests: its certificate reference is zero")
            }
        case .nonConstrained(let seal): draft.show("document", seal.type)
        }
        evaluation.conclude(.sealContent, draft, source)
    }

    // MARK: Purpose, type and state

    /// The key is for seals of this kind.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1, table of extensions; ICAO Technical Report VDS-NC §4.
    private mutating func checkPurpose(of signer: Certificate?) {
        let source = SpecReference.doc9303(12, "7.1")
        guard let signer else { return evaluation.skip(.sealSignerPurpose, Evaluation.noSigner, source) }
        var draft = Draft()
        if let purposes = signer.extendedKeyUsage {
            if !purposes.contains(seal.purpose) {
                draft.fail("otherPurpose", "the certificate of the signer is for another purpose")
            }
        } else {
            evaluation.meet(
                .sealPurposeMissing, "the certificate does not say that its key is for seals", in: &draft)
        }
        if let usage = signer.keyUsage, !usage.contains(.digitalSignature) {
            draft.fail("notForSignatures", "the certificate does not allow its key to sign")
        }
        if signer.basicConstraints?.isAuthority == true {
            evaluation.meet(.authoritySigner, "the certificate is that of an authority", in: &draft)
        }
        evaluation.conclude(.sealSignerPurpose, draft, source)
    }

    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1.6; seals in JSON are of the type `NV`.
    private mutating func checkDocumentType(against signer: Certificate?) {
        let source = SpecReference.doc9303(12, "7.1.1.6")
        guard let signer else { return evaluation.skip(.sealSignerDocumentType, Evaluation.noSigner, source) }
        var draft = Draft()
        if let types = signer.documentTypeList {
            draft.show("types", types.joined(separator: ", "))
            if let code = seal.documentCode {
                draft.show("type", code)
                if !types.contains(code), !types.contains(String(code.prefix(1))) {
                    draft.fail("otherDocumentType", "the signer is not one for documents of type \(code)")
                }
            } else {
                draft.leaveOpen("noDocumentCode", "the seal does not say which type its document is of")
            }
        } else {
            draft.pass(over: "noDocumentTypes", "the certificate does not list types of documents")
        }
        evaluation.conclude(.sealSignerDocumentType, draft, source)
    }

    /// The seal, its signer and the signer's issuer are of one state.
    private mutating func checkState(of signer: Certificate?) {
        let source = SpecReference.doc9303(13, "2.3.1")
        guard let signer else { return evaluation.skip(.sealIssuingState, Evaluation.noSigner, source) }
        var draft = Draft()
        draft.show("issuing state", seal.issuingState)
        if let country = CertificateCountry.normalised(signer.issuer) {
            draft.show("signer", country)
            switch CertificateCountry.agrees(country, issuingState: seal.issuingState) {
            case true: break
            case false:
                draft.fail("otherState", "a signer of \(country) signed a seal of \(seal.issuingState)")
            case nil:
                draft.leaveOpen(
                    "unknownState", "it is not known which country's certificates belong to \(seal.issuingState)")
            }
        } else {
            draft.leaveOpen("noCountry", "the certificate does not name its country")
        }
        evaluation.conclude(.sealIssuingState, draft, source)
    }

    // MARK: Dates

    /// No date lies in the future, and the signer signed while its key was in use.
    ///
    /// A day more is allowed, since the seal gives a date without a time zone.
    private mutating func checkDates(against signer: Certificate?) {
        let source = SpecReference.doc9303(13, "2.3.1")
        var draft = Draft()
        guard case .constrained(let seal) = seal else {
            draft.pass(over: "noDates", "the seal says neither when it was signed nor when the document was issued")
            return evaluation.conclude(.sealDates, draft, source)
        }
        draft.show("signed", "\(seal.signatureCreationDate)")
        draft.show("document issued", "\(seal.documentIssueDate)")
        let tomorrow = Timestamp(secondsSince1970: evaluation.context.time.secondsSince1970 + 86_400)
        if let signed = seal.signatureCreationDate.timestamp {
            if signed > tomorrow {
                draft.fail("signedInFuture", "the seal says it was signed on \(seal.signatureCreationDate)")
            }
            if let signer { judge(signed, signer, &draft) }
        }
        if let issued = seal.documentIssueDate.timestamp, issued > tomorrow {
            draft.fail("issuedInFuture", "the document is issued on \(seal.documentIssueDate)")
        }
        evaluation.conclude(.sealDates, draft, source)
    }

    private mutating func judge(_ signed: Timestamp, _ signer: Certificate, _ draft: inout Draft) {
        let endOfDay = Timestamp(secondsSince1970: signed.secondsSince1970 + 86_399)
        let period = signer.privateKeyUsagePeriod
        let start = max(signer.notBefore, period?.notBefore ?? signer.notBefore)
        let end = min(signer.notAfter, period?.notAfter ?? signer.notAfter)
        if endOfDay < start || signed > end {
            evaluation.meet(.signingTimeOutside, "the key of the signer signs from \(start) to \(end)", in: &draft)
        }
    }
}

extension CheckResult {
    /// The same result, its reason in other words.
    fileprivate func map(_ words: (String) -> String) -> CheckResult {
        func changed(_ reason: Reason) -> Reason { Reason(reason.code, words(reason.text)) }
        return switch self {
        case .successful: .successful
        case .failed(let reason): .failed(changed(reason))
        case .undetermined(let reason): .undetermined(changed(reason))
        case .notSupported(let reason): .notSupported(changed(reason))
        case .aborted(let reason): .aborted(changed(reason))
        }
    }
}

extension VisibleDigitalSeal {
    /// The state that issued the document, as the MRZ writes it.
    var issuingState: String {
        switch self {
        case .constrained(let seal): seal.issuingCountry
        case .nonConstrained(let seal): seal.issuer
        }
    }

    fileprivate var signatureDate: PartialDate? {
        if case .constrained(let seal) = self { seal.signatureCreationDate } else { nil }
    }

    /// What the key of the signer is for.
    fileprivate var purpose: OID {
        switch self {
        case .constrained: .barcodeSigningKey
        case .nonConstrained: .nonConstrainedSealSigningKey
        }
    }

    fileprivate var documentCode: String? {
        switch self {
        case .constrained(let seal): seal.machineReadableZone?.padded?.documentCode
        case .nonConstrained: "NV"
        }
    }
}
