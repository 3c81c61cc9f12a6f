import Cryptography
import MRZ
import Seals
public import Standards

/// Seals of the specimen state: a visa, an emergency travel document and a message in JSON, with who signed them.
public struct SpecimenSeals: Sendable {
    /// A seal of bytes on a visa, MRV-B.
    public let visa: [UInt8]
    /// The lines of the visa.
    public let visaLines: [String]
    /// A seal of bytes on an emergency travel document, TD2.
    public let emergencyTravelDocument: [UInt8]
    /// The lines of the emergency travel document.
    public let emergencyTravelDocumentLines: [String]
    /// A seal in JSON over a made-up test result.
    public let message: [UInt8]
    /// The country signing certificate.
    public let csca: [UInt8]
    /// The certificate of the signer of the seals of bytes.
    public let signer: [UInt8]
    /// A revocation list of the state, in which nobody is.
    public let revocationList: [UInt8]

    /// Makes new keys for the signers; the state's key is the published one of the specimen.
    ///
    /// - Parameters:
    ///   - day: When all of it is signed.
    ///   - deviations: What is to be wrong with each seal.
    public init(signedOn day: Timestamp, deviations: Set<SealDeviation> = []) throws(IssuingError) {
        let document = try Specimen.utopia()
        guard let authority = document.authorities?.csca, let csca = document.cscaCertificates.first else {
            throw .signingFailed("seals of a state without keys")
        }
        let later = Timestamp(secondsSince1970: day.secondsSince1970 + 730 * 86_400)
        func signer(
            _ kind: CertificateProfile.SealKind, _ number: UInt8, _ types: [String]
        ) throws(IssuingError) -> SealIssuer {
            guard let key = try? PrivateKey.generateEC(curve: .secp256r1) else { throw .signingFailed("a seal") }
            let profile = CertificateProfile(
                role: .sealSigner(kind, documentTypes: types), serialNumber: [number],
                subject: DirectoryName(country: "UT", commonName: "VS"), notBefore: day, notAfter: later,
                stateCode: "UTO")
            return SealIssuer(
                key: key,
                certificate: try authority.issue(profile, for: key.subjectPublicKeyInfo(explicitParameters: false)))
        }
        let bytes = try signer(.constrained, 0x5B, [])
        let json = try signer(.nonConstrained, 0x5C, ["NV"])

        visaLines = try Self.lines(.mrvB, "V", "L8988901C", of: "XXX", born: "1940-09-07", for: 180, from: day)
        emergencyTravelDocumentLines = try Self.lines(
            .td2, "PU", "D23145890", of: "UTO", born: "1974-08-12", for: 90, from: day)
        visa = try bytes.issue(
            Self.contents(
                0x5D, 0x01, day, deviations,
                [
                    .zone(2, Self.zone(visaLines)), .init(4, [90, 0, 0]), .text(5, "L898902C3"), .init(3, [2]),
                ]))
        emergencyTravelDocument = try bytes.issue(
            Self.contents(
                0x5E, 0x03, day, deviations, [.zone(2, Self.zone(emergencyTravelDocumentLines))]))
        var contents = NonConstrainedSealContents(type: "icao.test", issuer: "UTO", message: Self.testResult)
        contents.deviations = deviations
        message = try json.issue(contents)
        self.csca = csca
        self.signer = bytes.certificate
        revocationList = try authority.revocationList(
            number: 1, revoked: [], thisUpdate: day,
            nextUpdate: Timestamp(secondsSince1970: day.secondsSince1970 + 90 * 86_400))
    }

    /// The lines of a document that holds for so many days from the day it is issued on.
    private static func lines(
        _ format: DocumentFormat, _ code: String, _ number: String, of nationality: String, born: String,
        for days: Int64, from day: Timestamp
    ) throws(IssuingError) -> [String] {
        let end = Timestamp(secondsSince1970: day.secondsSince1970 + days * 86_400)
        guard let birth = PartialDate(iso8601: born), let expiry = PartialDate(iso8601: "\(end)".prefix(10)) else {
            throw .invalidField(path: "dates", problem: "they are no dates of a machine readable zone")
        }
        let contents = MRZContents(
            format: format, documentCode: code, issuingState: "UTO", primaryIdentifier: "ERIKSSON",
            secondaryIdentifier: "ANNA MARIA", documentNumber: number, nationality: nationality, dateOfBirth: birth,
            sex: .female, dateOfExpiry: expiry)
        do { return try MachineReadableZone(composing: contents, referenceDate: day).lines } catch {
            throw .invalidField(path: "lines", problem: "they cannot be composed: \(error)")
        }
    }

    private static func contents(
        _ reference: UInt8, _ category: UInt8, _ day: Timestamp, _ deviations: Set<SealDeviation>,
        _ features: [ConstrainedSealContents.Feature]
    ) -> ConstrainedSealContents {
        var contents = ConstrainedSealContents(
            issuingCountry: "UTO", signerIdentifier: "UTVS", certificateReference: "5B", documentIssueDate: day,
            signatureCreationDate: day, featureDefinitionReference: reference, typeCategory: category,
            features: features)
        contents.deviations = deviations
        return contents
    }

    private static func zone(_ lines: [String]) throws(IssuingError) -> MachineReadableZone {
        do { return try MachineReadableZone(concatenated: lines.joined().utf8) } catch {
            throw .invalidField(path: "lines", problem: "they are no machine readable zone")
        }
    }

    private static let testResult = SealJSON.object([
        .init(
            "pid",
            .object([
                .init("n", .text("ERIKSSON  ANNA MARIA")), .init("dob", .text("1974-08-12")), .init("sex", .text("F")),
                .init("dt", .text("P")), .init("dn", .text("L898902C3")),
            ])),
        .init("utci", .text("U32870")),
        .init(
            "dat",
            .object([
                .init("tc", .text("molecular(PCR)")), .init("r", .text("negative")),
            ])),
    ])
}
