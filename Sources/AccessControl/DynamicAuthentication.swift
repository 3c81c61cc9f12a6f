package import ByteCoding
package import CardTransport
package import Standards

/// The data of GENERAL AUTHENTICATE: data objects inside of tag 7C.
///
/// Spec: ISO/IEC 7816-4 §11.5.5; ICAO Doc 9303-11 (8th ed.) §4.4.4.2 and §6.2.5.
package struct DynamicAuthenticationData {
    /// The objects, in their order.
    package let objects: [DataObject]

    /// Reads an answer. Objects that are not asked for later are skipped.
    package init(answer: [UInt8], at clause: SpecReference) throws(AccessControlError) {
        do throws(DecodingFailure) {
            var reader = ByteReader(answer)
            objects = try reader.dataObject(0x7C).children(limit: 16)
            try reader.end()
        } catch { throw .malformedAnswer(at: clause) }
    }

    /// The value of the only object with a tag; nil where there is none, or more than one.
    package subscript(tag: Int) -> [UInt8]? {
        let found = objects.filter { $0.tag == tag }
        return found.count == 1 ? found.first.map { Array($0.value) } : nil
    }

    /// The tag with nothing inside, or with one object.
    package static func encode(_ tag: Int? = nil, _ value: [UInt8] = []) -> [UInt8] {
        DataObjectWriter.encode(0x7C, tag.map { DataObjectWriter.encode($0, value) } ?? [])
    }
}

extension CommandAPDU {
    /// GENERAL AUTHENTICATE; `isLast` is false for all but the last command of a protocol.
    ///
    /// Lengths are short wherever data and answer fit, since chips have refused a long Le that nothing needed (field
    /// note 24).
    ///
    /// - Parameter answerByteCount: The most bytes that the answer has.
    package static func generalAuthenticate(_ data: [UInt8], isLast: Bool, answerByteCount: Int) -> CommandAPDU {
        let isLong = data.count > 255 || answerByteCount > 256
        return CommandAPDU(
            cla: isLast ? 0x00 : 0x10, ins: 0x86, p1: 0x00, p2: 0x00, data: data,
            expectedCount: isLong ? 65_536 : 256)
    }

    /// MANAGE SECURITY ENVIRONMENT, without an Le (field note 13).
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.4.4.1, §6.2.4 and §7.1.4.
    package static func manageSecurityEnvironment(p1: UInt8, p2: UInt8, _ objects: [[UInt8]]) -> CommandAPDU {
        CommandAPDU(ins: 0x22, p1: p1, p2: p2, data: objects.flatMap(\.self))
    }
}

extension CardChannel where Self: ~Copyable {
    /// Sends one GENERAL AUTHENTICATE and returns what is inside of its answer.
    package mutating func authenticate(
        _ data: [UInt8], isLast: Bool, answerByteCount: Int, at clause: SpecReference
    ) throws(AccessControlError) -> DynamicAuthenticationData {
        let command = CommandAPDU.generalAuthenticate(data, isLast: isLast, answerByteCount: answerByteCount)
        let answer: ResponseAPDU
        do { answer = try transmit(command) } catch { throw .transport(error) }
        guard answer.status == .success else { throw .refused(answer.status, at: clause) }
        return try DynamicAuthenticationData(answer: answer.data, at: clause)
    }
}
