public import ByteCoding
public import Standards

/// DG4: pictures of the holder's irises; a document of a holder without any has none.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.4.
public struct DG4: Hashable, Sendable {
    /// The biometric information templates, in stored order.
    public let templates: [BiometricTemplate]
    /// The pictures of all templates, in stored order; also those whose format is not known.
    public let images: [IrisImage]
    /// Random bytes of a group without irises (53).
    public let filling: [UInt8]?
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG4, tag 0x76 included.
    /// - Throws: `DecodingFailure` where the file holds no list of templates; a template that cannot be decoded while
    ///   others can is noted instead.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x76)
        templates = try decoder.biometricTemplates(in: group)
        filling = try group.filling()
        var images: [IrisImage] = []
        for template in templates {
            let taken = decoder.irisImages(of: template)
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
    /// signature.
    mutating func irisImages(of template: BiometricTemplate) -> [IrisImage] {
        do {
            let images =
                switch template.encoding {
                case .iso19794: try irisRecord(template.block, formatType: template.header.formatType)
                case .iso39794: try irisDataBlock(template.block)
                case .unrecognized: [IrisImage]()
                }
            if !images.isEmpty {
                compare(template.header.subtype, with: images)
                return images
            }
            note("unknownRecord", "a biometric data block holds no iris record of a known standard")
        } catch {
            note("malformedRecord", "an iris record cannot be decoded: \(error)")
        }
        let (picture, format) = picture(in: template.block)
        guard format != nil else { return [] }
        return [IrisImage(picture: picture, format: format, information: IrisInformation(), encoding: .unrecognized)]
    }

    /// Subtype 1 is the right eye and 2 the left one.
    private mutating func compare(_ subtype: [UInt8]?, with images: [IrisImage]) {
        guard let subtype = subtype?.first, let named = IrisInformation.Eye(rawValue: Int(subtype)), named != .unknown
        else { return }
        let eyes = Set(images.compactMap(\.information.eye).filter { $0 != .unknown })
        if eyes.count == 1, !eyes.contains(named) {
            note("otherSubtype", "a template is that of the \(named) eye and its record that of the other")
        }
    }
}
