public import ByteCoding
public import Standards

/// EF.ATR/INFO: what the chip says about itself before any access protocol.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.1; ISO/IEC 7816-4 §12.1.1 (card capabilities).
public struct CardAttributes: Hashable, Sendable {
    /// The card capabilities as stored (tag 47), one to three bytes; nil where they are missing.
    public let capabilities: [UInt8]?
    /// The longest command and answer in bytes (7F66); nil where the file does not say.
    public let bufferSizes: BufferSizes?
    /// Card service data (43), one byte: how applications are selected, and whether EF.DIR and EF.ATR/INFO can be read.
    public let serviceData: UInt8?
    /// Data objects of other tags, in stored order.
    public let otherFields: [StoredField]
    /// What was tolerated.
    public let notes: [Reason]

    /// Extended length information.
    public struct BufferSizes: Hashable, Sendable {
        /// The most bytes of a command APDU.
        public let command: Int
        /// The most bytes of an answer APDU.
        public let response: Int
    }

    /// Whether applications can be selected by their full name; nil where the file does not say.
    public var selectsByFullName: Bool? { bit(0x80, ofByte: 0) }
    /// Whether records can be read by number; nil where the file does not say.
    public var readsRecordsByNumber: Bool? { bit(0x02, ofByte: 0) }
    /// Whether files can be selected by short identifier; nil where the file does not say.
    public var selectsByShortIdentifier: Bool? { bit(0x04, ofByte: 0) }
    /// Whether commands can be chained; nil where the file does not say.
    public var supportsCommandChaining: Bool? { bit(0x80, ofByte: 2) }
    /// Whether extended Lc and Le are understood; nil where the file does not say.
    public var supportsExtendedLength: Bool? { bit(0x40, ofByte: 2) }

    /// Decodes the file, which holds several data objects one after another.
    ///
    /// - Throws: `DecodingFailure` where not even the first data object can be read.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let objects = try decoder.sequence(file)
        var capabilities: [UInt8]?
        var sizes: BufferSizes?
        var serviceData: UInt8?
        var others: [StoredField] = []
        for object in objects {
            switch object.tag {
            case 0x47 where (1...3).contains(object.value.count): capabilities = Array(object.value)
            case 0x7F66: sizes = try decoder.bufferSizes(object)
            case 0x43 where object.value.count == 1: serviceData = object.value.first
            default: others.append(StoredField(tag: object.tag, value: Array(object.value)))
            }
        }
        self.capabilities = capabilities
        self.serviceData = serviceData
        otherFields = others
        bufferSizes = sizes
        notes = decoder.notes
    }

    private func bit(_ mask: UInt8, ofByte index: Int) -> Bool? {
        guard let capabilities, capabilities.indices.contains(index) else { return nil }
        return capabilities[index] & mask != 0
    }
}

extension TolerantDecoder {
    /// The data objects of a file that has no outermost one.
    ///
    /// Tolerated: filling with `00` in front, with `00` or `FF` behind.
    mutating func sequence(_ file: [UInt8]) throws(DecodingFailure) -> [DataObject] {
        let end = file.lastIndex { $0 != 0x00 && $0 != 0xFF }.map { $0 + 1 } ?? 0
        var reader = ByteReader(file.drop { $0 == 0x00 })
        var objects = [try reader.dataObject()]
        while !reader.isAtEnd, reader.offset < end {
            guard objects.count < 64 else { throw DecodingFailure(.tooComplex(limit: 64), at: reader.offset) }
            do {
                objects.append(try reader.dataObject())
            } catch {
                note("undecodableRest", "the rest of the file is skipped: \(error)")
                return objects
            }
        }
        if !reader.isAtEnd { note("trailingBytes", "\(reader.remaining) bytes follow the last data object") }
        return objects
    }

    fileprivate mutating func bufferSizes(_ object: DataObject) throws(DecodingFailure) -> CardAttributes.BufferSizes? {
        let sizes = try children(of: object).filter { $0.tag == 0x02 }.compactMap(\.unsignedNumber)
        guard sizes.count >= 2, sizes[0] > 0, sizes[1] > 0 else {
            note("malformedBufferSizes", "the extended length information (7F66) does not hold two sizes")
            return nil
        }
        return CardAttributes.BufferSizes(command: sizes[0], response: sizes[1])
    }
}
