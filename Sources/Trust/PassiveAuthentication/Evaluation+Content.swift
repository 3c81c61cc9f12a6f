import ByteCoding
import Cryptography
import LDS
import Standards

/// The version of an LDS security object, before the rest of it is decoded.
struct SecurityObjectVersion {
    let isAtLeast1: Bool

    init(_ content: [UInt8]) throws(DecodingFailure) {
        var file = ByteReader(content)
        var reader = try file.dataObject(0x30).reader
        isAtLeast1 = try reader.dataObject(0x02).value.contains { $0 != 0 }
    }
}

/// The LDS security object, the data groups and EF.COM: steps 10 to 12.
extension Evaluation {
    /// 10) The signed list of hashes.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2.3 and Appendix D.
    mutating func readContent(_ signed: SignedContent?) -> LDSSecurityObject? {
        let source = SpecReference.doc9303(10, "4.6.2.3")
        guard let signed else {
            skip(.sodContent, Self.noSOD, source)
            return nil
        }
        var draft = Draft()
        var content: LDSSecurityObject?
        do {
            let object = try LDSSecurityObject(encoded: signed.content)
            judge(object, &draft)
            content = object
        } catch {
            draft.fail("malformed", "the LDS security object cannot be decoded: \(error)")
        }
        conclude(.sodContent, draft, source)
        return content
    }

    private mutating func judge(_ object: LDSSecurityObject, _ draft: inout Draft) {
        draft.show("version", "\(object.version)")
        draft.show("hash", Self.name(of: object.hashAlgorithm))
        if let version = object.ldsVersion { draft.show("LDS version", version) }
        if HashAlgorithm(oid: object.hashAlgorithm) == nil { judge(unknownDigest: object.hashAlgorithm, &draft) }
        switch (object.version, object.ldsVersion) {
        case (0, nil), (1, "0108"): break
        case (0, .some): meet(.versionMismatch, "version 0 holds an LDS version, which it has no place for", in: &draft)
        case (1, nil): meet(.versionMismatch, "version 1 does not hold its LDS version", in: &draft)
        case (1, let version?) where version < "0108":
            meet(.versionMismatch, "version 1 belongs to LDS 1.8 and says \(version)", in: &draft)
        default:
            meet(
                .unknownVersion,
                "version \(object.version) with LDS version \(object.ldsVersion ?? "none") is not known", in: &draft)
        }
        let numbers = object.dataGroupHashes.map(\.number)
        if let number = numbers.first(where: { DataGroup(rawValue: $0) == nil }) {
            draft.fail("dataGroupNumber", "a hash is listed for data group \(number), which does not exist")
        }
        for group in object.dataGroups where object.hash(of: group) == nil {
            draft.fail("hashesDisagree", "\(group.name) is listed with different hashes")
        }
        if Set(numbers).count < numbers.count {
            meet(.repeatedDataGroup, "a data group is listed more than once", in: &draft)
        }
        if numbers.count < 2 { meet(.singleDataGroup, "fewer than two data groups are listed", in: &draft) }
        let length = HashAlgorithm(oid: object.hashAlgorithm)?.byteCount
        if let wrong = object.dataGroupHashes.first(where: { length != nil && $0.hash.count != length }) {
            draft.fail("hashLength", "the hash of data group \(wrong.number) has \(wrong.hash.count) bytes")
        }
    }

    /// The groups that every document has.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.
    private static let essential: Set<DataGroup> = [.dg1, .dg2]

