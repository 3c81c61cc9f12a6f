import ByteCoding
import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import Testing

@Suite("Certificates that depart from Doc 9303-12 §7.1 in one way")
struct CertificateDeviationTests {
    typealias Deviation = CertificateProfile.Deviation

    /// A certificate of a role, signed by an authority.
    static func certificate(
        _ role: CertificateProfile.Role, _ state: TestState = TestState(), _ change: (inout CertificateProfile) -> Void
    ) throws -> Certificate {
        var profile = state.cscaProfile
        profile.role = role
        change(&profile)
        return try Certificate(
            encoded: state.authority.issue(
                profile, for: state.signerKey.subjectPublicKeyInfo(explicitParameters: true)))
    }

    static let signer = CertificateProfile.Role.documentSigner(documentTypes: ["P", "ID"])

    /// The fields in which two certificates differ, the signature aside.
    static func differences(_ left: Certificate, _ right: Certificate) -> Set<String> {
        var names: Set<String> = []
        if left.version != right.version { names.insert("version") }
        if left.serialNumber != right.serialNumber { names.insert("serialNumber") }
        if left.signedAlgorithm != right.signedAlgorithm { names.insert("signedAlgorithm") }
        if left.signatureAlgorithm != right.signatureAlgorithm { names.insert("signatureAlgorithm") }
        if left.subjectPublicKeyInfo != right.subjectPublicKeyInfo { names.insert("subjectPublicKeyInfo") }
        for oid in Set((left.extensions + right.extensions).map(\.oid))
        where left.extensions.filter({ $0.oid == oid }) != right.extensions.filter({ $0.oid == oid }) {
            names.insert("\(oid)")
        }
        return names
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let deviation: Deviation
        let role: CertificateProfile.Role
        let changes: Set<String>
        var isRSA = false
        var testDescription: String { deviation.rawValue }
    }

    static func row(_ deviation: Deviation, _ role: CertificateProfile.Role = .csca, _ oids: OID...) -> Row {
        Row(deviation: deviation, role: role, changes: Set(oids.map { "\($0)" }))
    }

    static let rows: [Row] = [
        row(.withoutAuthorityKeyIdentifier, .csca, .authorityKeyIdentifier),
        row(.withoutSubjectKeyIdentifier, .csca, .subjectKeyIdentifier),
        row(.withoutKeyUsage, .csca, .keyUsage),
        row(.wrongKeyUsage, signer, .keyUsage),
        row(.withoutBasicConstraints, .csca, .basicConstraints),
        row(.withoutPrivateKeyUsagePeriod, .csca, .privateKeyUsagePeriod),
        row(.withoutAlternativeNames, .csca, .subjectAlternativeName, .issuerAlternativeName),
        row(.withoutDocumentTypes, signer, .documentTypeList),
        Row(deviation: .differingAlgorithms, role: .csca, changes: ["signatureAlgorithm"]),
        Row(deviation: .otherAlgorithmParameters, role: .csca, changes: []),
        Row(deviation: .otherAlgorithmParameters, role: .csca, changes: [], isRSA: true),
        Row(deviation: .curveBesideSignature, role: .csca, changes: ["signedAlgorithm", "signatureAlgorithm"]),
        // The keys here write out their curve, and name none.
        Row(deviation: .wronglyNamedCurve, role: .csca, changes: []),
        Row(deviation: .version1, role: .csca, changes: ["version"]),
        Row(deviation: .negativeSerialNumber, role: .csca, changes: ["serialNumber"]),
        Row(deviation: .paddedSerialNumber, role: .csca, changes: ["serialNumber"]),
        Row(deviation: .generalizedTime, role: .csca, changes: []),
        Row(deviation: .brokenSignature, role: .csca, changes: []),
        Row(deviation: .digestInfoWithoutNull, role: .csca, changes: [], isRSA: true),
        Row(deviation: .keyWithoutNull, role: .csca, changes: ["subjectPublicKeyInfo"], isRSA: true),
        Row(deviation: .curveSeed, role: .csca, changes: ["subjectPublicKeyInfo"]),
        Row(deviation: .curveWithoutCofactor, role: .csca, changes: ["subjectPublicKeyInfo"]),
        Row(deviation: .unknownCurve, role: .csca, changes: ["subjectPublicKeyInfo"]),
        row(.unwrappedSubjectKeyIdentifier, .csca, .subjectKeyIdentifier),
        row(.authorityKeyIdentifierWithIssuer, .csca, .authorityKeyIdentifier),
        row(.authorityKeyIdentifierWithoutKey, .csca, .authorityKeyIdentifier),
        row(.criticalAuthorityKeyIdentifier, .csca, .authorityKeyIdentifier),
        row(.keyUsageNotCritical, .csca, .keyUsage),
        row(.keyUsageWithoutCertificateSigning, .csca, .keyUsage),
        row(.additionalKeyUsage, signer, .keyUsage),
        row(.privateKeyUsageWithoutEnd, .csca, .privateKeyUsagePeriod),
        row(.notAuthority, .csca, .basicConstraints),
        row(.basicConstraintsNotCritical, .csca, .basicConstraints),
        row(.pathLengthWithoutAuthority, .csca, .basicConstraints),
        row(.basicConstraintsInSigner, signer, .basicConstraints),
        row(.withoutExtendedKeyUsage, .listSigner(.masterList), .extendedKeyUsage),
        row(.extendedKeyUsageNotCritical, .listSigner(.deviationList), .extendedKeyUsage),
        row(.wrongExtendedKeyUsage, .listSigner(.defectList), .extendedKeyUsage),
        row(.wrongExtendedKeyUsage, signer, .extendedKeyUsage),
        row(.criticalNameChange, .link(hasNewName: true), .nameChange),
        row(.nestedDocumentTypes, signer, .documentTypeList),
        row(.earlyDocumentTypes, signer, .documentTypeList, .earlyDocumentTypeList),
        row(.vendorExtensions, .csca, OID(2, 16, 840, 1, 113_730, 1, 1), OID(1, 3, 6, 1, 4, 1, 311, 21, 1)),
        row(.duplicatedExtension, .csca, .keyUsage),
        row(.unknownCriticalExtension, .csca, OID(1, 3, 6, 1, 4, 1, 55_555, 1)),
    ]

