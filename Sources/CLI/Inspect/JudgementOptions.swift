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
    let anchors: CSCAAnchors
    let revocationLists: [CertificateRevocationList]
    let lists: [InspectionReport.TrustList]

    /// The options that `init` reads.
    static let options: [Option] = [
        .value(
            "csca", "PATH", "trusted CSCA certificates: a file or a folder, DER or PEM; may be repeated",
            isRepeatable: true),
        .value(
            "crl", "PATH",
            "revocation lists: a file, DER or PEM, or a folder with .crl files; may be repeated; strict wants one",
            isRepeatable: true),
        .value(
            "policy", "NAME", "how strictly to judge (default operational)",
            choices: TrustPolicy.Name.allCases.map(\.rawValue)),
        .value(
            "accept", "DEPARTURE", "accept what every policy refuses; the report names it where it is met",
            choices: acceptable.map(\.quirk.name)),
        .value("at", "TIME", "judge as of this time, such as 2026-01-31 or 2026-01-31T09:30:00Z (default now)"),
    ]

    /// Departures that no policy accepts unless it is asked to.
    private static let acceptable: [Deviation] = [.digestInfoWithoutNull]

    init(_ invocation: Invocation) throws {
        policy = TrustPolicy(name: invocation["policy"].flatMap(TrustPolicy.Name.init) ?? .operational)
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
        var anchors = CSCAAnchors()
        var lists: [InspectionReport.TrustList] = []
        for path in invocation[all: "csca"] {
            do {
                let count = try anchors.add(path: path)
                lists.append(.init(kind: "certificates", name: path, certificateCount: count))
            } catch {
                throw CommandError(
                    "\(error)", hint: "--csca takes CSCA certificates as .cer, .crt, .der or .pem, or a folder of them")
            }
        }
        var revocationLists: [CertificateRevocationList] = []
        for path in invocation[all: "crl"] {
            do {
                let found = try RevocationListFiles.lists(at: path)
                revocationLists += found
                lists.append(.init(kind: "revocationLists", name: path, certificateCount: found.count))
            } catch {
                throw CommandError(
                    "\(error)", hint: "--crl takes revocation lists of CSCAs, or a folder with .crl files")
            }
        }
        self.anchors = anchors
        self.revocationLists = revocationLists
        self.lists = lists
    }

    init(anchors: CSCAAnchors, lists: [InspectionReport.TrustList], policy: TrustPolicy = .operational) {
        self.policy = policy
        self.anchors = anchors
        self.lists = lists
        revocationLists = []
        time = .now
        isTimeGiven = false
    }

    /// Judges a stored reading.
    func judge(
        _ stored: StoredReading, origin: ReadingSummary.Origin, startedAt: Timestamp = .now, portraits: PortraitDecoder
    ) -> InspectionReport {
        let inspection = DocumentInspection(
            trust: PassiveAuthentication(
                anchors: anchors, policy: policy, at: time, revocationLists: revocationLists),
            account: .init(
                component: .init(name: "emrtd", version: Program.version), transactionID: UUID().uuidString,
                accessPolicy: stored.accessPolicy, basis: isTimeGiven ? "given" : "now", trustLists: lists,
                origin: origin,
                startedAt: startedAt, endedAt: .now))
        let printed =
            stored.printedLines.isEmpty
            ? nil : try? MachineReadableZone(concatenated: stored.printedLines.joined().utf8)
        return inspection.report(
            for: stored.reading, printed: printed,
            isPrintUnreadable: printed == nil && !stored.printedLines.isEmpty
        ) { try portraits.decode($0) }
    }

    /// What evidence keeps of the lists.
    var usedLists: [StoredReading.UsedList] {
        lists.filter { $0.kind == "certificates" }.map {
            .init(name: $0.name, certificateCount: $0.certificateCount, sha256: $0.sha256)
        }
    }
}
