extension CertificateProfile {
    /// A departure from the profile, for tests of inspection systems; most of them are seen in real certificates.
    public enum Deviation: String, CaseIterable, Hashable, Sendable {
        case withoutAuthorityKeyIdentifier, withoutSubjectKeyIdentifier, withoutKeyUsage, wrongKeyUsage
        case withoutBasicConstraints, withoutPrivateKeyUsagePeriod, withoutAlternativeNames, withoutDocumentTypes

        // MARK: Fields

        /// Inner and outer signature algorithm differ.
        case differingAlgorithms
        /// One bit of the signature is flipped.
        case brokenSignature
        /// A signature by PKCS #1 v1.5 whose DigestInfo has no NULL behind the identifier of the hash function.
        case digestInfoWithoutNull
        /// The signature algorithm has a NULL where its kind has none (ECDSA, DSA), or lacks it where it has one (RSA).
        case otherAlgorithmParameters
        /// A curve stands behind the signature algorithm, which has no parameters (ECDSA).
        case curveBesideSignature
        /// The version field says 1 in spite of the extensions.
        case version1
        case negativeSerialNumber
        /// The serial number begins with a zero octet that it does not need.
        case paddedSerialNumber
        /// The validity is written as GeneralizedTime before 2050, too.
        case generalizedTime

        // MARK: The key

        /// The RSA key's algorithm has no NULL.
        case keyWithoutNull
        /// The written-out curve has a seed.
        case curveSeed
        /// The written-out curve leaves out its cofactor.
        case curveWithoutCofactor
        /// The written-out curve is one that nobody knows.
        case unknownCurve
        /// The key names another curve of the same length than the one it is on.
        case wronglyNamedCurve

        // MARK: Extensions

        /// The key identifier's value is the bare octets, without the OCTET STRING inside.
        case unwrappedSubjectKeyIdentifier
        /// The authority key identifier names issuer and serial number, too.
        case authorityKeyIdentifierWithIssuer
        /// The authority key identifier names issuer and serial number, and no key.
        case authorityKeyIdentifierWithoutKey
        case criticalAuthorityKeyIdentifier
        case keyUsageNotCritical
        /// An authority may sign revocation lists only.
        case keyUsageWithoutCertificateSigning
        /// The key may be used for non-repudiation, too.
        case additionalKeyUsage
        /// The period of the private key has a beginning only.
        case privateKeyUsageWithoutEnd
        /// The basic constraints of an authority say that it is none.
        case notAuthority
        case basicConstraintsNotCritical
        /// The basic constraints say no authority, and yet how many may stand below it.
        case pathLengthWithoutAuthority
        /// A signer has basic constraints.
        case basicConstraintsInSigner
        case withoutExtendedKeyUsage, extendedKeyUsageNotCritical
        /// The extended key usage is that of web servers; a signer of documents has one at all.
        case wrongExtendedKeyUsage
        case criticalNameChange
        /// The document types are nested one deeper, as Moldova writes them.
        case nestedDocumentTypes
        /// The document types stand under the identifier that France uses.
        case earlyDocumentTypes
        /// Extensions of Netscape and of Microsoft.
        case vendorExtensions
        /// The key usage is there twice.
        case duplicatedExtension
        /// A critical extension that nobody knows.
        case unknownCriticalExtension
    }
}
