import ByteCoding

/// ISO/IEC 19794-4 finger image records of 2005 and 2011.
///
/// Spec: ISO/IEC 19794-4:2005 §7 (general header of 32 bytes) and §8 (14 bytes before each picture): confirmed with the
/// BSI TR-03105-5 data set. The layout of 2011 is told only by public readers of it (mosip/bio-utils).
extension TolerantDecoder {
    /// Every picture of a record that begins with `FIR`.
    ///
    /// Tolerated: record and block lengths that are off; the enclosing data object rules.
    mutating func fingerRecord(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FingerImage] {
        var reader = ByteReader(block)
        _ = try reader.take(4)
        let version = try reader.take(4)
        if version.elementsEqual("020\0".utf8) { return try fingerRecord2011(block) }
        if !version.elementsEqual("010\0".utf8) {
            note("unknownRecordVersion", "the finger record has version \(Hexadecimal.encode(version))")
        }
        noteRecordLength(try reader.integer(width: 6), of: block, "finger")
        var general = FingerInformation()
        general.deviceType = try reader.integer(width: 2)
        general.acquisitionLevel = try reader.integer(width: 2)
        let fingerCount = try reader.integer(width: 1)
        let unit = samplingUnit(try reader.integer(width: 1))
        general.captureRate = try SamplingRate(&reader, unit)
        general.imageRate = try SamplingRate(&reader, unit)
        general.bitsPerPixel = try reader.integer(width: 1)
        general.compression = fingerCompression(try reader.integer(width: 1), FingerCompression.codes2005)
        _ = try reader.take(2)

        var images: [FingerImage] = []
        var seen: Set<Int> = []
        while !reader.isAtEnd,
            images.count < fingerCount || seen.count < fingerCount || images.last?.isLastView == false
        {
            guard images.count < Self.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: Self.instanceLimit), at: reader.offset)
            }
            let start = reader.offset
            let length = try reader.integer(width: 4)
            var information = general
            let position = try reader.integer(width: 1)
            information.position = fingerPosition(position)
            seen.insert(position)
            let viewCount = try reader.integer(width: 1)
            let viewNumber = try reader.integer(width: 1)
            information.viewCount = viewCount
            information.viewNumber = viewNumber
            information.quality = [BiometricQuality(code: try reader.integer(width: 1))]
            information.impression = fingerImpression(try reader.integer(width: 1))
            information.width = try reader.integer(width: 2)
            information.height = try reader.integer(width: 2)
            _ = try reader.take(1)
            let isLast = seen.count >= fingerCount && images.count + 1 >= fingerCount && viewNumber >= viewCount
            let data = blockData(length - (reader.offset - start), &reader, isLast: isLast, "a finger block")
            images.append(fingerImage(data, information))
        }
        if seen.count < fingerCount && images.count < fingerCount {
            note("wrongCount", "\(fingerCount) fingers are announced and \(images.count) are there")
        }
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow the last picture of the record") }
        return images
    }

    private mutating func fingerRecord2011(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FingerImage] {
        var reader = ByteReader(block)
        _ = try reader.take(8)
        noteRecordLength(try reader.integer(width: 4), of: block, "finger")
        let count = try reader.integer(width: 2)
        let isCertified = try reader.integer(width: 1) & 0x01 != 0
        _ = try reader.integer(width: 1)
        var images: [FingerImage] = []
        while images.count < count, !reader.isAtEnd {
            guard images.count < Self.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: Self.instanceLimit), at: reader.offset)
            }
            _ = try reader.integer(width: 4)
            var information = FingerInformation()
            information.capturedAt = try RecordedDate(record2011: &reader)
            information.deviceTechnology = try reader.integer(width: 1)
            information.deviceModel = try RegistryIdentifier(&reader, idWidth: 2)
            information.quality = try qualities2011(&reader)
            if isCertified {
                for _ in 0..<(try reader.integer(width: 1)) {
                    information.certifications.append(try RegistryIdentifier(&reader, idWidth: 1))
                }
            }
            information.position = fingerPosition(try reader.integer(width: 1))
            information.viewNumber = try reader.integer(width: 1)
            let unit = samplingUnit(try reader.integer(width: 1))
            information.captureRate = try SamplingRate(&reader, unit)
            information.imageRate = try SamplingRate(&reader, unit)
            information.bitsPerPixel = try reader.integer(width: 1)
            information.compression = fingerCompression(try reader.integer(width: 1), FingerCompression.codes2011)
            information.impression = fingerImpression(try reader.integer(width: 1))
            information.width = try reader.integer(width: 2)
            information.height = try reader.integer(width: 2)
            let length = try reader.integer(width: 4)
            let data = blockData(length, &reader, isLast: images.count + 1 == count, "a finger block")
            images.append(fingerImage(data, information))
        }
        if images.count < count { note("wrongCount", "\(count) pictures are announced and \(images.count) are there") }
        return images
    }

    private mutating func fingerImage(_ data: ArraySlice<UInt8>, _ information: FingerInformation) -> FingerImage {
        let isRaw = information.compression == .uncompressed || information.compression == .packed
        // Tolerated: a compressed picture that the record calls uncompressed.
        if isRaw, ImageFormat.detect(data) == nil {
            let image = FingerImage(picture: data, format: nil, information: information, encoding: .iso19794)
            guard let pixels = image.rawPixels else {
                note("noPicture", "\(data.count) bytes are fewer than the size of the uncompressed picture asks for")
                return image
            }
            return FingerImage(picture: pixels.bytes, format: nil, information: information, encoding: .iso19794)
        }
        let (picture, format) = picture(in: data)
        if let format, let announced = information.compression, !announced.allows(format) {
            note("otherFormat", "the record announces \(announced) and the picture is \(format.rawValue)")
        }
        return FingerImage(picture: picture, format: format, information: information, encoding: .iso19794)
    }

    private mutating func samplingUnit(_ code: Int) -> SamplingRate.Unit? {
        switch code {
        case 1: return .inch
        case 2: return .centimetre
        default:
            note("unknownCode", "\(code) is no unit of scale of a finger record")
            return nil
        }
    }

    private mutating func fingerPosition(_ code: Int) -> FingerPosition? {
        let position = FingerPosition(rawValue: code)
        if position == nil { note("unknownCode", "\(code) is no position of a finger or palm") }
        return position
    }

    private mutating func fingerImpression(_ code: Int) -> FingerImpression? {
        let impression = FingerImpression(iso19794: code)
        if impression == nil { note("unknownCode", "\(code) is no kind of impression") }
        return impression
    }

    private mutating func fingerCompression(_ code: Int, _ codes: [FingerCompression]) -> FingerCompression? {
        guard codes.indices.contains(code) else {
            note("unknownCode", "\(code) is no compression of a finger record")
            return nil
        }
        return codes[code]
    }
}

extension FingerImage {
    fileprivate var isLastView: Bool {
        guard let number = information.viewNumber, let count = information.viewCount else { return true }
        return number >= count
    }
}

extension FingerCompression {
    fileprivate func allows(_ format: ImageFormat) -> Bool {
        switch self {
        case .uncompressed, .packed, .pgm: false
        case .wsq: format == .wsq
        case .jpeg: format == .jpeg
        case .jpeg2000, .jpeg2000Lossy, .jpeg2000Lossless: format == .jp2 || format == .jpeg2000Codestream
        case .png: format == .png
        }
    }
}
