import ByteCoding
import Cryptography
import LDS
import Report
import Standards
import Trust

extension ChipProof {
    /// Chip Authentication with a key in DG14 or EF.CardSecurity.
    ///
    /// It cannot be verified again later: what the reader found is judged, live and from evidence alike. It counts only
    /// where a trusted signer vouches for the key (field note 82). A chip whose issuer signed such a key and that does
    /// not prove itself has failed.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §6.2; BSI TR-03135-1 §5.6.4.1.2.
    static func chipAuthentication(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects,
        _ standing: CardSecurityStanding
    ) -> ChipProof {
        let promise = ChipAuthenticationPromise(contents, verified)
        var evidence: [Finding.Evidence] = []
        let result: CheckResult
        if let record = reading.chipAuthentication {
            let anchoring = Anchoring(trust(in: record, verified))
            result = judge(record, anchoring, promise, objection(to: record, verified, standing))
            evidence = describe(record) + [.init("anchored", anchoring.word)]
        } else {
            result = judgeNotAsked(reading, contents, verified, promise)
        }
        return ChipProof(
            id: .chipAuthentication, result: result, source: .doc9303(11, "6.2"), evidence: evidence,
            isPromised: promise != .none)
    }

    /// Whether the signer whose verified signature covers the key is trusted; nil where there is none.
    private static func trust(in record: ChipAuthenticationReading, _ verified: VerifiedObjects) -> TrustStatus? {
        if record.source == .cardSecurity {
            let covers = verified.cardSecurity?.covers(
                keyID: record.keyID, subjectPublicKeyInfo: record.subjectPublicKeyInfo)
            return covers == true ? verified.cardSecurity?.trust : nil
        }
        let isThere = verified.dg14?.chipAuthenticationPublicKeys.contains {
            $0.keyID == record.keyID && $0.subjectPublicKeyInfo == record.subjectPublicKeyInfo
        }
        return record.source == .dataGroup(.dg14) && isThere == true ? verified.sod?.trust : nil
    }

    /// Why a proof by a key of EF.CardSecurity is none for this document; nil where it is one.
    private static func objection(
        to record: ChipAuthenticationReading, _ verified: VerifiedObjects, _ standing: CardSecurityStanding
    ) -> CheckResult? {
        guard record.source == .cardSecurity, verified.cardSecurity != nil else { return nil }
        if let objection = standing.objection { return objection }
        let keys = verified.dg14?.chipAuthenticationPublicKeys ?? []
        let isSigned = keys.contains { CheckList.isSame($0.subjectPublicKeyInfo, record.subjectPublicKeyInfo) }
        guard record.version == 1, !keys.isEmpty, !isSigned else { return nil }
        return .undetermined(
            Reason(
                "otherKey",
                "The chip proved that it holds the key of its EF.CardSecurity, and was not asked for that of its DG14.")
        )
    }

    private static func judge(
        _ record: ChipAuthenticationReading, _ anchoring: Anchoring, _ promise: ChipAuthenticationPromise,
        _ objection: CheckResult?
    ) -> CheckResult {
        switch record.outcome {
        case .confirmed:
            if let key = try? PublicKey(subjectPublicKeyInfo: record.subjectPublicKeyInfo), key.isBreakable {
                return .undetermined(
                    Reason(
                        "unverifiable",
                        "The chip's key has \(key.bitCount) bits, which anybody can break, so it proves nothing."))
            }
            return objection ?? judgeGiven(anchoring)
        case .refused(let status):
            let words = "(\(Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])))"
            guard promise == .signed else {
                return .undetermined(Reason("refused", "The chip refuses Chip Authentication \(words)."))
            }
            return .failed(
                Reason(
                    "refused",
                    "The issuer gave this chip a key for Chip Authentication, and the chip refuses to use it \(words): "
                        + "it may be a copy."))
        case .failed(let reason):
            guard promise == .signed, !reason.code.hasPrefix("unsupported") else {
                return .undetermined(reason)
            }
            return .failed(
                Reason(
                    "notAuthenticated",
                    "The chip did not show that it holds the key its issuer gave it: it may be a copy. \(reason.text)"))
        }
    }

    private static func judgeGiven(_ anchoring: Anchoring) -> CheckResult {
        switch anchoring {
        case .anchored: .successful
        case .signerNotTrusted:
            .undetermined(
                Reason(
                    "signerNotTrusted",
                    "The chip authenticated itself, but who signed its key is not known to be trusted."))
        case .notCovered:
            .undetermined(
                Reason(
                    "notAnchored",
                    "The chip authenticated itself, but no issuer signed the key it used, so it proves nothing."))
        }
    }

