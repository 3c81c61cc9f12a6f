import LDS
import PKI
import Standards

/// What the document signer certificate says of itself, and of the document: steps 16 to 20.
extension Evaluation {
    /// 16) The signing time lies in the validity and the usage period of the key.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; the period only informs, so this check never fails.
    mutating func checkSigningTime(_ signer: Certificate?) {
        let source = SpecReference.doc9303(12, "7.1.1")
        guard let signer else { return skip(.sodSigningTime, Self.noSigner, source) }
        var draft = Draft()
        if let signingTime {
            draft.show("signing time", "\(signingTime)")
            let period = signer.privateKeyUsagePeriod
            let start = max(signer.notBefore, period?.notBefore ?? signer.notBefore)
            let end = min(signer.notAfter, period?.notAfter ?? signer.notAfter)
            if signingTime < start || signingTime > end {
                meet(.signingTimeOutside, "the key signs from \(start) to \(end)", in: &draft)
            }
        } else {
            draft.pass(over: "noSigningTime", "the signer does not say when it signed")
        }
        conclude(.sodSigningTime, draft, source)
    }

    private static let knownExtensions: Set<OID> = [
        .subjectKeyIdentifier, .keyUsage, .privateKeyUsagePeriod, .subjectAlternativeName, .issuerAlternativeName,
        .basicConstraints, .crlDistributionPoints, .certificatePolicies, .authorityKeyIdentifier, .extendedKeyUsage,
        .nameChange, .documentTypeList, .earlyDocumentTypeList,
    ]

    /// 17) No critical extension is unknown or unreadable.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) D.1.1.3; RFC 5280 §4.2.
    mutating func checkExtensions(of signer: Certificate?) {
        let source = SpecReference.doc9303(12, "D.1.1.3")
        guard let signer else { return skip(.documentSignerExtensions, Self.noSigner, source) }
        var draft = Draft()
        for entry in signer.extensions where entry.isCritical {
            if !Self.knownExtensions.contains(entry.oid) {
                draft.show("unknown critical extension", "\(entry.oid)")
                draft.fail("unknownCriticalExtension", "the critical extension \(entry.oid) is not known")
            } else if signer.malformedExtensions.contains(entry.oid) {
                draft.fail("malformedCriticalExtension", "the critical extension \(entry.oid) cannot be decoded")
            }
        }
        conclude(.documentSignerExtensions, draft, source)
    }

    /// The form of the certificate.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1; RFC 5280 §4.1.1.2.
    mutating func checkProfile(of signer: Certificate?) {
        let source = SpecReference.doc9303(12, "7.1")
        guard let signer else { return skip(.documentSignerProfile, Self.noSigner, source) }
        var draft = Draft()
        if signer.version != 3 { draft.fail("version", "the certificate has version \(signer.version) instead of 3") }
        if signer.signatureAlgorithm != signer.signedAlgorithm {
            draft.fail("algorithmsDiffer", "the certificate names one algorithm inside and another outside")
        }
        if signer.authorityKeyIdentifier == nil, !signer.malformedExtensions.contains(.authorityKeyIdentifier) {
            meet(.authorityKeyIdentifierMissing, "the certificate does not say which key issued it", in: &draft)
        }
        for oid in signer.malformedExtensions {
            meet(.malformedExtension, "the extension \(oid) cannot be decoded, or is there twice", in: &draft)
        }
        switch (CertificateCountry.normalised(signer.issuer), CertificateCountry.normalised(signer.subject)) {
        case (.some, _) where signer.issuer.countryCode == nil:
            meet(.countryInCommonName, "the country of the issuer stands in its common name alone", in: &draft)
        case (nil, _): meet(.countryMissing, "the certificate does not name the country of its issuer", in: &draft)
        case (let issuer?, let subject?) where issuer != subject:
            meet(.differentCountry, "the issuer is of \(issuer) and the subject of \(subject)", in: &draft)
        default: break
        }
        conclude(.documentSignerProfile, draft, source)
    }

    /// 18) The key is for signatures, and for nothing else.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1, table of extensions.
    mutating func checkKeyUsage(of signer: Certificate?) {
        let source = SpecReference.doc9303(12, "7.1")
        guard let signer else { return skip(.documentSignerKeyUsage, Self.noSigner, source) }
        var draft = Draft()
        if let usage = signer.keyUsage {
            if !usage.contains(.digitalSignature) {
                draft.fail("notForSignatures", "the certificate does not allow its key to sign documents")
            } else if usage != .digitalSignature {
                meet(.keyUsageExtra, "the key may be used for more than signatures", in: &draft)
            }
        } else {
            meet(.keyUsageMissing, "the certificate does not say what its key is for", in: &draft)
        }
        if let purposes = signer.extendedKeyUsage {
            if purposes.contains(.cscaMasterListSigningKey) || purposes.contains(.deviationListSigningKey) {
                draft.fail("listSigner", "the key is for signing lists of certificates or deviations")
            } else if let purpose = purposes.first(where: { Self.otherPurposes.contains($0) }) {
                draft.fail("otherPurpose", "the key is for signing something else than documents: \(purpose)")
            } else if signer[.extendedKeyUsage]?.isCritical == true {
                // RFC 5280 §4.2.1.12: then the key may serve for nothing but what is listed.
                draft.fail("otherPurpose", "the certificate allows its key for other purposes alone")
            } else {
                meet(.extendedKeyUsage, "the certificate restricts its key to purposes of its own", in: &draft)
            }
        }
        if signer.basicConstraints?.isAuthority == true {
            meet(.authoritySigner, "the certificate is that of an authority", in: &draft)
        } else if signer[.basicConstraints] != nil {
            meet(.constraintsInSigner, "the certificate says that it is none of an authority", in: &draft)
        }
        conclude(.documentSignerKeyUsage, draft, source)
    }

