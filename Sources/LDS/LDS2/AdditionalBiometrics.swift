public import ByteCoding
public import Standards

/// One of the files EF.Biometrics1 to EF.Biometrics64: biometric data that a state added after issuance.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.5 and Table 93.
public struct AdditionalBiometrics: Hashable, Sendable {
    /// The biometric data as stored (the contents of 5F2E).
    public let data: [UInt8]
    /// The pictures of a face, of fingers or of irises that were found in the data.
    public let content: Content
    /// The signature; nil where the file has none.
    public let seal: RecordSeal?
    /// What was tolerated.
    public let notes: [Reason]

    /// What the data hold.
    public enum Content: Hashable, Sendable {
        case faces([FaceImage])
        case fingers([FingerImage])
        case irises([IrisImage])
        /// Data in no form of ISO/IEC 19794 or 39794.
        case unrecognized
    }

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of the file, tag 0x7F2E included.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let template = try decoder.outermost(of: file, tag: 0x7F2E)
        let sealed = try SealedRecord(decoder.children(of: template, limit: 64), signed: 0x5F2E, &decoder)
        let block = sealed.outer[0x5F2E]?.value ?? []
        data = Array(block)
        seal = sealed.seal
        content = decoder.biometrics(block)
        notes = decoder.notes
    }
}

extension TolerantDecoder {
    /// Data of one of the kinds that DG2 to DG4 know, inside a template or by themselves.
    fileprivate mutating func biometrics(_ block: ArraySlice<UInt8>) -> AdditionalBiometrics.Content {
        var inner = block
        var reader = ByteReader(block)
        if let object = try? reader.dataObject(), object.tag == 0x7F61,
            let templates = try? biometricTemplates(
                in: DataObject(tag: 0, value: object.encoded, encoded: object.encoded)),
            let first = templates.first
        {
            inner = first.block
        }
        do {
            if inner.starts(with: "FAC\0".utf8) { return .faces(try facialRecord(inner)) }
            if inner.starts(with: "FIR\0".utf8) { return .fingers(try fingerRecord(inner)) }
            if inner.starts(with: "IIR\0".utf8) { return .irises(try irisRecord(inner, formatType: nil)) }
            var content = ByteReader(inner)
            let outer = try content.dataObject()
            let tag = outer.tag == 0xA1 ? try outer.children(limit: 64).first?.tag : outer.tag
            switch tag {
            case 0x65: return .faces(try faceDataBlock(inner))
            case 0x64: return .fingers(try fingerDataBlock(inner))
            case 0x66: return .irises(try irisDataBlock(inner))
            default: break
            }
        } catch {
            note("malformedRecord", "the biometric data cannot be decoded: \(error)")
            return .unrecognized
        }
        note("unknownRecord", "the biometric data are in no form that is known")
        return .unrecognized
    }
}
