import ByteCoding

/// ISO/IEC 39794-4 finger image data blocks.
///
/// The tags and codes were taken from the public readers that follow module ISO-IEC-39794-4-ed-1-v2 (JMRTD); no sample of
/// an issuer confirms them.
extension TolerantDecoder {
    /// Every picture of the block.
    mutating func fingerDataBlock(_ block: ArraySlice<UInt8>) throws(DecodingFailure) -> [FingerImage] {
        var images: [FingerImage] = []
        for representation in try representations(in: block, tag: 0x64, "FingerImageDataBlock") {
            images.append(try fingerRepresentation(representation))
        }
        return images
    }

    private mutating func fingerRepresentation(_ block: DataObject) throws(DecodingFailure) -> FingerImage {
        guard let data = try block.field(3) else {
            throw DecodingFailure(.missing("imageData"), at: block.value.startIndex)
        }
        var information = FingerInformation()
        information.position = try block.field(0)?.code().flatMap(FingerPosition.init)
        information.impression = try block.field(1)?.code().flatMap(FingerImpression.init(iso39794:))
        let codes = FingerCompression.codes39794
        information.compression = try block.field(2)?.code().flatMap { codes.indices.contains($0) ? codes[$0] : nil }
        if let date = try block.field(4) { information.capturedAt = try RecordedDate(dateTimeBlock: date) }
        if let device = try block.field(5) {
            information.deviceModel = try device.field(0)?.registryIdentifier()
            information.deviceTechnology = try device.field(1)?.code()
            information.certifications = try device.field(2)?.registryIdentifiers() ?? []
        }
        information.quality = try block.field(6)?.qualities() ?? []
        if let rate = try block.field(7), let samples = try rate.field(0)?.unsignedNumber {
            information.imageRate = SamplingRate(
                horizontal: samples, vertical: samples,
                unit: try rate.field(1)?.unsignedNumber == 1 ? .centimetre : .inch)
        }
        information.isPositionComputed = try block.flag(8)
        information.originalRotation = try block.field(9)?.unsignedNumber
        information.isRotatedToVertical = try block.flag(10)
        information.isLossilyCompressed = try block.flag(11)
        information.segments = try block.field(12)?.segments() ?? []
        information.annotations = try block.field(13)?.annotations() ?? []
        if let attack = try block.field(14) { information.presentationAttack = try PresentationAttackData(attack) }
        for comment in try block.field(15)?.elements() ?? [] {
            information.comments.append(text(comment.value, of: "a comment"))
        }
        information.vendorData = try block.field(16)?.extendedData() ?? []
        let (picture, format) =
            information.compression == .pgm ? (data.value, nil) : picture(in: data.value)
        return FingerImage(picture: picture, format: format, information: information, encoding: .iso39794)
    }
}

extension DataObject {
    /// `SegmentationBlocks`, the segments of all algorithms together.
    fileprivate func segments() throws(DecodingFailure) -> [FingerInformation.Segment] {
        var segments: [FingerInformation.Segment] = []
        for segmentation in try elements(limit: 64) {
            let algorithm = try segmentation.field(0)?.registryIdentifier()
            for segment in try segmentation.field(1)?.elements(limit: 64) ?? [] {
                var points: [FingerInformation.Point] = []
                for point in try segment.field(1)?.elements() ?? [] {
                    guard let x = try point.field(0)?.unsignedNumber, let y = try point.field(1)?.unsignedNumber else {
                        continue
                    }
                    points.append(FingerInformation.Point(x: x, y: y))
                }
                segments.append(
                    FingerInformation.Segment(
                        position: try segment.field(0)?.code().flatMap(FingerPosition.init), points: points,
                        orientation: try segment.field(2)?.unsignedNumber,
                        quality: try segment.field(3)?.qualities() ?? [],
                        confidence: try segment.field(4)?.field(0)?.unsignedNumber, algorithm: algorithm))
            }
        }
        return segments
    }

    /// `AnnotationBlocks`.
    fileprivate func annotations() throws(DecodingFailure) -> [FingerInformation.Annotation] {
        var annotations: [FingerInformation.Annotation] = []
        for element in try elements(limit: 64) {
            annotations.append(
                FingerInformation.Annotation(
                    position: try element.field(0)?.code().flatMap(FingerPosition.init),
                    reason: try element.field(1)?.code().flatMap(FingerInformation.Annotation.Reason.init)))
        }
        return annotations
    }
}
