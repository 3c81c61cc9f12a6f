public import Standards

/// The kinds of lists that states sign.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8 and §9; BSI TR-03129-2.
public enum ListKind: CaseIterable, Hashable, Sendable {
    case master, deviation, defect

    /// The kind whose content has this type; nil where it is that of none.
    public init?(contentType: OID) {
        guard let kind = Self.allCases.first(where: { $0.contentType == contentType }) else { return nil }
        self = kind
    }

    /// The type of the content.
    public var contentType: OID {
        switch self {
        case .master: .cscaMasterList
        case .deviation: .deviationList
        case .defect: .defectList
        }
    }

    /// What a key has to be for, to sign it.
    public var purpose: OID {
        switch self {
        case .master: .cscaMasterListSigningKey
        case .deviation: .deviationListSigningKey
        case .defect: .defectListSigningKey
        }
    }

    /// For a sentence, behind an article: `master list`.
    public var name: String {
        switch self {
        case .master: "master list"
        case .deviation: "deviation list"
        case .defect: "defect list"
        }
    }

    /// What a source of it is called.
    public var sourceKind: TrustDelivery.Kind {
        switch self {
        case .master: .masterList
        case .deviation: .deviationList
        case .defect: .defectList
        }
    }
}
