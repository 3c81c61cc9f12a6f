import Cryptography
import LDS
import Report
import Standards
import Trust

/// EF.CardAccess, which nobody signs, against its signed copies in DG14 and EF.CardSecurity.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.2.11.
extension CheckList {
    /// The checks of EF.CardSecurity itself; none where it was not read.
    mutating func add(_ cardSecurity: CardSecurityResult?) {
        for finding in cardSecurity?.findings ?? [] {
            add(
                finding.id, finding.result.inSentences, source: finding.source, evidence: finding.evidence,
                leniency: finding.leniency)
        }
    }

    /// - Returns: What EF.CardSecurity is to this document.
    @discardableResult
    mutating func addSignedCopies(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects,
        _ passive: PassiveAuthenticationResult, _ cardSecurity: CardSecurityResult?
    ) -> CardSecurityStanding {
        let source = SpecReference.doc9303(11, "9.2.11")
        add(.cardAccess, Self.compareCardAccess(reading, contents, verified), source: source)
        guard let cardSecurity else { return .notBound }
        let infos = cardSecurity.verified?.securityInfos ?? contents.cardSecurity?.securityInfos
        let foreign = infos.flatMap { Self.differenceFromSigned($0, verified, passive, cardSecurity) }
        let result = foreign ?? Self.compareCardSecurity(infos, contents, verified)
        add(.cardSecurityAgreement, result, source: source)
        // Where DG14 vouches for what EF.CardSecurity says, it is EF.CardAccess that was changed.
        guard foreign == nil, !result.isFailure || verified.dg14?.pace.isEmpty == false else { return .foreign }
        return infos.map { Self.isRepeated($0, in: verified.dg14) } == true ? .own : .notBound
    }

    /// Whether a signed DG14 says the same of PACE, or holds the same key: nothing else ties EF.CardSecurity, which is
    /// signed for itself, to the document.
    private static func isRepeated(_ infos: SecurityInfos, in group: SecurityInfos?) -> Bool {
        guard let group else { return false }
        if !infos.pace.isEmpty, !group.pace.isEmpty { return true }
        return infos.chipAuthenticationPublicKeys.contains { key in
            group.chipAuthenticationPublicKeys.contains { isSame($0.subjectPublicKeyInfo, key.subjectPublicKeyInfo) }
        }
    }

    private static func compareCardAccess(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects
    ) -> CheckResult {
        let open = contents.cardAccess?.pace ?? []
        guard let signed = verified.dg14, !signed.pace.isEmpty else {
            guard !open.isEmpty else {
                return .notSupported(Reason("noPACE", "Neither EF.CardAccess nor DG14 has PACE entries to compare."))
            }
            if contents.dg14.map({ !$0.pace.isEmpty }) == true {
                return .undetermined(
                    Reason("notSigned", "DG14 repeats the PACE entries, and no verified signature covers it."))
            }
            return .undetermined(
                Reason(
                    "notRepeated",
                    "No signed DG14 repeats the PACE entries of EF.CardAccess, so nobody vouches for them."))
        }
        switch reading[.cardAccess]?.outcome {
        case .read, .absent, .refused, .damaged: break
        case .partial, .protected, .skipped, nil:
            return .undetermined(
                Reason("notRead", "EF.CardAccess was not read, so it was not compared with DG14."))
        }
        return difference(of: contents.cardAccess, from: signed, "EF.CardAccess", "DG14")
            ?? omission(in: contents.cardAccess, of: signed, "DG14") ?? .successful
    }

    /// How the PACE entries of one file depart from those of another; nil where they are the same.
    private static func difference(
        of infos: SecurityInfos?, from signed: SecurityInfos, _ name: String, _ signedName: String
    ) -> CheckResult? {
        let (found, expected) = (Set(infos?.pace ?? []), Set(signed.pace))
        let missing = signed.pace.filter { !found.contains($0) }
        guard missing.isEmpty else {
            return .failed(
                Reason(
                    "paceEntriesMissing",
                    "\(name) lacks what \(signedName) says the chip offers: \(list(missing)). "
                        + "Somebody may have taken it out, so that something weaker is used."))
        }
        let added = (infos?.pace ?? []).filter { !expected.contains($0) }
        guard added.isEmpty else {
            return .failed(
                Reason(
                    "paceEntriesAdded",
                    "\(name) offers what \(signedName) does not know: \(list(added)). Somebody may have put it in."))
        }
        guard Set(infos?.paceDomainParameters ?? []) == Set(signed.paceDomainParameters) else {
            return .failed(
                Reason("parametersDiffer", "\(name) states other domain parameters for PACE than \(signedName)."))
        }
        return nil
    }

