import ByteCoding
import Cryptography
import PKI

/// How a certificate can be written by others than its issuer, so that its signature is still right.
///
/// What stands around the signed part is not signed: lengths can be written in another way, the algorithm beside the
/// signature can gain or lose a NULL, and of an ECDSA signature (r, s) another one follows, (r, n − s). A digest of the
/// whole certificate tells those apart; who is revoked must not gain by it.
///
/// Spec: ITU-T X.690 §10.1; RFC 5652 §5.1 (the certificates are not among what is signed); SEC 1 §4.1.4.
enum CertificateForms {
    /// The certificate as its issuer may have written it: in DER, with either algorithm and either signature.
    static func all(of certificate: Certificate) -> [[UInt8]] {
        guard let parts = CertificateParts(certificate) else { return [] }
        let signatures = signatures(certificate.signature)
        return Set([parts.algorithm, parts.signedAlgorithm]).flatMap { algorithm in
            signatures.map { parts.assembled(algorithm: algorithm, signature: $0) }
        }
    }

    /// Whether what stands around the signed part is in DER.
    static func isDistinguished(_ certificate: Certificate) -> Bool {
        guard let parts = CertificateParts(certificate) else { return false }
        return parts.assembled(algorithm: parts.algorithm, signature: certificate.signature) == certificate.encoded
    }

    /// A signature, and where it may be one by ECDSA, the other ones for each curve it may be on.
    private static func signatures(_ signature: [UInt8]) -> [[UInt8]] {
        var file = ByteReader(signature)
        guard var reader = try? file.open(DERTag.sequence), file.isAtEnd,
            let first = try? reader.dataObject(DERTag.integer).value,
            let second = try? reader.dataObject(DERTag.integer).value, reader.isAtEnd
        else { return [signature] }
        let (r, s) = (SerialNumber.significant(first), SerialNumber.significant(second))
        let orders = Set(EllipticCurve.allCases.filter(\.isAvailable).map(\.domainParameters.order))
        return ([s] + orders.compactMap { difference($0, s) }).map { value in
            DataObjectWriter.encode(DERTag.sequence, containing: [integer(r), integer(value)])
        }
    }

    private static func integer(_ number: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(DERTag.integer, (number.first ?? 0) >= 0x80 ? [0] + number : number)
    }

    /// The difference of two numbers, big endian; nil where it is not positive.
    private static func difference(_ minuend: [UInt8], _ subtrahend: [UInt8]) -> [UInt8]? {
        let minuend = SerialNumber.significant(minuend)
        guard subtrahend.count <= minuend.count else { return nil }
        let padded = [UInt8](repeating: 0, count: minuend.count - subtrahend.count) + subtrahend
        guard padded.lexicographicallyPrecedes(minuend) else { return nil }
        var result = minuend
        var borrow = 0
        for index in minuend.indices.reversed() {
            let digit = Int(minuend[index]) - Int(padded[index]) - borrow
            borrow = digit < 0 ? 1 : 0
            result[index] = UInt8(digit & 0xFF)
        }
        return SerialNumber.significant(result)
    }
}

/// What a certificate is put together of, each in DER but for the signed part, which nobody can write in another way.
private struct CertificateParts {
    let signed: [UInt8]
    let algorithm: [UInt8]
    /// The algorithm that is named in the signed part.
    let signedAlgorithm: [UInt8]

    init?(_ certificate: Certificate) {
        var file = ByteReader(certificate.encoded)
        var inside = ByteReader(certificate.tbs)
        guard var outer = try? file.open(DERTag.sequence), (try? outer.dataObject()) != nil,
            let algorithm = (try? outer.dataObject()).flatMap({ Self.distinguished($0) }),
            var fields = try? inside.open(DERTag.sequence),
            (try? fields.dataObject(ifTag: DERTag.context(0))) != nil,
            (try? fields.dataObject(DERTag.integer)) != nil,
            let signedAlgorithm = (try? fields.dataObject()).flatMap({ Self.distinguished($0) })
        else { return nil }
        signed = certificate.tbs
        self.algorithm = algorithm
        self.signedAlgorithm = signedAlgorithm
    }

    func assembled(algorithm: [UInt8], signature: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(
            DERTag.sequence,
            containing: [signed, algorithm, DataObjectWriter.encode(DERTag.bitString, [0] + signature)])
    }

    /// A data object with the shortest lengths; nil where it cannot be decoded or is nested deeper than an algorithm is.
    private static func distinguished(_ object: DataObject, depth: Int = 0) -> [UInt8]? {
        guard object.isConstructed else { return DataObjectWriter.encode(object.tag, object.value) }
        guard depth < 8, let children = try? object.children(limit: 64) else { return nil }
        var parts: [[UInt8]] = []
        for child in children {
            guard let part = distinguished(child, depth: depth + 1) else { return nil }
            parts.append(part)
        }
        return DataObjectWriter.encode(object.tag, containing: parts)
    }
}
