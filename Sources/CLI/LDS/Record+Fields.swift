import ByteCoding
import LDS
import PKI

extension DecodedRecord {
    /// The content of the record, to show.
    var fields: FieldTree {
        var tree = FieldTree()
        switch self {
        case .travel(let record): tree.add(record)
        case .visa(let record): tree.add(record)
        case .certificate(let record): tree.add(record)
        }
        return tree
    }
}

extension FieldTree {
    fileprivate mutating func add(_ record: TravelRecord) {
        add("state", "State", record.signedState ?? record.state)
        add("travelDate", "Date of travel", record.travelDate?.description)
        add("modeOfTravel", "Mode of travel", record.modeOfTravel.map { "\($0)" })
        add("inspectionAuthority", "Authority", record.inspectionAuthority)
        add("inspectionLocation", "Location", record.inspectionLocation)
        add("inspectorReference", "Inspector", record.inspectorReference)
        add("inspectionResult", "Result", record.inspectionResult)
        add("visaApprovals", "Visa approvals", record.visaApprovals)
        add("durationOfStay", "Days of stay", record.durationOfStay)
        add("conditions", "Conditions", record.conditions)
        add("otherFields", "Other fields", record.otherFields.map(\.text))
        add(record.seal)
    }

    fileprivate mutating func add(_ record: VisaRecord) {
        add("issuer", "Issuer", record.signedIssuer ?? record.issuer)
        add("documentType", "Document type", record.documentType)
        add("documentNumber", "Document number", record.documentNumber)
        add("holder", "Holder", record.holder)
        add("primaryIdentifier", "Primary identifier", record.primaryIdentifier)
        add("secondaryIdentifier", "Secondary identifier", record.secondaryIdentifier)
        add("sex", "Sex", record.sex)
        add("dateOfBirth", "Date of birth", record.dateOfBirth?.description)
        add("nationality", "Nationality", record.nationality)
        add("passportNumber", "Passport number", record.passportNumber)
        add("placeOfIssue", "Place of issue", record.placeOfIssue)
        add("effectiveDate", "Valid from", record.effectiveDate?.description)
        add("expirationDate", "Valid until", record.expirationDate?.description)
        add("numberOfEntries", "Entries", record.numberOfEntries)
        add(
            "durationOfStay", "Duration of stay",
            record.durationOfStay.map { stay in
                let parts = [(stay.years, "year"), (stay.months, "month"), (stay.days, "day")].filter { $0.0 > 0 }
                    .map { Counted.text($0.0, $0.1) }
                return parts.isEmpty ? "0 days" : parts.joined(separator: ", ")
            })
        add("visaType", "Type", bytes: record.visaType)
        add("territory", "Territory", bytes: record.territory)
        add("machineReadableZone", "Machine readable zone", record.machineReadableZone)
        add("formatAZone", "MRV-A zone", record.formatAZone)
        add("formatBZone", "MRV-B zone", record.formatBZone)
        add("additionalInformation", "Further information", record.additionalInformation)
        add("biometricsFile", "Biometrics", record.biometricsFile.map(Hexadecimal.number))
        add("otherFields", "Other fields", record.otherFields.map(\.text))
        add(record.seal)
    }

    fileprivate mutating func add(_ record: RecordCertificate) {
        add("country", "Country", record.country)
        add("serialNumber", "Serial number", bytes: record.serialNumber)
        var tree = FieldTree()
        tree.add("subject", "Subject", "\(record.certificate.subject)")
        tree.add("issuer", "Issuer", "\(record.certificate.issuer)")
        tree.add("serialNumber", "Serial number", record.certificate.serialNumberText)
        tree.add("notBefore", "Valid from", "\(record.certificate.notBefore)")
        tree.add("notAfter", "Valid until", "\(record.certificate.notAfter)")
        let algorithm = record.certificate.signatureAlgorithm.oid
        tree.add("signatureAlgorithm", "Signature", AlgorithmNames.name(of: algorithm))
        add("certificate", "Certificate", [tree])
    }

    mutating func add(_ file: AdditionalBiometrics) {
        add("byteCount", "Data bytes", file.data.count)
        switch file.content {
        case .faces(let images): add("pictures", "Picture", images.map(FieldTree.init))
        case .fingers(let images): add("pictures", "Picture", images.map(FieldTree.init))
        case .irises(let images): add("pictures", "Picture", images.map(FieldTree.init))
        case .unrecognized: break
        }
        add(file.seal)
    }

    private mutating func add(_ seal: RecordSeal?) {
        guard let seal else { return add("isSigned", "Signed", false) }
        add("certificateRecord", "Record of certificate", seal.certificateRecord)
        add("signature", "Signature", bytes: seal.signature)
    }
}

extension StoredField {
    /// Tag and value.
    var text: String { "\(Hexadecimal.number(tag)): \(Hexadecimal.encode(value.prefix(256)))" }
}
