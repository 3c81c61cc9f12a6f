import ByteCoding
import Cryptography
import PKI
import Standards

/// Rules for the key and the extensions of a certificate.
extension CertificateLint {
    private static let algorithms = SpecReference.doc9303(12, "4.4")
    private static let profile = SpecReference.doc9303(12, "7.1.1")

    static let key: [Row] = [
        Row("key.known", .error, algorithms, "the key cannot be used: it is broken, or of a kind that is not allowed") {
            $0.key == nil
        },
        Row("key.explicitCurve", .error, algorithms, "the key names its curve and does not write it out") {
            if case .ellipticCurve(_, .named)? = $0.key?.kind { true } else { false }
        },
        Row("key.cofactor", .error, algorithms, "the written-out curve lacks its cofactor") {
            guard case .ellipticCurve(_, .explicit)? = $0.key?.kind else { return false }
            return !hasCofactor($0.certificate.publicKeyAlgorithm.parameters ?? [])
        },
        Row("key.compressed", .error, algorithms, "the point of the key is compressed") {
            $0.key?.curve != nil && $0.certificate.publicKeyBits.first != 0x04
        },
        Row("key.parameters", .warning, .rfc(3279, "2.3.1"), "the RSA key lacks its empty parameters") {
            $0.certificate.publicKeyAlgorithm.oid == .rsaEncryption && $0.encoding?.keyParameters != .null
        },
        Row("key.length", .warning, algorithms, "the key is shorter than is allowed today") {
            guard let key = $0.key else { return false }
            return key.bitCount
                < (key.curve == nil ? ($0.role.isAuthority ? 3072 : 2048) : ($0.role.isAuthority ? 256 : 224))
        },
        Row("key.exponent", .warning, algorithms, "the RSA key has another exponent than 65537") {
            if case .rsa(_, let exponent)? = $0.key?.kind { exponent != [1, 0, 1] } else { false }
        },
    ]

    private static func hasCofactor(_ parameters: [UInt8]) -> Bool {
        var reader = ByteReader(parameters)
        let fields = (try? reader.dataObject(DERTag.sequence).children(limit: 8)) ?? []
        return fields.last?.tag == DERTag.integer && fields.count >= 6
    }

    private static let known: Set<OID> = [
        .subjectKeyIdentifier, .keyUsage, .privateKeyUsagePeriod, .subjectAlternativeName, .issuerAlternativeName,
        .basicConstraints, .crlDistributionPoints, .certificatePolicies, .authorityKeyIdentifier, .extendedKeyUsage,
        .nameChange, .documentTypeList, .earlyDocumentTypeList,
    ]

    static let extensions: [Row] = [
        Row("extensions.malformed", .error, .rfc(5280, "4.2"), "an extension is there twice or cannot be decoded") {
            !$0.certificate.malformedExtensions.isEmpty
        },
        Row(
            "extensions.unknownCritical", .error, .doc9303(12, "D.1.1.3"),
            "a critical extension is not one that is known"
        ) {
            $0.certificate.extensions.contains { $0.isCritical && !known.contains($0.oid) }
        },
        Row("extensions.foreign", .warning, profile, "it has extensions that the profile does not have") {
            $0.certificate.extensions.contains { !known.contains($0.oid) }
        },
        Row("authorityKeyIdentifier.present", .error, profile, "it does not name the key of its issuer") {
            $0.role != .csca && $0[.authorityKeyIdentifier] == nil
        },
        Row("authorityKeyIdentifier.key", .error, profile, "the identifier of the issuer's key holds none") {
            $0[.authorityKeyIdentifier] != nil && $0.certificate.authorityKeyIdentifier == nil
        },
        Row("authorityKeyIdentifier.notCritical", .error, profile, "the identifier of the issuer's key is critical") {
            isMarked($0, .authorityKeyIdentifier, critical: true)
        },
        Row("authorityKeyIdentifier.keyOnly", .warning, profile, "it names its issuer's certificate beside the key") {
            namesIssuer($0[.authorityKeyIdentifier])
        },
        Row("subjectKeyIdentifier.present", .error, profile, "it has no identifier of its key") {
            $0[.subjectKeyIdentifier] == nil
        },
        Row("subjectKeyIdentifier.notCritical", .error, profile, "the identifier of its key is critical") {
            isMarked($0, .subjectKeyIdentifier, critical: true)
        },
        Row(
            "subjectKeyIdentifier.wrapped", .error, .rfc(5280, "4.2.1.2"),
            "the identifier of its key lacks the string around it"
        ) {
            $0[.subjectKeyIdentifier].map { !isWrapped($0.value) } ?? false
        },
        Row("keyUsage.present", .error, profile, "it does not say what its key is for") { $0[.keyUsage] == nil },
        Row("keyUsage.critical", .error, profile, "what its key is for is not marked as critical") {
            isMarked($0, .keyUsage, critical: false)
        },
        Row("keyUsage.value", .error, profile, "its key is not for exactly what the profile says") {
            guard let usage = $0.certificate.keyUsage else { return false }
            return usage != ($0.role.isAuthority ? [.keyCertSign, .crlSign] : [.digitalSignature])
        },
        Row("privateKeyUsagePeriod.present", .error, profile, "it does not say how long its key signs") {
            ($0.role.isAuthority || $0.role == .documentSigner) && $0[.privateKeyUsagePeriod] == nil
        },
        Row("privateKeyUsagePeriod.complete", .warning, profile, "it says only one end of the time its key signs") {
            $0.certificate.privateKeyUsagePeriod.map { $0.notBefore == nil || $0.notAfter == nil } ?? false
        },
        Row("privateKeyUsagePeriod.inside", .warning, profile, "its key signs when it is not valid") {
            guard let period = $0.certificate.privateKeyUsagePeriod else { return false }
            let valid = $0.certificate.notBefore...max($0.certificate.notBefore, $0.certificate.notAfter)
            return [period.notBefore, period.notAfter].contains { $0.map { !valid.contains($0) } ?? false }
        },
        Row("alternativeName.subject", .warning, profile, "it has no alternative name of its subject") {
            ($0.role.isAuthority || $0.role == .documentSigner) && $0[.subjectAlternativeName] == nil
        },
        Row("alternativeName.issuer", .warning, profile, "it has no alternative name of its issuer") {
            ($0.role.isAuthority || $0.role == .documentSigner) && $0[.issuerAlternativeName] == nil
        },
        Row(
            "alternativeName.state", .warning, profile, "no alternative name of its subject holds the code of the state"
        ) {
            $0[.subjectAlternativeName] != nil
                && !$0.certificate.alternativeNames(.subjectAlternativeName).contains {
                    $0.value(of: .localityName) != nil
                }
        },
    ]

