import ByteCoding
import Cryptography
import Standards

extension SODIssuer {
    /// Signs a content as CMS signed data.
    ///
    /// - Returns: The ContentInfo.
    func signedData(over content: [UInt8], options: SODOptions, for file: String) throws(IssuingError) -> [UInt8] {
        let digest = options.messageDigest ?? algorithm.hash
        let signerInfo = try signerInfo(over: content, digest: digest, options: options, for: file)
        let signers = options.deviations.contains(.secondSigner) ? [signerInfo, signerInfo] : [signerInfo]

        let wrap = options.hasIndefiniteLengths ? Self.indefinite : Self.definite
        let octets =
            options.hasIndefiniteLengths
            ? wrap(0x24, Self.chunks(of: content).map(DER.octetString)) : DER.octetString(content)
        let listed = options.deviations.contains(.digestMissingFromList) ? Self.anotherDigest(than: digest) : digest
        var parts = [
            DER.integer(options.deviations.contains(.signedDataVersion1) ? 1 : 3),
            DER.setOf([listed.identifier(withNull: options.deviations.contains(.digestNull))]),
            wrap(0x30, [DER.oid(options.contentType), wrap(0xA0, [octets])]),
        ]
        if options.includesCertificate { parts.append(wrap(0xA0, [certificate] + options.otherCertificates)) }
        parts.append(wrap(0x31, signers))
        return wrap(0x30, [DER.oid(.signedData), wrap(0xA0, [wrap(0x30, parts)])])
    }

    /// Spec: RFC 5652 §5.3 and §5.4: what is signed is the SET OF with its own tag, what is stored has tag A0.
    private func signerInfo(
        over content: [UInt8], digest: HashAlgorithm, options: SODOptions, for file: String
    ) throws(IssuingError) -> [UInt8] {
        let attributes = signedAttributes(over: content, digest: digest, options: options)
        let isBare = options.deviations.contains(.withoutSignedAttributes)
        let set = { (tag: Int) in
            options.deviations.contains(.unsortedAttributes)
                ? DER.unsorted(attributes, tag: tag) : DER.setOf(attributes, tag: tag)
        }
        let signed = isBare ? content : set(0x31)
        var signature: [UInt8]
        if options.deviations.contains(.digestInfoWithoutNull) { try algorithm.requireDigestInfo() }
        do {
            if options.deviations.contains(.digestInfoWithoutNull) {
                signature = try key.signWithoutNull(signed, hash: algorithm.hash)
            } else {
                signature = try key.sign(signed, algorithm: algorithm)
            }
        } catch {
            throw .signingFailed(file)
        }
        if options.deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }

        let isNamedByIssuer = options.signerIdentifier == .issuerAndSerialNumber
        let version = isNamedByIssuer != options.deviations.contains(.wrongSignerVersion) ? 1 : 3
        var parts = [DER.integer(version), signerIdentifier(options)]
        parts.append(digest.identifier(withNull: options.deviations.contains(.digestNull)))
        if !isBare { parts.append(set(0xA0)) }
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
        if deviations.contains(.longAttribute) {
            attributes.append(attribute(52, DER.octetString([UInt8](repeating: 0x5A, count: 200))))
        }
        if let moment = options.signingTime { attributes.append(attribute(5, DER.time(moment))) }
        return attributes
    }

    private func signerIdentifier(_ options: SODOptions) -> [UInt8] {
        let isOther = options.deviations.contains(.otherSigner)
        let fields = CertificateFields(certificate)
        switch options.signerIdentifier {
        case .issuerAndSerialNumber:
            let issuer =
                options.deviations.contains(.otherStringType) ? Self.inPrintableStrings(fields.issuer) : fields.issuer
            return DER.sequence(issuer, isOther ? DER.integer(4711) : fields.serialNumber)
        case .subjectKeyIdentifier:
            let identifier = fields.subjectKeyIdentifier
            return DER.implicit(0, isOther ? identifier.reversed() : identifier)
        }
    }

    /// A name whose UTF-8 strings are printable ones.
    private static func inPrintableStrings(_ name: [UInt8]) -> [UInt8] {
        // 2.5.4.x, in three octets, then the string.
        name.indices.reduce(into: name) { changed, index in
            if name[index...].starts(with: [0x06, 0x03, 0x55, 0x04]), name.dropFirst(index + 5).first == 0x0C {
                changed[index + 5] = 0x13
            }
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
