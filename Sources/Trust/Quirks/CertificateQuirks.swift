import ByteCoding
import Cryptography
public import PKI
import Standards

/// Finds the quirks of certificates and revocation lists: for who looks at trust data, and for every verdict that rests
/// on it.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; RFC 5280 §4.
public struct CertificateQuirks: Sendable {
    private let keys: PublicKeyCache

    public init() {
        self.init(PublicKeyCache())
    }

    init(_ keys: PublicKeyCache) {
        self.keys = keys
    }

    /// The quirks of one certificate, in the order of the table.
    ///
    /// - Parameters:
    ///   - role: What it is: signers and authorities have profiles of their own.
    ///   - neighbours: Authorities beside which it stands, it among them or not: some quirks are between two.
    public func quirks(
        of certificate: Certificate, as role: CertificateRole = .csca,
        among neighbours: CertificateNeighbours = CertificateNeighbours([])
    ) -> [CertificateQuirk] {
        var found = fields(certificate) + extensions(certificate) + names(certificate)
        if role.isAuthority {
            found += authority(certificate) + neighbours.relations(of: certificate)
        } else {
            found += signer(certificate, role)
        }
        return Self.inOrder(found)
    }

    /// The quirks of a revocation list, in the order of the table.
    public func quirks(of list: CertificateRevocationList) -> [CertificateQuirk] {
        var found = names([list.issuer])
        guard let encoding = CertificateEncoding(revocationList: list.encoded) else { return Self.inOrder(found) }
        found += signature(list.signatureAlgorithm, encoding) + self.encoding(encoding)
        if list.authorityKeyIdentifier == nil { found.append(.authorityKeyIdentifierMissing) }
        if list.issuer.value(of: .countryName) == nil { found.append(.countryMissing) }
        return Self.inOrder(found)
    }

    private static func inOrder(_ found: [CertificateQuirk]) -> [CertificateQuirk] {
        let found = Set(found)
        return CertificateQuirk.allCases.filter(found.contains)
    }

    // MARK: Fields