    private static func isWrapped(_ identifier: [UInt8]) -> Bool {
        var reader = ByteReader(identifier)
        return (try? reader.dataObject(DERTag.octetString)) != nil && reader.isAtEnd
    }

    static let purposes: [Row] = [
        Row("basicConstraints.present", .error, profile, "it does not say that it is an authority") {
            $0.role.isAuthority && $0[.basicConstraints] == nil
        },
        Row("basicConstraints.critical", .error, profile, "that it is an authority is not marked as critical") {
            $0.role.isAuthority && isMarked($0, .basicConstraints, critical: false)
        },
        Row("basicConstraints.authority", .error, profile, "an authority says that it is none") {
            $0.role.isAuthority && $0.certificate.basicConstraints?.isAuthority == false
        },
        Row(
            "basicConstraints.pathLength", .error, profile,
            "an authority does not say that nobody stands between it and signers"
        ) {
            guard $0.role.isAuthority, let constraints = $0.certificate.basicConstraints else { return false }
            return constraints.pathLength != 0
        },
        Row("basicConstraints.signer", .error, profile, "a signer has constraints, which only authorities have") {
            !$0.role.isAuthority && $0[.basicConstraints] != nil
        },
        Row("extendedKeyUsage.absent", .error, profile, "it names purposes, as only signers of lists do") {
            ($0.role.isAuthority || $0.role == .documentSigner) && $0[.extendedKeyUsage] != nil
        },
        Row("extendedKeyUsage.critical", .error, profile, "the purpose of a signer of lists is not marked as critical")
        {
            $0.role.isListSigner && isMarked($0, .extendedKeyUsage, critical: false)
        },
        Row("crlDistributionPoints.present", .error, profile, "it does not say where the revocation list lies") {
            ($0.role.isAuthority || $0.role == .documentSigner) && $0[.crlDistributionPoints] == nil
        },
        Row(
            "crlDistributionPoints.notCritical", .error, profile, "where the revocation list lies is marked as critical"
        ) {
            isMarked($0, .crlDistributionPoints, critical: true)
        },
        Row("nameChange.notCritical", .error, profile, "the change of the name is marked as critical") {
            isMarked($0, .nameChange, critical: true)
        },
        Row("nameChange.authority", .error, profile, "a signer says that its authority got another name") {
            !$0.role.isAuthority && $0[.nameChange] != nil
        },
        Row("nameChange.link", .warning, profile, "a link to another name does not say that the name changed") {
            $0.role == .link && $0[.nameChange] == nil && !$0.certificate.isSelfIssued
        },
        Row("documentTypeList.present", .error, profile, "a document signer does not say what documents it signs") {
            $0.role == .documentSigner && $0.certificate.documentTypeList == nil
        },
        Row("documentTypeList.notCritical", .error, profile, "the list of document types is marked as critical") {
            isMarked($0, .documentTypeList, critical: true)
        },
        Row("documentTypeList.signer", .error, profile, "it lists document types, as only document signers do") {
            $0.role != .documentSigner && $0.certificate.documentTypeList != nil
        },
    ]

    private static func namesIssuer(_ authority: CertificateExtension?) -> Bool {
        guard let authority else { return false }
        var reader = ByteReader(authority.value)
        let fields = (try? reader.dataObject(DERTag.sequence).children(limit: 8)) ?? []
        return fields.contains { $0.tag == DERTag.context(1) || $0.tag == DERTag.primitiveContext(2) }
    }
}