    @Test(arguments: rows)
    func `differ from the right one where they say`(_ row: Row) throws {
        let state = row.isRSA ? TestState.rsa : TestState()
        let right = try Self.certificate(row.role, state) { _ in }
        let wrong = try Self.certificate(row.role, state) { $0.deviations = [row.deviation] }

        #expect(Self.differences(right, wrong) == row.changes)
        #expect(right.encoded != wrong.encoded)
    }

    @Test
    func `have a NULL more with ECDSA, and one less with RSA`() throws {
        let identifier = { (state: TestState) in
            try Hexadecimal.encode(
                Self.certificate(.csca, state) { $0.deviations = [.otherAlgorithmParameters] }.encoded)
        }
        #expect(try identifier(TestState()).components(separatedBy: "300C06082A8648CE3D0403020500").count == 3)
        #expect(try identifier(.rsa).components(separatedBy: "300B06092A864886F70D01010B").count == 3)
    }

    @Test
    func `have a row each`() {
        #expect(Set(Self.rows.map(\.deviation)) == Set(Deviation.allCases))
    }

    @Test(arguments: Deviation.allCases.filter { $0 != .brokenSignature && $0 != .digestInfoWithoutNull })
    func `keep a signature that holds`(_ deviation: Deviation) throws {
        let state = TestState()
        let certificate = try Self.certificate(.csca, state) { $0.deviations = [deviation] }
        let plain = try Self.certificate(.csca, state) { _ in }
        let verify = { (certificate: Certificate) in
            try state.cscaKey.publicKey.verify(
                signature: certificate.signature, over: certificate.tbs, algorithm: state.cscaAlgorithm)
        }
        #expect(try verify(certificate) && verify(plain))
        let broken = try Self.certificate(.csca, state) { $0.deviations = [.brokenSignature] }
        #expect(try !verify(broken))
    }

    @Test
    func `write keys that only the right reader takes`() throws {
        let key = { (deviation: Deviation) in
            try PublicKey(
                subjectPublicKeyInfo: Self.certificate(.csca) { $0.deviations = [deviation] }.subjectPublicKeyInfo)
        }
        #expect(try key(.curveSeed) == TestState.keys[1].publicKey)
        #expect(try key(.curveWithoutCofactor) == TestState.keys[1].publicKey)
        #expect(throws: CryptographyError.unknownCurve(nil)) { try key(.unknownCurve) }
    }

    @Test(arguments: [8, 18, 20, 32])
    func `name their key in any length`(_ byteCount: Int) throws {
        let identifier = [UInt8](repeating: 0x77, count: byteCount)
        let certificate = try Self.certificate(.csca) { $0.subjectKeyIdentifier = identifier }
        let value = certificate.extensions.first { $0.oid == .subjectKeyIdentifier }?.value

        #expect(value.map { Array($0) } == [0x04, UInt8(byteCount)] + identifier)
        #expect(
            DeviationListContents.Signer.keyIdentifier(of: certificate.encoded) == .subjectKeyIdentifier(identifier))
    }

    @Test(arguments: [nil, 0, 1] as [Int?])
    func `say how many authorities may stand below, or not`(_ length: Int?) throws {
        let certificate = try Self.certificate(.csca) { $0.pathLength = length }

        #expect(certificate.basicConstraints?.isAuthority == true)
        #expect(certificate.basicConstraints?.pathLength == length)
    }

    @Test
    func `take a new name, and extensions of any kind`() throws {
        let other = CertificateProfile.Extension(OID(2, 5, 29, 32), isCritical: true, value: [0x30, 0x00])
        let certificate = try Self.certificate(.csca) {
            $0.hasNameChange = true
            $0.otherExtensions = [other]
        }
        let found = certificate.extensions.first { $0.oid == .nameChange }

        #expect(found?.isCritical == false && found.map { Array($0.value) } == [0x05, 0x00])
        #expect(certificate.extensions.last?.oid == other.identifier && certificate.extensions.last?.isCritical == true)
    }
}
