import Cryptography
import LDS
import Standards
import Trust

extension ChipProof {
    /// PACE with Chip Authentication Mapping, and the key in EF.CardSecurity.
    ///
    /// The proof is verified again from what was stored. It counts only with a key of an EF.CardSecurity that a trusted
    /// signer signed, and that is the one of this document.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.3.5; BSI TR-03135-1 §5.6.4.1.3.
    static func chipAuthenticationMapping(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects,
        _ standing: CardSecurityStanding
    ) -> ChipProof {
        let used = reading.access.pace
        let wasUsed = used?.chipAuthenticationMapping != nil || isMapping(used?.identifier)
        let isSigned = verified.pace.contains { $0.variant.mapping == .chipAuthentication }
        let isOffered =
            isSigned || contents.cardAccess?.pace.contains { $0.variant.mapping == .chipAuthentication } == true
        var evidence: [Finding.Evidence] = []
        let result: CheckResult
        if let used, wasUsed {
            let anchoring = Anchoring(verified.cardSecurity?.trust)
            (result, evidence) = judge(used, anchoring, reading, verified, standing)
            evidence.append(.init("anchored", anchoring.word))
        } else {
            result = judgeNotAsked(reading, isOffered: isOffered)
        }
        return ChipProof(
            id: .chipAuthenticationMapping, result: result, source: .doc9303(11, "4.4.3.5"), evidence: evidence,
            isPromised: wasUsed || isSigned)
    }

    private static func isMapping(_ identifier: OID?) -> Bool {
        identifier.flatMap { PACEVariant($0) }?.mapping == .chipAuthentication
    }

    private static func judge(
        _ used: PACEReading, _ anchoring: Anchoring, _ reading: ChipReading, _ verified: VerifiedObjects,
        _ standing: CardSecurityStanding
    ) -> (CheckResult, [Finding.Evidence]) {
        guard let mapping = used.chipAuthenticationMapping, !mapping.chipAuthenticationData.isEmpty else {
            return (
                .failed(
                    Reason(
                        "noProof",
                        "PACE with Chip Authentication Mapping was used, and the chip did not send its proof: "
                            + "it may be a copy.")), []
            )
        }
        guard let cardSecurity = verified.cardSecurity else { return (judgeWithoutKey(reading), []) }
        let proof = ChipAuthenticationMappingProof(
            mapping, parameterID: used.parameterID, keys: cardSecurity.securityInfos.chipAuthenticationPublicKeys)
        switch proof {
        case .given(let keyID, let curve):
            let key = "EF.CardSecurity" + (keyID.map { ", number \($0)" } ?? "")
            return (
                judgeGiven(anchoring, standing),
                [.init("key", key), .init("curve", curve.name)]
            )
        case .wrong:
            return (
                .failed(
                    Reason(
                        "keyDiffers",
                        "The chip's proof does not fit the key in EF.CardSecurity: the chip is a copy, or EF.CardSecurity "
                            + "is another chip's.")), []
            )
        case .noKey:
            return (
                .failed(
                    Reason(
                        "noKey",
                        "EF.CardSecurity holds no key that the chip could have proved itself with: it may be another "
                            + "chip's.")), []
            )
        case .unverifiable(let words):
            return (.undetermined(Reason("unverifiable", "The chip's proof cannot be verified: \(words).")), [])
        }
    }

    private static func judgeGiven(_ anchoring: Anchoring, _ standing: CardSecurityStanding) -> CheckResult {
        if let objection = standing.objection { return objection }
        switch anchoring {
        case .anchored: return .successful
        case .signerNotTrusted, .notCovered:
            return .undetermined(
                Reason(
                    "signerNotTrusted",
                    "The chip proved that it holds the key of its EF.CardSecurity, but who signed that is not known to be "
                        + "trusted."))
        }
    }

    private static func judgeWithoutKey(_ reading: ChipReading) -> CheckResult {
        switch reading[.cardSecurity]?.outcome {
        case .absent, .refused:
            return .failed(
                Reason(
                    "keyWithheld",
                    "The chip sent a proof and does not show the EF.CardSecurity with the key to it: it may be a copy.")
            )
        case .read, .damaged:
            return .undetermined(
                Reason(
                    "notAnchored",
                    "The chip sent a proof, but no verified signature covers the key in its EF.CardSecurity."))
        case .partial, .protected, .skipped, nil:
            if case .brokenOff(let reason) = reading.ending {
                return .aborted(Reason(reason.code, "The read ended before the key to the chip's proof was read."))
            }
            return .undetermined(
                Reason("noCardSecurity", "EF.CardSecurity was not read, so the chip's proof could not be verified."))
        }
    }

    private static func judgeNotAsked(_ reading: ChipReading, isOffered: Bool) -> CheckResult {
        guard isOffered else {
            return .notSupported(
                Reason("notOffered", "The chip offers no PACE with Chip Authentication Mapping."))
        }
        if case .brokenOff(let reason) = reading.ending, reading.access.used == nil {
            return .aborted(Reason(reason.code, "The read ended before the chip was opened."))
        }
        return .undetermined(
            Reason(
                "notAsked",
                "The chip can prove itself by PACE with Chip Authentication Mapping, and was opened in another way."))
    }
}
