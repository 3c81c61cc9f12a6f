import ByteCoding

/// ISO/IEC 39794-5 face image data blocks, in the tags of the ICAO profile.
///
/// Spec: ISO/IEC 39794-5:2019 as profiled by ICAO (module ID-ICAO-ISO-IEC-39794-5-ed-1-v1); implicit tags, and a CHOICE
/// inside a context tag is explicit.
extension TolerantDecoder {
    /// Every picture of the block: the content of 7F2E, `A1 { 65 … }` or `65 …` alone.
    mutating func faceDataBlock(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FaceImage] {
        let whole = DataObject(tag: 0x7F2E, value: block, encoded: block)
        var objects = try children(of: whole, limit: Self.instanceLimit)
        if let inner = objects.first(where: { $0.tag == 0xA1 }) {
            objects = try children(of: inner, limit: Self.instanceLimit)
        }
        guard let face = objects.first(where: { $0.tag == 0x65 }) else {
            throw DecodingFailure(.missing("FaceImageDataBlock (65)"), at: block.startIndex)
        }
        guard let blocks = try face.field(1) else {
            throw DecodingFailure(.missing("representationBlocks"), at: face.value.startIndex)
        }
        var images: [FaceImage] = []
        for representation in try children(of: blocks, limit: Self.instanceLimit) where representation.tag == 0x30 {
            images.append(try representationBlock(representation))
        }
        return images
    }

    private mutating func representationBlock(_ block: DataObject) throws(DecodingFailure) -> FaceImage {
        // imageRepresentation → base → imageRepresentation2DBlock, each level one context tag 0.
        guard let image = try block.field(1)?.field(0)?.field(0), let data = try image.field(0) else {
            throw DecodingFailure(.missing("imageRepresentation2DBlock"), at: block.value.startIndex)
        }
        var information = FaceInformation()
        if let block = try image.field(1) { try information.addImageInformation2D(block) }
        information.source = try image.field(2)?.field(1)?.code().flatMap { Self.sources[$0] }
        if let date = try block.field(2) { information.capturedAt = try RecordedDate(dateTimeBlock: date) }
        if let qualities = try block.field(3) {
            information.quality = try qualities.children(limit: 64).first?.field(1)?.field(0)?.unsignedNumber
        }
        if let identity = try block.field(8) { try information.addIdentity(identity) }
        if let landmarks = try block.field(9) { try information.addLandmarks(landmarks) }
        let (picture, format) = picture(in: data.value)
        return FaceImage(picture: picture, format: format, information: information, encoding: .iso39794)
    }

    private static let sources: [Int: FaceInformation.CaptureSource] = [
        0: .unspecified, 1: .unknownPhotograph, 2: .digitalCamera, 3: .scanner, 4: .unknownVideo, 5: .analogueVideo,
        6: .digitalVideo,
    ]
}

extension FaceInformation {
    fileprivate mutating func addImageInformation2D(_ block: DataObject) throws(DecodingFailure) {
        let formats: [Int: AnnouncedFormat] = [2: .jpeg, 3: .jpeg2000Lossy, 4: .jpeg2000Lossless]
        let spaces: [Int: ColourSpace] = [
            0: .unspecified, 1: .other, 2: .rgb24, 3: .rgb48, 4: .yuv422, 5: .grey8, 6: .grey16,
        ]
        announcedFormat = try block.field(0)?.code().flatMap { formats[$0] }
        if try block.field(1)?.code() == 0 { kind = .mrtd }
        width = try block.field(7)?.field(0)?.unsignedNumber
        height = try block.field(7)?.field(1)?.unsignedNumber
        colourSpace = try block.field(9)?.code().flatMap { spaces[$0] }
    }

