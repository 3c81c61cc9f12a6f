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
    let attributes: CardAttributes?
    let dg11: DG11?
    let dg12: DG12?
    /// The zone of DG1.
    let zone: MachineReadableZone?
    /// The first face of DG2, as stored.
    let face: [UInt8]?
    /// Whether the chip gave out a DG1, whatever it holds.
    let hasDG1: Bool
    /// What was tolerated while decoding, and which files could not be decoded.
    private(set) var notes: [Reason] = []
    /// Files that were read and could not be decoded.
    private(set) var undecodable: [ElementaryFile: String] = [:]
    /// Where files that could be decoded depart from their form.
    private(set) var formFaults: [ElementaryFile: [Reason]] = [:]

    /// - Parameter time: From when the centuries of the dates in DG1 are told.
    init(_ reading: ChipReading, asOf time: Timestamp) {
        var decoder = Decoder(reading: reading)
        hasDG1 =
            switch reading[.dataGroup(.dg1)]?.outcome {
            case .read, .damaged: true
            case .absent, .refused, .protected, .skipped, .partial, nil: false
            }
        com = decoder.decode(.com, COM.init, notes: \.notes) { $0.formFaults }
        sod = decoder.decode(.sod, SOD.init, notes: \.notes)
        cardAccess = decoder.decode(.cardAccess, SecurityInfos.init, notes: \.notes)
        cardSecurity = decoder.decode(.cardSecurity, CardSecurity.init, notes: \.notes)
        dg14 = decoder.decode(.dataGroup(.dg14), SecurityInfos.init, notes: \.notes) { $0.formFaults }
        dg15 = decoder.decode(.dataGroup(.dg15), DG15.init, notes: \.notes)
        dg11 = decoder.decode(.dataGroup(.dg11), DG11.init, notes: \.notes)
        dg12 = decoder.decode(.dataGroup(.dg12), DG12.init, notes: \.notes)
        let dg1 = decoder.decode(.dataGroup(.dg1), DG1.init, notes: \.notes) { $0.formFaults(asOf: time) }
        zone = dg1.flatMap { try? MachineReadableZone(concatenated: $0.lines.joined().utf8) }
        let dg2 = decoder.decode(.dataGroup(.dg2), DG2.init, notes: \.notes) { $0.formFaults }
        // What the reader makes of it is its own affair; here it is only looked at.
        attributes = decoder.decode(.attributes, CardAttributes.init, notes: nil) { $0.formFaults }
        for group in [DataGroup.dg3, .dg4, .dg5, .dg6, .dg7, .dg8, .dg9, .dg10, .dg13, .dg16] {
            let file = ElementaryFile.dataGroup(group)
            _ = decoder.decode(
                file, { bytes throws(DecodingFailure) in try DecodedFile(file, encoded: bytes) }, notes: \.notes,
                form: { $0.formFaults(asOf: time) })
        }
        face = dg2?.images.first { !$0.picture.isEmpty }.map { Array($0.picture) }
        notes = decoder.notes
        undecodable = decoder.undecodable
        formFaults = decoder.formFaults
    }

    /// Whether the signed list of hashes has a group, verified or not.
    func listsInSOD(_ group: DataGroup) -> Bool { sod?.securityObject.dataGroups.contains(group) ?? false }

    /// Whether EF.COM lists a group.
    func listsInCOM(_ group: DataGroup) -> Bool { com?.dataGroups.contains(group) ?? false }

    /// Where files depart from their form: what the notes do not say already.
    var formRemarks: [Reason] {
        formFaults.sorted { $0.key.name < $1.key.name }.flatMap { file, faults in
            faults.map { Reason($0.code, "\(file): \($0.text)") }.filter { !notes.contains($0) }
        }
    }

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
        var formFaults: [ElementaryFile: [Reason]] = [:]

        mutating func decode<File>(
            _ file: ElementaryFile, _ decode: ([UInt8]) throws(DecodingFailure) -> File,
            notes path: KeyPath<File, [Reason]>?, form: (File) -> [Reason] = { _ in [] }
        ) -> File? {
            guard let bytes = reading.bytes(of: file) else { return nil }
            do throws(DecodingFailure) {
                let decoded = try decode(bytes)
                if let path { notes += decoded[keyPath: path].map { Reason($0.code, "\(file): \($0.text)") } }
                let faults = form(decoded)
                if !faults.isEmpty { formFaults[file] = faults }
                return decoded
            } catch {
                undecodable[file] = "\(error)"
                return nil
            }
        }
    }
}
