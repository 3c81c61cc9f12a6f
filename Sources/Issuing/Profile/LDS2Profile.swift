public import LDS

/// What the LDS2 applications of a document hold.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.
public struct LDS2Profile: Sendable {
    /// Who signs travel records; without one, nothing is in their application.
    public var travelSigner: SignerProfile?
    public var entries: [TravelRecordContents] = []
    public var exits: [TravelRecordContents] = []
    public var visaSigner: SignerProfile?
    public var visas: [VisaRecordContents] = []
    public var biometricsSigner: SignerProfile?
    /// The contents of the files of additional biometrics, by number.
    public var biometrics: [Int: [UInt8]] = [:]
    /// Whole files of records that stand in for what would be issued.
    public var records: [RecordFile: [[UInt8]]] = [:]

    public init() {}
}

extension LDS2Profile {
    /// Makes the signers and signs what they sign.
    func issue(to document: inout IssuedDocument) throws(IssuingError) {
        guard var authorities = document.authorities else {
            throw .invalidField(path: "lds2", problem: "records are signed by a signer of 'pki'")
        }
        if let signer = try travelSigner?.recordIssuer(.travelRecords, "lds2.travel.signer", authorities) {
            document.records[.entryRecords] = try entries.map { contents throws(IssuingError) in
                try signer.travelRecord(contents)
            }
            document.records[.exitRecords] = try exits.map { contents throws(IssuingError) in
                try signer.travelRecord(contents)
            }
            document.records[.travelCertificates] = [signer.record(authorities)]
            authorities.recordSigners[.travelRecords] = signer
        }
        if let signer = try visaSigner?.recordIssuer(.visas, "lds2.visa.signer", authorities) {
            document.records[.visaRecords] = try visas.map { contents throws(IssuingError) in
                try signer.visaRecord(contents)
            }
            document.records[.visaCertificates] = [signer.record(authorities)]
            authorities.recordSigners[.visas] = signer
        }
        if let signer = try biometricsSigner?.recordIssuer(.biometrics, "lds2.biometrics.signer", authorities) {
            for (number, data) in biometrics {
                guard let file = ElementaryFile.additionalBiometrics(number) else { continue }
                document.files[file] = try signer.biometrics(data)
            }
            document.records[.biometricCertificates] = [signer.record(authorities)]
            authorities.recordSigners[.biometrics] = signer
        }
        document.authorities = authorities
        document.records.merge(records) { _, file in file }
    }

    /// The applications that are there, that of LDS1 first.
    var applications: [ElementaryFile.Application] {
        var applications: [ElementaryFile.Application] = [.lds1]
        if travelSigner != nil { applications.append(.travelRecords) }
        if visaSigner != nil { applications.append(.visaRecords) }
        if biometricsSigner != nil { applications.append(.additionalBiometrics) }
        return applications
    }
}

extension RecordIssuer {
    /// The record of EF.Certificates.
    fileprivate func record(_ authorities: IssuingAuthorities) -> [UInt8] {
        RecordEncoder.certificate(certificate, country: authorities.csca.name.country)
    }
}
