import ByteCoding
import CPCSCLite
import CardTransport

/// What a reader says of itself.
///
/// Spec: PC/SC Part 10 §2.2 (features) and §2.6.14 (properties).
package struct ReaderFeatures: Hashable, Sendable {
    /// The most bytes of command data that reader and driver carry; nil where they do not say.
    package var maximumDataByteCount: Int?

    /// The most bytes of a whole command APDU.
    ///
    /// Readers that carry extended length say 65,536; those that do not say 256, nothing, or zero.
    package var maximumCommandByteCount: Int {
        guard let maximumDataByteCount, maximumDataByteCount > 256 else { return CommandAPDU.maximumShortByteCount }
        return min(maximumDataByteCount + 9, CommandAPDU.maximumExtendedByteCount)
    }

    /// Reads the answer to `FEATURE_GET_TLV_PROPERTIES`; what is not well-formed ends the list.
    package init(properties: [UInt8]) {
        var reader = ByteReader(properties)
        while let tag = try? reader.integer(width: 1), let count = try? reader.integer(width: 1),
            let value = try? reader.take(count)
        {
            guard tag == Int(PCSCv2_PART10_PROPERTY_dwMaxAPDUDataSize), (1...4).contains(count) else { continue }
            // Little-endian, as all properties are; the list of features is big-endian.
            maximumDataByteCount = value.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
    }

    /// The control code of a feature in the answer to `CM_IOCTL_GET_FEATURE_REQUEST`; nil where it is not there.
    package static func controlCode(of feature: Int, in features: [UInt8]) -> Int? {
        var reader = ByteReader(features)
        while let tag = try? reader.integer(width: 1), let count = try? reader.integer(width: 1),
            let value = try? reader.take(count)
        {
            if tag == feature, count == 4 { return value.reduce(0) { $0 << 8 | Int($1) } }
        }
        return nil
    }

    /// Whether the answer to GetReadersPACECapabilities offers PACE: no error, and bit 7 of the bitmap.
    ///
    /// Spec: PC/SC Part 10 Amendment 1 §2.5; BSI TR-03119 D.1.1.
    package static func runsPACE(capabilities: [UInt8]) -> Bool {
        capabilities.count == 7 && capabilities.prefix(6) == [0, 0, 0, 0, 1, 0] && capabilities[6] & 0x40 != 0
    }

    /// Asks the reader of a connected card; a reader without features is no error.
    init(of card: SCARDHANDLE) {
        self.init(properties: [])
        guard let features = Self.control(card, cpcsc_control_code(3400)),
            let code = Self.controlCode(of: Int(FEATURE_GET_TLV_PROPERTIES), in: features),
            let properties = Self.control(card, DWORD(code))
        else { return }
        self.init(properties: properties)
    }

    /// Sends a control command to the reader; nil where it is not carried out.
    static func control(_ card: SCARDHANDLE, _ code: DWORD, _ input: [UInt8] = []) -> [UInt8]? {
        var answer = [UInt8](repeating: 0, count: Int(MAX_BUFFER_SIZE))
        var byteCount = DWORD(0)
        guard
            SCardControl(card, code, input, DWORD(input.count), &answer, DWORD(answer.count), &byteCount)
                == SCARD_S_SUCCESS
        else {
            return nil
        }
        return Array(answer.prefix(Int(byteCount)))
    }
}
