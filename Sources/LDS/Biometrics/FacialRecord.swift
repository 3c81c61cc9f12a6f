import ByteCoding

/// ISO/IEC 19794-5:2005 facial records.
///
/// Spec: ISO/IEC 19794-5:2005 §5.4 (header), §5.5 (facial information), §5.6 (feature points), §5.7 (image information).
extension TolerantDecoder {
    /// Every picture of a record that begins with `FAC`.
    ///
    /// Tolerated: record and block lengths that are off by a few bytes (field note 60).
    mutating func facialRecord(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FaceImage] {
        var reader = ByteReader(block)
        _ = try reader.take(4)
        let version = try reader.take(4)
        if !version.elementsEqual("010\0".utf8) {
            note("unknownRecordVersion", "the facial record has version \(Hexadecimal.encode(version))")
        }
        let length = try reader.integer(width: 4)
        if length != block.count {
            note("wrongRecordLength", "the facial record announces \(length) bytes and has \(block.count)")
        }
        let count = try reader.integer(width: 2)
        var images: [FaceImage] = []
        while images.count < count, !reader.isAtEnd {
            guard images.count < Self.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: Self.instanceLimit), at: reader.offset)
            }
            images.append(try face(&reader, isLast: images.count + 1 == count))
        }
        if images.count < count { note("wrongCount", "\(count) pictures are announced and \(images.count) are there") }
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow the last picture of the record") }
        return images
    }

    private mutating func face(_ reader: inout ByteReader, isLast: Bool) throws(DecodingFailure) -> FaceImage {
        let start = reader.offset
        let length = try reader.integer(width: 4)
        let pointCount = try reader.integer(width: 2)
        var unknown: [String] = []
        var information = try FaceInformation(facialInformation: &reader, &unknown)
        for _ in 0..<pointCount {
            information.featurePoints.append(try FaceInformation.FeaturePoint(&reader, &unknown))
        }
        try information.addImageInformation(&reader, &unknown)
        if !unknown.isEmpty { note("unknownCode", "codes that name nothing: \(unknown.joined(separator: ", "))") }

        let headerCount = reader.offset - start
        let data: ArraySlice<UInt8>
        if isLast {
            if length != headerCount + reader.remaining {
                note(
                    "wrongBlockLength",
                    "a face block announces \(length) bytes and has \(headerCount + reader.remaining)")
            }
            data = reader.takeRest()
        } else {
            let count = imageByteCount(announced: length - headerCount, reader)
            if count != length - headerCount {
                note("wrongBlockLength", "a face block announces \(length) bytes and has \(headerCount + count)")
            }
            data = try reader.take(count)
        }
        let (picture, format) = picture(in: data)
        return FaceImage(picture: picture, format: format, information: information, encoding: .iso19794)
    }

    /// How many bytes the picture at `reader` has: those announced, or a few more or less where only then another face
    /// block follows.
    private func imageByteCount(announced: Int, _ reader: ByteReader) -> Int {
        for correction in [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8, -8] {
            let count = announced + correction
            guard count >= 0, count < reader.remaining else { continue }
            var next = reader
            guard (try? next.take(count)) != nil, next.startsFaceBlock() else { continue }
            return count
        }
        return min(max(announced, 0), reader.remaining)
    }
}

extension ByteReader {
    /// Whether a face block with a picture stands here.
    fileprivate func startsFaceBlock() -> Bool {
        var cursor = self
        guard (try? cursor.take(4)) != nil, let points = try? cursor.integer(width: 2),
            (try? cursor.take(14 + points * 8 + 12)) != nil
        else { return false }
        return ImageFormat.detect(cursor.takeRest()) != nil
    }
}

