import ByteCoding
import Cryptography
import PKI
import Standards

/// Makes card verifiable certificates, right ones and wrong ones.
struct CertificateMaker {
    /// A holder: its name, its role with its rights, and its key.
    struct Holder {
        let reference: String
        let rights: UInt8
        let key: PrivateKey
        let algorithm: Algorithm
        var extensions: [(OID, [UInt8])] = []

        init(_ reference: String, _ rights: UInt8, _ key: PrivateKey, _ algorithm: Algorithm = .ecdsa(.sha256)) {
            self.reference = reference
            self.rights = rights
            self.key = key
            self.algorithm = algorithm
        }
    }

    enum Algorithm: Hashable, CustomStringConvertible {
        case rsa(HashAlgorithm)
        case pss(HashAlgorithm)
        case ecdsa(HashAlgorithm)

        var signature: SignatureAlgorithm {
            switch self {
            case .rsa(let hash): .rsaPKCS1(hash)
            case .pss(let hash): .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
            case .ecdsa(let hash): .ecdsa(hash, encoding: .plain)
            }
        }

        var identifier: OID {
            let arcs: (UInt8, UInt8) =
                switch self {
                case .rsa(let hash): (1, hash == .sha1 ? 1 : hash == .sha256 ? 2 : 5)
                case .pss(let hash): (1, hash == .sha1 ? 3 : hash == .sha256 ? 4 : 6)
                case .ecdsa(let hash): (2, [.sha1: 1, .sha224: 2, .sha256: 3, .sha384: 4][hash] ?? 5)
                }
            return OID.idTA.appending(arcs.0).appending(arcs.1)
        }

        var description: String { signature.hash.name + (self == .pss(signature.hash) ? " PSS" : "") }
    }

    var terminalType = OID(0, 4, 0, 127, 0, 7, 3, 1, 2, 1)
    var effective: [UInt8] = [2, 6, 0, 1, 0, 1]
    var expiration: [UInt8] = [2, 6, 1, 2, 3, 1]
    var withParameters = false

    /// DO'7F21' for a holder, signed by another.
    func certificate(_ holder: Holder, by issuer: Holder) throws -> [UInt8] {
        let authorization = DataObjectWriter.encode(
            0x7F4C,
            containing: [
                DataObjectWriter.encode(0x06, terminalType.contents), DataObjectWriter.encode(0x53, [holder.rights]),
            ])
        let extensions = holder.extensions.map { identifier, bits in
            DataObjectWriter.encode(
                0x73,
                containing: [
                    DataObjectWriter.encode(0x06, identifier.contents), DataObjectWriter.encode(0x53, bits),
                ])
        }
        let body = DataObjectWriter.encode(
            0x7F4E,
            containing: [
                [0x5F, 0x29, 0x01, 0x00], DataObjectWriter.encode(0x42, Array(issuer.reference.utf8)),
                publicKey(holder), DataObjectWriter.encode(0x5F20, Array(holder.reference.utf8)), authorization,
                DataObjectWriter.encode(0x5F25, effective), DataObjectWriter.encode(0x5F24, expiration),
                extensions.isEmpty ? [] : DataObjectWriter.encode(0x65, containing: extensions),
            ])
        let signature = try issuer.key.sign(body, algorithm: issuer.algorithm.signature)
        return DataObjectWriter.encode(0x7F21, body + DataObjectWriter.encode(0x5F37, signature))
    }

    private func publicKey(_ holder: Holder) -> [UInt8] {
        var parts = [DataObjectWriter.encode(0x06, holder.algorithm.identifier.contents)]
        switch holder.key.publicKey.kind {
        case .rsa(let modulus, let exponent):
            parts += [DataObjectWriter.encode(0x81, modulus), DataObjectWriter.encode(0x82, exponent)]
        case .ellipticCurve(let point, _):
            let numbers = point.curve.domainParameters
            if withParameters {
                parts += zip(0x81..., [numbers.p, numbers.a, numbers.b, numbers.generator, numbers.order]).map {
                    DataObjectWriter.encode($0, $1)
                }
            }
            parts.append(DataObjectWriter.encode(0x86, point.encoded))
            if withParameters { parts.append([0x87, 0x01, 0x01]) }
        case .diffieHellman, .dsa: break
        }
        return DataObjectWriter.encode(0x7F49, containing: parts)
    }
}