    private static func judgeNotAsked(
        _ reading: ChipReading, _ contents: DocumentContents, _ verified: VerifiedObjects,
        _ promise: ChipAuthenticationPromise
    ) -> CheckResult {
        if promise == .none {
            return .notSupported(Reason("notOffered", "The chip offers no Chip Authentication."))
        }
        if promise == .hidden {
            switch reading[.dataGroup(.dg14)]?.outcome {
            case .damaged(let bytes, _) where verified.sod?.covers(.dg14, bytes) == true:
                return .undetermined(
                    Reason(
                        "signedUnreadable",
                        "The issuer signed a DG14 that cannot be decoded, so that the chip could not be asked."))
            case .absent, .refused, .damaged:
                return .failed(
                    Reason(
                        "keyWithheld",
                        "The issuer signed a DG14, where the key for Chip Authentication would be, and the chip does not "
                            + "show it: it may be a copy."))
            default: break
            }
        }
        if case .brokenOff(let reason) = reading.ending {
            return .aborted(Reason(reason.code, "The read ended before the chip could authenticate itself."))
        }
        if promise == .exchanged {
            return .undetermined(
                Reason(
                    "notSigned",
                    "DG14 is not the one that its issuer signed, so it is not known what the chip can prove."))
        }
        if contents.hasOnlyUnusableKeys {
            return .undetermined(
                Reason("unusableKey", "The key for Chip Authentication in DG14 is none that can be computed with."))
        }
        if contents.offersOnlyToTerminals, reading.terminalAuthentication == nil {
            return .undetermined(
                Reason(
                    "terminalNeeded",
                    "The chip proves itself only to a terminal with certificates, and none was given."))
        }
        return .undetermined(
            Reason("notAsked", "The chip was not asked for Chip Authentication; only the chip itself could prove it."))
    }

    /// The variant and the key, and that the result is the reader's.
    private static func describe(_ record: ChipAuthenticationReading) -> [Finding.Evidence] {
        var evidence: [Finding.Evidence] = [
            .init("version", "\(record.version)"),
            .init("variant", ChipAuthenticationVariant(record.identifier).map { "\($0)" } ?? "\(record.identifier)"),
            .init("key", "\(record.source)" + (record.keyID.map { ", number \($0)" } ?? "")),
        ]
        if let key = try? PublicKey(subjectPublicKeyInfo: record.subjectPublicKeyInfo) {
            evidence.append(.init("key type", "\(key)"))
        }
        return evidence + [.init("verified", "by the reader, recorded")]
    }
}

/// Whether the issuer says that the chip can do Chip Authentication.
private enum ChipAuthenticationPromise {
    /// A verified signature covers a key for it.
    case signed
    /// There is a key, and no verified signature covers it.
    case unsigned
    /// The signed list has a DG14 that was not read or cannot be decoded, or there is no list: nobody knows.
    case hidden
    /// DG14 is not the one that is signed, and has no key.
    case exchanged
    case none

    init(_ contents: DocumentContents, _ verified: VerifiedObjects) {
        if verified.dg14?.chipAuthenticationPublicKeys.isEmpty == false
            || Self.offers(verified.cardSecurity?.securityInfos)
        {
            self = .signed
        } else if contents.dg14?.chipAuthenticationPublicKeys.isEmpty == false
            || Self.offers(contents.cardSecurity?.securityInfos)
        {
            self = .unsigned
        } else if contents.sod == nil || (contents.listsInSOD(.dg14) && contents.dg14 == nil) {
            self = .hidden
        } else if contents.dg14 != nil, verified.dg14 == nil, verified.sod?.lists(.dg14) == true {
            self = .exchanged
        } else {
            self = .none
        }
    }

    /// A key alone is one of PACE with Chip Authentication Mapping.
    private static func offers(_ infos: SecurityInfos?) -> Bool {
        guard let infos else { return false }
        return !infos.chipAuthentication.isEmpty && !infos.chipAuthenticationPublicKeys.isEmpty
    }
}

extension DocumentContents {
    /// Whether Chip Authentication is offered in version 2 alone, which comes after Terminal Authentication.
    ///
    /// Spec: BSI TR-03110-2 §3.4.
    fileprivate var offersOnlyToTerminals: Bool {
        let offers = [dg14, cardSecurity?.securityInfos, cardAccess].flatMap { $0?.chipAuthentication ?? [] }
        return !offers.isEmpty && offers.allSatisfy { $0.version == 2 }
    }

    /// Whether DG14 has keys for Chip Authentication, and none of them is a key.
    fileprivate var hasOnlyUnusableKeys: Bool {
        guard let keys = dg14?.chipAuthenticationPublicKeys, !keys.isEmpty else { return false }
        return keys.allSatisfy { (try? PublicKey(subjectPublicKeyInfo: $0.subjectPublicKeyInfo)) == nil }
    }
}
