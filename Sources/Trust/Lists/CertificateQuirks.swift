import ByteCoding
import Cryptography
public import PKI
import Standards

/// Finds the quirks of the certificates of authorities.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; RFC 5280 §4.
public struct CertificateQuirks: Sendable {
    private let keys = PublicKeyCache()

    public init() {}

    /// The quirks of one certificate, in the order of the table.
    ///
    /// - Parameter neighbours: Certificates beside which it stands, it among them or not: some quirks are between two.
    public func quirks(
        of certificate: Certificate, among neighbours: CertificateNeighbours = CertificateNeighbours([])
    ) -> [CertificateQuirk] {
        let found = Set(
            fields(certificate) + extensions(certificate) + names(certificate) + neighbours.relations(of: certificate))
        return CertificateQuirk.allCases.filter { found.contains($0) }
    }

    // MARK: Fields

    private func fields(_ certificate: Certificate) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        let parameters = certificate.publicKeyAlgorithm.parameters
        note(.explicitCurve, if: certificate.publicKeyAlgorithm.oid == .ecPublicKey && parameters?.first == 0x30)
        if let encoding = CertificateEncoding(certificate: certificate.encoded) {
            let forms = [encoding.signatureParameters, encoding.signedParameters]
            let kind = try? SignatureScheme(certificate.signatureAlgorithm)
            if case .ecdsa? = kind { note(.nullBehindECDSA, if: forms.contains(.null)) }
            let isRSAKey = certificate.publicKeyAlgorithm.oid == .rsaEncryption
            var lacksNull = isRSAKey && encoding.keyParameters == .absent
            if case .rsaPKCS1? = kind { lacksNull = lacksNull || forms.contains(.absent) }
            note(.withoutNullBehindRSA, if: lacksNull)
            note(
                .earlyGeneralizedTime,
                if: encoding.times.contains { $0.tag == DERTag.generalizedTime && $0.year < 2050 })
        }
        if case .rsaPSS(let digest, _, let salt)? = try? SignatureScheme(certificate.signatureAlgorithm) {
            note(.saltLength, if: HashAlgorithm(oid: digest)?.byteCount != salt)
        }
        note(.weakHash, if: (try? SignatureScheme(certificate.signatureAlgorithm))?.digest == .sha1)
        if case .rsa(_, let exponent)? = try? keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo).kind {
            note(.exponent3, if: exponent == [3])
            note(.unusualExponent, if: exponent != [3] && exponent != [1, 0, 1])
        }
        let serialNumber = certificate.serialNumber
        note(.negativeSerialNumber, if: (serialNumber.first ?? 0) >= 0x80)
        note(.zeroSerialNumber, if: serialNumber.allSatisfy { $0 == 0 })
        note(.longSerialNumber, if: serialNumber.count > 20)
        let (from, to) = (certificate.notBefore.date.year, certificate.notAfter.date.year)
        let seconds = certificate.notAfter.secondsSince1970 - certificate.notBefore.secondsSince1970
        note(.longValidity, if: seconds > 7306 * 86_400 && to > from)
        note(.lateValidity, if: to >= 2050)
        return found
    }

    // MARK: Extensions

    private static let vendors: [OID] = [OID(2, 16, 840, 1, 113730, 1), OID(1, 3, 6, 1, 4, 1, 311)]

    private func extensions(_ certificate: Certificate) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        if let identifier = certificate.subjectKeyIdentifier {
            note(.otherKeyIdentifier, if: identifier != certificate.computedKeyIdentifier)
            note(.bareKeyIdentifier, if: certificate[.subjectKeyIdentifier]?.value == identifier)
        }
        let authority = certificate[.authorityKeyIdentifier]
        note(.authorityKeyIdentifierMissing, if: certificate.authorityKeyIdentifier == nil)
        note(.authorityKeyIdentifierWithIssuer, if: authority.map(Self.namesIssuer) ?? false)
        if let constraints = certificate.basicConstraints {
            note(.notAuthority, if: !constraints.isAuthority)
            note(.basicConstraintsNotCritical, if: certificate[.basicConstraints]?.isCritical == false)
            note(.pathLengthMissing, if: constraints.pathLength == nil)
            note(.pathLengthNotZero, if: (constraints.pathLength ?? 0) > 0)
        } else {
            note(.basicConstraintsMissing, if: true)
        }
        if let usage = certificate.keyUsage {
            note(.keyUsageNotCritical, if: certificate[.keyUsage]?.isCritical == false)
            note(.withoutCertificateSigning, if: !usage.contains(.keyCertSign))
            note(.additionalKeyUsage, if: !usage.subtracting([.keyCertSign, .crlSign]).isEmpty)
        } else {
            note(.keyUsageMissing, if: true)
        }
        if let period = certificate.privateKeyUsagePeriod {
            note(.privateKeyUsageWithoutEnd, if: period.notBefore == nil || period.notAfter == nil)
            note(.privateKeyUsageTooLong, if: period.notAfter.map { $0 > certificate.notAfter } ?? false)
        } else {
            note(.privateKeyUsageMissing, if: true)
        }
        note(.nameChange, if: certificate[.nameChange]?.isCritical == false)
        note(.criticalNameChange, if: certificate[.nameChange]?.isCritical == true)
        note(.extendedKeyUsage, if: certificate[.extendedKeyUsage] != nil)
        note(.documentTypes, if: certificate.documentTypeList != nil)
        note(
            .vendorExtensions,
            if: certificate.extensions.contains { entry in
                Self.vendors.contains { entry.oid.contents.starts(with: $0.contents) }
            })
        return found
    }

    private static func namesIssuer(_ authority: CertificateExtension) -> Bool {
        var reader = ByteReader(authority.value)
        let fields = (try? reader.dataObject(DERTag.sequence).children(limit: 8)) ?? []
        return fields.contains { $0.tag == DERTag.context(1) || $0.tag == DERTag.primitiveContext(2) }
    }

    // MARK: Names

    private func names(_ certificate: Certificate) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        if let code = certificate.subject.value(of: .countryName) {
            note(.countryNotUpperCase, if: code != code.uppercased())
            note(.countryOfThreeLetters, if: code.count != 2)
            note(.otherCountryCode, if: code.count == 2 && CountryCode(alpha2: code.uppercased()) == nil)
        } else {
            note(.countryMissing, if: true)
        }
        if let issuer = CertificateCountry.normalised(certificate.issuer),
            let subject = CertificateCountry.normalised(certificate.subject)
        {
            note(.otherCountryIssuer, if: issuer != subject)
        }
        switch certificate.issuer.match(certificate.subject) {
        case .equivalent, .reordered: note(.differentlyWrittenName, if: true)
        case .identical, nil: break
        }
        if let encoding = CertificateEncoding(certificate: certificate.encoded) {
            let attributes = encoding.issuer + encoding.subject
            note(.earlyStringType, if: attributes.contains { [0x14, 0x1C, 0x1E].contains($0.tag) })
            note(.electronicMailInName, if: attributes.contains { $0.type == .emailAddress })
        }
        let isSelfSigned = keys.verifies(certificate, with: certificate, accepting: [.digestInfoWithoutNull])
        if !isSelfSigned {
            note(.selfIssuedLink, if: certificate.isSelfIssued)
            note(
                .renamedWithoutNameChange,
                if: !certificate.isSelfIssued && certificate.claimsAuthority && certificate[.nameChange] == nil)
            note(.algorithmChange, if: signsWithOtherKind(certificate))
        }
        return found
    }

    /// Whether the signature is of another kind than the certified key makes.
    private func signsWithOtherKind(_ certificate: Certificate) -> Bool {
        guard certificate.claimsAuthority, let scheme = try? SignatureScheme(certificate.signatureAlgorithm),
            let key = try? keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        else { return false }
        return switch scheme {
        case .rsaPKCS1, .rsaPSS: key.curve != nil
        case .ecdsa: key.curve == nil
        case .dsa: true
        }
    }
}
