import Evidence
import Foundation
import Inspection
import LDS
import MRZ
import PKI
import Report
import Standards
import Trust

/// What decides about a document: trusted certificates, policy and time.
struct JudgementOptions {
    let policy: TrustPolicy
    let time: Timestamp
    /// Whether the time was given, and not that of this moment.
    let isTimeGiven: Bool
    /// Who is trusted.
    let material: JudgementMaterial
    /// Who is trusted, how strictly, and as of when.
    let trust: PassiveAuthentication

    /// The options that `init` reads.
    static let options: [Option] =
        JudgementMaterial.options + [
            .value(
                "policy", "NAME|FILE",
                "how strictly to judge: strict, operational (default), archive, or a FILE; see 'trust policy'"
            ).suggesting(TrustPolicy.Name.allCases.map(\.rawValue)),
            .value(
                "accept", "DEPARTURE", "accept what every policy refuses; the report names it where it is met",
                choices: acceptable.map(\.quirk.name)),
            .value("at", "TIME", "judge as of this time, such as 2026-01-31 or 2026-01-31T09:30:00Z (default now)"),
        ]

    /// Departures that no policy accepts unless it is asked to.
    private static let acceptable: [Deviation] = [.digestInfoWithoutNull]

    init(_ invocation: Invocation) throws {
        policy = try
            (invocation["policy"].map { try PolicyInput.policy($0, command: invocation.command) } ?? .operational)
            .accepting(Set(Self.acceptable.filter { $0.quirk.name == invocation["accept"] }))
        isTimeGiven = invocation["at"] != nil
        if let text = invocation["at"] {
            guard let time = Timestamp(iso8601: text) else {
                throw UsageError(
                    "'--at \(text)' is no time", hint: "write it as 2026-01-31 or 2026-01-31T09:30:00Z.",
                    command: invocation.command)
            }
            self.time = time
        } else {
            time = .now
        }
        material = try JudgementMaterial(invocation, at: time)
        trust = PassiveAuthentication(material: material.material, policy: policy, at: time)
    }

    init(anchors: CSCAAnchors, lists: [InspectionReport.TrustList], policy: TrustPolicy = .operational) {
        self.policy = policy
        material = JudgementMaterial(anchors: anchors, lists: lists)
        time = .now
        isTimeGiven = false
        trust = PassiveAuthentication(material: material.material, policy: policy, at: time)
    }

    /// Judges certificates and seals by what was given, with certificates of signers beside it.
    func authentication(signers: [Certificate]) -> PassiveAuthentication {
        guard !signers.isEmpty else { return trust }
        var trust = trust
        trust.material = JointTrustMaterial(
            material.material, LoadedTrustMaterial(anchors: CSCAAnchors(), documentSigners: signers))
        return trust
    }

    /// Judges a stored reading.
    ///
    /// - Throws: `CommandError` where the trust store could not be read: nothing was decided then.
    func judge(
        _ stored: StoredReading, origin: ReadingSummary.Origin, startedAt: Timestamp = .now, portraits: PortraitDecoder
    ) throws(CommandError) -> InspectionReport {
        let inspection = DocumentInspection(
            trust: trust,
            account: .init(
                component: .init(name: "emrtd", version: Program.version), transactionID: UUID().uuidString,
                accessPolicy: stored.accessPolicy, basis: isTimeGiven ? "given" : "now", trustLists: material.lists,
                origin: origin,
                startedAt: startedAt, endedAt: .now))
        let printed =
            stored.printedLines.isEmpty
            ? nil : try? MachineReadableZone(concatenated: stored.printedLines.joined().utf8)
        var report = inspection.report(
            for: stored.reading, printed: printed, captured: stored.capture,
            isPrintUnreadable: printed == nil && !stored.printedLines.isEmpty
        ) { try portraits.decode($0) }
        report.capture?.picture = stored.zonePicture.flatMap { Portrait(crop: $0) }
        try material.requireAnswers()
        let used = try material.sources(usedFor: report)
        report.trustLists = material.lists + used.map(InspectionReport.TrustList.init)
        report.remarks += used.flatMap(\.remarks).filter { !report.remarks.contains($0) }
        return report
    }

    /// What evidence keeps of the lists.
    var usedLists: [StoredReading.UsedList] {
        material.lists.filter { $0.kind != "revocationLists" }.map {
            .init(name: $0.name, certificateCount: $0.certificateCount, sha256: $0.sha256)
        }
    }
}
