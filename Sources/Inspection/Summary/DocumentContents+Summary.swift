import LDS
import MRZ
import Report
import Standards

extension DocumentContents {
    /// What the document says of itself: DG1 and the details of DG11 and DG12, else the printed lines.
    func summary(printed: MachineReadableZone?, asOf time: Timestamp) -> DocumentSummary? {
        guard let zone = zone ?? printed else { return nil }
        return DocumentSummary(
            origin: self.zone == nil ? .printed : .chip, format: zone.format.rawValue, documentCode: zone.documentCode,
            documentKind: DocumentCode(zone.documentCode, in: zone.format)?.meaning, issuingState: zone.issuingState,
            issuingStateName: CountryCode(zone.issuingState)?.name, documentNumber: zone.documentNumber,
            primaryIdentifier: zone.name.primary, secondaryIdentifier: zone.name.secondary,
            nationality: zone.nationality, dateOfBirth: zone.dateOfBirth(asOf: time)?.description ?? "",
            sex: zone.sex?.rawValue ?? "<", dateOfExpiry: zone.dateOfExpiry(asOf: time)?.description ?? "",
            lines: zone.lines, details: details)
    }

    private var details: [DocumentSummary.Detail] {
        var details: [DocumentSummary.Detail] = []
        func add(_ group: DataGroup, _ name: String, _ value: String?) {
            guard let value, !value.isEmpty else { return }
            details.append(.init(group: group.name, name: name, value: value))
        }
        if let dg11 {
            add(.dg11, "fullName", dg11.fullName.map(Self.name))
            for other in dg11.otherNames { add(.dg11, "otherName", Self.name(other)) }
            add(.dg11, "personalNumber", dg11.personalNumber)
            add(.dg11, "placeOfBirth", dg11.placeOfBirth?.joined(separator: ", "))
            add(.dg11, "address", dg11.address?.joined(separator: ", "))
            add(.dg11, "telephone", dg11.telephone)
            add(.dg11, "profession", dg11.profession)
            add(.dg11, "title", dg11.title)
            add(.dg11, "personalSummary", dg11.personalSummary)
            add(.dg11, "otherDocuments", dg11.otherDocumentNumbers?.joined(separator: ", "))
            add(.dg11, "custody", dg11.custody)
        }
        if let dg12 {
            add(.dg12, "issuingAuthority", dg12.issuingAuthority)
            add(.dg12, "dateOfIssue", dg12.dateOfIssue?.description)
            for person in dg12.otherPeople { add(.dg12, "otherPerson", Self.name(person)) }
            add(.dg12, "endorsements", dg12.endorsements)
            add(.dg12, "taxOrExitRequirements", dg12.taxOrExitRequirements)
        }
        return details
    }

    private static func name(_ name: RecordedName) -> String {
        [name.primary, name.secondary].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
