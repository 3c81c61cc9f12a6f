public import LDS
public import PKI
public import Standards

/// Passive Authentication: whether what a chip delivered is what an issuer signed, and whether that issuer is trusted.
///
/// A pure function of the reading, the certificates, the policy and the time. It throws nothing: whatever is wrong with
/// a document is a finding. What cannot be decided for lack of trust data is `undetermined` and never `failed`.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §5.1; Doc 9303-12 §5 and Appendix D; BSI TR-03135-1 §5.6.4.
public struct PassiveAuthentication: Sendable {
    /// Who is trusted, and what is known of signers.
    public var material: any TrustMaterial
    /// What departures and missing data count for.
    public var policy: TrustPolicy
    /// The time of checking.
    public var time: Timestamp
    /// Keys that were decoded before; shared by copies.
    let keys = PublicKeyCache()
    /// What revocation lists come to; shared by copies.
    let revocations = StateRevocationCache()
    /// Signatures of certificates that were verified before; shared by copies.
    let signatures = SignerSignatures()
    /// Quirks that were found before; shared by copies.
    let quirks = QuirkMemory()

    public init(material: any TrustMaterial, policy: TrustPolicy = .operational, at time: Timestamp) {
        self.material = material
        self.policy = policy
        self.time = time
    }

    /// Judges by what is held in memory.
    public init(
        anchors: CSCAAnchors, policy: TrustPolicy = .operational, at time: Timestamp,
        documentSigners: [Certificate] = [], revocationLists: [CertificateRevocationList] = []
    ) {
        self.init(
            material: LoadedTrustMaterial(
                anchors: anchors, documentSigners: documentSigners, revocationLists: revocationLists),
            policy: policy, at: time)
    }

    /// Judges a reading.
    public func evaluate(_ reading: ChipReading) -> PassiveAuthenticationResult {
        var evaluation = Evaluation(self, reading)
        return evaluation.run()
    }

    /// Judges the signed objects of the LDS2 applications, each by its own signer: one finding for each kind there is.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §5; Doc 9303-12 §7.1.
    public func evaluateRecords(_ reading: ChipReading) -> [Finding] {
        SignedObjectKind.allCases.compactMap { RecordEvaluation(self, reading, $0)?.finding() }
    }

    /// Judges each signed object of the LDS2 applications by itself, in the order of reading.
    public func judgeRecords(_ reading: ChipReading) -> [RecordJudgement] {
        SignedObjectKind.allCases.flatMap { RecordEvaluation(self, reading, $0)?.judgements() ?? [] }
    }

    /// Judges the EF.CardSecurity of a reading; nil where nothing of it was read.
    public func evaluateCardSecurity(_ reading: ChipReading) -> CardSecurityResult? {
        switch reading[.cardSecurity]?.outcome {
        case .read, .damaged, .partial:
            var evaluation = Evaluation(self, reading, of: .cardSecurity)
            return evaluation.runCardSecurity()
        case .absent, .refused, .protected, .skipped, nil: return nil
        }
    }
}
