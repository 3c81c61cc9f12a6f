import ByteCoding
import LDS
import MRZ
import Standards

/// The files of a reading, decoded as far as they can be; nothing in it is judged.
struct DocumentContents {
    let com: COM?
    let sod: SOD?
    let cardAccess: SecurityInfos?
    let cardSecurity: CardSecurity?
    let dg14: SecurityInfos?
    let dg15: DG15?
    let dg11: DG11?
    let dg12: DG12?
    /// The zone of DG1.
    let zone: MachineReadableZone?
    /// The first face of DG2, as stored.
    let face: [UInt8]?
    /// What was tolerated while decoding, and which files could not be decoded.
    private(set) var notes: [Reason] = []
    /// Files that were read and could not be decoded.
    private(set) var undecodable: [ElementaryFile: String] = [:]

    init(_ reading: ChipReading) {
        var decoder = Decoder(reading: reading)
        com = decoder.decode(.com, COM.init, notes: \.notes)
        sod = decoder.decode(.sod, SOD.init, notes: \.notes)
        cardAccess = decoder.decode(.cardAccess, SecurityInfos.init, notes: \.notes)
        cardSecurity = decoder.decode(.cardSecurity, CardSecurity.init, notes: \.notes)
        dg14 = decoder.decode(.dataGroup(.dg14), SecurityInfos.init, notes: \.notes)
        dg15 = decoder.decode(.dataGroup(.dg15), DG15.init, notes: \.notes)
        dg11 = decoder.decode(.dataGroup(.dg11), DG11.init, notes: \.notes)
        dg12 = decoder.decode(.dataGroup(.dg12), DG12.init, notes: \.notes)
        let dg1 = decoder.decode(.dataGroup(.dg1), DG1.init, notes: \.notes)
        zone = dg1.flatMap { try? MachineReadableZone(concatenated: $0.lines.joined().utf8) }
        let dg2 = decoder.decode(.dataGroup(.dg2), DG2.init, notes: \.notes)
        for group in [DataGroup.dg3, .dg4, .dg5, .dg6, .dg7, .dg8, .dg9, .dg10, .dg13, .dg16] {
            let file = ElementaryFile.dataGroup(group)
            _ = decoder.decode(
                file, { bytes throws(DecodingFailure) in try DecodedFile(file, encoded: bytes) }, notes: \.notes)
        }
        face = dg2?.images.first { !$0.picture.isEmpty }.map { Array($0.picture) }
        notes = decoder.notes
        undecodable = decoder.undecodable
    }

    /// Whether the signed list of hashes has a group, verified or not.
    func listsInSOD(_ group: DataGroup) -> Bool { sod?.securityObject.dataGroups.contains(group) ?? false }

    /// Whether EF.COM lists a group.
    func listsInCOM(_ group: DataGroup) -> Bool { com?.dataGroups.contains(group) ?? false }

    /// A remark on the groups that EF.COM names and EF.SOD does not list, whatever the policy makes of it.
    var unsignedGroups: [Reason] {
        guard let com, sod != nil else { return [] }
        let groups = Set(com.dataGroups).filter { !listsInSOD($0) }.sorted().map(\.name)
        guard !groups.isEmpty else { return [] }
        return [
            Reason(
                "groupsNotSigned",
                "EF.COM names \(groups.joined(separator: ", ")), which EF.SOD does not list: nobody vouches for that.")
        ]
    }

    private struct Decoder {
        let reading: ChipReading
        var notes: [Reason] = []
        var undecodable: [ElementaryFile: String] = [:]

        mutating func decode<File>(
            _ file: ElementaryFile, _ decode: ([UInt8]) throws(DecodingFailure) -> File,
            notes path: KeyPath<File, [Reason]>
        ) -> File? {
            guard let bytes = reading.bytes(of: file) else { return nil }
            do throws(DecodingFailure) {
                let decoded = try decode(bytes)
                notes += decoded[keyPath: path].map { Reason($0.code, "\(file): \($0.text)") }
                return decoded
            } catch {
                undecodable[file] = "\(error)"
                return nil
            }
        }
    }
}
