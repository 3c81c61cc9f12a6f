import Cryptography
import LDS
import PKI
import Standards

/// One run of Passive Authentication: what was found so far.
///
/// Steps are numbered as in the clauses they apply; each records exactly one finding for each of its checks, also
/// where an earlier step left nothing to check.
struct Evaluation {
    let context: PassiveAuthentication
    let reading: ChipReading
    /// Which signed object is judged.
    let object: SignedObject
    /// What came with the object, where it came without a reading.
    var record: SecurityObjectRecord?
    var findings: [Finding] = []
    var quirks: [Quirk] = []
    var dataGroups: [DataGroupIntegrity] = []
    /// Digests that something rests on, with what rests on it.
    var digestsInUse: [(use: String, digest: OID)] = []
    /// The moment certificates have to be valid at.
    var validityTime: Timestamp
    /// When the object was signed, as far as its signature is right.
    var signingTime: Timestamp?
    var hasRevocationLists = false
    /// What lists say is wrong with the document.
    var defects: [JudgedDefect] = []
    /// The certificates that may have issued the signer; positions of issuers count here.
    var anchors = CSCAAnchors()

    init(_ context: PassiveAuthentication, _ reading: ChipReading, of object: SignedObject = .sod) {
        self.context = context
        self.reading = reading
        self.object = object
        validityTime = context.time
    }

    mutating func run() -> PassiveAuthenticationResult {
        let signed = readSecurityObject()
        checkAlgorithms(signed)
        let hasDigest = checkMessageDigest(signed)
        let signer = findDocumentSigner(signed)
        let hasSignature = checkSignature(signed, signer)
        let content = readContent(signed)
        let isSigned = hasDigest && hasSignature && result(of: .sodStructure) == .successful
        checkDataGroups(content, isSigned: isSigned)
        checkCOM(content)

        signingTime = isSigned ? signed?.signingTime : nil
        if context.policy.validityTime == .signing { validityTime = signingTime ?? reading.startedAt }
        let chain = judgement(of: signer)
        take(chain, [.issuerFound, .documentSignerSignature, .issuerName, .documentSignerValidity, .issuerValidity])
        checkSigningTime(signer)
        take(chain, [.documentSignerExtensions, .documentSignerProfile, .documentSignerKeyUsage])
        findDefects(signed, signer)
        checkDocument(against: signer, isSigned: isSigned)
        checkStrength(of: signer, and: chain.anchor)
        take(chain, [.documentSignerRevocation])
        let trustBeforeDefects = trustStatus
        applyDefects()
        let trust = concludeTrust()
        nameQuirks(of: signed, signer, content)

        return PassiveAuthenticationResult(
            policy: context.policy, validityTime: validityTime, findings: findings, dataGroups: dataGroups,
            trust: trust,
            signer: signer.map { CertificateSummary($0, sha256: HashAlgorithm.sha256.hash($0.encoded)) },
            anchor: chain.anchor.map { CertificateSummary($0, sha256: HashAlgorithm.sha256.hash($0.encoded)) },
            signingTime: signingTime, quirks: quirks,
            verifiedSOD: isSigned ? content.flatMap { VerifiedSOD($0, trust: trust) } : nil,
            hasRevocationLists: hasRevocationLists, defects: defects, trustBeforeDefects: trustBeforeDefects)
    }

    /// Takes over findings of a signer's checks, and what was met in them.
    mutating func take(_ judgement: SignerJudgement, _ checks: Set<CheckID>) {
        findings += judgement.findings.filter { checks.contains($0.id) }
        for quirk in judgement.quirks { note(quirk) }
        if digestsInUse.allSatisfy({ use in !judgement.digestsInUse.contains { $0.use == use.use } }) {
            digestsInUse += judgement.digestsInUse
        }
        hasRevocationLists = judgement.hasRevocationLists
    }

    /// Ends a check with what its draft says.
    mutating func conclude(_ check: CheckID, _ draft: Draft, _ source: SpecReference) {
        findings.append(
            Finding(check, draft.result, source: source, evidence: draft.evidence, leniency: draft.leniency))
    }

    /// Ends a check that has nothing to look at, because an earlier one ended badly.
    mutating func skip(_ check: CheckID, _ reason: Reason, _ source: SpecReference) {
        findings.append(Finding(check, .undetermined(reason), source: source))
    }

    /// Notes a departure and lets the policy say what it does to the check.
    ///
    /// - Parameter given: What it does here, where that is not what the policy says of it elsewhere.
    mutating func meet(
        _ deviation: Deviation, _ text: String, as given: TrustPolicy.Ruling? = nil, in draft: inout Draft
    ) {
        let ruling = given ?? context.policy.ruling(on: deviation)
        let isRemarkable = !deviation.isLackOfData || ruling == .isNoted
        if isRemarkable { note(deviation.quirk) }
        let reason = Reason(deviation.rawValue, text)
        switch ruling {
        case .fails where context.policy.makesFail(deviation): draft.failFirst(reason)
        case .fails: draft.fail(reason)
        case .leavesOpen: draft.leaveOpen(reason)
        case .isNoted:
            draft.evidence.append(.init("tolerated", "\(deviation.quirk): \(text)"))
            if let leniency = context.policy.leniency(towards: deviation, text) { draft.letPass(leniency) }
        }
    }

    /// Names a departure once for each place it is met in.
    mutating func note(_ quirk: Quirk) {
        if !quirks.contains(quirk) { quirks.append(quirk) }
    }

    /// How a check ended; nil before it was made.
    func result(of check: CheckID) -> CheckResult? {
        findings.first { $0.id == check }?.result
    }
}

/// A check in the making: the first failure decides, then the first doubt.
struct Draft {
    private var failure: Reason?
    private var doubt: Reason?
    private var absence: Reason?
    private var breakOff: Reason?
    /// The first thing that was let pass on request.
    private(set) var leniency: Reason?
    var evidence: [Finding.Evidence] = []

    var result: CheckResult {
        if let failure { return .failed(failure) }
        if let breakOff { return .aborted(breakOff) }
        if let doubt { return .undetermined(doubt) }
        return absence.map { .notSupported($0) } ?? .successful
    }

    mutating func fail(_ reason: Reason) { failure = failure ?? reason }
    mutating func fail(_ code: String, _ text: String) { fail(Reason(code, text)) }
    /// A failure that decides where others may not: it is the one that is told.
    mutating func failFirst(_ reason: Reason) { failure = reason }
    mutating func leaveOpen(_ reason: Reason) { doubt = doubt ?? reason }
    mutating func leaveOpen(_ code: String, _ text: String) { leaveOpen(Reason(code, text)) }
    /// The document does not offer what the check needs.
    mutating func pass(over code: String, _ text: String) { absence = absence ?? Reason(code, text) }
    /// Notes what only a policy of somebody's own tolerates.
    mutating func letPass(_ reason: Reason) { leniency = leniency ?? reason }
    mutating func breakOff(_ code: String, _ text: String) { breakOff = breakOff ?? Reason(code, text) }
    mutating func show(_ name: String, _ value: String) { evidence.append(.init(name, value)) }

    /// Adds what another draft says, behind what this one says already.
    mutating func add(_ other: Draft) {
        failure = failure ?? other.failure
        doubt = doubt ?? other.doubt
        absence = absence ?? other.absence
        breakOff = breakOff ?? other.breakOff
        leniency = leniency ?? other.leniency
        evidence += other.evidence
    }
}
