public import ByteCoding
public import Standards

/// DG3: the prints of the holder's fingers; a document of a holder without prints has none.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.3.
public struct DG3: Hashable, Sendable {
    /// The biometric information templates, in stored order.
    public let templates: [BiometricTemplate]
    /// The pictures of all templates, in stored order; also those whose format is not known.
    public let images: [FingerImage]
    /// Random bytes of a group without prints (53), which keep its hash from telling that there are none.
    public let filling: [UInt8]?
    /// What was tolerated.
    public let notes: [Reason]

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.DG3, tag 0x63 included.
    /// - Throws: `DecodingFailure` where the file holds no list of templates; a template that cannot be decoded while
    ///   others can is noted instead.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let group = try decoder.outermost(of: file, tag: 0x63)
        templates = try decoder.biometricTemplates(in: group)
        filling = try group.filling()
        var images: [FingerImage] = []
        for template in templates {
            let taken = decoder.fingerImages(of: template)
            guard images.count + taken.count <= TolerantDecoder.instanceLimit else {
                throw DecodingFailure(.tooComplex(limit: TolerantDecoder.instanceLimit), at: template.block.startIndex)
            }
            images += taken
        }
        self.images = images
        notes = decoder.notes
    }
}

extension DataObject {
    /// The random bytes (53) beside an empty list of templates, or inside it.
    func filling() throws(DecodingFailure) -> [UInt8]? {
        for object in try children(limit: 256) {
            if object.tag == 0x53 { return Array(object.value) }
            guard object.tag == 0x7F61 else { continue }
            for inner in (try? object.children(limit: 256)) ?? [] where inner.tag == 0x53 { return Array(inner.value) }
        }
        return nil
    }
}

extension TolerantDecoder {
    /// The pictures of one template.
    ///
    /// Tolerated: a record that cannot be decoded, and blocks of neither standard: a picture is then looked for by its
    /// signature.
    mutating func fingerImages(of template: BiometricTemplate) -> [FingerImage] {
        do {
            let images =
                switch template.encoding {
                case .iso19794: try fingerRecord(template.block)
                case .iso39794: try fingerDataBlock(template.block)
                case .unrecognized: [FingerImage]()
                }
            if !images.isEmpty {
                compare(template.header.subtype, with: images.first?.information.position)
                return images
            }
            note("unknownRecord", "a biometric data block holds no finger record of a known standard")
        } catch {
            note("malformedRecord", "a finger record cannot be decoded: \(error)")
        }
        let (picture, format) = picture(in: template.block)
        guard format != nil else { return [] }
        var information = FingerInformation()
        information.position = template.header.subtype?.first.flatMap(FingerPosition.init(subtype:))
        return [FingerImage(picture: picture, format: format, information: information, encoding: .unrecognized)]
    }

    private mutating func compare(_ subtype: [UInt8]?, with position: FingerPosition?) {
        guard let subtype = subtype?.first, let named = FingerPosition(subtype: subtype), let position,
            position.subtype != nil, named != position
        else { return }
        note("otherSubtype", "a template is that of the finger \(named) and its record that of \(position)")
    }
}
