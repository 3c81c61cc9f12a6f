import ByteCoding
public import Cryptography
public import LDS
import Standards

/// A document signer: hashes the data groups of a document and signs them as EF.SOD.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2 and Appendix D; RFC 5652 §5.
public struct SODIssuer: Sendable {
    public let key: PrivateKey
    /// The document signer certificate, in DER.
    public let certificate: [UInt8]
    public let algorithm: SignatureAlgorithm

    public init(key: PrivateKey, certificate: [UInt8], algorithm: SignatureAlgorithm) {
        self.key = key
        self.certificate = certificate
        self.algorithm = algorithm
    }

    /// Signs the data groups of a document.
    ///
    /// - Parameter groups: Whole files, outer tags included.
    /// - Returns: The whole of EF.SOD, tag 77 included.
    public func issue(_ groups: [DataGroup: [UInt8]], options: SODOptions = SODOptions()) throws(IssuingError)
        -> [UInt8]
    {
        let content = Self.securityObject(of: groups, options: options)
        let digest = options.messageDigest ?? algorithm.hash
        let signerInfo = try signerInfo(over: content, digest: digest, options: options)
        let signers = options.deviations.contains(.secondSigner) ? [signerInfo, signerInfo] : [signerInfo]

        let wrap = options.hasIndefiniteLengths ? Self.indefinite : Self.definite
        let octets =
            options.hasIndefiniteLengths
            ? wrap(0x24, Self.chunks(of: content).map(DER.octetString)) : DER.octetString(content)
        let listed = options.deviations.contains(.digestMissingFromList) ? Self.anotherDigest(than: digest) : digest
        var parts = [
            DER.integer(options.deviations.contains(.signedDataVersion1) ? 1 : 3),
            DER.setOf([listed.identifier()]),
            wrap(0x30, [DER.oid(options.contentType), wrap(0xA0, [octets])]),
        ]
        if options.includesCertificate { parts.append(wrap(0xA0, [certificate])) }
        parts.append(wrap(0x31, signers))
        let signedData = wrap(0x30, parts)
        let contentInfo = wrap(0x30, [DER.oid(OID(1, 2, 840, 113_549, 1, 7, 2)), wrap(0xA0, [signedData])])
        return options.deviations.contains(.withoutWrapper)
            ? contentInfo : DataObjectWriter.encode(0x77, contentInfo)
    }

    /// The LDSSecurityObject, in DER, its hashes in ascending order of group.
    static func securityObject(of groups: [DataGroup: [UInt8]], options: SODOptions) -> [UInt8] {
        var hashes = groups.mapValues { options.groupDigest.hash($0) }
        for deviation in options.deviations {
            switch deviation {
            case .wrongHash(let group): hashes[group]?[0] ^= 0x01
            case .withoutHash(let group): hashes[group] = nil
            case .additionalHash(let group): hashes[group] = options.groupDigest.hash([])
            default: break
            }
        }
        let list = hashes.sorted { $0.key < $1.key }.map { group, hash in
            DER.sequence(DER.integer(group.rawValue), DER.octetString(hash))
        }
        var parts = [
            DER.integer(options.versions == nil ? 0 : 1), options.groupDigest.identifier(), DER.sequence(of: list),
        ]
        if let versions = options.versions {
            parts.append(DER.sequence(DER.printable(versions.lds), DER.printable(versions.unicode)))
        }
        return DER.sequence(of: parts)
    }

    /// Spec: RFC 5652 §5.3 and §5.4: what is signed is the SET OF with its own tag, what is stored has tag A0.
    private func signerInfo(over content: [UInt8], digest: HashAlgorithm, options: SODOptions) throws(IssuingError)
        -> [UInt8]
    {
        let attributes = signedAttributes(over: content, digest: digest, options: options)
        let isBare = options.deviations.contains(.withoutSignedAttributes)
        var signature: [UInt8]
        do {
            signature = try key.sign(isBare ? content : DER.setOf(attributes), algorithm: algorithm)
        } catch {
            throw .signingFailed("EF.SOD")
        }
        if options.deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }

