import ByteCoding

/// ISO/IEC 39794-6 iris image data blocks.
///
/// The tags and codes were taken from the public readers that follow module ISO-IEC-39794-6-ed-1-v1 (JMRTD); no sample of
/// an issuer confirms them.
extension TolerantDecoder {
    /// Every picture of the block.
    mutating func irisDataBlock(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [IrisImage] {
        var images: [IrisImage] = []
        for representation in try representations(in: block, tag: 0x66, "IrisImageDataBlock") {
            images.append(try irisRepresentation(representation))
        }
        return images
    }

    private mutating func irisRepresentation(_ block: DataObject) throws(DecodingFailure) -> IrisImage {
        guard let data = try block.field(9) else {
            throw DecodingFailure(.missing("irisImageData"), at: block.value.startIndex)
        }
        var information = IrisInformation()
        information.eye = try block.field(0)?.unsignedNumber.flatMap { irisEye($0) }
        information.kind = try block.field(1)?.code().flatMap { irisKind($0) }
        information.bitsPerPixel = try block.field(2)?.unsignedNumber
        let formats: [IrisInformation.AnnouncedFormat] = [.pgm, .ppm, .png, .jpeg2000Lossless, .jpeg2000Lossy]
        information.announcedFormat = try block.field(3)?.code().flatMap {
            formats.indices.contains($0) ? formats[$0] : nil
        }
        information.horizontalOrientation = try block.field(4)?.unsignedNumber.flatMap(IrisInformation.Orientation.init)
        information.verticalOrientation = try block.field(5)?.unsignedNumber.flatMap(IrisInformation.Orientation.init)
        information.compressionHistory = try block.field(6)?.unsignedNumber.flatMap(
            IrisInformation.CompressionHistory.init)
        information.distance = try block.field(7)?.field(0)?.unsignedNumber
        if let date = try block.field(8) { information.capturedAt = try RecordedDate(dateTimeBlock: date) }
        if let device = try block.field(10) {
            information.deviceModel = try device.field(0)?.registryIdentifier()
            information.deviceTechnology = try device.field(1)?.code()
            information.certifications = try device.field(2)?.registryIdentifiers() ?? []
        }
        information.quality = try block.field(11)?.qualities() ?? []
        if let roll = try block.field(12) {
            information.rotation = try roll.field(0)?.unsignedNumber
            information.rotationUncertainty = try roll.field(1)?.unsignedNumber
        }
        if let place = try block.field(13) {
            information.localisation = IrisInformation.Localisation(
                smallestX: try place.field(0)?.unsignedNumber, largestX: try place.field(1)?.unsignedNumber,
                smallestY: try place.field(2)?.unsignedNumber, largestY: try place.field(3)?.unsignedNumber,
                smallestDiameter: try place.field(4)?.unsignedNumber,
                largestDiameter: try place.field(5)?.unsignedNumber)
        }
        if let attack = try block.field(14) { information.presentationAttack = try PresentationAttackData(attack) }
        if information.announcedFormat == .pgm || information.announcedFormat == .ppm {
            return IrisImage(picture: data.value, format: nil, information: information, encoding: .iso39794)
        }
        return irisImage(data.value, information, .iso39794)
    }
}
