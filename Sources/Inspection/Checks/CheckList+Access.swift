import ByteCoding
import LDS
import Report
import Standards

extension CheckList {
    /// What the chip offered, what opened it, and whether anything was downgraded.
    ///
    /// - Parameter policy: Which protocols were allowed: `auto`, `pace-only` or `bac-only`; nil where that is not known.
    mutating func addAccess(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects, policy: String?
    ) {
        let access = reading.access
        let offered: CheckResult =
            access.offersPACE == nil
            ? .undetermined(Reason("notKnown", "It is not known which access protocols the chip offers.")) : .successful
        let ways = (contents.cardAccess?.pace ?? []).map { Finding.Evidence("way", "\($0)") }
        add(
            .accessOffered, offered, source: .doc9303(11, "4.2"),
            evidence: [.init("PACE", access.offersPACE.map { $0 ? "offered" : "not offered" } ?? "not known")] + ways)
        let isPACE = access.usedOrTriedPACE || Self.endedBeforePACE(reading, policy)
        if isPACE {
            add(
                .accessPACE, Self.openedByPACE(access, reading.ending), source: .doc9303(11, "4.4"),
                evidence: access.paceEvidence)
        }
        if access.used != .pace, access.triedBAC || !isPACE {
            add(
                .accessBAC, Self.openedOtherwise(access, reading.ending), source: .doc9303(11, "4.3"),
                evidence: access.used.map { [.init("used", $0 == .bac ? "BAC" : "none needed")] } ?? [])
        }
        add(
            .accessDowngrade, Self.downgrade(access, verified, policy: policy), source: .doc9303(11, "4.2"),
            evidence: [.init("policy", policy ?? "not on record")] + access.attemptEvidence)
    }

    /// Whether the read ended while PACE was run, or was to be run next.
    private static func endedBeforePACE(_ reading: ChipReading, _ policy: String?) -> Bool {
        guard case .brokenOff = reading.ending, reading.access.used == nil, reading.access.failure == nil else {
            return false
        }
        return reading.access.offersPACE == true && policy != "bac-only" && !reading.steps.contains { $0.name == "bac" }
            && !reading.access.triedBAC
    }

    private static func openedByPACE(_ access: AccessReading, _ ending: ChipReading.Ending) -> CheckResult {
        if access.used == .pace { return .successful }
        if let failed = access.attempts.last(where: { $0.method == .pace })?.reason ?? access.failure {
            return .failed(failed)
        }
        return brokenOff(ending) ?? .failed(Reason("paceFailed", "The chip could not be opened by PACE."))
    }

    private static func brokenOff(_ ending: ChipReading.Ending) -> CheckResult? {
        guard case .brokenOff(let reason) = ending else { return nil }
        return .aborted(Reason(reason.code, "The read ended before the chip was opened. \(reason.text)"))
    }

    private static func openedOtherwise(_ access: AccessReading, _ ending: ChipReading.Ending) -> CheckResult {
        switch access.used {
        case .bac, .pace: return .successful
        case .unprotected:
            return .notSupported(Reason("unprotected", "The chip gives its files to everyone; no key was needed."))
        case nil:
            if let failure = access.attempts.last(where: { $0.method == .bac })?.reason ?? access.failure {
                return .failed(failure)
            }
            return brokenOff(ending) ?? .undetermined(Reason("notKnown", "How the chip was opened is not on record."))
        }
    }

    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.2: a chip that offers PACE should be opened by it; field note 28.
    private static func downgrade(_ access: AccessReading, _ verified: VerifiedObjects, policy: String?) -> CheckResult
    {
        guard access.used != .pace else { return .successful }
        if access.offersPACE == false, !verified.pace.isEmpty {
            return .failed(
                Reason(
                    "paceHidden",
                    "The issuer signed that the chip offers PACE, and EF.CardAccess does not: somebody hid it, so that a "
                        + "weaker protocol is used."))
        }
        guard access.offersPACE == true || !verified.pace.isEmpty else {
            return access.offersPACE == false
                ? .notSupported(
                    Reason("paceNotOffered", "The chip offers no PACE, so nothing stronger was left unused."))
                : .undetermined(Reason("notKnown", "It is not known whether the chip offers anything stronger."))
        }
        guard let used = access.used else {
            return .notSupported(Reason("notOpened", "The chip was not opened, so nothing stronger was left unused."))
        }
        let way = used == .bac ? "by Basic Access Control, which is weaker" : "without any protocol"
        let what = "The chip offers PACE and was opened \(way)"
        switch policy {
        case "bac-only": return .undetermined(Reason("paceNotUsed", "\(what), as it was asked for."))
        case nil:
            return .undetermined(
                Reason("paceNotUsed", "\(what); whether that was asked for is not on record."))
        default:
            return .failed(
                Reason("downgraded", "\(what), though nobody asked for that: somebody may have forced it."))
        }
    }
}

extension AccessReading {
    /// Whether PACE opened the chip, or was to.
    fileprivate var usedOrTriedPACE: Bool {
        used == .pace || attempts.contains { $0.method == .pace } || (used == nil && failedBeforePACE)
    }

    /// Whether PACE was to be run, and was not begun.
    private var failedBeforePACE: Bool {
        guard let code = failure?.code else { return false }
        return code.hasPrefix("pace") || code == "cardAccessDamaged" || code == "passwordNotRepeated"
    }

    fileprivate var triedBAC: Bool { used == .bac || used == .unprotected || attempts.contains { $0.method == .bac } }

    /// Variant, parameters and password of PACE, as BSI TR-03135-1 §5.6.3 asks to log them.
    fileprivate var paceEvidence: [Finding.Evidence] {
        var evidence: [Finding.Evidence] = []
        if let pace {
            let variant = PACEVariant(pace.identifier).map { "\($0)" } ?? "\(pace.identifier)"
            evidence.append(.init("variant", variant))
            evidence.append(.init("protocol", "\(pace.identifier)"))
            if let parameters = pace.parameterID {
                evidence.append(.init("parameters", DomainParameterNames.name(of: parameters)))
            }
            evidence.append(.init("password", pace.password.name))
        }
        if let remainingTries { evidence.append(.init("tries left", "\(remainingTries)")) }
        return evidence + attemptEvidence
    }

    fileprivate var attemptEvidence: [Finding.Evidence] {
        attempts.map { attempt in
            let way = attempt.identifier.map { PACEVariant($0).map { "\($0)" } ?? "\($0)" } ?? attempt.method.rawValue
            return .init("failed attempt", "\(way): \(attempt.reason.code)")
        }
    }
}
