import Cryptography
import Inspection
import Issuing
import LDS
import MRZ
import Report
import Standards
import Testing
import Trust

/// A document with PACE-CAM and Chip Authentication, and readings of it that are put together by hand.
struct ProtocolFixture {
    static let time = Timestamp(secondsSince1970: 1_780_000_000)  // 2026-05-28
    static let generic = OID.idPACE.appending(2).appending(2)
    static let mapping = OID.idPACE.appending(6).appending(2)
    static let chipAuthentication = OID.idCA.appending(2).appending(2)

    var document: IssuedDocument
    var anchors: CSCAAnchors
    var policy = TrustPolicy.operational
    var accessPolicy: String? = "auto"

    /// - Parameter change: Changes what the document is to be before it is issued.
    init(_ change: (inout DocumentProfile) -> Void = { _ in }) throws {
        let specimen = try Specimen.utopia()
        var profile = DocumentProfile(mrzLines: specimen.mrzLines)
        profile.files[.dataGroup(.dg2)] = specimen.files[.dataGroup(.dg2)]
        profile.pace = PACEProfile(
            entries: [.init(Self.mapping, parameterID: 13), .init(Self.generic, parameterID: 13)])
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [
                .init(.ellipticCurve(.secp256r1), keyID: 1),
                .init(
                    .ellipticCurve(.brainpoolP256r1), keyID: 13, parameters: .standardized, places: [.cardSecurity]),
            ],
            variants: [.init(Self.chipAuthentication, keyID: 1)])
        profile.issuer = try Self.issuer("UT")
        change(&profile)
        document = try profile.issue()
        anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
    }

    static func issuer(_ country: String) throws -> IssuerProfile {
        let begin = try #require(Timestamp(year: 2024, month: 1, day: 1))
        let end = try #require(Timestamp(year: 2060, month: 1, day: 1))
        func signer(_ name: String, _ number: UInt8) -> SignerProfile {
            SignerProfile(
                key: .ellipticCurve(.secp256r1), algorithm: .ecdsa(.sha256, encoding: .der),
                hasExplicitParameters: false,
                name: DirectoryName(country: country, organization: "Test", commonName: name), serialNumber: [number],
                notBefore: begin, notAfter: end)
        }
        return IssuerProfile(csca: signer("Test CSCA", 1), documentSigner: signer("Test DS", 2))
    }

    /// A whole reading in which the chip proved itself in every way that it has.
    func reading(_ change: (inout ChipReading) throws -> Void = { _ in }) throws -> ChipReading {
        let files = document.files.map { FileReading(file: $0.key, outcome: .read($0.value)) }
        var reading = ChipReading(startedAt: Self.time, files: files.sorted { $0.file.name < $1.file.name })
        reading.access = AccessReading(offersPACE: true, used: .pace)
        reading.access.pace = PACEReading(identifier: Self.generic, parameterID: 13, password: .mrz)
        if document.files[.cardSecurity] != nil {
            reading.access.pace?.identifier = Self.mapping
            reading.access.pace?.chipAuthenticationMapping = try proof()
        }
        if document.files[.dataGroup(.dg14)] != nil,
            try !infos(.dataGroup(.dg14)).chipAuthenticationPublicKeys.isEmpty
        {
            reading.chipAuthentication = try chipAuthentication(.confirmed)
        }
        try change(&reading)
        return reading
    }

    func infos(_ file: ElementaryFile) throws -> SecurityInfos {
        let bytes = try #require(document.files[file])
        return file == .cardSecurity
            ? try CardSecurity(encoded: bytes).securityInfos : try SecurityInfos(encoded: bytes)
    }

    /// A proof that fits the key in EF.CardSecurity: any number, and that number times the key.
    func proof(by scalar: [UInt8] = [0x05, 0x03]) throws -> PACEReading.ChipAuthenticationMapping {
        let info = try #require(try infos(.cardSecurity).chipAuthenticationPublicKeys.first)
        let publicKey = try PublicKey(subjectPublicKeyInfo: info.subjectPublicKeyInfo)
        let key = try #require(publicKey.point)
        let point = key.multiplied(by: SecretBytes(scalar))
        return .init(mappingPublicKey: try #require(point).encoded, chipAuthenticationData: scalar)
    }

    func chipAuthentication(
        _ outcome: ChipAuthenticationReading.Outcome, in file: ElementaryFile = .dataGroup(.dg14)
    ) throws -> ChipAuthenticationReading {
        let info = try #require(try infos(file).chipAuthenticationPublicKeys.first)
        return ChipAuthenticationReading(
            version: 1, identifier: Self.chipAuthentication, keyID: info.keyID, source: file,
            subjectPublicKeyInfo: info.subjectPublicKeyInfo, outcome: outcome)
    }

    func judge(_ change: (inout ChipReading) throws -> Void = { _ in }) throws -> InspectionReport {
        try judge(reading(change))
    }

    func judge(_ reading: ChipReading) -> InspectionReport {
        let inspection = DocumentInspection(
            trust: PassiveAuthentication(anchors: anchors, policy: policy, at: Self.time),
            account: .init(
                component: .init(name: "emrtd", version: "0"), transactionID: "test", accessPolicy: accessPolicy,
                startedAt: Self.time, endedAt: Self.time))
        return inspection.report(for: reading)
    }
}

extension ChipReading {
    /// Replaces what became of a file; nil takes it out.
    mutating func replace(_ file: ElementaryFile, _ outcome: FileReading.Outcome?) {
        files.removeAll { $0.file == file }
        if let outcome { files.append(FileReading(file: file, outcome: outcome)) }
    }
}
