import ByteCoding
public import LDS
public import MRZ
public import Report
public import Standards
public import Trust

/// The judgement of one document: what a chip delivered becomes checks, and the checks one report.
///
/// It is a pure function of its values. A live read and stored evidence are judged by the same code, so that the same
/// bytes give the same checks; what cannot be verified again later (access control, secure messaging) is only recorded.
///
/// Spec: BSI TR-03135-1 §5.4 to §5.8.
public struct DocumentInspection: Sendable {
    /// Who is trusted, what is asked, and as of when.
    public var trust: PassiveAuthentication
    /// What the report says of its own making.
    public var account: Account

    /// What a report says of its own making.
    public struct Account: Sendable {
        public var component: InspectionReport.Component
        public var transactionID: String
        /// The access policy by name; nil where it is not known what the reader was allowed.
        public var accessPolicy: String?
        /// Why validity is judged at that time: `now` or `given`.
        public var basis: String
        public var trustLists: [InspectionReport.TrustList]
        public var origin: ReadingSummary.Origin
        public var startedAt: Timestamp
        public var endedAt: Timestamp

        public init(
            component: InspectionReport.Component, transactionID: String, accessPolicy: String? = "auto",
            basis: String = "now", trustLists: [InspectionReport.TrustList] = [],
            origin: ReadingSummary.Origin = .live, startedAt: Timestamp, endedAt: Timestamp
        ) {
            self.component = component
            self.transactionID = transactionID
            self.accessPolicy = accessPolicy
            self.basis = basis
            self.trustLists = trustLists
            self.origin = origin
            self.startedAt = startedAt
            self.endedAt = endedAt
        }
    }

    public init(trust: PassiveAuthentication, account: Account) {
        self.trust = trust
        self.account = account
    }

    /// Judges a reading.
    ///
    /// - Parameters:
    ///   - printed: The lines printed on the document, where they are known.
    ///   - captured: What a picture says of the printed lines, where they come from one.
    ///   - isPrintUnreadable: Whether lines were handed in that are no machine readable zone.
    ///   - decodePortrait: Turns a stored picture into one that browsers show; nil leaves the portrait out.
    public func report(
        for reading: ChipReading, printed: MachineReadableZone? = nil, captured: CapturedMRZ? = nil,
        isPrintUnreadable: Bool = false, decodePortrait: (([UInt8]) throws -> Portrait)? = nil
    ) -> InspectionReport {
        judge(reading, printed, captured, isPrintUnreadable: isPrintUnreadable, decodePortrait).report
    }

    /// The report, and what of it Passive Authentication found.
    func judge(
        _ reading: ChipReading, _ printed: MachineReadableZone?, _ captured: CapturedMRZ?, isPrintUnreadable: Bool,
        _ decodePortrait: (([UInt8]) throws -> Portrait)? = nil
    ) -> (report: InspectionReport, passive: PassiveAuthenticationResult) {
        let passive = trust.evaluate(reading)
        let contents = DocumentContents(reading, asOf: trust.time)
        let cardSecurity = trust.evaluateCardSecurity(reading)
        let verified = VerifiedObjects(reading, contents, passive, cardSecurity)
        var checks = CheckList(policy: trust.policy, defects: passive.defects)
        checks.addAccess(reading, contents, verified, policy: account.accessPolicy)
        checks.addFiles(reading, contents)
        checks.addTerminalAuthentication(reading)
        checks.add(passive)
        checks.add(cardSecurity)
        for finding in trust.evaluateRecords(reading) {
            checks.add(finding.id, finding.result.inSentences, source: finding.source, evidence: finding.evidence)
        }
        let standing = checks.addSignedCopies(reading, contents, verified, passive, cardSecurity)
        checks.addGenuineness([
            .activeAuthentication(reading, contents, verified),
            .chipAuthentication(reading, contents, verified, standing),
            .chipAuthenticationMapping(reading, contents, verified, standing),
        ])
        let isProven =
            passive.trust == .trusted && passive.dataGroups.contains { $0.group == .dg1 && $0.integrity == .identical }
        checks.addConsistency(
            contents, printed: printed, captured: captured, isPrintUnreadable: isPrintUnreadable,
            keyFitsDG1: reading.access.keyFitsDG1, isProven: isProven, at: trust.time)

        var remarks = reading.remarks + contents.notes + contents.formRemarks + contents.unsignedGroups
        remarks += (cardSecurity?.quirks ?? []).map { $0.remark(of: "EF.CardSecurity") }
        remarks += passive.quirks.map { $0.remark(of: "the security object") }
        remarks += checks.defects.map(\.remark)
        let portrait = portrait(contents, decodePortrait, &remarks)
        var report = InspectionReport(
            transactionID: account.transactionID, component: account.component, startedAt: account.startedAt,
            endedAt: account.endedAt,
            policy: .init(
                name: trust.policy.name, base: trust.policy.sha256.map { _ in trust.policy.base.rawValue },
                sha256: trust.policy.sha256.map(Hexadecimal.encode), access: account.accessPolicy ?? "not on record",
                judgedAt: passive.validityTime,
                basis: passive.validityTime == trust.time ? account.basis : "reading"),
            trustLists: account.trustLists,
            document: contents.summary(printed: printed, asOf: trust.time), portrait: portrait,
            reading: ReadingSummary(reading, origin: account.origin),
            files: reading.files.map(FileEntry.init) + reading.recordFiles.map(FileEntry.init)
                + reading.records.map(FileEntry.init),
            records: trust.judgeRecords(reading).compactMap { RecordEntry($0, in: reading) },
            dataGroups: passive.dataGroups.map(DataGroupEntry.init), signer: SignerSummary(passive),
            checks: checks.checks, remarks: remarks.uniqued())
        report.capture = captured.map { CaptureSummary($0, chip: contents.zone, access: reading.access) }
        report.knownDefects = checks.defects.map { KnownDefectEntry($0, trustBefore: passive.trustBeforeDefects) }
        return (report, passive)
    }

    private func portrait(
        _ contents: DocumentContents, _ decode: (([UInt8]) throws -> Portrait)?, _ remarks: inout [Reason]
    ) -> Portrait? {
        guard let decode, let picture = contents.face else { return nil }
        do { return try decode(picture) } catch {
            remarks.append(Reason("portraitNotShown", "The portrait of DG2 cannot be shown: \(error)."))
            return nil
        }
    }
}

extension [Reason] {
    /// Each reason once, in order.
    fileprivate func uniqued() -> [Reason] {
        var seen: Set<Reason> = []
        return filter { seen.insert($0).inserted }
    }
}
