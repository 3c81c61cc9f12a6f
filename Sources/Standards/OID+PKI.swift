/// Identifiers of certificates, signed data and their algorithms.
///
/// Spec: RFC 5280, RFC 5652, RFC 4055, RFC 5758; BSI TR-03111 §5.2.1 (plain signatures); ICAO Doc 9303-10 Appendix D
/// and 9303-12 §7.1.
extension OID {
    // CMS
    public static let data = OID(1, 2, 840, 113549, 1, 7, 1)
    public static let signedData = OID(1, 2, 840, 113549, 1, 7, 2)
    public static let contentTypeAttribute = OID(1, 2, 840, 113549, 1, 9, 3)
    public static let messageDigestAttribute = OID(1, 2, 840, 113549, 1, 9, 4)
    public static let signingTimeAttribute = OID(1, 2, 840, 113549, 1, 9, 5)

    // What ICAO documents sign
    public static let ldsSecurityObject = OID(2, 23, 136, 1, 1, 1)
    public static let cscaMasterList = OID(2, 23, 136, 1, 1, 2)
    public static let cscaMasterListSigningKey = OID(2, 23, 136, 1, 1, 3)
    public static let deviationList = OID(2, 23, 136, 1, 1, 7)
    public static let deviationListSigningKey = OID(2, 23, 136, 1, 1, 8)
    /// The content of a defect list and the purpose of its signer's key (BSI TR-03129-2).
    public static let defectList = OID(0, 4, 0, 127, 0, 7, 3, 1, 5)
    public static let defectListSigningKey = OID(0, 4, 0, 127, 0, 7, 3, 11, 2, 1, 2)
    /// The purposes of keys that sign objects of LDS2 (Doc 9303-12 §7.1).
    public static let travelRecordSigningKey = OID(2, 23, 136, 1, 1, 9, 8, 1)
    public static let visaSigningKey = OID(2, 23, 136, 1, 1, 9, 8, 2)
    public static let additionalBiometricsSigningKey = OID(2, 23, 136, 1, 1, 9, 8, 3)
    /// Of visible digital seals.
    public static let barcodeSigningKey = OID(2, 23, 136, 1, 1, 11, 1)
    /// Of visible digital seals in JSON (VDS-NC).
    public static let nonConstrainedSealSigningKey = OID(2, 23, 136, 1, 1, 14, 2)
    /// The type of the first security objects, before ICAO had an arc of its own.
    public static let earlyLDSSecurityObject = OID(1, 3, 27, 1, 1, 1)
    /// The type some Dutch specimens carry.
    public static let earlyDutchLDSSecurityObject = OID(2, 16, 528, 1, 1006, 1, 20, 1)

    // Certificate extensions
    public static let subjectKeyIdentifier = OID(2, 5, 29, 14)
    public static let keyUsage = OID(2, 5, 29, 15)
    public static let privateKeyUsagePeriod = OID(2, 5, 29, 16)
    public static let subjectAlternativeName = OID(2, 5, 29, 17)
    public static let issuerAlternativeName = OID(2, 5, 29, 18)
    public static let basicConstraints = OID(2, 5, 29, 19)
    public static let crlNumber = OID(2, 5, 29, 20)
    public static let deltaCRLIndicator = OID(2, 5, 29, 27)
    public static let issuingDistributionPoint = OID(2, 5, 29, 28)
    public static let crlDistributionPoints = OID(2, 5, 29, 31)
    public static let certificatePolicies = OID(2, 5, 29, 32)
    public static let authorityKeyIdentifier = OID(2, 5, 29, 35)
    public static let extendedKeyUsage = OID(2, 5, 29, 37)
    public static let nameChange = OID(2, 23, 136, 1, 1, 6, 1)
    public static let documentTypeList = OID(2, 23, 136, 1, 1, 6, 2)
    /// Where French certificates put the document type list.
    public static let earlyDocumentTypeList = OID(2, 23, 136, 1, 1, 4)

    // Attributes of names
    public static let commonName = OID(2, 5, 4, 3)
    public static let serialNumberAttribute = OID(2, 5, 4, 5)
    public static let countryName = OID(2, 5, 4, 6)
    public static let localityName = OID(2, 5, 4, 7)
    public static let stateOrProvinceName = OID(2, 5, 4, 8)
    public static let organizationName = OID(2, 5, 4, 10)
    public static let organizationalUnitName = OID(2, 5, 4, 11)
    public static let emailAddress = OID(1, 2, 840, 113549, 1, 9, 1)

    // Digests
    public static let md5 = OID(1, 2, 840, 113549, 2, 5)
    public static let sha1 = OID(1, 3, 14, 3, 2, 26)
    public static let sha224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 4)
    public static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    public static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    public static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)

    // Signatures and keys
    public static let rsaEncryption = OID(1, 2, 840, 113549, 1, 1, 1)
    public static let sha1WithRSA = OID(1, 2, 840, 113549, 1, 1, 5)
    public static let mgf1 = OID(1, 2, 840, 113549, 1, 1, 8)
    public static let rsaPSS = OID(1, 2, 840, 113549, 1, 1, 10)
    public static let sha256WithRSA = OID(1, 2, 840, 113549, 1, 1, 11)
    public static let sha384WithRSA = OID(1, 2, 840, 113549, 1, 1, 12)
    public static let sha512WithRSA = OID(1, 2, 840, 113549, 1, 1, 13)
    public static let sha224WithRSA = OID(1, 2, 840, 113549, 1, 1, 14)
    public static let ecPublicKey = OID(1, 2, 840, 10045, 2, 1)
    public static let ecdsaWithSHA1 = OID(1, 2, 840, 10045, 4, 1)
    public static let ecdsaWithSHA224 = OID(1, 2, 840, 10045, 4, 3, 1)
    public static let ecdsaWithSHA256 = OID(1, 2, 840, 10045, 4, 3, 2)
    public static let ecdsaWithSHA384 = OID(1, 2, 840, 10045, 4, 3, 3)
    public static let ecdsaWithSHA512 = OID(1, 2, 840, 10045, 4, 3, 4)
    public static let ecdsaPlainSHA1 = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 1)
    public static let ecdsaPlainSHA224 = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 2)
    public static let ecdsaPlainSHA256 = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 3)
    public static let ecdsaPlainSHA384 = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 4)
    public static let ecdsaPlainSHA512 = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 5)
    public static let dsaWithSHA1 = OID(1, 2, 840, 10040, 4, 3)
    public static let dsaWithSHA224 = OID(2, 16, 840, 1, 101, 3, 4, 3, 1)
    public static let dsaWithSHA256 = OID(2, 16, 840, 1, 101, 3, 4, 3, 2)
}