    private func fields(_ certificate: Certificate) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        if let encoding = CertificateEncoding(certificate: certificate.encoded) {
            found += signature(certificate.signatureAlgorithm, encoding) + self.encoding(encoding)
            let isRSAKey = certificate.publicKeyAlgorithm.oid == .rsaEncryption
            note(.withoutNullBehindRSA, if: isRSAKey && encoding.keyParameters == .absent)
        }
        let key = try? keys.key(subjectPublicKeyInfo: certificate.subjectPublicKeyInfo)
        if case .rsa(_, let exponent)? = key?.kind {
            note(.exponent3, if: exponent == [3])
            note(.unusualExponent, if: exponent != [3] && exponent != [1, 0, 1])
        }
        if let curve = key?.curve, let named = certificate.namedCurve {
            note(.curveNamedWrongly, if: named != curve.oid)
        }
        let serialNumber = certificate.serialNumber
        note(.negativeSerialNumber, if: (serialNumber.first ?? 0) >= 0x80)
        note(.zeroSerialNumber, if: serialNumber.allSatisfy { $0 == 0 })
        note(.longSerialNumber, if: serialNumber.count > 20)
        note(.notDistinguished, if: !CertificateForms.isDistinguished(certificate))
        let (from, to) = (certificate.notBefore.date.year, certificate.notAfter.date.year)
        let seconds = certificate.notAfter.secondsSince1970 - certificate.notBefore.secondsSince1970
        note(.longValidity, if: seconds > 7306 * 86_400 && to > from)
        note(.lateValidity, if: to >= 2050)
        return found
    }

    /// What a signature rests on, and how its algorithm is written.
    private func signature(_ algorithm: AlgorithmIdentifier, _ encoding: CertificateEncoding) -> [CertificateQuirk] {
        guard let scheme = try? SignatureScheme(algorithm) else { return [] }
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        let forms = [encoding.signatureParameters, encoding.signedParameters]
        switch scheme {
        case .ecdsa(_, let isPlain):
            note(.nullBehindECDSA, if: forms.contains(.null))
            note(.curveBesideSignature, if: forms.contains(.present))
            note(.plainSignature, if: isPlain)
        case .rsaPKCS1: note(.withoutNullBehindRSA, if: forms.contains(.absent))
        case .rsaPSS(let digest, _, let salt): note(.saltLength, if: HashAlgorithm(oid: digest)?.byteCount != salt)
        case .dsa: break
        }
        note(.weakHash, if: scheme.digest == .sha1)
        return found
    }

    /// How names and times are written.
    private func encoding(_ encoding: CertificateEncoding) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        let attributes = encoding.issuer + encoding.subject
        note(.earlyStringType, if: attributes.contains { [0x14, 0x1C, 0x1E].contains($0.tag) })
        note(.electronicMailInName, if: attributes.contains { $0.type == .emailAddress })
        note(
            .earlyGeneralizedTime,
            if: encoding.times.contains { $0.tag == DERTag.generalizedTime && $0.year < 2050 })
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
        note(.keyUsageNotCritical, if: certificate[.keyUsage]?.isCritical == false)
        if let period = certificate.privateKeyUsagePeriod {
            note(.privateKeyUsageWithoutEnd, if: period.notBefore == nil || period.notAfter == nil)
            note(.privateKeyUsageTooLong, if: period.notAfter.map { $0 > certificate.notAfter } ?? false)
        }
        note(
            .vendorExtensions,
            if: certificate.extensions.contains { entry in
                Self.vendors.contains { entry.oid.contents.starts(with: $0.contents) }
            })
        return found
    }

    /// What the profile of authorities asks for.
    private func authority(_ certificate: Certificate) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        note(.explicitCurve, if: certificate.hasExplicitCurve)
        if let constraints = certificate.basicConstraints {
            note(.notAuthority, if: !constraints.isAuthority)
            note(.basicConstraintsNotCritical, if: certificate[.basicConstraints]?.isCritical == false)
            note(.pathLengthMissing, if: constraints.pathLength == nil)
            note(.pathLengthNotZero, if: (constraints.pathLength ?? 0) > 0)
        } else {
            note(.basicConstraintsMissing, if: true)
        }
        if let usage = certificate.keyUsage {
            note(.withoutCertificateSigning, if: !usage.contains(.keyCertSign))
            note(.additionalKeyUsage, if: !usage.subtracting([.keyCertSign, .crlSign]).isEmpty)
        } else {
            note(.keyUsageMissing, if: true)
        }
        note(.privateKeyUsageMissing, if: certificate.privateKeyUsagePeriod == nil)
        note(.nameChange, if: certificate[.nameChange]?.isCritical == false)
        note(.criticalNameChange, if: certificate[.nameChange]?.isCritical == true)
        note(.extendedKeyUsage, if: certificate[.extendedKeyUsage] != nil)
        note(.documentTypes, if: certificate.documentTypeList != nil)
        note(.countryMissing, if: certificate.subject.value(of: .countryName) == nil)
        if let issuer = CertificateCountry.normalised(certificate.issuer),
            let subject = CertificateCountry.normalised(certificate.subject)
        {
            note(.otherCountryIssuer, if: issuer != subject)
        }
        switch certificate.issuer.match(certificate.subject) {
        case .equivalent, .reordered: note(.differentlyWrittenName, if: true)
        case .identical, nil: break
        }
        if !keys.verifies(certificate, with: certificate, accepting: [.digestInfoWithoutNull]) {
            note(.selfIssuedLink, if: certificate.isSelfIssued)
            note(
                .renamedWithoutNameChange,
                if: !certificate.isSelfIssued && certificate.claimsAuthority && certificate[.nameChange] == nil)
            note(.algorithmChange, if: signsWithOtherKind(certificate))
        }
        return found
    }

    /// What the profile of document signers asks for, and that of other signers.
    private func signer(_ certificate: Certificate, _ role: CertificateRole) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        note(.signerWithExplicitCurve, if: certificate.hasExplicitCurve)
        note(.signerWithoutCountry, if: certificate.issuer.value(of: .countryName) == nil)
        note(.earlyDocumentTypes, if: certificate[.earlyDocumentTypeList] != nil)
        note(.nestedDocumentTypes, if: certificate.hasNestedDocumentTypes)
        guard role == .documentSigner else { return found }
        note(.signerWithoutPeriod, if: certificate[.privateKeyUsagePeriod] == nil)
        note(
            .signerWithoutDocumentTypes,
            if: certificate[.documentTypeList] == nil && certificate[.earlyDocumentTypeList] == nil)
        note(.signerWithoutKeyUsage, if: certificate.keyUsage == nil)
        return found
    }

    private static func namesIssuer(_ authority: CertificateExtension) -> Bool {
        var reader = ByteReader(authority.value)
        let fields = (try? reader.dataObject(DERTag.sequence).children(limit: 8)) ?? []
        return fields.contains { $0.tag == DERTag.context(1) || $0.tag == DERTag.primitiveContext(2) }
    }

    // MARK: Names

    private func names(_ certificate: Certificate) -> [CertificateQuirk] {
        names([certificate.issuer, certificate.subject])
    }

    private func names(_ names: [DistinguishedName]) -> [CertificateQuirk] {
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool) { if condition { found.append(quirk) } }
        for code in names.compactMap({ $0.value(of: .countryName) }) {
            note(.countryNotUpperCase, if: code != code.uppercased())
            note(.countryOfThreeLetters, if: code.count != 2)
            note(.otherCountryCode, if: code.count == 2 && CountryCode(alpha2: code.uppercased()) == nil)
        }
        note(.testName, if: names.contains(where: \.isForTests))
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

extension Certificate {
    fileprivate var hasExplicitCurve: Bool {
        publicKeyAlgorithm.oid == .ecPublicKey && publicKeyAlgorithm.parameters?.first == UInt8(DERTag.sequence)
    }

    /// The curve that the key names; nil for other keys and those that write it out.
    fileprivate var namedCurve: OID? {
        guard publicKeyAlgorithm.oid == .ecPublicKey, let parameters = publicKeyAlgorithm.parameters else { return nil }
        var reader = ByteReader(parameters)
        return (try? reader.dataObject(DERTag.objectIdentifier)).map { OID(contents: $0.value) }
    }

    /// Whether the list of document types is a set of sets.
    fileprivate var hasNestedDocumentTypes: Bool {
        guard let value = (self[.documentTypeList] ?? self[.earlyDocumentTypeList])?.value else { return false }
        var reader = ByteReader(value)
        let fields = (try? reader.dataObject(DERTag.sequence).children(limit: 8)) ?? []
        return fields.contains { field in
            guard field.tag == DERTag.set else { return false }
            return (try? field.children(limit: 64))?.contains { $0.tag == DERTag.set } ?? false
        }
    }
}

extension DistinguishedName {
    /// Whether a word of it says so.
    var isForTests: Bool {
        attributes.contains { attribute in
            attribute.value.lowercased().split { !$0.isLetter }.contains("test")
        }
    }
}
