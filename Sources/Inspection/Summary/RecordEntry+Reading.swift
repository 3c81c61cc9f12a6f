import ByteCoding
import LDS
import Report
import Standards
import Trust

extension RecordEntry {
    /// What an object of an LDS2 application says; nil where the reading does not have it.
    init?(_ judgement: RecordJudgement, in reading: ChipReading) {
        var fields: [Field] = []
        let kind: Kind
        switch judgement.source {
        case .record(let file, let number):
            guard let record = reading.records.first(where: { $0.file == file && $0.number == number }) else {
                return nil
            }
            kind = file == .visaRecords ? .visa : file == .exitRecords ? .exit : .entry
            switch try? record.decoded() {
            case .travel(let record)?: fields = Self.fields(record)
            case .visa(let record)?: fields = Self.fields(record)
            case .certificate?, nil: break
            }
        case .file(let file):
            guard let bytes = reading.bytes(of: file) else { return nil }
            kind = .biometrics
            fields = (try? AdditionalBiometrics(encoded: bytes)).map(Self.fields) ?? []
        }
        if let signer = judgement.signer { fields.append(Field("signer", signer)) }
        self.init(name: judgement.source.name, kind: kind, fields: fields, result: judgement.result.inSentences)
    }

    private static func fields(_ record: TravelRecord) -> [Field] {
        list([
            ("state", record.signedState ?? record.state), ("travelDate", record.travelDate?.description),
            ("modeOfTravel", record.modeOfTravel.map { "\($0)" }),
            ("inspectionAuthority", record.inspectionAuthority), ("inspectionLocation", record.inspectionLocation),
            ("inspectorReference", record.inspectorReference), ("inspectionResult", record.inspectionResult),
            ("visaApprovals", record.visaApprovals), ("daysOfStay", record.durationOfStay.map { "\($0)" }),
            ("conditions", record.conditions),
        ])
    }

    private static func fields(_ record: VisaRecord) -> [Field] {
        list([
            ("issuer", record.signedIssuer ?? record.issuer), ("documentNumber", record.documentNumber),
            ("documentType", record.documentType), ("holder", record.holder),
            ("dateOfBirth", record.dateOfBirth?.description), ("nationality", record.nationality),
            ("passportNumber", record.passportNumber), ("placeOfIssue", record.placeOfIssue),
            ("validFrom", record.effectiveDate?.description), ("validUntil", record.expirationDate?.description),
            ("numberOfEntries", record.numberOfEntries.map { "\($0)" }),
            (
                "durationOfStay",
                record.durationOfStay.map { "\($0.days) days, \($0.months) months, \($0.years) years" }
            ),
            ("furtherInformation", record.additionalInformation),
            ("biometrics", record.biometricsFile.map { "EF.Biometrics\($0 & 0xFF)" }),
        ])
    }

    /// What kind of pictures there are, and how many: the pictures themselves are in no report.
    private static func fields(_ file: AdditionalBiometrics) -> [Field] {
        let content: String? =
            switch file.content {
            case .faces(let images): "faces: \(images.count)"
            case .fingers(let images): "fingers: \(images.count)"
            case .irises(let images): "irises: \(images.count)"
            case .unrecognized: nil
            }
        return list([("pictures", content), ("dataBytes", "\(file.data.count)")])
    }

    private static func list(_ fields: [(String, String?)]) -> [Field] {
        fields.compactMap { name, value in
            guard let value, !value.isEmpty else { return nil }
            return Field(name, value)
        }
    }
}

extension FileEntry {
    /// A file of records as a whole.
    init(_ reading: RecordFileReading) {
        let name = reading.file.rawValue
        switch reading.outcome {
        case .read(let count):
            self.init(name: name, state: .read, note: count == 1 ? "1 record" : "\(count) records")
        case .incomplete(let reason): self.init(name: name, state: .partial, note: reason.text)
        case .absent(let status): self.init(name: name, state: .absent, status: Self.hexadecimal(status))
        case .refused(let status): self.init(name: name, state: .refused, status: Self.hexadecimal(status))
        case .protected: self.init(name: name, state: .protected)
        case .skipped: self.init(name: name, state: .skipped)
        }
    }
}
