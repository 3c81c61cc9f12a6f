/// A way in which certificates and revocation lists of real states depart from the profile, or from what others write;
/// all are tolerated, and each has a name.
///
/// The raw value is the code in a report.
public enum CertificateQuirk: String, CaseIterable, Hashable, Sendable {
    case explicitCurve
    case nullBehindECDSA, withoutNullBehindRSA
    case exponent3, unusualExponent, saltLength, weakHash
    case selfIssuedLink, nameChange, criticalNameChange, renamedWithoutNameChange, algorithmChange
    case otherKeyIdentifier, bareKeyIdentifier
    case authorityKeyIdentifierMissing, authorityKeyIdentifierWithIssuer
    case basicConstraintsMissing, notAuthority, basicConstraintsNotCritical
    case pathLengthMissing, pathLengthNotZero
    case keyUsageMissing, keyUsageNotCritical, withoutCertificateSigning, additionalKeyUsage
    case privateKeyUsageMissing, privateKeyUsageWithoutEnd, privateKeyUsageTooLong
    case countryNotUpperCase, countryOfThreeLetters, countryMissing, otherCountryCode, otherCountryIssuer
    case differentlyWrittenName, earlyStringType, electronicMailInName
    case negativeSerialNumber, zeroSerialNumber, longSerialNumber
    case notDistinguished
    case earlyGeneralizedTime, longValidity, lateValidity
    case extendedKeyUsage, vendorExtensions, documentTypes
    case curveNamedWrongly, curveBesideSignature, plainSignature
    case testName
    // Of document signers and other signers
    case signerWithExplicitCurve, signerWithoutPeriod, signerWithoutDocumentTypes, signerWithoutKeyUsage
    case signerWithoutCountry, nestedDocumentTypes, earlyDocumentTypes
    // Beside others
    case severalKeysOfOneName, sameIssuerAndSerialNumber, sameKeyAgain

    /// What is known of it.
    public var quirk: Quirk { quirk(in: .document) }

    /// What is known of it, where it was met.
    func quirk(in place: Quirk.Place) -> Quirk {
        let (number, name, words) = text
        return Quirk(number: number, name: name, words: words, place: place)
    }

