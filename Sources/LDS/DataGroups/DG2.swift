public import ByteCoding
public import Standards

/// DG2: the pictures of the holder's face.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.2.
public struct DG2: Hashable, Sendable {
    /// The biometric information templates, in stored order.
    public let templates: [BiometricTemplate]
    /// The pictures of all templates, in stored order; also those whose format is not known.
    public let images: [FaceImage]
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG2, tag 0x75 included.
    /// - Throws: `DecodingFailure` where the file holds no biometric template; a template that cannot be decoded while
    ///   others can is noted instead.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x75)
        templates = try decoder.biometricTemplates(in: group)
        var images: [FaceImage] = []
        for template in templates {
            let taken = decoder.faceImages(of: template)
            guard images.count + taken.count <= TolerantDecoder.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: TolerantDecoder.instanceLimit), at: template.block.startIndex)
            }
            images += taken
        }
        self.images = images
        notes = decoder.notes
    }
}

extension TolerantDecoder {
    /// The pictures of one template.
    ///
    /// Tolerated: a record that cannot be decoded, and blocks of neither standard: a picture is then looked for by its
    /// signature (field notes 59 and 61).
    fileprivate mutating func faceImages(of template: BiometricTemplate) -> [FaceImage] {
        do {
            let images =
                switch template.encoding {
                case .iso19794: try facialRecord(template.block)
                case .iso39794: try faceDataBlock(template.block)
                case .unrecognized: [FaceImage]()
                }
            if !images.isEmpty { return images }
            note("unknownRecord", "a biometric data block holds no face record of a known standard")
        } catch {
            note("malformedRecord", "a face record cannot be decoded: \(error)")
        }
        let (picture, format) = picture(in: template.block)
        guard format != nil else { return [] }
        return [FaceImage(picture: picture, format: format, information: FaceInformation(), encoding: .unrecognized)]
    }
}