    /// 11) Each file against its hash: tag, length and value as they were read.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §5.1; BSI TR-03135-1 §5.6.4.4.2.
    mutating func checkDataGroups(_ content: LDSSecurityObject?, isSigned: Bool) {
        let listed = content?.dataGroups ?? []
        for group in DataGroup.allCases {
            let outcome = reading[.dataGroup(group)]?.outcome
            let hash = record?.hash(of: group)
            let isMissed =
                content != nil && Self.essential.contains(group) && (outcome == nil || outcome == .skipped)
                && hash == nil
            guard listed.contains(group) || isMissed || outcome?.hasBytes == true || hash != nil else { continue }
            var draft = Draft()
            let integrity =
                if let hash {
                    compare(group, hash: hash, content, &draft)
                } else {
                    compare(group, outcome, content, &draft)
                }
            if integrity == .identical || integrity == .notIdentical, !isSigned {
                draft.show("signature", "the hash compared with is not verified: see \(CheckID.sodSignature)")
            }
            draft.show("integrity", integrity.rawValue)
            let isCompared = integrity == .identical || integrity == .notIdentical
            let algorithm = isCompared ? content.map { Self.name(of: $0.hashAlgorithm) } : nil
            dataGroups.append(DataGroupIntegrity(group: group, integrity: integrity, algorithm: algorithm))
            conclude(.dataGroupIntegrity(group), draft, .doc9303(11, "5.1"))
        }
        if let content, !listed.isEmpty { digestsInUse.append(("hashes of the data groups", content.hashAlgorithm)) }
    }

    private mutating func compare(
        _ group: DataGroup, _ outcome: FileReading.Outcome?, _ content: LDSSecurityObject?, _ draft: inout Draft
    ) -> DataGroupIntegrity.Integrity {
        guard let content else {
            draft.leaveOpen("noHashes", "there is no list of hashes to compare \(group.name) with")
            return .aborted
        }
        switch outcome {
        case .read(let file): return compare(group, file[...], isWhole: true, content, &draft)
        case .damaged(let file, _): return compare(group, file[...], isWhole: false, content, &draft)
        case .partial:
            draft.breakOff("partial", "the read was broken off inside \(group.name); read the chip again")
            return .aborted
        case .refused where !group.needsTerminalAuthentication, .protected where !group.needsTerminalAuthentication:
            draft.breakOff("refused", "the chip refuses \(group.name), which is signed")
            return .aborted
        case .absent where !group.needsTerminalAuthentication:
            draft.fail("absent", "\(group.name) is signed and the chip does not have it: something was taken out")
            return .notPresent
        case .absent, .refused, .protected:
            draft.pass(over: "protected", "\(group.name) is given out after terminal authentication only")
            return .present
        case .skipped where !content.dataGroups.contains(group), nil where !content.dataGroups.contains(group):
            // Whatever the chip has there, nobody vouches for it; EF.COM, which is not signed, may be silent of it too.
            draft.leaveOpen("dataGroupNotListed", "\(group.name), which every document has, is not signed")
            return .nonConformance
        case .skipped, nil:
            draft.pass(over: "notRead", "\(group.name) is signed and was not read")
            return .present
        }
    }

    private mutating func compare(
        _ group: DataGroup, _ file: ArraySlice<UInt8>, isWhole: Bool, _ content: LDSSecurityObject,
        _ draft: inout Draft
    ) -> DataGroupIntegrity.Integrity {
        switch expected(group, content, &draft) {
        case .failure(let integrity): return integrity.value
        case .success(let (hash, expected)):
            draft.show("algorithm", hash.name)
            let covered = isWhole ? FileHash.covered(Array(file)) : file
            if equalInConstantTime(hash.hash(covered), expected) { return .identical }
            guard isWhole else {
                draft.fail("damaged", "what the chip gives out as \(group.name) is no such file")
                return .nonConformance
            }
            return differs(group, &draft)
        }
    }

