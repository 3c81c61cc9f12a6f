import ByteCoding

/// ISO/IEC 19794-6 iris image records of 2005 and 2011.
///
/// Spec: ISO/IEC 19794-6:2005 §6 (45 bytes for the record, 3 for each eye, 11 for each picture): confirmed with the BSI
/// TR-03105-5 data set. ISO/IEC 19794-6:2011: told by a public reader of it (usnistgov/libbiomeval).
extension TolerantDecoder {
    /// Every picture of a record that begins with `IIR`.
    ///
    /// - Parameter formatType: The format that the header of the template names: 0009 rectilinear, 000B polar.
    ///   The number for polar pictures could not be confirmed.
    mutating func irisRecord(
        _ block: ArraySlice<UInt8>, formatType: [UInt8]?
    ) throws(DecodingFailure) -> [IrisImage] {
        var reader = ByteReader(block)
        _ = try reader.take(4)
        let version = try reader.take(4)
        if version.elementsEqual("020\0".utf8) { return try irisRecord2011(block) }
        if !version.elementsEqual("010\0".utf8) {
            note("unknownRecordVersion", "the iris record has version \(Hexadecimal.encode(version))")
        }
        noteRecordLength(try reader.integer(width: 4), of: block, "iris")
        var general = IrisInformation()
        general.deviceType = try reader.integer(width: 2)
        let eyeCount = try reader.integer(width: 1)
        let headerLength = try reader.integer(width: 2)
        general.addProperties(try reader.integer(width: 2))
        general.diameter = try reader.integer(width: 2)
        general.announcedFormat = irisFormat(try reader.integer(width: 2), Self.formats2005)
        general.width = try reader.integer(width: 2)
        general.height = try reader.integer(width: 2)
        general.bitsPerPixel = try reader.integer(width: 1)
        general.isTransformed = try reader.integer(width: 1) == 1
        general.deviceIdentifier = Array(try reader.take(16))
        general.geometry = formatType == [0x00, 0x0B] ? .polar : formatType == [0x00, 0x09] ? .rectilinear : nil
        if headerLength > 45, let extra = try? reader.take(headerLength - 45) {
            note("longHeader", "\(extra.count) bytes follow the known part of the header of the iris record")
        } else if headerLength != 45 {
            note("wrongHeaderLength", "the header of the iris record announces \(headerLength) bytes and has 45")
        }

        var images: [IrisImage] = []
        for index in 0..<eyeCount {
            guard !reader.isAtEnd else {
                note("wrongCount", "\(eyeCount) eyes are announced and \(index) are there")
                break
            }
            let eye = irisEye(try reader.integer(width: 1))
            let imageCount = try reader.integer(width: 2)
            for number in 0..<imageCount {
                guard !reader.isAtEnd else {
                    note("wrongCount", "\(imageCount) pictures of an eye are announced and \(number) are there")
                    break
                }
                guard images.count < Self.instanceLimit else {
                    throw DecodingFailure(.tooComplex(limit: Self.instanceLimit), at: reader.offset)
                }
                var information = general
                information.eye = eye
                let isLast = index + 1 == eyeCount && number + 1 == imageCount
                images.append(try irisImage2005(&reader, information, isLast: isLast))
            }
        }
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow the last picture of the record") }
        return images
    }

    private mutating func irisImage2005(
        _ reader: inout ByteReader, _ general: IrisInformation, isLast: Bool
    ) throws(DecodingFailure) -> IrisImage {
        var information = general
        information.imageNumber = try reader.integer(width: 2)
        information.quality = [BiometricQuality(code: try reader.integer(width: 1))]
        information.rotation = Self.known(try reader.integer(width: 2))
        information.rotationUncertainty = Self.known(try reader.integer(width: 2))
        let length = try reader.integer(width: 4)
        return irisImage(blockData(length, &reader, isLast: isLast, "an iris block"), information, .iso19794)
    }

