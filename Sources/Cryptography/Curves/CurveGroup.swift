internal import COpenSSL
import Synchronization

/// What OpenSSL computes once for a curve; built at first use and kept, since building costs as much as small operations.
final class CurveGroup: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The parameters as a key without a point, from which keys are made.
    let parameters: KeyHandle
    let domainParameters: DomainParameters

    private static let cache = Mutex<[EllipticCurve: CurveGroup]>([:])

    /// The group of a curve; nil where the library lacks the curve.
    static func of(_ curve: EllipticCurve) -> CurveGroup? {
        guard !EllipticCurve.assumedMissing.contains(curve) else { return nil }
        return cache.withLock { cache in
            if let group = cache[curve] { return group }
            let group = CurveGroup(curve)
            cache[curve] = group
            return group
        }
    }

    private init?(_ curve: EllipticCurve) {
        guard let pointer = EC_GROUP_new_by_curve_name(OBJ_sn2nid(curve.openSSLName)) else { return nil }
        guard let parameters = KeyHandle(emrtd_ec_parameters(curve.openSSLName)) else {
            EC_GROUP_free(pointer)
            return nil
        }
        let p = BigNumber()
        let a = BigNumber()
        let b = BigNumber()
        EC_GROUP_get_curve(pointer, p.pointer, a.pointer, b.pointer, nil)
        let count = curve.byteCount
        let generator = [UInt8](count: 1 + 2 * count) {
            let done = EC_POINT_point2oct(
                pointer, EC_GROUP_get0_generator(pointer), POINT_CONVERSION_UNCOMPRESSED, $0.baseAddress, $0.count, nil)
            precondition(done == $0.count, "coordinates have the length of the curve")
        }
        let order = BigNumber(owning: BN_dup(EC_GROUP_get0_order(pointer)))
        self.pointer = pointer
        self.parameters = parameters
        domainParameters = DomainParameters(
            p: p.bytes(count: count), a: a.bytes(count: count), b: b.bytes(count: count), generator: generator,
            order: order.bytes(count: count))
    }
}

extension EllipticCurve {
    /// Curves that a test lets the library lack.
    @TaskLocal package static var assumedMissing: Set<EllipticCurve> = []

    /// Whether the cryptographic library of this installation has the curve; some are built without Brainpool's.
    public var isAvailable: Bool { CurveGroup.of(self) != nil }

    /// Makes sure that the curve is there; whatever is decoded onto it asks first.
    func requireAvailable() throws(CryptographyError) {
        guard isAvailable else { throw .unavailableCurve(self) }
    }

    /// The curve's group, where `requireAvailable` has let it pass.
    var group: CurveGroup {
        guard let group = CurveGroup.of(self) else { preconditionFailure("\(name) is missing and was not asked for") }
        return group
    }

    var openSSLName: String {
        switch self {
        case .secp192r1: "prime192v1"
        case .secp256r1: "prime256v1"
        default: rawValue
        }
    }
}
