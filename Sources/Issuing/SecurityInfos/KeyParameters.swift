public import Cryptography
import Standards

/// The AlgorithmIdentifier of a key: the curve or the group that it lies in, and how that is named.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §9.4 and §9.5; BSI TR-03110-3 A.2.1.
public enum KeyParameters: Hashable, Sendable {
    /// By its number in the table of standardized domain parameters.
    case standardized(Int)
    /// A curve by its object identifier.
    case named(EllipticCurve)
    /// A curve with its numbers written out.
    case explicit(EllipticCurve)
    /// A group with its numbers: X9.42 where the order of the subgroup is known, PKCS #3 otherwise.
    case group(DHGroup)

    /// The ways to name a curve or a group; a group is always written out where it is not standardized.
    public enum Form: String, CaseIterable, Hashable, Sendable {
        case explicit, named, standardized
    }

    /// A curve in a form; one without a number is written out.
    public init(of curve: EllipticCurve, _ form: Form) {
        switch form {
        case .explicit: self = .explicit(curve)
        case .named: self = .named(curve)
        case .standardized:
            let number = (8...18).first { EllipticCurve(standardizedDomainParameters: $0) == curve }
            self = number.map(Self.standardized) ?? .explicit(curve)
        }
    }

    /// A group in a form; one without a number is written out.
    public init(of group: DHGroup, _ form: Form) {
        let number = (0...2).first { DHGroup(standardizedDomainParameters: $0)?.p == group.p }
        if form == .standardized, let number { self = .standardized(number) } else { self = .group(group) }
    }

    /// The AlgorithmIdentifier, in DER.
    public var encoded: [UInt8] {
        switch self {
        case .standardized(let number): DER.sequence(DER.oid(Self.standardizedDomainParameters), DER.integer(number))
        case .named(let curve): DER.sequence(DER.oid(.ecPublicKey), DER.oid(curve.oid))
        case .explicit(let curve): DER.sequence(DER.oid(.ecPublicKey), curve.domainParameters.encoded)
        case .group(let group): Self.encode(group)
        }
    }

    private static func encode(_ group: DHGroup) -> [UInt8] {
        let numbers = [group.p, group.g] + (group.q.map { [$0] } ?? [])
        let identifier = group.q == nil ? OID(1, 2, 840, 113_549, 1, 3, 1) : OID(1, 2, 840, 10_046, 2, 1)
        return DER.sequence(DER.oid(identifier), DER.sequence(of: numbers.map { DER.integer(unsigned: $0) }))
    }

    private static let standardizedDomainParameters = OID(0, 4, 0, 127, 0, 7, 1, 2)
}
