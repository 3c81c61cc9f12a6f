import ByteCoding

/// ISO/IEC 39794-5 face image data blocks, in the tags of the ICAO profile.
///
/// Spec: ISO/IEC 39794-5:2019 as profiled by ICAO (module ID-ICAO-ISO-IEC-39794-5-ed-1-v1); implicit tags, and a CHOICE
/// inside a context tag is explicit.
extension TolerantDecoder {
    /// Every picture of the block: the content of 7F2E, `A1 { 65 … }` or `65 …` alone.
    mutating func faceDataBlock(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FaceImage] {
        var images: [FaceImage] = []
        for representation in try representations(in: block, tag: 0x65, "FaceImageDataBlock") {
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
        information.representation = try block.field(0)?.unsignedNumber
        if let block = try image.field(1) { try information.addImageInformation2D(block) }
        if let device = try image.field(2) {
            let spectra: [FaceInformation.Spectrum] = [.whiteLight, .nearInfrared, .thermal]
            for (index, spectrum) in spectra.enumerated() where try device.field(0)?.isTrue(index) == true {
                information.spectra.insert(spectrum)
            }
            information.source = try device.field(1)?.code().flatMap { Self.sources[$0] }
        }
        if let date = try block.field(2) { information.capturedAt = try RecordedDate(dateTimeBlock: date) }
        if let qualities = try block.field(3) {
            information.qualities = try qualities.qualities()
            information.quality = information.qualities.first?.score
        }
        if let attack = try block.field(4) { information.presentationAttack = try PresentationAttackData(attack) }
        information.session = try block.field(5)?.unsignedNumber
        information.derivedFrom = try block.field(6)?.unsignedNumber
        if let device = try block.field(7) {
            information.deviceModel = try device.field(0)?.registryIdentifier()
            information.certifications = try device.field(1)?.registryIdentifiers() ?? []
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
        for (index, step) in Processing.allCases.enumerated() where try block.field(2)?.isTrue(index) == true {
            processing.insert(step)
        }
        lossyTransformations = try block.field(3)?.code().flatMap(LossyTransformations.init)
        cameraToSubjectDistance = try block.field(4)?.unsignedNumber
        sensorDiagonal = try block.field(5)?.unsignedNumber
        lensFocalLength = try block.field(6)?.unsignedNumber
        if let size = try block.field(8) {
            measurements = Measurements(
                headWidth: try size.field(0)?.unsignedNumber, interEyeDistance: try size.field(1)?.unsignedNumber,
                eyeToMouthDistance: try size.field(2)?.unsignedNumber, headLength: try size.field(3)?.unsignedNumber)
        }
        if let colours = try block.field(10) {
            referenceColourSchema = try colours.field(0).map { Array($0.value) }
            for colour in try colours.field(1)?.elements() ?? [] {
                referenceColours.append(
                    ReferenceColour(
                        definition: try colour.field(0).map { Array($0.value) },
                        value: try colour.field(1).map { Array($0.value) }))
            }
        }
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
            // landmarkKind → base → one of the two kinds; landmarkCoordinates → base → one of the three kinds.
            guard let base = try block.field(0)?.field(0), let coordinates = try block.field(1)?.field(0) else {
                continue
            }
            let name = try LandmarkNames.name(of: base)
            let plane = try coordinates.field(0)
            let texture = try coordinates.field(1)
            let space = try coordinates.field(2)
            guard let point = plane ?? texture ?? space, let x = try point.field(0)?.unsignedNumber,
                let y = try point.field(1)?.unsignedNumber
            else { continue }
            featurePoints.append(
                FeaturePoint(
                    name: name, x: x, y: y, z: try point.field(2)?.unsignedNumber,
                    isTexture: plane == nil && texture != nil))
        }
    }
}