    /// Version 2 of Chip or Terminal Authentication, which a terminal knows of from EF.CardAccess alone, missing there.
    ///
    /// It is never called false: EF.CardAccess need not repeat what is signed elsewhere of other versions, and cards
    /// that leave out more are not unthinkable.
    ///
    /// Spec: BSI TR-03110-3 A.1.2; ICAO Doc 9303-11 (8th ed.) §9.2.11.
    private static func omission(
        in open: SecurityInfos?, of signed: SecurityInfos, _ signedName: String
    ) -> CheckResult? {
        let offersChip = signed.chipAuthentication.contains { $0.version == 2 }
        let offersTerminal = signed.terminalAuthentication.contains { $0.version == 2 }
        let namesChip = open?.chipAuthentication.contains { $0.version == 2 } ?? false
        let namesTerminal = open?.terminalAuthentication.contains { $0.version == 2 } ?? false
        let missing =
            (offersChip && !namesChip ? ["Chip Authentication"] : [])
            + (offersTerminal && !namesTerminal ? ["Terminal Authentication"] : [])
        guard !missing.isEmpty else { return nil }
        return .undetermined(
            Reason(
                "authenticationMissing",
                "EF.CardAccess does not name version 2 of \(missing.joined(separator: " and ")), which \(signedName) "
                    + "lists. Somebody may have taken it out, so that the chip is not asked."))
    }

    private static func list(_ infos: [PACEInfo]) -> String { infos.map { "\($0)" }.joined(separator: "; ") }

    /// An EF.CardSecurity of another chip is signed as well as the right one: only its content tells.
    ///
    /// - Returns: How it departs from what is signed for this document; nil where it does not.
    private static func differenceFromSigned(
        _ infos: SecurityInfos, _ verified: VerifiedObjects, _ passive: PassiveAuthenticationResult,
        _ cardSecurity: CardSecurityResult
    ) -> CheckResult? {
        if let own = cardSecurity.signer?.country, let other = passive.signer?.country, own != other {
            return .failed(
                Reason(
                    "signedByOtherState",
                    "EF.CardSecurity is signed by \(own) and EF.SOD by \(other): they are not of one document."))
        }
        guard let group = verified.dg14 else { return nil }
        if !infos.pace.isEmpty, !group.pace.isEmpty,
            let difference = difference(of: infos, from: group, "EF.CardSecurity", "DG14")
        {
            return difference
        }
        return differingKey(infos, group).map { keyID in
            .failed(
                Reason(
                    "keysDiffer",
                    "EF.CardSecurity and DG14 hold different keys under the number \(keyID): "
                        + "they are not of one chip."))
        }
    }

    private static func compareCardSecurity(
        _ infos: SecurityInfos?, _ contents: DocumentContents, _ verified: VerifiedObjects
    ) -> CheckResult {
        guard let infos else {
            return .undetermined(Reason("unreadable", "EF.CardSecurity cannot be decoded, so it was not compared."))
        }
        guard !infos.pace.isEmpty else {
            return .undetermined(
                Reason("notRepeated", "EF.CardSecurity does not repeat the PACE entries of EF.CardAccess."))
        }
        if let open = contents.cardAccess,
            let difference = difference(of: open, from: infos, "EF.CardAccess", "EF.CardSecurity")
                ?? omission(in: open, of: infos, "EF.CardSecurity")
        {
            return difference
        }
        guard contents.cardAccess != nil || verified.dg14 != nil else {
            return .undetermined(
                Reason("nothingToCompare", "Neither EF.CardAccess nor a signed DG14 is there to compare it with."))
        }
        return .successful
    }

    private static func differingKey(_ infos: SecurityInfos, _ group: SecurityInfos) -> Int? {
        for key in infos.chipAuthenticationPublicKeys {
            guard let keyID = key.keyID else { continue }
            let others = group.chipAuthenticationPublicKeys.filter { $0.keyID == keyID }
            if !others.isEmpty, !others.contains(where: { isSame($0.subjectPublicKeyInfo, key.subjectPublicKeyInfo) }) {
                return keyID
            }
        }
        return nil
    }

    /// Whether two encodings are of one key: numbers count, not how they are written.
    static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left == right { return true }
        guard let left = try? PublicKey(subjectPublicKeyInfo: left),
            let right = try? PublicKey(subjectPublicKeyInfo: right)
        else { return false }
        return left == right
    }
}