    fileprivate mutating func addIdentity(_ block: DataObject) throws(DecodingFailure) {
        let genders: [Int: Gender] = [0: .unknown, 1: .other, 2: .male, 3: .female]
        let eyes: [Int: EyeColour] = [
            0: .unknown, 1: .other, 2: .black, 3: .blue, 4: .brown, 5: .grey, 6: .green, 7: .hazel, 8: .multicoloured,
            9: .pink,
        ]
        let hair: [Int: HairColour] = [
            0: .unknown, 1: .other, 2: .bald, 3: .black, 4: .blonde, 5: .brown, 6: .grey, 7: .white, 8: .red,
            9: .coloured,
        ]
        gender = try block.field(0)?.code().flatMap { genders[$0] }
        eyeColour = try block.field(1)?.code().flatMap { eyes[$0] }
        hairColour = try block.field(2)?.code().flatMap { hair[$0] }
        subjectHeight = try block.field(3)?.unsignedNumber
        let flags: [Property] = [
            .glasses, .moustache, .beard, .teethVisible, .pupilOrIrisNotVisible, .mouthOpen, .leftEyePatch,
            .rightEyePatch, .darkGlasses, .biometricAbsent, .headCovering,
        ]
        let faces: [Expression] = [.neutral, .smile, .raisedEyebrows, .eyesLookingAway, .squinting, .frowning]
        for (index, flag) in flags.enumerated() where try block.field(4)?.isTrue(index) == true {
            properties.insert(flag)
        }
        for (index, face) in faces.enumerated() where try block.field(5)?.isTrue(index) == true {
            expressions.insert(face)
        }
        if let angles = try block.field(6) {
            pose = Pose(yaw: try angles.angle(0), pitch: try angles.angle(1), roll: try angles.angle(2))
        }
    }

    fileprivate mutating func addLandmarks(_ blocks: DataObject) throws(DecodingFailure) {
        for block in try blocks.children(limit: 4096) {
            // landmarkKind → base → one of the two kinds; landmarkCoordinates → base → coordinateCartesian2DBlock.
            guard let base = try block.field(0)?.field(0), let point = try block.field(1)?.field(0)?.field(0),
                let x = try point.field(0)?.unsignedNumber, let y = try point.field(1)?.unsignedNumber
            else { continue }
            let (mpeg4, anthropometric) = try (base.field(0)?.code(), base.field(1)?.code())
            let name = mpeg4.map { "MPEG-4 \($0)" } ?? anthropometric.map { "anthropometric \($0)" } ?? "unnamed"
            featurePoints.append(FeaturePoint(name: name, x: x, y: y))
        }
    }
}

extension DataObject {
    /// The field with a context tag, primitive or constructed; nil where it is missing.
    fileprivate func field(_ number: Int) throws(DecodingFailure) -> DataObject? {
        guard isConstructed else { return nil }
        return try children(limit: 4096).first { $0.tag == 0x80 | number || $0.tag == 0xA0 | number }
    }

    /// The code of an enumeration: `[0] code`, or `[1] extensionBlock { [0] fallback }`, which the ICAO profile uses.
    fileprivate func code() throws(DecodingFailure) -> Int? {
        guard let code = try field(0) else { return try field(1)?.field(0)?.unsignedNumber }
        return code.isConstructed ? try code.field(0)?.unsignedNumber : code.unsignedNumber
    }

    fileprivate func isTrue(_ number: Int) throws(DecodingFailure) -> Bool {
        try field(number)?.value.contains { $0 != 0 } ?? false
    }

    fileprivate func angle(_ number: Int) throws(DecodingFailure) -> FaceInformation.Pose.Angle? {
        guard let block = try field(number), let degrees = try block.field(0)?.signedNumber else { return nil }
        return FaceInformation.Pose.Angle(degrees: degrees, uncertainty: try block.field(1)?.unsignedNumber)
    }
}

extension RecordedDate {
    /// `DateTimeBlock` of ISO/IEC 39794-1.
    fileprivate init?(dateTimeBlock block: DataObject) throws(DecodingFailure) {
        guard let year = try block.field(0)?.unsignedNumber else { return nil }
        let day = try (block.field(1)?.unsignedNumber, block.field(2)?.unsignedNumber)
        let time = try (block.field(3)?.unsignedNumber, block.field(4)?.unsignedNumber, block.field(5)?.unsignedNumber)
        self.init(
            year: year, month: day.0, day: day.1,
            time: time.0.map { Time(hour: $0, minute: time.1 ?? 0, second: time.2 ?? 0) })
    }
}
