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
        add("pictures", "Picture", file.images.map(Self.picture))
    }

    private static func picture(_ image: FaceImage) -> FieldTree {
        let face = image.information
        var tree = FieldTree()
        tree.add("format", "Format", image.format?.rawValue ?? "not recognized")
        tree.add("byteCount", "Bytes", image.picture.count)
        tree.add("encoding", "Record", image.encoding.rawValue)
        tree.add("width", "Width", face.width)
        tree.add("height", "Height", face.height)
        tree.add("kind", "Kind", face.kind?.rawValue)
        tree.add("colourSpace", "Colours", face.colourSpace?.rawValue)
        tree.add("source", "Source", face.source?.rawValue)
        tree.add("quality", "Quality", face.quality)
        tree.add("gender", "Gender", face.gender?.rawValue)
        tree.add("eyeColour", "Eye colour", face.eyeColour?.rawValue)
        tree.add("hairColour", "Hair colour", face.hairColour?.rawValue)
        tree.add("subjectHeight", "Height in mm", face.subjectHeight)
        tree.add("properties", "Properties", face.properties.map(\.rawValue).sorted())
        tree.add("expressions", "Expression", face.expressions.map(\.rawValue).sorted())
        tree.add("yaw", "Yaw", face.pose?.yaw?.degrees)
        tree.add("pitch", "Pitch", face.pose?.pitch?.degrees)
        tree.add("roll", "Roll", face.pose?.roll?.degrees)
        tree.add("featurePoints", "Feature points", face.featurePoints.map { "\($0.name): \($0.x), \($0.y)" })
        tree.add("capturedAt", "Captured", face.capturedAt?.description)
        return tree
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
                return tree
            })
    }

    mutating func add(_ file: RawDataGroup) {
        add("byteCount", "Content bytes", file.content.count)
        add(
            "pictures", "Picture",
            file.pictures.map { picture in
                var tree = FieldTree()
                tree.add("format", "Format", ImageFormat.find(in: picture)?.format.rawValue ?? "not recognized")
                tree.add("byteCount", "Bytes", picture.count)
                return tree
            })
        add(
            "templates", "Biometric template",
            file.templates.map { template in
                var tree = FieldTree()
                tree.add("encoding", "Record", template.encoding.rawValue)
                tree.add("type", "Type", template.header.type.map(Hexadecimal.encode))
                tree.add("subtype", "Subtype", template.header.subtype.map(Hexadecimal.encode))
                tree.add("byteCount", "Bytes", template.block.count)
                return tree
            })
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