        let isNamedByIssuer = options.signerIdentifier == .issuerAndSerialNumber
        let version = isNamedByIssuer != options.deviations.contains(.wrongSignerVersion) ? 1 : 3
        var parts = [DER.integer(version), signerIdentifier(options), digest.identifier()]
        if !isBare { parts.append(DER.setOf(attributes, tag: 0xA0)) }
        parts += [options.namesKeyAlgorithmOnly ? Self.rsaEncryption : algorithm.identifier]
        return DER.sequence(of: parts + [DER.octetString(signature)])
    }

    private func signedAttributes(over content: [UInt8], digest: HashAlgorithm, options: SODOptions) -> [[UInt8]] {
        func attribute(_ last: UInt, _ value: [UInt8]) -> [UInt8] {
            DER.sequence(DER.oid(OID(1, 2, 840, 113_549, 1, 9, last)), DER.setOf([value]))
        }
        let deviations = options.deviations
        var attributes: [[UInt8]] = []
        if !deviations.contains(.withoutContentType) {
            let isWrong = deviations.contains(.wrongContentType)
            attributes.append(
                attribute(3, DER.oid(isWrong ? OID(1, 2, 840, 113_549, 1, 7, 1) : options.contentType)))
        }
        if !deviations.contains(.withoutMessageDigest) {
            let isWrong = deviations.contains(.wrongMessageDigest)
            attributes.append(attribute(4, DER.octetString(digest.hash(isWrong ? content + [0x00] : content))))
        }
        if let moment = options.signingTime { attributes.append(attribute(5, DER.time(moment))) }
        return attributes
    }

    private func signerIdentifier(_ options: SODOptions) -> [UInt8] {
        let isOther = options.deviations.contains(.otherSigner)
        let fields = CertificateFields(certificate)
        switch options.signerIdentifier {
        case .issuerAndSerialNumber:
            return DER.sequence(fields.issuer, isOther ? DER.integer(4711) : fields.serialNumber)
        case .subjectKeyIdentifier:
            let identifier = CertificateIssuer.keyIdentifier(of: fields.subjectPublicKeyInfo)
            return DER.implicit(0, isOther ? identifier.reversed() : identifier)
        }
    }

    private static let rsaEncryption = DER.sequence(DER.oid(OID(1, 2, 840, 113_549, 1, 1, 1)), DER.null)

    private static func anotherDigest(than digest: HashAlgorithm) -> HashAlgorithm {
        digest == .sha512 ? .sha384 : .sha512
    }

    private static func definite(_ tag: Int, _ parts: [[UInt8]]) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: parts)
    }

    /// Spec: ITU-T X.690 §8.1.3.6.
    private static func indefinite(_ tag: Int, _ parts: [[UInt8]]) -> [UInt8] {
        DataObjectWriter.octets(tag) + [0x80] + parts.flatMap { $0 } + [0x00, 0x00]
    }

    private static func chunks(of content: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: content.count, by: 100).map { Array(content[$0..<min($0 + 100, content.count)]) }
    }
}

/// The fields of a certificate that its own issuer needs again; empty where the bytes are no certificate.
struct CertificateFields {
    private let fields: [DataObject]

    init(_ certificate: [UInt8]) {
        var reader = ByteReader(certificate)
        let tbs = try? reader.dataObject(0x30).children().first
        let all = (try? tbs?.children()) ?? []
        fields = all.first?.tag == 0xA0 ? Array(all.dropFirst()) : all
    }

    var serialNumber: [UInt8] { encoded(0) }
    var issuer: [UInt8] { encoded(2) }
    var subjectPublicKeyInfo: [UInt8] { encoded(5) }

    private func encoded(_ index: Int) -> [UInt8] {
        fields.indices.contains(index) ? Array(fields[index].encoded) : []
    }
}
