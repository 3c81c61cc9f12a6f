package import ByteCoding
package import LDS
import Standards

/// DG2 and the pictures in it.
package struct DG2Vector: DecodingVector {
    package static let places = ["lds/dg2/iso19794-5.json", "lds/dg2/iso39794-5.json"]

    package let id: String
    package let file: HexBytes
    package let pictures: [Picture]?
    package let notes: [String]?
    package let expect: String?

    package struct Picture: Codable, Hashable, Sendable {
        let picture: HexBytes
        let format: String?
        let encoding: String
        let width: Int?
        let height: Int?
    }

    package func decoded() throws(DecodingFailure) -> DG2 { try DG2(encoded: file.bytes) }

    package func compareFields(of group: DG2) throws {
        let pictures = pictures ?? []
        try compare("number of pictures", group.images.count, with: pictures.count)
        for (index, (image, picture)) in zip(group.images, pictures).enumerated() {
            let place = "pictures[\(index)]"
            try compare("\(place).picture", Array(image.picture), with: picture.picture.bytes)
            try compare("\(place).format", image.format?.rawValue, with: picture.format)
            try compare("\(place).encoding", image.encoding.rawValue, with: picture.encoding)
            try compare("\(place).width", image.information.width, with: picture.width)
            try compare("\(place).height", image.information.height, with: picture.height)
        }
        try compare(notes: group.notes, with: notes)
    }
}

/// DG2 and what its first record says about face and picture.
package struct FaceVector: ConformanceVector {
    package static let places = ["lds/dg2/iso19794-5-fields.json", "lds/dg2/iso39794-5-fields.json"]

    package let id: String
    package let file: HexBytes
    package let gender, eyeColour, hairColour, kind, announcedFormat, colourSpace, source, capturedAt: String?
    package let properties, expressions, points: [String]
    package let yaw, yawUncertainty, pitch, pitchUncertainty, roll, rollUncertainty: Int?
    package let deviceType, quality, subjectHeight: Int?

    package func check() throws {
        guard let face = try DG2(encoded: file.bytes).images.first?.information else {
            throw Mismatch("file", expected: "a picture", found: "none")
        }
        try compare("gender", face.gender?.rawValue, with: gender)
        try compare("eyeColour", face.eyeColour?.rawValue, with: eyeColour)
        try compare("hairColour", face.hairColour?.rawValue, with: hairColour)
        try compare("kind", face.kind?.rawValue, with: kind)
        try compare("announcedFormat", face.announcedFormat?.rawValue, with: announcedFormat)
        try compare("colourSpace", face.colourSpace?.rawValue, with: colourSpace)
        try compare("source", face.source?.rawValue, with: source)
        try compare("capturedAt", face.capturedAt?.description, with: capturedAt)
        try compare("properties", face.properties.map(\.rawValue).sorted(), with: properties)
        try compare("expressions", face.expressions.map(\.rawValue).sorted(), with: expressions)
        try compare("points", face.featurePoints.map { "\($0.name) \($0.x) \($0.y)" }, with: points)
        try compare("yaw", face.pose?.yaw?.degrees, with: yaw)
        try compare("yawUncertainty", face.pose?.yaw?.uncertainty, with: yawUncertainty)
        try compare("pitch", face.pose?.pitch?.degrees, with: pitch)
        try compare("pitchUncertainty", face.pose?.pitch?.uncertainty, with: pitchUncertainty)
        try compare("roll", face.pose?.roll?.degrees, with: roll)
        try compare("rollUncertainty", face.pose?.roll?.uncertainty, with: rollUncertainty)
        try compare("deviceType", face.deviceType, with: deviceType)
        try compare("quality", face.quality, with: quality)
        try compare("subjectHeight", face.subjectHeight, with: subjectHeight)
    }
}

/// DG2 and everything that its first record says.
package struct FaceBlocksVector: DecodingVector {
    package static let places = ["lds/dg2/iso39794-5-blocks.json"]

    package let id: String
    package let file: HexBytes
    /// Every stored property that is not nil.
    package let facts: [String: String]?
    package let notes: [String]?
    package let expect: String?

    package func decoded() throws(DecodingFailure) -> DG2 { try DG2(encoded: file.bytes) }

    package func compareFields(of group: DG2) throws {
        try compare("facts", group.images.first.map { StoredFacts.all(of: $0.information) }, with: facts)
        try compare(notes: group.notes, with: notes)
    }
}
