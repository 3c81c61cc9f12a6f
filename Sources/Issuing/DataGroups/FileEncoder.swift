import ByteCoding
public import LDS
import Standards

/// Encodes the files of an eMRTD as an issuer writes them.
///
/// Each function returns a whole file, its outer tag included. What is put in is not judged: a test may want a
/// document that breaks a rule.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6 and §4.7.
public enum FileEncoder {
    /// EF.COM with the versions of LDS and Unicode and the tags of the groups that are there.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.1.
    public static func com(
        groups: [DataGroup], ldsVersion: String = "0107", unicodeVersion: String = "040000"
    ) -> [UInt8] {
        template(
            0x60,
            [
                object(0x5F01, ldsVersion), object(0x5F36, unicodeVersion),
                DataObjectWriter.encode(0x5C, groups.map { UInt8($0.tag) }),
            ])
    }

    /// EF.DG1: the machine readable zone without line ends.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.1.
    public static func dg1(lines: [String]) -> [UInt8] {
        template(DataGroup.dg1.tag, [object(0x5F1F, lines.joined())])
    }

    /// EF.DG14: the security infos, each already encoded, as a SET OF.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.14.
    public static func dg14(securityInfos: [[UInt8]], form: SecurityInfosForm = .der) -> [UInt8] {
        let encoded = template(DataGroup.dg14.tag, [form.encode(securityInfos)])
        return form == .longLengths ? SecurityInfosForm.lengthened(encoded) : encoded
    }

    /// EF.DG15: the public key for Active Authentication, a SubjectPublicKeyInfo.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.15.
    public static func dg15(subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
        template(DataGroup.dg15.tag, [subjectPublicKeyInfo])
    }

    /// Any other group around contents that are already encoded.
    public static func file(of group: DataGroup, contents: [UInt8]) -> [UInt8] {
        DataObjectWriter.encode(group.tag, contents)
    }

    /// EF.DIR: one application template for each application identifier.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.2.
    public static func directory(applications: [[UInt8]]) -> [UInt8] {
        applications.flatMap { DataObjectWriter.encode(0x61, DataObjectWriter.encode(0x4F, $0)) }
    }

    /// EF.CVCA: the trust points for Terminal Authentication, the current one first, filled up to 36 bytes.
    ///
    /// Spec: BSI TR-03110-3 A.7.2.4.
    public static func authorityReferences(_ references: [String]) -> [UInt8] {
        let encoded = references.flatMap { object(0x42, $0) }
        return encoded + [UInt8](repeating: 0x00, count: max(0, 36 - encoded.count))
    }

    /// EF.ATR/INFO: the card's capabilities and, where it can do extended length, the largest APDUs in bytes.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.1; ISO/IEC 7816-4 §8.1.1.2.7 for the third byte of capabilities.
    public static func attributes(
        maximumCommandByteCount: Int?, maximumResponseByteCount: Int?, chains: Bool = false
    ) -> [UInt8] {
        // Selection by full name and by short identifier; one-byte data units; bit 8 of the third byte is chaining.
        let chaining: UInt8 = chains ? 0x80 : 0x00
        guard let command = maximumCommandByteCount, let response = maximumResponseByteCount else {
            return DataObjectWriter.encode(0x47, [0x86, 0x01, chaining])
        }
        let lengths = [command, response].map { DER.integer($0) }
        return DataObjectWriter.encode(0x47, [0x86, 0x01, 0x60 | chaining]) + template(0x7F66, lengths)
    }

    static func template(_ tag: Int, _ parts: [[UInt8]]) -> [UInt8] {
        DataObjectWriter.encode(tag, containing: parts)
    }

    static func object(_ tag: Int, _ text: String) -> [UInt8] {
        DataObjectWriter.encode(tag, Array(text.utf8))
    }
}