extension FaceInformation {
    fileprivate init(facialInformation reader: inout ByteReader, _ unknown: inout [String]) throws(DecodingFailure) {
        let genders: [Int: Gender] = [0: .unspecified, 1: .male, 2: .female, 0xFF: .unknown]
        let eyes: [Int: EyeColour] = [
            0: .unspecified, 1: .black, 2: .blue, 3: .brown, 4: .grey, 5: .green, 6: .multicoloured, 7: .pink,
            0xFF: .unknown,
        ]
        let hair: [Int: HairColour] = [
            0: .unspecified, 1: .bald, 2: .black, 3: .blonde, 4: .brown, 5: .grey, 6: .white, 7: .red, 0xFF: .unknown,
        ]
        gender = genders.value(try reader.integer(width: 1), "gender", &unknown)
        eyeColour = eyes.value(try reader.integer(width: 1), "eye colour", &unknown)
        hairColour = hair.value(try reader.integer(width: 1), "hair colour", &unknown)
        let mask = try reader.integer(width: 3)
        let flags: [Property] = [
            .glasses, .moustache, .beard, .teethVisible, .pupilOrIrisNotVisible, .mouthOpen, .leftEyePatch,
            .rightEyePatch, .darkGlasses, .distortingMedicalCondition,
        ]
        // Bit 0 says whether the others are meant at all.
        if mask & 1 != 0 {
            for (index, flag) in flags.enumerated() where mask >> (index + 1) & 1 != 0 { properties.insert(flag) }
        }
        let faces: [Int: Expression] = [
            1: .neutral, 2: .smile, 3: .smileWithOpenMouth, 4: .raisedEyebrows, 5: .eyesLookingAway, 6: .squinting,
            7: .frowning,
        ]
        let expression = try reader.integer(width: 2)
        // 0 is unspecified, and the upper half belongs to vendors.
        if (1..<0x8000).contains(expression), let face = faces.value(expression, "expression", &unknown) {
            expressions.insert(face)
        }
        let angles = Array(try reader.take(3))
        let uncertainties = Array(try reader.take(3))
        for (axis, angle) in zip(["yaw", "pitch", "roll"], angles) where angle > Pose.Angle.lastCode {
            unknown.append("\(axis) \(angle)")
        }
        for (axis, code) in zip(["yaw", "pitch", "roll"], uncertainties) where code > Pose.Angle.lastCode {
            unknown.append("uncertainty of the \(axis) \(code)")
        }
        let decoded = zip(angles, uncertainties).map { Pose.Angle(code: $0, uncertaintyCode: $1) }
        if decoded.contains(where: { $0 != nil }) {
            pose = Pose(yaw: decoded[0], pitch: decoded[1], roll: decoded[2])
        }
    }

    fileprivate mutating func addImageInformation(_ reader: inout ByteReader, _ unknown: inout [String])
        throws(DecodingFailure)
    {
        let kinds: [Int: Kind] = [0: .basic, 1: .fullFrontal, 2: .tokenFrontal]
        let formats: [Int: AnnouncedFormat] = [0: .jpeg, 1: .jpeg2000]
        let spaces: [Int: ColourSpace] = [0: .unspecified, 1: .rgb24, 2: .yuv422, 3: .grey8, 4: .other]
        let sources: [Int: CaptureSource] = [
            0: .unspecified, 1: .unknownPhotograph, 2: .digitalCamera, 3: .scanner, 4: .unknownVideo, 5: .analogueVideo,
            6: .digitalVideo,
        ]
        kind = kinds.value(try reader.integer(width: 1), "image type", &unknown)
        announcedFormat = formats.value(try reader.integer(width: 1), "image data type", &unknown)
        width = try reader.integer(width: 2)
        height = try reader.integer(width: 2)
        // From 128 on, colour spaces and sources belong to vendors.
        let space = try reader.integer(width: 1)
        colourSpace = space < 128 ? spaces.value(space, "colour space", &unknown) : nil
        let device = try reader.integer(width: 1)
        source = device < 128 ? sources.value(device, "source", &unknown) : nil
        deviceType = try reader.integer(width: 2)
        quality = try reader.integer(width: 2)
    }
}

extension FaceInformation.FeaturePoint {
    /// Eight bytes: type, major and minor number, two coordinates, two bytes reserved.
    fileprivate init(_ reader: inout ByteReader, _ unknown: inout [String]) throws(DecodingFailure) {
        let type = try reader.integer(width: 1)
        if type != 1, !unknown.contains("feature point type \(type)") { unknown.append("feature point type \(type)") }
        let code = try reader.integer(width: 1)
        let x = try reader.integer(width: 2)
        let y = try reader.integer(width: 2)
        _ = try reader.take(2)
        self.init(name: "\(code >> 4).\(code & 0x0F)", x: x, y: y)
    }
}

extension Dictionary where Key == Int {
    /// The value of a code; nil with an entry in the list of unknown ones.
    fileprivate func value(_ code: Int, _ field: String, _ unknown: inout [String]) -> Value? {
        if self[code] == nil { unknown.append("\(field) \(code)") }
        return self[code]
    }
}

extension FaceInformation.Pose.Angle {
    /// Codes go from 1, no angle or no uncertainty, to 180 steps more.
    fileprivate static let lastCode: UInt8 = 181

    /// Steps of two degrees from 1 on, the upper half negative; 0 says nothing.
    fileprivate init?(code: UInt8, uncertaintyCode: UInt8) {
        guard code > 0, code <= Self.lastCode else { return nil }
        degrees = code <= 91 ? 2 * (Int(code) - 1) : 2 * (Int(code) - 181)
        uncertainty = uncertaintyCode == 0 ? nil : Int(uncertaintyCode) - 1
    }
}
