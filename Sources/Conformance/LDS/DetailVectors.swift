package import ByteCoding
package import LDS
import PKI
import Standards

/// DG11, the details of the holder.
package struct DG11Vector: DecodingVector {
    package static let places = ["lds/dg11/"]

    package let id: String
    package let file: HexBytes
    package let fullName, personalNumber, dateOfBirth, telephone, profession, title, personalSummary: String?
    package let custody: String?
    package let proofOfCitizenship: HexBytes?
    package let otherNames, placeOfBirth, address, otherDocumentNumbers: [String]?
    /// Tag and value of each field that the specification does not know.
    package let otherFields: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG11 { try DG11(encoded: file.bytes) }

    package func compareFields(of group: DG11) throws {
        try compare("fullName", group.fullName?.vectorText, with: fullName)
        try compare("otherNames", group.otherNames.map(\.vectorText), with: otherNames ?? [])
        try compare("personalNumber", group.personalNumber, with: personalNumber)
        try compare("dateOfBirth", group.dateOfBirth?.description, with: dateOfBirth)
        try compare("placeOfBirth", group.placeOfBirth, with: placeOfBirth)
        try compare("address", group.address, with: address)
        try compare("telephone", group.telephone, with: telephone)
        try compare("profession", group.profession, with: profession)
        try compare("title", group.title, with: title)
        try compare("personalSummary", group.personalSummary, with: personalSummary)
        try compare("proofOfCitizenship", group.proofOfCitizenship, with: proofOfCitizenship?.bytes)
        try compare("otherDocumentNumbers", group.otherDocumentNumbers, with: otherDocumentNumbers)
        try compare("custody", group.custody, with: custody)
        let others = group.otherFields.map { Hexadecimal.number($0.key) + Hexadecimal.encode($0.value) }
        try compare("otherFields", others.sorted(), with: otherFields ?? [])
        try compare(notes: group.notes, with: notes)
    }
}

/// DG12, the details of the document.
package struct DG12Vector: DecodingVector {
    package static let places = ["lds/dg12/"]

    package let id: String
    package let file: HexBytes
    package let issuingAuthority, dateOfIssue, endorsements, taxOrExitRequirements: String?
    package let personalizedAt, personalizationDevice: String?
    package let frontImage, rearImage: HexBytes?
    package let otherPeople: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG12 { try DG12(encoded: file.bytes) }

    package func compareFields(of group: DG12) throws {
        try compare("issuingAuthority", group.issuingAuthority, with: issuingAuthority)
        try compare("dateOfIssue", group.dateOfIssue?.description, with: dateOfIssue)
        try compare("otherPeople", group.otherPeople.map(\.vectorText), with: otherPeople ?? [])
        try compare("endorsements", group.endorsements, with: endorsements)
        try compare("taxOrExitRequirements", group.taxOrExitRequirements, with: taxOrExitRequirements)
        try compare("frontImage", group.frontImage, with: frontImage?.bytes)
        try compare("rearImage", group.rearImage, with: rearImage?.bytes)
        try compare("personalizedAt", group.personalizedAt?.description, with: personalizedAt)
        try compare("personalizationDevice", group.personalizationDevice, with: personalizationDevice)
        try compare(notes: group.notes, with: notes)
    }
}
