import AccessControl
import ByteCoding
import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import MRZ
import PKI
import Report
import Standards
import Trust

/// A document of the suite as it was read, with what an inspection system knows when it judges it.
struct SuiteReading {
    let reading: ChipReading
    let anchors: CSCAAnchors
    let documentSigners: [Certificate]
    let revocationList: CertificateRevocationList
    let printed: MachineReadableZone
    let time: Timestamp

    /// What a border officer is told under a policy.
    func report(under policy: TrustPolicy.Name) -> InspectionReport {
        let trust = PassiveAuthentication(
            anchors: anchors, policy: TrustPolicy(name: policy), at: time, documentSigners: documentSigners,
            revocationLists: [revocationList])
        let account = DocumentInspection.Account(
            component: .init(name: "emrtd", version: "conformity"), transactionID: "conformity", startedAt: time,
            endedAt: time)
        return DocumentInspection(trust: trust, account: account).report(for: reading, printed: printed)
    }
}

extension SuiteDocument {
    /// Issues the document, lays it on a simulated reader and reads it.
    func read(_ keys: KeyRing) throws -> SuiteReading {
        let certificates = try certificates(keys)
        let page = printed ?? zone
        let key = try Self.opening(page)
        var document = IssuedDocument(mrzLines: try page.lines, files: [:], keyInformation: key)
        var groups: [DataGroup: [UInt8]] = [.dg1: FileEncoder.dg1(lines: try zone.lines), .dg2: try SuiteFace.dg2()]
        try protocols?.add(to: &document, &groups, certificates.signer, keys)
        if hasActiveAuthentication {
            let key = try keys.key(.curve(.brainpoolP256r1), of: .chip)
            document.activeAuthentication = ActiveAuthenticationKey(
                key: key, scheme: .ecdsa(.sha256, encoding: .plain))
            groups[.dg15] = FileEncoder.dg15(subjectPublicKeyInfo: key.subjectPublicKeyInfo(explicitParameters: true))
            groups[.dg14] = FileEncoder.dg14(securityInfos: [SecurityInfoEncoder.activeAuthentication(.sha256)])
        }
        try self.groups?(&groups)
        for (group, file) in groups { document.files[.dataGroup(group)] = file }
        let versions = options.versions ?? SODOptions.Versions(lds: "0107")
        document.files[.com] = FileEncoder.com(
            groups: listedInCOM ?? groups.keys.sorted(), ldsVersion: versions.lds, unicodeVersion: versions.unicode)
        document.files[.sod] = try securityObject(groups.mapValues(Self.hashed), certificates)
        try files?(&document.files)
        document.readableWithoutTerminalAuthentication = [.dg3, .dg4]
        document.authorities = IssuingAuthorities(
            csca: certificates.authority, documentSigner: certificates.signer, sodOptions: options,
            documentSignerProfile: certificates.signerProfile)
        var simulated = SimulatedDocument(document)
        try chip?(&simulated)

        var request = ReadRequest(key: key)
        request.readsProtectedGroups = true
        var reader = ChipReader(SimulatedConnection(simulated.chip()))
        var anchors = CSCAAnchors()
        try anchors.add(file: certificates.authorityCertificate)
        return SuiteReading(
            reading: reader.read(request, at: time), anchors: anchors,
            documentSigners: knowsSigner ? [try Certificate(encoded: certificates.signer.certificate)] : [],
            revocationList: try CertificateRevocationList(encoded: certificates.revocationList),
            printed: try MachineReadableZone(concatenated: page.lines.joined().utf8), time: time)
    }

    /// What an issuer hashes of a file: its data object, whatever its length says, and nothing behind it.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.3.
    private static func hashed(_ file: [UInt8]) -> [UInt8] {
        var reader = ByteReader(file)
        return (try? reader.dataObject()).map { Array($0.encoded) } ?? file
    }

    /// The access key of a page; that of an unchanged page where its own digits are wrong.
    private static func opening(_ page: SuiteZone) throws -> MRZKeyInformation {
        let zone = try MachineReadableZone(concatenated: page.lines.joined().utf8)
        return try zone.keyInformation ?? keyInformation(of: SuiteZone())
    }

    /// The access key of a page whose digits are right.
    static func keyInformation(of sound: SuiteZone) throws -> MRZKeyInformation {
        try MRZKeyInformation(
            documentNumber: sound.documentNumber, dateOfBirth: sound.dateOfBirth, dateOfExpiry: sound.dateOfExpiry)
    }
}

extension ProtocolChip {
    private static let keyID = 13

    /// Gives a chip its keys, EF.CardAccess, EF.CardSecurity and DG14.
    fileprivate func add(
        to document: inout IssuedDocument, _ groups: inout [DataGroup: [UInt8]], _ signer: SODIssuer, _ keys: KeyRing
    ) throws {
        let own = ChipAuthenticationKey(keyID: Self.keyID, pair: try pair(keys, of: .chip))
        let other = ChipAuthenticationKey(keyID: Self.keyID, pair: try pair(keys, of: .authority))
        let variant = SecurityInfoEncoder.chipAuthentication(
            group == nil ? Self.curveAgreement : Self.groupAgreement, keyID: namedKeyID)
        func infos(_ key: ChipAuthenticationKey, holdsKey: Bool) -> [[UInt8]] {
            let form: KeyParameters.Form = group == nil ? .standardized : .explicit
            return (holdsKey ? [SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: form)] : []) + [variant]
        }
        document.chipAuthentication = [own]
        guard offersPACE else {
            groups[.dg14] = FileEncoder.dg14(securityInfos: infos(own, holdsKey: hasKeyInDG14))
            return
        }
        document.pace = PACEPasswords()
        document.files[.cardAccess] = SecurityInfoEncoder.cardAccess(cardAccess)
        document.files[.cardSecurity] = try signer.issueCardSecurity(
            infos(hasOtherKey ? other : own, holdsKey: hasKeyInCardSecurity) + repeatedInCardSecurity + otherInfos,
            options: SODOptions(
                signingTime: SuiteDocument.moment(2025, 9, 1),
                deviations: hasBrokenSignature ? [.brokenSignature] : []))
        groups[.dg14] = FileEncoder.dg14(securityInfos: infos(own, holdsKey: hasKeyInDG14) + repeatedInDG14)
    }

    private func pair(_ keys: KeyRing, of owner: KeyRing.Owner) throws -> ChipAuthenticationKey.Pair {
        guard let group else { return .ecdh(try ECDHKeyPair(keys.key(.curve(.brainpoolP256r1), of: owner))) }
        var random = SystemRandomSource()
        return .dh(try DHKeyPair(in: group, random: &random))
    }

    /// AES-128 under keys agreed on by ECDH, and in a group.
    private static let curveAgreement = OID(0, 4, 0, 127, 0, 7, 2, 2, 3, 2, 2)
    private static let groupAgreement = OID(0, 4, 0, 127, 0, 7, 2, 2, 3, 1, 2)
}
