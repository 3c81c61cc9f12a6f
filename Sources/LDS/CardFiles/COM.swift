public import ByteCoding
public import Standards

/// EF.COM: the versions and the list of data groups. It is not signed.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.1.
public struct COM: Hashable, Sendable {
    /// The LDS version as stored, such as `0107`; nil where it is missing.
    public let ldsVersion: String?
    /// The Unicode version as stored, such as `040000`; nil where it is missing.
    public let unicodeVersion: String?
    /// The tag list as stored.
    public let tags: [Int]
    /// What was tolerated.
    public let notes: [Reason]

    /// The data groups that the tag list names, each once, in stored order.
    public var dataGroups: [DataGroup] {
        var groups: [DataGroup] = []
        for group in tags.compactMap(DataGroup.init(tag:)) where !groups.contains(group) { groups.append(group) }
        return groups
    }

    /// The most entries of a tag list.
    private static let tagLimit = 64

    /// Decodes the file.
    ///
    /// - Parameter file: The whole of EF.COM, tag 0x60 included.
    /// - Throws: `DecodingFailure`, also where there is no tag list.
    public init(encoded file: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let template = try decoder.outermost(of: file, tag: 0x60)
        let objects = try decoder.children(of: template)
        guard let list = objects.first(where: { $0.tag == 0x5C }) else {
            throw DecodingFailure(.missing("the tag list (5C)"), at: template.value.startIndex)
        }
        guard list.value.count <= Self.tagLimit else {
            throw DecodingFailure(.tooComplex(limit: Self.tagLimit), at: list.value.startIndex)
        }
        tags = list.value.map(Int.init)
        ldsVersion = decoder.version(0x5F01, "the LDS version", digitCount: 4, in: objects)
        unicodeVersion = decoder.version(0x5F36, "the Unicode version", digitCount: 6, in: objects)
        for tag in tags where DataGroup(tag: tag) == nil {
            decoder.note("unknownTag", "the tag list names \(Hexadecimal.number(tag)), which is no data group")
        }
        if Set(tags).count < tags.count { decoder.note("repeatedTag", "the tag list names a data group twice") }
        notes = decoder.notes
    }
}

extension COM {
    /// Where EF.COM, which nobody signed, says something else than the signed security object.
    ///
    /// A version that the object does not sign (LDS 1.7) cannot differ. The codes: `otherLDSVersion`,
    /// `otherUnicodeVersion`, `versionNotSigned` (EF.COM names LDS 1.8 or later, whose versions are signed, and the object
    /// signs none), `notSigned` (listed without a signed hash) and `notListed`.
    public func differences(from object: LDSSecurityObject) -> [Reason] {
        var differences: [Reason] = []
        if let signed = object.ldsVersion, let ldsVersion, signed != ldsVersion {
            differences.append(
                Reason("otherLDSVersion", "EF.COM says LDS version \(ldsVersion) and EF.SOD signs \(signed)"))
        }
        if let signed = object.unicodeVersion, let unicodeVersion, signed != unicodeVersion {
            differences.append(
                Reason("otherUnicodeVersion", "EF.COM says Unicode \(unicodeVersion) and EF.SOD signs \(signed)"))
        }
        if object.ldsVersion == nil, let ldsVersion, let number = Int(ldsVersion), number >= 108 {
            differences.append(
                Reason("versionNotSigned", "EF.COM says LDS version \(ldsVersion) and EF.SOD signs no version"))
        }
        let (listed, signed) = (dataGroups, object.dataGroups)
        for group in listed where !signed.contains(group) {
            differences.append(Reason("notSigned", "EF.COM lists \(group.name) and EF.SOD has no hash of it"))
        }
        for group in signed where !listed.contains(group) {
            differences.append(Reason("notListed", "EF.SOD has a hash of \(group.name) and EF.COM does not list it"))
        }
        return differences
    }
}

extension TolerantDecoder {
    fileprivate mutating func version(_ tag: Int, _ field: String, digitCount: Int, in objects: [DataObject]) -> String?
    {
        guard let object = objects.first(where: { $0.tag == tag }) else {
            note("missingVersion", "\(field) (\(Hexadecimal.number(tag))) is missing")
            return nil
        }
        let version = text(object.value, of: field)
        if !version.isVersion(digitCount: digitCount) {
            note("unusualVersion", "\(field) is not of \(digitCount) digits")
        }
        return version
    }
}

extension String {
    func isVersion(digitCount: Int) -> Bool {
        utf8.count == digitCount && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
