/// The numbers of reasons in logs of TR-03135, out of the range that is free for vendors.
///
/// Spec: BSI TR-03135-1 §4: 1,000 to 999,999.
public enum TRErrorCode {
    /// The number of a reason by its code; 1,000 for one that has none.
    public static func number(of code: String) -> Int { numbers[code] ?? first }

    private static let first = 1000
    private static let numbers = Dictionary(
        codes.split(whereSeparator: \.isWhitespace).enumerated().map { (String($1), first + 1 + $0) },
        uniquingKeysWith: { first, _ in first })

    /// Numbered by place: new codes are added at the end, and none is taken out.
    private static let codes = """
        absent accessRefused algorithmNotAllowed algorithmParameters algorithmsDiffer algorithmUnknown
        answerNotAuthentic applicationRefused asksForAll authenticationEndsSession authenticationMissing
        authorityKeyIdentifierDisagrees authorityKeyIdentifierMissing authoritySigner constraintsInSigner authorizationNotTaken badLength
        bareStatus brokenKey brokenOff cancelled cardAccessAstray cardAccessDamaged cardAccessInApplication cardLost
        cardRemoved certificateMalformed certificateMissing checkDigits chipAuthenticationFailed chipNotAuthenticated
        comDisagrees commandTooLong computedKeyIdentifier contentMissing contentType contentTypeAttribute
        countryMissing crlStale damaged dataGroupNotListed dataGroupNumber derSignature differentCountry
        differentlyWrittenName differs digestDisagrees digestInfoWithoutNull digestNotListed documentExpired
        downgraded earlyContentType empty emptySignature endlessFile endlessRecords expired expiryUnknown
        extendedKeyUsage fileEndsSession foreignCardSecurity foreignSession genericContentType groupsNotSigned
        hashesDisagree hashLength implicitHash indefiniteLengths issuerNameDiffers issuerRevoked keyAlgorithmOnly
        keyCompromised keyDiffers keyNeeded keyNotNeeded keyNumbersDiffer keysDiffer keyUsageExtra keyUsageMissing
        keyWithheld knownDefect linkCertificateOnly listSigner malformed malformedCriticalExtension
        malformedExtension malformedPassword malformedSigningTime messageDigestMissing mrzNeeded nextPACE noAnchor
        noCardSecurity noChallenge noChipIdentifier noCOM noCountry noCRL noDG1 noDocumentTypes noExpiry
        noExtendedLength noGroupList noHashes noKey noOverReading noPACE noProof noRightToRecords noShortIdentifiers
        noShortIdentifiersForRecords noSignedDG1 noSigner noSigningTime noSOD notAnchored notAsked notAuthenticated
        notBound notConsidered notECDSA notForSignatures notGivenOut nothingToCompare notKnown notLetIn notListed
        notOffered notOpened notRead notRecoverable notRepeated noTrustPoint noTrustPointLeft notSigned notTrusted
        notTyped notYetValid oddReadMalformed openedByReader optionalDataDiffers otherChip otherCountry
        otherCountryIssuer otherDocument otherDocumentType otherHash otherHolder otherKey otherLDSVersion
        otherPurpose otherSigner otherState otherTrustPoint otherUnicodeVersion otherWayOfChipAuthentication
        outOfOrder paceBroken paceEntriesAdded paceEntriesMissing paceFailed paceHidden paceNotOffered
        paceNotSupported paceNotUsed paceOnly paceRefused parametersDiffer parametersNotNamed partial passwordBlocked
        passwordDeactivated passwordNotFound passwordNotRepeated pinNotBlocked pinResumed portraitNotShown
        printDiffers printUnreadable protected protocolInferred publisherUnknown readerHasNoPACE recordEndsSession
        recordMalformed recordsMissing recordsNotCounted recordsProtected recordsRefused recordUnreadable refused
        refusedMidFile reorderedIssuerName repeated repeatedDataGroup revocationDoubtful revoked revokedAfterSigning
        selectionRefused sessionReopened shortAnswers shortIdentifierAstray shortKey signatureB4 signatureOutOfRange
        signatureWrong signedAttributesMissing signedByOtherState signedDataVersion signedDataVersion1
        signedUnreadable signerCount signerMalformed signerMissing signerNotTrusted signerOutsideSOD
        signerOutsideVersion1 signerVersion signingTimeOutside singleDataGroup skipped smallerBlocks smallExponent
        sodMissing sodNotRead stateDiffers terminalAuthenticationFailed timedOut tooLarge tooManyRecords
        trailingBytes transport truncated unblockingRefused unblockingUnconfirmed undetermined unevenMessage
        unfinished unknownAlgorithm unknownCriticalExtension unknownState unknownVersion unprotected unprovenChip
        unreadable unsortedAttributes unsupportedKeyAgreement unusableChipKey unusableKey unusualSelect unverifiable
        version versionMismatch versionNotSigned weakHash weakHashRecently wrapperMissing wrongDigest wrongKey
        wrongSignature wrongTag crlUnusable revokedPerhaps signerNotVerified terminalNeeded printDoubtful keyReread
        """
}
