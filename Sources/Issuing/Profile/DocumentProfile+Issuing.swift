import Cryptography
import LDS
import MRZ
import Standards

extension DocumentProfile {
    /// Personalises a document: encodes its data groups, issues its certificates and signs its security object.
    ///
    /// - Throws: `IssuingError` with the field of the profile that cannot be used.
    public func issue() throws(IssuingError) -> IssuedDocument {
        let zone: MachineReadableZone
        do {
            zone = try MachineReadableZone(concatenated: Array(mrzLines.joined().utf8))
        } catch {
            throw .invalidField(path: "mrz", problem: "the lines have the length of no machine readable zone")
        }
        guard let keyInformation = zone.keyInformation else {
            throw .invalidField(path: "mrz", problem: "a check digit that the access keys need is wrong")
        }
        var document = IssuedDocument(
            mrzLines: zone.lines, files: [:], keyInformation: keyInformation, accessControl: accessControl,
            readableWithoutTerminalAuthentication: readableWithoutTerminalAuthentication)
        document.activeAuthentication = try activeAuthentication?.issue()
        document.pace = pace?.passwords ?? (offersPACE ? PACEPasswords() : nil)
        document.chipAuthentication = try chipAuthentication?.issue() ?? []
        document.terminalAuthentication = terminalAuthentication?.trust
        document.files = dataGroups(document).merging(masterFiles) { _, file in file }
        for (file, bytes) in files where file != .com && file != .sod { document.files[file] = bytes }
        if let issuer {
            let (authorities, certificate) = try issuer.issue(state: zone.issuingState.filter { $0 != "<" })
            document.authorities = authorities
            document.cscaCertificates = [certificate]
        }
        try document.reissue()
        try signCardSecurity(&document)
        try lds2?.issue(to: &document)
        for (file, bytes) in files where file.application == .additionalBiometrics { document.files[file] = bytes }
        for file in [ElementaryFile.com, .sod] { document.files[file] = files[file] ?? document.files[file] }
        for file in omittedFiles { document.files[file] = nil }
        return document
    }

    /// The files before and beside the data groups that nobody signs.
    private var masterFiles: [ElementaryFile: [UInt8]] {
        var files: [ElementaryFile: [UInt8]] = [:]
        if let pace {
            files[.cardAccess] = SecurityInfoEncoder.cardAccess(pace.securityInfos, form: pace.form)
        } else if offersPACE {
            files[.cardAccess] = Self.cardAccessOfferingPACE
        }
        if let attributes {
            files[.attributes] = FileEncoder.attributes(
                maximumCommandByteCount: attributes.maximumCommandByteCount,
                maximumResponseByteCount: attributes.maximumResponseByteCount, chains: attributes.chainsCommands)
        }
        if let lds2 {
            files[.directory] = FileEncoder.directory(applications: lds2.applications.compactMap(\.identifier))
        }
        if let terminalAuthentication, !terminalAuthentication.references.isEmpty {
            files[.cvca] = FileEncoder.authorityReferences(terminalAuthentication.references)
        }
        return files
    }

    private func dataGroups(_ document: IssuedDocument) -> [ElementaryFile: [UInt8]] {
        var files: [ElementaryFile: [UInt8]] = [
            .dataGroup(.dg1): FileEncoder.dg1(lines: document.mrzLines)
        ]
        if !portraits.isEmpty {
            files[.dataGroup(.dg2)] =
                biometricEncoding == .iso39794
                ? FileEncoder.dg2(dataBlocksOf: portraits) : FileEncoder.dg2(records: portraits.map { [$0] })
        }
        if !fingerprints.isEmpty {
            files[.dataGroup(.dg3)] = FileEncoder.dg3(fingerprints, encoding: biometricEncoding)
        }
        if !irises.isEmpty { files[.dataGroup(.dg4)] = FileEncoder.dg4(irises, encoding: biometricEncoding) }
        if let displayedPortrait { files[.dataGroup(.dg5)] = FileEncoder.dg5([displayedPortrait]) }
        if let signatureImage { files[.dataGroup(.dg7)] = FileEncoder.dg7([signatureImage]) }
        if let personalDetails { files[.dataGroup(.dg11)] = FileEncoder.dg11(personalDetails, form: detailForm) }
        if let documentDetails { files[.dataGroup(.dg12)] = FileEncoder.dg12(documentDetails, form: detailForm) }
        if !contactPersons.isEmpty { files[.dataGroup(.dg16)] = FileEncoder.dg16(contactPersons) }
        if let key = document.activeAuthentication {
            files[.dataGroup(.dg15)] = FileEncoder.dg15(
                subjectPublicKeyInfo: key.key.subjectPublicKeyInfo(explicitParameters: false))
        }
        let infos = securityInfos(document)
        if !infos.isEmpty || (pace != nil && chipAuthentication != nil) {
            // Where the chip offers more than it did before access, the copy tells a downgrade (Doc 9303-11 §9.2.11),
            // and ties EF.CardSecurity to the document.
            files[.dataGroup(.dg14)] = FileEncoder.dg14(
                securityInfos: infos + (pace?.securityInfos ?? []), form: chipAuthentication?.form ?? .der)
        }
        return files
    }

    /// What DG14 lists besides the copy of EF.CardAccess.
    private func securityInfos(_ document: IssuedDocument) -> [[UInt8]] {
        var infos = chipAuthentication?.securityInfos(document.chipAuthentication, in: .dg14) ?? []
        if let terminalAuthentication {
            infos.append(SecurityInfoEncoder.terminalAuthentication(version: terminalAuthentication.version))
        }
        if case .ecdsa(let hash, _) = document.activeAuthentication?.scheme {
            infos.append(SecurityInfoEncoder.activeAuthentication(hash))
        }
        return infos
    }