    /// What Doc 9303 gives keys of their own for, which must not sign documents.
    private static let otherPurposes: Set<OID> = [
        .travelRecordSigningKey, .visaSigningKey, .additionalBiometricsSigningKey, .barcodeSigningKey,
        .nonConstrainedSealSigningKey,
    ]

    /// 19) and 20) The signer signs documents of this type and this state.
    ///
    /// DG1 counts only as it was signed.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1.6; BSI TR-03135-1 §5.6.4.5.
    mutating func checkDocument(against signer: Certificate?, isSigned: Bool) {
        let (typeSource, stateSource) = (SpecReference.doc9303(12, "7.1.1.6"), SpecReference.tr03135("5.6.4.5"))
        guard let signer else {
            skip(.documentSignerDocumentType, Self.noSigner, typeSource)
            skip(.issuingState, Self.noSigner, stateSource)
            return
        }
        let zone = isSigned ? signedZone : nil
        checkType(zone?.documentCode, signer, typeSource)
        checkState(zone?.issuingState, signer, stateSource)
    }

    /// The first characters of DG1, where DG1 is the one that was signed.
    private var signedZone: (documentCode: String, issuingState: String)? {
        guard dataGroups.contains(where: { $0.group == .dg1 && $0.integrity == .identical }),
            let line = reading.bytes(of: .dataGroup(.dg1)).flatMap({ try? DG1(encoded: $0) })?.lines.first
        else { return nil }
        let characters = Array(line.prefix(5))
        guard characters.count == 5 else { return nil }
        return (
            String(characters[..<2].filter { $0 != "<" }), String(characters[2...].filter { $0 != "<" })
        )
    }

    private mutating func checkType(_ documentCode: String?, _ signer: Certificate, _ source: SpecReference) {
        var draft = Draft()
        if let types = signer.documentTypeList {
            draft.show("signs", types.joined(separator: ", "))
            if let documentCode {
                draft.show("document code", documentCode)
                let isListed = types.contains { type in
                    let type = type.filter { $0 != "<" && $0 != " " }
                    // A single letter stands for every document code that begins with it.
                    return type == documentCode || (type.count == 1 && documentCode.hasPrefix(type))
                }
                if !isListed {
                    draft.fail("otherDocumentType", "the signer does not sign documents of type \(documentCode)")
                }
            } else {
                passOverDG1(&draft)
            }
        } else if signer.malformedExtensions.contains(.documentTypeList) {
            draft.leaveOpen("malformed", "the list of document types cannot be decoded")
        } else {
            draft.pass(over: "noDocumentTypes", "the certificate does not say which documents it signs")
        }
        conclude(.documentSignerDocumentType, draft, source)
    }

    private mutating func checkState(_ issuingState: String?, _ signer: Certificate, _ source: SpecReference) {
        var draft = Draft()
        let country = deliveredCountry ?? CertificateCountry.normalised(signer.issuer)
        if let country { draft.show("signer", country) }
        if let issuingState { draft.show("issuing state", issuingState) }
        switch (issuingState, country) {
        case (nil, _): passOverDG1(&draft)
        case (_, nil): draft.leaveOpen("noCountry", "the certificate does not name its country")
        case (let state?, let country?):
            switch CertificateCountry.agrees(country, issuingState: state) {
            case true: compareLocalities(of: signer, with: country, &draft)
            case false: draft.fail("otherState", "a signer of \(country) signed a document of \(state)")
            case nil: draft.leaveOpen("unknownState", "it is not known which country's certificates belong to \(state)")
            }
        }
        conclude(.issuingState, draft, source)
    }

    /// The states in the alternative names of subject and issuer, which say the state's code as DG1 does.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §7.1.1; a certificate without them says nothing that could differ.
    private mutating func compareLocalities(of signer: Certificate, with country: String, _ draft: inout Draft) {
        let names: [(OID, String)] = [(.subjectAlternativeName, "subject"), (.issuerAlternativeName, "issuer")]
        for (extensionName, whose) in names {
            for locality in signer.alternativeNames(extensionName).compactMap({ $0.value(of: .localityName) }) {
                draft.show("\(whose) alternative name", locality)
                guard CertificateCountry.agrees(country, issuingState: locality.uppercased()) == false else { continue }
                meet(
                    .localityDiffers, "an alternative name of its \(whose) says \(locality), and it is of \(country)",
                    in: &draft)
            }
        }
    }

    /// What DG1 says is not known: nothing decides where only its hash came, since nobody could have read it from that.
    private func passOverDG1(_ draft: inout Draft) {
        if record?.hash(of: .dg1) != nil {
            draft.pass(over: "onlyHash", "DG1 came as a hash, which does not say what it holds")
        } else {
            let isThere = reading.bytes(of: .dataGroup(.dg1)) != nil
            draft.leaveOpen(
                "noSignedDG1", isThere ? "DG1 is not known to be the file that was signed" : "DG1 was not read")
        }
    }
}
