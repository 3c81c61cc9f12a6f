import LDS
import Standards
import Trust

/// Whether an issuer vouches for a key that a chip proves itself with.
///
/// Field note 82: with a key that nobody signed, whoever made the chip can make the proof too.
enum Anchoring: Equatable {
    case anchored
    /// A signer vouches for it, of whom it is not known whether they are trusted.
    case signerNotTrusted
    /// No verified signature covers it.
    case notCovered

    /// - Parameter trust: Whether the signer whose verified signature covers the key is trusted; nil where there is none.
    init(_ trust: TrustStatus?) {
        switch trust {
        case .trusted: self = .anchored
        case .notTrusted, .undetermined: self = .signerNotTrusted
        case nil: self = .notCovered
        }
    }

    /// For the report: whether a trusted issuer vouches for the key.
    var word: String { self == .anchored ? "yes" : "no" }
}

/// What an EF.CardSecurity is to the document that it was read with: that of another chip is signed as well.
enum CardSecurityStanding: Equatable {
    /// A signed DG14 repeats it.
    case own
    /// No signed file says that it is this document's.
    case notBound
    /// What is signed for this document contradicts it.
    case foreign

    /// What that makes of a proof by one of its keys; nil where the proof counts.
    var objection: CheckResult? {
        switch self {
        case .own: nil
        case .notBound:
            .undetermined(
                Reason(
                    "notBound",
                    "The chip proved that it holds the key of its EF.CardSecurity, and no signed DG14 says that this is the "
                        + "document's own: it may be that of another chip."))
        case .foreign:
            .failed(
                Reason(
                    "foreignCardSecurity",
                    "The chip proved that it holds the key of its EF.CardSecurity, which is not that of this document.")
            )
        }
    }
}

/// What issuers vouch for in one reading.
struct VerifiedObjects {
    let sod: VerifiedSOD?
    let cardSecurity: VerifiedCardSecurity?
    /// DG14, where it is exactly the file that EF.SOD lists.
    let dg14: SecurityInfos?

    init(
        _ reading: ChipReading, _ contents: DocumentContents, _ passive: PassiveAuthenticationResult,
        _ cardSecurity: CardSecurityResult?
    ) {
        sod = passive.verifiedSOD
        self.cardSecurity = cardSecurity?.verified
        let covers = reading.bytes(of: .dataGroup(.dg14)).map { passive.verifiedSOD?.covers(.dg14, $0) ?? false }
        dg14 = covers == true ? contents.dg14 : nil
    }

    /// The ways of PACE that a signed file says the chip offers.
    var pace: [PACEInfo] { (dg14?.pace ?? []) + (cardSecurity?.securityInfos.pace ?? []) }
}
