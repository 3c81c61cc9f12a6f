package import ByteCoding
package import LDS
import Standards

/// One picture of a vector: its bytes, its format and everything that its record says.
package struct PictureFigures: Codable, Hashable, Sendable {
    let picture: HexBytes
    let format: String?
    let encoding: String
    /// Whether the picture is stored as samples.
    let raw: Bool?
    /// Every stored property that is not nil.
    let facts: [String: String]

    func compare(
        _ place: String, picture found: ArraySlice<UInt8>, format: ImageFormat?, encoding: BiometricTemplate.Encoding,
        rawPixels: RawPixels?, information: Any
    ) throws {
        try Conformance.compare("\(place).picture", Array(found), with: picture.bytes)
        try Conformance.compare("\(place).format", format?.rawValue, with: self.format)
        try Conformance.compare("\(place).encoding", encoding.rawValue, with: self.encoding)
        try Conformance.compare("\(place).raw", rawPixels != nil, with: raw ?? false)
        try Conformance.compare("\(place).facts", StoredFacts.all(of: information), with: facts)
    }
}

/// What the vectors of DG3 and DG4 say alike.
package protocol PictureGroupVector: DecodingVector {
    var templates: Int? { get }
    var filling: HexBytes? { get }
    var pictures: [PictureFigures]? { get }
    var notes: [String]? { get }
}

extension PictureGroupVector {
    typealias Image = (
        picture: ArraySlice<UInt8>, format: ImageFormat?, encoding: BiometricTemplate.Encoding, rawPixels: RawPixels?,
        information: Any
    )

    fileprivate func compareGroup(templates count: Int, filling found: [UInt8]?, images: [Image], notes said: [Reason])
        throws
    {
        try compare("templates", count, with: templates)
        try compare("filling", found, with: filling?.bytes)
        let pictures = pictures ?? []
        try compare("number of pictures", images.count, with: pictures.count)
        for (index, (image, figures)) in zip(images, pictures).enumerated() {
            try figures.compare(
                "pictures[\(index)]", picture: image.picture, format: image.format, encoding: image.encoding,
                rawPixels: image.rawPixels, information: image.information)
        }
        try compare(notes: said, with: notes)
    }
}

/// DG3 and the prints in it.
package struct DG3Vector: PictureGroupVector {
    package static let places = ["lds/dg3/"]

    package let id: String
    package let file: HexBytes
    package let templates: Int?
    package let filling: HexBytes?
    package let pictures: [PictureFigures]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG3 { try DG3(encoded: file.bytes) }

    package func compareFields(of group: DG3) throws {
        try compareGroup(
            templates: group.templates.count, filling: group.filling,
            images: group.images.map { ($0.picture, $0.format, $0.encoding, $0.rawPixels, $0.information) },
            notes: group.notes)
    }
}

/// DG4 and the irises in it.
package struct DG4Vector: PictureGroupVector {
    package static let places = ["lds/dg4/"]

    package let id: String
    package let file: HexBytes
    package let templates: Int?
    package let filling: HexBytes?
    package let pictures: [PictureFigures]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG4 { try DG4(encoded: file.bytes) }

    package func compareFields(of group: DG4) throws {
        try compareGroup(
            templates: group.templates.count, filling: group.filling,
            images: group.images.map { ($0.picture, $0.format, $0.encoding, $0.rawPixels, $0.information) },
            notes: group.notes)
    }
}

/// DG5 or DG7.
package struct DisplayedPicturesVector: DecodingVector {
    package static let places = ["lds/displayed/"]

    package let id: String
    package let group: Int
    package let file: HexBytes
    package let pictures: [HexBytes]?
    package let formats: [String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DisplayedPictures {
        guard let group = DataGroup(rawValue: group) else { throw DecodingFailure(.invalidValue("group"), at: 0) }
        return try DisplayedPictures(group, encoded: file.bytes)
    }

    package func compareFields(of group: DisplayedPictures) throws {
        try compare("pictures", group.pictures.map { Array($0.picture) }, with: pictures?.map(\.bytes))
        try compare("formats", group.pictures.map { $0.format?.rawValue ?? "none" }, with: formats)
        try compare(notes: group.notes, with: notes)
    }
}
