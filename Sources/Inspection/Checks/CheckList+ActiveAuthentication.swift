import ByteCoding
import LDS
import Standards
import Trust

extension ChipProof {
    /// Active Authentication with the key in DG15.
    ///
    /// The proof counts only where a trusted signer vouches for the key: with any other key, whoever made the chip can
    /// make the proof too. A chip whose signed list has a DG15 and that does not prove itself has failed.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.1; BSI TR-03135-1 §5.6.4.1.1.
    static func activeAuthentication(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects
    ) -> ChipProof {
        // Without a list nobody knows; then the chip is taken to have a key.
        let isListed = contents.sod == nil || contents.listsInSOD(.dg15)
        let proof = ActiveAuthenticationProof(reading, contents)
        let covered = reading.bytes(of: .dataGroup(.dg15)).map { verified.sod?.covers(.dg15, $0) ?? false } ?? false
        let anchoring = Anchoring(covered ? verified.sod?.trust : nil)
        return ChipProof(
            id: .activeAuthentication, result: judge(proof, anchoring, isListed: isListed, reading, contents, verified),
            source: .doc9303(11, "6.1"), evidence: proof.evidence + [.init("anchored", anchoring.word)],
            isPromised: isListed)
    }

    private static func judge(
        _ proof: ActiveAuthenticationProof, _ anchoring: Anchoring, isListed: Bool, _ reading: ChipReading,
        _ contents: DocumentContents, _ verified: VerifiedObjects
    ) -> CheckResult {
        switch proof {
        case .given: return judgeGiven(anchoring)
        case .wrong:
            return .failed(
                Reason(
                    "signatureWrong",
                    "The chip's proof does not fit the key in DG15: the chip may be a copy of another one."))
        case .unverifiable(let words):
            return .undetermined(Reason("unverifiable", "The chip's proof cannot be verified: \(words)"))
        case .refused(let status) where isListed:
            return .failed(
                Reason(
                    "refused",
                    "The issuer gave this chip a key to prove itself with, and the chip refuses to (\(status)): "
                        + "it may be a copy."))
        case .refused(let status):
            return .undetermined(Reason("refused", "The chip refuses to prove itself (\(status))."))
        case .notAsked where !isListed && reading.bytes(of: .dataGroup(.dg15)) == nil:
            return .notSupported(
                Reason("notOffered", "The chip offers no Active Authentication."))
        case .notAsked: return judgeNotAsked(reading, contents, verified)
        }
    }

    private static func judgeGiven(_ anchoring: Anchoring) -> CheckResult {
        switch anchoring {
        case .anchored: .successful
        case .signerNotTrusted:
            .undetermined(
                Reason(
                    "signerNotTrusted",
                    "The chip proved that it holds the key of its DG15, but who signed that key is not known to be trusted."
                ))
        case .notCovered:
            .undetermined(
                Reason(
                    "notAnchored",
                    "The chip proved that it holds the key of its DG15, but no issuer signed that key, so it proves nothing."
                ))
        }
    }

    private static func judgeNotAsked(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects
    ) -> CheckResult {
        if case .brokenOff(let reason) = reading.ending {
            return .aborted(Reason(reason.code, "The read ended before the chip could prove itself."))
        }
        switch reading[.dataGroup(.dg15)]?.outcome {
        case .damaged(let bytes, _) where verified.sod?.covers(.dg15, bytes) == true:
            return .undetermined(
                Reason(
                    "signedUnreadable",
                    "The issuer signed a DG15 that cannot be decoded, so that the chip could not be asked."))
        case .absent where contents.listsInSOD(.dg15), .refused where contents.listsInSOD(.dg15),
            .damaged where contents.listsInSOD(.dg15):
            return .failed(
                Reason(
                    "keyWithheld",
                    "The issuer gave this chip a key to prove itself with, and the chip does not show it: it may be a copy."
                ))
        default:
            return .undetermined(
                Reason(
                    "notAsked", "The chip was not asked to prove itself when it was read; only the chip itself could."))
        }
    }
}
