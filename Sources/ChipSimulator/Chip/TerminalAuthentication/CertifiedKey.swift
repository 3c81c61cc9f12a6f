import ByteCoding
import Cryptography
import PKI
import Standards

/// A key that a chip trusts: of a trust point, or of a certificate that it has verified.
///
/// Spec: BSI TR-03110-3 §2.4 to §2.7 and D.3; ICAO Doc 9303-11 (8th ed.) §7.1.
struct CertifiedKey: Sendable {
    let certificate: CVCertificate
    let publicKey: PublicKey
    let algorithm: SignatureAlgorithm
    /// The domain parameters, which the keys below inherit.
    let parameters: CVPublicKey.CurveParameters?
    /// What the whole chain down to here grants.
    let authorization: CertificateHolderAuthorization
    /// What it grants by extensions: bits by identifier.
    let extendedRights: [OID: [UInt8]]

    var reference: [UInt8] { certificate.holderReference.bytes }
    var role: CertificateHolderAuthorization.Role { certificate.authorization.role }

    /// A trust point, whose certificate is believed as it is.
    init?(trustPoint encoded: [UInt8], inheriting inherited: CVPublicKey.CurveParameters? = nil) {
        guard let certificate = try? CVCertificate(encoded: encoded), certificate.authorization.role == .cvca else {
            return nil
        }
        self.init(
            certificate, inheriting: inherited, authorization: certificate.authorization,
            extendedRights: Self.rights(in: certificate))
    }

    /// A certificate that the chip has verified, under the key that has signed it.
    init?(_ certificate: CVCertificate, under issuer: CertifiedKey) {
        let own = Self.rights(in: certificate)
        // Only an authority has domain parameters; below it they are inherited, and a key that brings its own is refused.
        if certificate.authorization.role != .cvca, case .ellipticCurve(.some, _) = certificate.publicKey.key {
            return nil
        }
        // A link certificate states what the authority grants from now on; below, rights only shrink.
        let isLink = certificate.authorization.role == .cvca
        self.init(
            certificate, inheriting: issuer.parameters,
            authorization: isLink
                ? certificate.authorization : certificate.authorization.intersected(with: issuer.authorization),
            extendedRights: isLink ? own : Self.common(own, issuer.extendedRights))
    }

    private init?(
        _ certificate: CVCertificate, inheriting inherited: CVPublicKey.CurveParameters?,
        authorization: CertificateHolderAuthorization, extendedRights: [OID: [UInt8]]
    ) {
        guard let algorithm = Self.algorithm(certificate.publicKey.identifier) else { return nil }
        var parameters = inherited
        let key: PublicKey?
        switch certificate.publicKey.key {
        case .rsa(let modulus, let exponent): key = Self.rsa(modulus, exponent)
        case .ellipticCurve(let own, let point):
            parameters = own ?? inherited
            key = parameters.flatMap(Self.curve).flatMap { try? CurvePoint(uncompressed: point, on: $0) }
                .flatMap { try? PublicKey(point: $0) }
        case .diffieHellman: key = nil
        }
        guard let key else { return nil }
        self.certificate = certificate
        publicKey = key
        self.algorithm = algorithm
        self.parameters = parameters
        self.authorization = authorization
        self.extendedRights = extendedRights
    }

    func verifies(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        (try? publicKey.verify(signature: signature, over: message, algorithm: algorithm)) == true
    }

    // MARK: Keys

    /// The algorithms by the last two arcs: RSA 1 to 6, ECDSA 1 to 5.
    ///
    /// Spec: BSI TR-03110-3 A.6.4.
    private static func algorithm(_ identifier: OID) -> SignatureAlgorithm? {
        let arcs = identifier.contents.dropFirst(OID.idTA.contents.count)
        guard identifier.isBelow(.idTA), arcs.count == 2, let kind = arcs.first, let number = arcs.last else {
            return nil
        }
        func pss(_ hash: HashAlgorithm) -> SignatureAlgorithm {
            .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
        }
        let rsa: [SignatureAlgorithm] = [
            .rsaPKCS1(.sha1), .rsaPKCS1(.sha256), pss(.sha1), pss(.sha256), .rsaPKCS1(.sha512), pss(.sha512),
        ]
        let ecdsa = [HashAlgorithm.sha1, .sha224, .sha256, .sha384, .sha512].map {
            SignatureAlgorithm.ecdsa($0, encoding: .plain)
        }
        let algorithms = kind == 1 ? rsa : kind == 2 ? ecdsa : []
        let index = Int(number) - 1
        return algorithms.indices.contains(index) ? algorithms[index] : nil
    }

    private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> PublicKey? {
        let numbers = [modulus, exponent].map { DataObjectWriter.encode(0x02, [0x00] + $0) }
        let identifier = DataObjectWriter.encode(
            0x30, containing: [DataObjectWriter.encode(0x06, OID.rsaEncryption.contents), [0x05, 0x00]])
        let bits = DataObjectWriter.encode(0x03, [0x00] + DataObjectWriter.encode(0x30, containing: numbers))
        return try? PublicKey(subjectPublicKeyInfo: DataObjectWriter.encode(0x30, containing: [identifier, bits]))
    }

    /// The curve of the table whose numbers these are.
    private static func curve(_ parameters: CVPublicKey.CurveParameters) -> EllipticCurve? {
        func digits(_ number: [UInt8]) -> [UInt8] { Array(number.drop { $0 == 0 }) }
        return EllipticCurve.allCases.first { curve in
            let known = curve.domainParameters
            return digits(known.p) == digits(parameters.prime) && digits(known.a) == digits(parameters.a)
                && digits(known.b) == digits(parameters.b) && known.generator == parameters.generator
                && digits(known.order) == digits(parameters.order)
        }
    }

    // MARK: Rights

    /// Bits by the identifier of an extension: DO'53' behind it.
    private static func rights(in certificate: CVCertificate) -> [OID: [UInt8]] {
        var rights: [OID: [UInt8]] = [:]
        for entry in certificate.extensions {
            var reader = ByteReader(entry.contents)
            if let bits = try? reader.dataObject(0x53) { rights[entry.identifier] = Array(bits.value) }
        }
        return rights
    }

    private static func common(_ own: [OID: [UInt8]], _ above: [OID: [UInt8]]) -> [OID: [UInt8]] {
        var common: [OID: [UInt8]] = [:]
        for (identifier, bits) in own {
            guard let other = above[identifier], other.count == bits.count else { continue }
            common[identifier] = zip(bits, other).map { $0 & $1 }
        }
        return common
    }
}
