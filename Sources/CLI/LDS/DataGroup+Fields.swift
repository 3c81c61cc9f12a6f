import ByteCoding
import LDS
import MRZ

extension FieldTree {
    mutating func add(_ file: DG1) {
        add("lines", "Lines", file.lines)
        guard let zone = try? file.machineReadableZone() else { return }
        add("format", "Format", zone.format.rawValue)
        add("documentCode", "Document code", zone.documentCode)
        add("issuingState", "Issuing state", zone.issuingState)
        add("primaryIdentifier", "Primary identifier", zone.name.primary)
        add("secondaryIdentifier", "Secondary identifier", zone.name.secondary)
        add("documentNumber", "Document number", zone.documentNumber)
        add("nationality", "Nationality", zone.nationality)
    }

    mutating func add(_ file: DG2) {
        add("templateCount", "Biometric templates", file.templates.count)
        add("templates", "Header", file.templates.map(FieldTree.init))
        add("pictures", "Picture", file.images.map(FieldTree.init))
    }

    mutating func add(_ file: DG11) {
        add("primaryIdentifier", "Primary identifier", file.fullName?.primary)
        add("secondaryIdentifier", "Secondary identifier", file.fullName?.secondary)
        add("otherNames", "Other names", file.otherNames.map(\.text))
        add("personalNumber", "Personal number", file.personalNumber)
        add("dateOfBirth", "Date of birth", file.dateOfBirth?.description)
        add("placeOfBirth", "Place of birth", file.placeOfBirth)
        add("address", "Address", file.address)
        add("telephone", "Telephone", file.telephone)
        add("profession", "Profession", file.profession)
        add("title", "Title", file.title)
        add("personalSummary", "Summary", file.personalSummary)
        add("proofOfCitizenshipByteCount", "Proof of citizenship", file.proofOfCitizenship?.count)
        add("otherDocumentNumbers", "Other documents", file.otherDocumentNumbers)
        add("custody", "Custody", file.custody)
        add("otherFields", "Other fields", Self.others(file.otherFields))
    }

    mutating func add(_ file: DG12) {
        add("issuingAuthority", "Issuing authority", file.issuingAuthority)
        add("dateOfIssue", "Date of issue", file.dateOfIssue?.description)
        add("otherPeople", "Other people", file.otherPeople.map(\.text))
        add("endorsements", "Endorsements", file.endorsements)
        add("taxOrExitRequirements", "Tax and exit", file.taxOrExitRequirements)
        add("frontImageByteCount", "Picture of the front", file.frontImage?.count)
        add("rearImageByteCount", "Picture of the rear", file.rearImage?.count)
        add("personalizedAt", "Personalized", file.personalizedAt?.description)
        add("personalizationDevice", "Device", file.personalizationDevice)
        add("otherFields", "Other fields", Self.others(file.otherFields))
    }

    mutating func add(_ file: DG16) {
        add(
            "persons", "Person",
            file.persons.map { person in
                var tree = FieldTree()
                tree.add("name", "Name", person.name?.text)
                tree.add("telephone", "Telephone", person.telephone)
                tree.add("address", "Address", person.address)
                tree.add("recordedOn", "Recorded", person.recordedOn?.description)
                tree.add("otherFields", "Other fields", person.otherFields.map(\.text))
                return tree
            })
    }

    mutating func add(_ file: DG3) {
        add("templateCount", "Biometric templates", file.templates.count)
        add("templates", "Header", file.templates.map(FieldTree.init))
        add("fillingByteCount", "Random bytes", file.filling?.count)
        add("pictures", "Picture", file.images.map(FieldTree.init))
    }

    mutating func add(_ file: DG4) {
        add("templateCount", "Biometric templates", file.templates.count)
        add("templates", "Header", file.templates.map(FieldTree.init))
        add("fillingByteCount", "Random bytes", file.filling?.count)
        add("pictures", "Picture", file.images.map(FieldTree.init))
    }

    mutating func add(_ file: DisplayedPictures) {
        add(
            "pictures", "Picture",
            file.pictures.map { picture in
                var tree = FieldTree()
                tree.add("format", "Format", picture.format?.rawValue ?? "not recognized")
                tree.add("byteCount", "Bytes", picture.picture.count)
                return tree
            })
    }

    mutating func add(_ file: RawDataGroup) {
        add("byteCount", "Content bytes", file.content.count)
        add("announcedCount", "Templates", file.announcedCount)
        guard let objects = file.objects, !objects.isEmpty else {
            return add("content", "Content", bytes: Array(file.content.prefix(1024)))
        }
        add(
            "objects", "Data object",
            objects.map { object in
                var tree = FieldTree()
                tree.add("tag", "Tag", Hexadecimal.number(object.tag))
                tree.add("byteCount", "Bytes", object.value.count)
                tree.add("value", "Value", bytes: Array(object.value.prefix(256)))
                return tree
            })
    }

    /// The header of a biometric template.
    private init(_ template: BiometricTemplate) {
        let header = template.header
        self.init()
        add("version", "Version", header.version.map(Hexadecimal.encode))
        add("type", "Type", header.type.map(Hexadecimal.encode))
        add("subtype", "Subtype", header.subtype.map(Hexadecimal.encode))
        add("creationDate", "Made", header.creationDate.map(Hexadecimal.encode))
        add("validityPeriod", "Valid", header.validityPeriod.map(Hexadecimal.encode))
        add("creator", "Maker", header.creator.map(Hexadecimal.encode))
        add("formatOwner", "Format owner", header.formatOwner.map(Hexadecimal.encode))
        add("formatType", "Format", header.formatType.map(Hexadecimal.encode))
    }

    private static func others(_ fields: [Int: [UInt8]]) -> [String] {
        fields.sorted { $0.key < $1.key }.map {
            "\(Hexadecimal.number($0.key)): \(Hexadecimal.encode($0.value.prefix(256)))"
        }
    }
}

extension RecordedName {
    /// The whole name, the primary identifier first.
    fileprivate var text: String { secondary.isEmpty ? primary : "\(primary), \(secondary)" }
}