    private func signCardSecurity(_ document: inout IssuedDocument) throws(IssuingError) {
        guard files[.cardSecurity] == nil, let authorities = document.authorities, let chipAuthentication else {
            return
        }
        let infos = chipAuthentication.securityInfos(document.chipAuthentication, in: .cardSecurity)
        guard !infos.isEmpty else { return }
        document.files[.cardSecurity] = try authorities.documentSigner.issueCardSecurity(
            infos + (pace?.securityInfos ?? []), options: authorities.sodOptions)
    }
}

extension ChipAuthenticationProfile {
    /// Makes or reads the key pairs, in order.
    fileprivate func issue() throws(IssuingError) -> [ChipAuthenticationKey] {
        var pairs: [ChipAuthenticationKey] = []
        for (index, key) in keys.enumerated() {
            let pair = try key.source.agreementPair(path: "chipAuthentication.keys[\(index)]")
            pairs.append(ChipAuthenticationKey(keyID: key.keyID, pair: pair))
        }
        return pairs
    }

    /// The public keys and protocols of one file; without a key there, none.
    ///
    /// - Parameter pairs: The pairs of `keys`, in their order.
    fileprivate func securityInfos(_ pairs: [ChipAuthenticationKey], in place: Place) -> [[UInt8]] {
        let publicKeys = zip(keys, pairs).filter { $0.0.places.contains(place) }.map { key, pair in
            SecurityInfoEncoder.chipAuthenticationPublicKey(pair, form: key.parameters)
        }
        guard !publicKeys.isEmpty else { return [] }
        return publicKeys
            + variants.map {
                SecurityInfoEncoder.chipAuthentication($0.protocolIdentifier, version: $0.version, keyID: $0.keyID)
            }
    }
}

extension ActiveAuthenticationProfile {
    /// Makes or reads the key.
    package func issue() throws(IssuingError) -> ActiveAuthenticationKey {
        let key = try key.key(path: "activeAuthentication.key")
        guard case .rsa = key.publicKey.kind else {
            return ActiveAuthenticationKey(key: key, scheme: .ecdsa(hash, encoding: isDER ? .der : .plain))
        }
        let ending = trailer ?? (hash == .sha1 ? .implicit : .explicit)
        return ActiveAuthenticationKey(
            key: key, scheme: .rsa(hash: hash, trailer: ending, takesSmallerRoot: takesSmallerRoot))
    }
}

extension IssuerProfile {
    /// Makes the authority and the signer with their certificates.
    ///
    /// - Parameter state: The issuing state as in the MRZ.
    func issue(state: String) throws(IssuingError) -> (authorities: IssuingAuthorities, csca: [UInt8]) {
        let cscaKey = try csca.key.key(path: "pki.csca.key")
        let authority = CertificateIssuer(name: csca.name, key: cscaKey, algorithm: csca.algorithm)
        let cscaProfile = CertificateProfile(
            role: .csca, serialNumber: csca.serialNumber, subject: csca.name, notBefore: csca.notBefore,
            notAfter: csca.notAfter, privateKeyUsage: csca.notBefore...max(csca.notBefore, csca.notAfter),
            stateCode: state, deviations: csca.deviations)
        let cscaCertificate = try csca.certificate(cscaProfile, from: authority, for: cscaKey)

        let signerKey = try documentSigner.key.key(path: "pki.documentSigner.key")
        let signerProfile = CertificateProfile(
            role: .documentSigner(documentTypes: documentTypes), serialNumber: documentSigner.serialNumber,
            subject: documentSigner.name, notBefore: documentSigner.notBefore, notAfter: documentSigner.notAfter,
            privateKeyUsage: documentSigner.notBefore...max(documentSigner.notBefore, documentSigner.notAfter),
            stateCode: state, deviations: documentSigner.deviations)
        let signerCertificate = try documentSigner.certificate(signerProfile, from: authority, for: signerKey)
        let signer = SODIssuer(key: signerKey, certificate: signerCertificate, algorithm: documentSigner.algorithm)
        return (
            IssuingAuthorities(
                csca: authority, documentSigner: signer, sodOptions: sod, documentSignerProfile: signerProfile),
            cscaCertificate
        )
    }
}

extension SignerProfile {
    /// The signer of LDS2 objects that the profile describes.
    func recordIssuer(
        _ kind: CertificateProfile.RecordSigner, _ path: String, _ authorities: IssuingAuthorities
    ) throws(IssuingError) -> RecordIssuer {
        let key = try key.key(path: "\(path).key")
        let profile = CertificateProfile(
            role: .recordSigner(kind), serialNumber: serialNumber, subject: name, notBefore: notBefore,
            notAfter: notAfter, stateCode: "", deviations: deviations)
        let certificate = try certificate(profile, from: authorities.csca, for: key)
        return RecordIssuer(key: key, certificate: certificate, hash: algorithm.hash)
    }

    /// The certificate that the profile brings along, or one that is issued.
    fileprivate func certificate(
        _ profile: CertificateProfile, from authority: CertificateIssuer, for key: PrivateKey
    ) throws(IssuingError) -> [UInt8] {
        if let certificate { return certificate }
        return try authority.issue(
            profile, for: key.subjectPublicKeyInfo(explicitParameters: hasExplicitParameters))
    }
}
