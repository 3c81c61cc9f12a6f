import PKI
import Standards

/// Rules for the fields of a certificate.
extension CertificateLint {
    private static let profile = SpecReference.doc9303(12, "7.1")

    static let fields: [Row] = [
        Row("version", .error, profile, "the version is not 3") { $0.certificate.version != 3 },
        Row("serialNumber.positive", .error, .rfc(5280, "4.1.2.2"), "the serial number is not positive") {
            let octets = $0.certificate.serialNumber
            return (octets.first ?? 0) >= 0x80 || octets.allSatisfy { $0 == 0 }
        },
        Row("serialNumber.minimal", .error, .rfc(5280, "4.1.2.2"), "the serial number has octets that it does not need")
        {
            let octets = $0.certificate.serialNumber.prefix(2)
            guard octets.count == 2, let first = octets.first, let second = octets.last else { return false }
            return first == 0 && second < 0x80 || first == 0xFF && second >= 0x80
        },
        Row("serialNumber.length", .error, .rfc(5280, "4.1.2.2"), "the serial number has more than 20 octets") {
            $0.certificate.serialNumber.count > 20
        },
        Row("algorithms.agree", .error, .rfc(5280, "4.1.1.2"), "the signed signature algorithm is another") {
            $0.certificate.signatureAlgorithm != $0.certificate.signedAlgorithm
                || $0.encoding.map { $0.signatureParameters != $0.signedParameters } ?? true
        },
        Row("algorithms.known", .error, .doc9303(12, "4.4"), "the signature algorithm is none that is allowed") {
            $0.scheme == nil
        },
        Row(
            "algorithms.parameters", .warning, .rfc(4055, "5"),
            "the parameters of the signature algorithm are not as defined"
        ) {
            switch $0.scheme {
            case .rsaPKCS1: $0.encoding?.signatureParameters != .null
            case .ecdsa, .dsa: $0.encoding?.signatureParameters != .absent
            case .rsaPSS, nil: false
            }
        },
        Row(
            "algorithms.hash", .warning, .doc9303(12, "4.4"), "the signature rests on SHA-1, which is no longer allowed"
        ) {
            $0.scheme?.digest == .sha1
        },
        Row(
            "algorithms.saltLength", .warning, .rfc(4055, "3.1"), "the salt of the signature is not as long as its hash"
        ) {
            guard case .rsaPSS(let digest, _, let salt)? = $0.scheme else { return false }
            return digestByteCounts[digest].map { $0 != salt } ?? false
        },
        Row("validity.form", .error, .rfc(5280, "4.1.2.5"), "a time is not in the form that its year asks for") {
            $0.encoding.map { $0.times.contains { !$0.isWellFormed } } ?? true
        },
        Row("validity.order", .error, profile, "it ends before it begins") {
            $0.certificate.notAfter <= $0.certificate.notBefore
        },
        Row("validity.length", .warning, .doc9303(12, "7.1.1"), "an authority is valid for more than 20 years") {
            $0.role.isAuthority && $0.days > 20 * 366
        },
        Row("uniqueIdentifiers", .error, profile, "it has unique identifiers of issuer or subject") {
            $0.encoding?.hasUniqueIdentifiers ?? false
        },
    ]

    private static let digestByteCounts: [OID: Int] = [.sha1: 20, .sha224: 28, .sha256: 32, .sha384: 48, .sha512: 64]

    // MARK: Names

    private static let naming = SpecReference.doc9303(12, "7.1.1")

    static let names: [Row] = [
        Row("issuer.country", .error, naming, "the issuer has no country") {
            $0.certificate.issuer.value(of: .countryName) == nil
        },
        Row("subject.country", .error, naming, "the subject has no country") {
            $0.certificate.subject.value(of: .countryName) == nil
        },
        Row("country.form", .error, naming, "a country is not written as two upper-case letters") { subject in
            let names = [subject.certificate.issuer, subject.certificate.subject]
            return names.compactMap { $0.value(of: .countryName) }.contains { code in
                code.count != 2 || !code.allSatisfy { $0.isASCII && $0.isUppercase }
            }
        },
        Row("country.agrees", .error, naming, "issuer and subject are of different countries") {
            guard let issuer = CertificateCountry.normalised($0.certificate.issuer),
                let subject = CertificateCountry.normalised($0.certificate.subject)
            else { return false }
            return issuer != subject
        },
        Row("subject.commonName", .error, naming, "the subject has no common name") {
            $0.certificate.subject.value(of: .commonName) == nil
        },
        Row("names.strings", .error, naming, "a name is neither in UTF8String nor in PrintableString") {
            $0.attributes.contains { $0.type != .emailAddress && $0.tag != 0x0C && $0.tag != 0x13 }
        },
        Row("names.printable", .error, naming, "a country or a serial number is not in PrintableString") {
            $0.attributes.contains {
                ($0.type == .countryName || $0.type == .serialNumberAttribute) && $0.tag != 0x13
            }
        },
        Row("names.mail", .warning, naming, "a name holds a mail address") {
            $0.attributes.contains { $0.type == .emailAddress }
        },
        Row("names.written", .warning, .rfc(5280, "7.1"), "issuer and subject write one name in two ways") {
            guard let match = $0.certificate.issuer.match($0.certificate.subject) else { return false }
            return match != .identical
        },
    ]
}

extension CertificateLint.Subject {
    fileprivate var days: Int64 {
        (certificate.notAfter.secondsSince1970 - certificate.notBefore.secondsSince1970) / 86_400
    }

    fileprivate var attributes: [CertificateEncoding.NameAttribute] {
        encoding.map { $0.issuer + $0.subject } ?? []
    }
}