    private mutating func irisRecord2011(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [IrisImage] {
        var reader = ByteReader(block)
        _ = try reader.take(8)
        noteRecordLength(try reader.integer(width: 4), of: block, "iris")
        let count = try reader.integer(width: 2)
        _ = try reader.take(2)
        var images: [IrisImage] = []
        while images.count < count, !reader.isAtEnd {
            guard images.count < Self.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: Self.instanceLimit), at: reader.offset)
            }
            images.append(try irisImage2011(&reader, isLast: images.count + 1 == count))
        }
        if images.count < count { note("wrongCount", "\(count) pictures are announced and \(images.count) are there") }
        return images
    }

    private mutating func irisImage2011(_ reader: inout ByteReader, isLast: Bool) throws(DecodingFailure) -> IrisImage {
        var information = IrisInformation()
        _ = try reader.integer(width: 4)
        information.capturedAt = try RecordedDate(record2011: &reader)
        information.deviceTechnology = try reader.integer(width: 1)
        information.deviceModel = try RegistryIdentifier(&reader, idWidth: 2)
        information.quality = try qualities2011(&reader)
        information.imageNumber = try reader.integer(width: 2)
        information.eye = irisEye(try reader.integer(width: 1))
        information.kind = irisKind(try reader.integer(width: 1))
        information.announcedFormat = irisFormat(try reader.integer(width: 1), Self.formats2011)
        let properties = try reader.integer(width: 1)
        information.horizontalOrientation = .init(rawValue: properties & 0x03)
        information.verticalOrientation = .init(rawValue: properties >> 2 & 0x03)
        information.compressionHistory = .init(rawValue: properties >> 6 & 0x03)
        information.width = try reader.integer(width: 2)
        information.height = try reader.integer(width: 2)
        information.bitsPerPixel = try reader.integer(width: 1)
        let distance = try reader.integer(width: 2)
        // 0 is not assigned, 1 a failure, FFFF an overflow.
        information.distance = (2..<0xFFFF).contains(distance) ? distance : nil
        information.rotation = Self.known(try reader.integer(width: 2))
        information.rotationUncertainty = Self.known(try reader.integer(width: 2))
        var place = IrisInformation.Localisation()
        place.smallestX = try reader.integer(width: 2)
        place.largestX = try reader.integer(width: 2)
        place.smallestY = try reader.integer(width: 2)
        place.largestY = try reader.integer(width: 2)
        place.smallestDiameter = try reader.integer(width: 2)
        place.largestDiameter = try reader.integer(width: 2)
        information.localisation = place
        let length = try reader.integer(width: 4)
        return irisImage(blockData(length, &reader, isLast: isLast, "an iris block"), information, .iso19794)
    }

    mutating func irisImage(
        _ data: ArraySlice<UInt8>, _ information: IrisInformation, _ encoding: BiometricTemplate.Encoding
    ) -> IrisImage {
        let isRaw = information.announcedFormat == .monochromeRaw || information.announcedFormat == .colourRaw
        if isRaw, ImageFormat.detect(data) == nil {
            let image = IrisImage(picture: data, format: nil, information: information, encoding: encoding)
            guard let pixels = image.rawPixels else {
                note("noPicture", "\(data.count) bytes are fewer than the size of the uncompressed picture asks for")
                return image
            }
            return IrisImage(picture: pixels.bytes, format: nil, information: information, encoding: encoding)
        }
        let (picture, format) = picture(in: data)
        return IrisImage(picture: picture, format: format, information: information, encoding: encoding)
    }

    mutating func irisEye(_ code: Int) -> IrisInformation.Eye? {
        let eye = IrisInformation.Eye(rawValue: code)
        if eye == nil { note("unknownCode", "\(code) is no eye") }
        return eye
    }

    mutating func irisKind(_ code: Int) -> IrisInformation.Kind? {
        let kind = IrisInformation.Kind(rawValue: code)
        if kind == nil { note("unknownCode", "\(code) is no kind of iris picture") }
        return kind
    }

    private mutating func irisFormat(
        _ code: Int, _ formats: [Int: IrisInformation.AnnouncedFormat]
    ) -> IrisInformation.AnnouncedFormat? {
        if formats[code] == nil { note("unknownCode", "\(code) is no format of iris pictures") }
        return formats[code]
    }

    private static func known(_ number: Int) -> Int? { number == 0xFFFF ? nil : number }

    private static let formats2005: [Int: IrisInformation.AnnouncedFormat] = [
        0x02: .monochromeRaw, 0x04: .colourRaw, 0x06: .monochromeJPEG, 0x08: .colourJPEG, 0x0A: .monochromeJPEGLS,
        0x0C: .colourJPEGLS, 0x0E: .monochromeJPEG2000, 0x10: .colourJPEG2000,
    ]

    private static let formats2011: [Int: IrisInformation.AnnouncedFormat] = [
        0x02: .monochromeRaw, 0x0A: .monochromeJPEG2000, 0x0E: .png,
    ]
}

extension IrisInformation {
    /// The bits of the iris image properties of 2005, from the lowest on.
    fileprivate mutating func addProperties(_ bits: Int) {
        horizontalOrientation = Orientation(rawValue: bits & 0x03)
        verticalOrientation = Orientation(rawValue: bits >> 2 & 0x03)
        scan = Scan(rawValue: bits >> 4 & 0x03)
        occlusionsProcessed = bits & 0x40 != 0
        occlusionFilling = bits & 0x80 != 0 ? .unit : .zero
        boundaryExtracted = bits & 0x100 != 0
    }
}