    /// A hash value that was computed before, instead of the file.
    private mutating func compare(
        _ group: DataGroup, hash value: [UInt8], _ content: LDSSecurityObject?, _ draft: inout Draft
    ) -> DataGroupIntegrity.Integrity {
        guard let content else {
            draft.leaveOpen("noHashes", "there is no list of hashes to compare \(group.name) with")
            return .aborted
        }
        switch expected(group, content, &draft) {
        case .failure(let integrity): return integrity.value
        case .success(let (hash, expected)):
            guard record?.hashAlgorithm ?? hash == hash, value.count == hash.byteCount else {
                draft.leaveOpen("otherHash", "the hash that came for \(group.name) is not one by \(hash.name)")
                return .aborted
            }
            draft.show("algorithm", hash.name)
            return equalInConstantTime(value, expected) ? .identical : differs(group, &draft)
        }
    }

    private func differs(_ group: DataGroup, _ draft: inout Draft) -> DataGroupIntegrity.Integrity {
        draft.fail("differs", "\(group.name) is not the file that was signed: it was changed or exchanged")
        return .notIdentical
    }

    /// The hash that is signed for a group and its function, or what became of the group without one.
    private mutating func expected(_ group: DataGroup, _ content: LDSSecurityObject, _ draft: inout Draft)
        -> Result<(HashAlgorithm, [UInt8]), WithoutHash>
    {
        guard content.dataGroups.contains(group) else {
            // A list without them is none.
            if Self.essential.contains(group) {
                draft.fail("dataGroupNotListed", "\(group.name) is not signed")
            } else {
                meet(.dataGroupNotListed, "the chip has \(group.name), which is not signed", in: &draft)
            }
            return .failure(WithoutHash(value: .nonConformance))
        }
        guard let hash = HashAlgorithm(oid: content.hashAlgorithm) else {
            judge(unknownDigest: content.hashAlgorithm, &draft)
            return .failure(WithoutHash(value: .aborted))
        }
        guard let expected = content.hash(of: group) else {
            draft.fail("hashesDisagree", "\(group.name) is listed with different hashes")
            return .failure(WithoutHash(value: .nonConformance))
        }
        return .success((hash, expected))
    }

    private struct WithoutHash: Error {
        let value: DataGroupIntegrity.Integrity
    }

    /// 12) EF.COM lists what EF.SOD signs.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.1; BSI TR-03135-1 §5.6.4.4.1.
    mutating func checkCOM(_ content: LDSSecurityObject?) {
        let source = SpecReference.tr03135("5.6.4.4.1")
        guard let content else { return skip(.comAgreement, Self.noSOD, source) }
        var draft = Draft()
        if let file = reading.bytes(of: .com) {
            do {
                judge(try COM(encoded: file), content, &draft)
            } catch {
                meet(.comDisagrees, "EF.COM cannot be decoded: \(error)", in: &draft)
            }
        } else {
            draft.pass(over: "noCOM", "EF.COM was not read; it is not signed and not needed")
        }
        conclude(.comAgreement, draft, source)
    }

    private mutating func judge(_ com: COM, _ content: LDSSecurityObject, _ draft: inout Draft) {
        let (named, signed) = (Set(com.dataGroups), Set(content.dataGroups))
        let unsigned = named.subtracting(signed).sorted().map(\.name)
        let unnamed = signed.subtracting(named).sorted().map(\.name)
        if !unsigned.isEmpty {
            let list = unsigned.joined(separator: ", ")
            meet(.comDisagrees, "EF.COM names \(list), which EF.SOD does not sign", in: &draft)
        }
        if !unnamed.isEmpty {
            let list = unnamed.joined(separator: ", ")
            meet(.comDisagrees, "EF.COM does not name \(list), which EF.SOD signs", in: &draft)
        }
        if let version = content.ldsVersion, let other = com.ldsVersion, version != other {
            meet(.comDisagrees, "EF.COM says LDS version \(other) and EF.SOD \(version)", in: &draft)
        }
    }
}

extension FileReading.Outcome {
    /// Whether the chip gave out anything.
    fileprivate var hasBytes: Bool {
        switch self {
        case .read, .damaged, .partial: true
        case .absent, .refused, .protected, .skipped: false
        }
    }
}