    private var text: (String, String, String) {
        switch self {
        case .explicitCurve: ("Q1", "explicit-curve", "the key writes out the numbers of its curve")
        case .nullBehindECDSA: ("Q2", "ecdsa-null", "empty parameters stand behind an algorithm that has none")
        case .withoutNullBehindRSA: ("Q3", "rsa-without-null", "an RSA algorithm lacks its empty parameters")
        case .exponent3: ("Q4", "rsa-exponent-3", "the RSA key has the exponent 3")
        case .unusualExponent: ("Q4", "rsa-exponent", "the RSA key has an exponent of its own")
        case .saltLength: ("Q5", "pss-salt", "the salt of the signature is not as long as its hash")
        case .weakHash: ("Q6", "weak-hash", "the signature rests on SHA-1")
        case .selfIssuedLink: ("Q7", "self-issued-link", "issuer and subject have one name, and another key signed")
        case .nameChange: ("Q8", "name-change", "it says that the authority got another name")
        case .criticalNameChange: ("Q8", "name-change-critical", "the change of the name is marked as critical")
        case .renamedWithoutNameChange:
            ("Q8", "renamed", "issuer and subject have different names, and nothing says that the name changed")
        case .algorithmChange: ("Q9", "algorithm-change", "a key of one kind is signed with one of another")
        case .severalKeysOfOneName: ("Q10", "keys-of-one-name", "other certificates give the same name another key")
        case .otherKeyIdentifier: ("Q11", "key-identifier-not-sha1", "the key identifier is not the hash of the key")
        case .bareKeyIdentifier: ("Q12", "key-identifier-bare", "the key identifier lacks the string around it")
        case .sameIssuerAndSerialNumber:
            ("Q13", "same-serial-number", "another certificate has the same issuer and serial number")
        case .authorityKeyIdentifierMissing: ("Q14", "aki-missing", "it does not name the key of its issuer")
        case .authorityKeyIdentifierWithIssuer:
            ("Q15", "aki-with-issuer", "it names its issuer's certificate beside the key")
        case .basicConstraintsMissing: ("Q16", "constraints-missing", "it does not say that it is an authority")
        case .notAuthority: ("Q16", "not-authority", "it says that it is no authority")
        case .basicConstraintsNotCritical:
            ("Q16", "constraints-not-critical", "that it is an authority is not marked as critical")
        case .pathLengthMissing: ("Q17", "path-length-missing", "it does not say how many may stand below it")
        case .pathLengthNotZero: ("Q17", "path-length", "it allows further authorities below it")
        case .keyUsageMissing: ("Q18", "key-usage-missing", "it does not say what its key is for")
        case .keyUsageNotCritical: ("Q18", "key-usage-not-critical", "what its key is for is not marked as critical")
        case .withoutCertificateSigning:
            ("Q18", "key-usage-without-signing", "its key is not said to sign certificates")
        case .additionalKeyUsage: ("Q18", "key-usage-extra", "its key is said to be for more than an authority's")
        case .privateKeyUsageMissing: ("Q19", "key-period-missing", "it does not say how long its key signs")
        case .privateKeyUsageWithoutEnd: ("Q19", "key-period-open", "it says only one end of the time its key signs")
        case .privateKeyUsageTooLong: ("Q19", "key-period-too-long", "its key signs longer than it is valid")
        case .countryNotUpperCase: ("Q20", "country-case", "the country is not in upper case")
        case .countryOfThreeLetters: ("Q20", "country-length", "the country has other than two letters")
        case .countryMissing: ("Q20", "country-missing", "the name has no country")
        case .otherCountryCode: ("Q20", "country-unlisted", "the country is none of ISO 3166")
        case .otherCountryIssuer: ("Q21", "cross-country-link", "the issuer is of another country")
        case .differentlyWrittenName:
            ("Q22", "name-written-differently", "issuer and subject write one name in two ways")
        case .earlyStringType: ("Q22", "string-type", "a name is written in a string type that is no longer used")
        case .electronicMailInName: ("Q22", "mail-in-name", "a name holds a mail address")
        case .negativeSerialNumber: ("Q23", "serial-number-negative", "the serial number is negative")
        case .zeroSerialNumber: ("Q23", "serial-number-zero", "the serial number is zero")
        case .longSerialNumber: ("Q23", "serial-number-long", "the serial number has more than 20 octets")
        case .notDistinguished: ("Q32", "not-der", "what stands around its signed part is not in DER")
        case .earlyGeneralizedTime: ("Q24", "generalized-time", "a time before 2050 is written in the later form")
        case .longValidity: ("Q24", "long-validity", "it is valid for more than 20 years")
        case .lateValidity: ("Q24", "late-validity", "it is valid beyond 2049")
        case .extendedKeyUsage: ("Q25", "extended-key-usage", "it names purposes, which an authority does not have")
        case .vendorExtensions: ("Q25", "vendor-extensions", "it has extensions of Netscape or Microsoft")
        case .documentTypes: ("Q25", "document-types", "it lists document types, as only document signers do")
        case .curveNamedWrongly: ("Q44", "curve-named-wrongly", "the key names another curve than the one it is on")
        case .curveBesideSignature:
            ("Q44", "curve-beside-signature", "a curve stands behind the signature's algorithm, which has none")
        case .plainSignature: ("Q47", "ecdsa-plain", "the signature is in the plain format of BSI TR-03111")
        case .testName: ("Q-ML6", "test-certificate", "its name says that it is for tests")
        case .signerWithExplicitCurve: ("Q39", "signer-explicit-curve", "the key writes out the numbers of its curve")
        case .signerWithoutPeriod: ("Q37", "signer-period-missing", "it does not say how long its key signs")
        case .signerWithoutDocumentTypes:
            ("Q37", "document-types-missing", "it does not say which types of documents it signs")
        case .signerWithoutKeyUsage: ("Q37", "key-usage-missing", "it does not say what its key is for")
        case .signerWithoutCountry: ("Q37", "country-missing", "it does not name the country of its issuer")
        case .nestedDocumentTypes: ("Q45", "document-types-nested", "the document types are nested one deeper")
        case .earlyDocumentTypes:
            ("Q45", "document-types-early", "the document types stand under an identifier from before the standard")
        case .sameKeyAgain: ("Q26", "same-key-again", "another certificate that signs itself has the same key")
        }
    }
}
