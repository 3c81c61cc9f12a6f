internal import COpenSSL
import Synchronization

/// What OpenSSL computes once for a curve; built at first use and kept, since building costs as much as small operations.
final class CurveGroup: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The parameters as a key without a point, from which keys are made.
    let parameters: KeyHandle
    let domainParameters: DomainParameters

    private static let cache = Mutex<[EllipticCurve: CurveGroup]>([:])

    static func of(_ curve: EllipticCurve) -> CurveGroup {
        cache.withLock { cache in
            if let group = cache[curve] { return group }
            let group = CurveGroup(curve)
            cache[curve] = group
            return group
        }
    }

    private init(_ curve: EllipticCurve) {
        guard let pointer = EC_GROUP_new_by_curve_name(OBJ_sn2nid(curve.openSSLName)),
            let parameters = KeyHandle(emrtd_ec_parameters(curve.openSSLName))
        else { preconditionFailure("this OpenSSL installation lacks \(curve.name)") }
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
    var group: CurveGroup { .of(self) }

    var openSSLName: String {
        switch self {
        case .secp192r1: "prime192v1"
        case .secp256r1: "prime256v1"
        default: rawValue
        }
    }
}
