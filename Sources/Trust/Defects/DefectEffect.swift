import LDS
import Standards

/// What a known defect does to the checks it speaks of.
///
/// None makes a document good whose signature is wrong: what failed becomes open at best. Only departures of form are
/// ignored.
struct DefectEffect: Hashable {
    let checks: Set<CheckID>
    let change: Change

    enum Change: Hashable {
        /// What failed or broke off stays open.
        case leavesFailureOpen
        /// A departure from the form is ignored; what is missing stays missing.
        case ignoresForm
        /// The check does not apply.
        case takesCheckAway
        /// The check fails, whatever it said.
        case fails(Reason)
        /// The check stays open, whatever it said, unless it failed.
        case leavesOpen(Reason)
    }

    /// The default effects of a kind of defect.
    ///
    /// Spec: BSI TR-03135-1 §5.8.2; ICAO Doc 9303-12 (8th ed.) §9.
    static func effects(of kind: DefectKind) -> [DefectEffect] {
        switch kind {
        case .certificateOrKey:
            [open(.documentSignerSignature, .documentSignerProfile, .documentSignerExtensions, .documentSignerKeyUsage)]
        case .signerSignature: [open(.documentSignerSignature)]
        case .signerEncoding(.validity): [open(.documentSignerValidity, .documentSignerFound)]
        case .signerEncoding(.issuer): [form(.issuerName), open(.documentSignerFound, .documentSignerProfile)]
        case .signerEncoding:
            [
                form(.documentSignerProfile, .documentSignerExtensions),
                open(.documentSignerFound, .documentSignerKeyUsage, .documentSignerDocumentType),
            ]
        case .issuerEncoding(.validity): [open(.issuerValidity)]
        case .issuerEncoding: [form(.issuerName)]
        case .signerRevoked(let status): [revoked(status)]
        case .signerReplaced: []
        case .validityWrong(let issuer, let signer):
            [
                DefectEffect(
                    checks: Set((issuer ? [.issuerValidity] : []) + (signer ? [.documentSignerValidity] : [])),
                    change: .takesCheckAway)
            ]
        case .activeAuthenticationKeyKnown: [keyKnown(.activeAuthentication)]
        case .chipAuthenticationKeyKnown: [keyKnown(.chipAuthentication, .chipAuthenticationMapping)]
        case .dataStructure: [open(Set(files([.sod, .com] + DataGroup.allCases.map { .dataGroup($0) })))]
        case .filesMalformed(let files): [open(Set(self.files(files)))]
        case .dataGroupHash(let files):
            [
                open(
                    Set(
                        files.compactMap {
                            if case .dataGroup(let group) = $0 { .dataGroupIntegrity(group) } else { nil }
                        }))
            ]
        case .sodSignature: [open(.sodSignature)]
        case .sodDigest: [open(.sodMessageDigest)]
        case .sodEncoding: [open(.sodStructure, .sodContent, .sodAlgorithms)]
        case .sodDataGroupHashes: [open(Set(DataGroup.allCases.map(CheckID.dataGroupIntegrity)))]
        case .comInconsistent: [form(.comAgreement)]
        // The check compares with the country delivered.
        case .issuingCountry: []
        case .cardSecurityMalformed:
            [
                open(
                    .cardSecurityStructure, .cardSecurityAlgorithms, .cardSecurityMessageDigest, .cardSecuritySigner,
                    .cardSecuritySignature, .cardSecurityContent, .cardSecurityTrust)
            ]
        case .mrzData: [open(.printedMRZ, .checkDigits)]
        case .mrzCheckDigit: [open(.checkDigits)]
        case .chip: [DefectEffect(checks: chip, change: .takesCheckAway)]
        case .protocolFailure: [open(chip)]
        case .noted: []
        }
    }

    /// The checks of protocols with the chip.
    private static let chip: Set<CheckID> = [.activeAuthentication, .chipAuthentication, .chipAuthenticationMapping]

    private static func open(_ checks: CheckID...) -> DefectEffect { open(Set(checks)) }
    private static func open(_ checks: Set<CheckID>) -> DefectEffect {
        DefectEffect(checks: checks, change: .leavesFailureOpen)
    }
    private static func form(_ checks: CheckID...) -> DefectEffect {
        DefectEffect(checks: Set(checks), change: .ignoresForm)
    }
    private static func keyKnown(_ checks: CheckID...) -> DefectEffect {
        DefectEffect(
            checks: Set(checks),
            change: .fails(Reason("keyCompromised", "the secret key of this chip is known to others")))
    }

    private static func files(_ files: [DefectiveFile]) -> [CheckID] {
        files.flatMap { file -> [CheckID] in
            switch file {
            case .dataGroup(let group): [.dataGroupIntegrity(group), CheckID(rawValue: "files.\(group.name)")]
            case .sod: [.sodStructure, .sodContent, .sodAlgorithms]
            case .com: [.comAgreement, "files.com"]
            }
        }
    }

    private static let statuses = [1: "on hold", 2: "a test", 3: "by its issuer", 4: "by the signer of the list"]

    /// Spec: BSI TR-03129-2, status of CertRevoked; TR-03135-1 §5.6.4.3.6.
    private static func revoked(_ status: Int) -> DefectEffect {
        let isOpen = status == 1 || status >= 5
        let words = Self.statuses[status].map { ", \($0)" } ?? ""
        // Without a date nobody can tell what it signed before: it counts whenever the document was signed.
        let text =
            "a defect list names the document signer as \(isOpen ? "perhaps revoked" : "revoked") (status \(status)\(words)); "
            + "it gives no date, so that this holds for all that was signed"
        return DefectEffect(
            checks: [.documentSignerRevocation],
            change: isOpen ? .leavesOpen(Reason("revocationDoubtful", text)) : .fails(Reason("revoked", text)))
    }
}

/// Checks of other modules that defects speak of.
extension CheckID {
    fileprivate static let activeAuthentication: CheckID = "aa.chip"
    fileprivate static let chipAuthentication: CheckID = "ca.chip"
    fileprivate static let chipAuthenticationMapping: CheckID = "cam.chip"
    fileprivate static let printedMRZ: CheckID = "consistency.printedMRZ"
    fileprivate static let checkDigits: CheckID = "consistency.checkDigits"
}

extension DefectEffect.Change {
    /// What becomes of a result; nil where it stays.
    func changed(_ result: CheckResult, because text: String) -> CheckResult? {
        switch (self, result) {
        case (.leavesFailureOpen, .failed(let reason)), (.leavesFailureOpen, .aborted(let reason)):
            .undetermined(Reason("knownDefect", "\(text): \(reason.text)"))
        case (.ignoresForm, .failed): .successful
        // Open because the policy says so of a departure, and not because there was nothing to look at.
        case (.ignoresForm, .undetermined(let reason)):
            Deviation(rawValue: reason.code).map { $0.isLackOfData ? nil : .successful } ?? nil
        case (.takesCheckAway, .failed), (.takesCheckAway, .undetermined), (.takesCheckAway, .aborted):
            .notSupported(Reason("knownDefect", text))
        case (.fails(let reason), _) where result.reason?.code != reason.code: .failed(reason)
        case (.leavesOpen, .failed): nil
        case (.leavesOpen(let reason), _) where result.reason?.code != reason.code: .undetermined(reason)
        default: nil
        }
    }
}
