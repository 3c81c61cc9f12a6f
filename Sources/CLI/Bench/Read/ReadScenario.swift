import AccessControl
import ByteCoding
import ChipReader
import ChipSimulator
import Conformance
import Cryptography
import Issuing
import LDS
import Standards

/// One document and one way to read it, as the benchmark measures it.
struct ReadScenario {
    let name: String
    let document: IssuedDocument
    let request: ReadRequest
    /// The cipher of the session in which the files are read.
    let cipher: BlockCipher
    /// Steps that are left out of the comparison, since what they are compared with leaves them out.
    var leftOut: Set<String> = []
    /// Whether its certificates do not fit into short commands: for those the chip takes chains, as its EF.ATR/INFO says.
    var needsChains = false
    /// How many APDUs the published floor has, short and extended, where there is one.
    var published: (short: Int, extended: Int)?

    static func all() throws -> [ReadScenario] {
        try [bac(), pace()] + specimens()
    }

    /// The steps that the published floors leave out: they cost what they cost, with any reader.
    private static let outsideFloor: Set<String> = ["ATR/INFO", "DIR", "cardAccess", "activeAuthentication"]

    private static func bac() throws -> ReadScenario {
        let document = try referenceDocument(Specimen.utopia())
        var request = ReadRequest(key: document.keyInformation)
        request.performsActiveAuthentication = false
        return ReadScenario(
            name: "18,119 bytes: BAC", document: document, request: request, cipher: .tripleDES, leftOut: outsideFloor,
            published: (84, 9))
    }

    private static func pace() throws -> ReadScenario {
        let document = try referenceDocument(specimen("specimen-pace"))
        var request = ReadRequest(key: document.keyInformation)
        request.performsActiveAuthentication = false
        request.performsChipAuthentication = false
        return ReadScenario(
            name: "18,119 bytes: PACE", document: document, request: request, cipher: .aes128, leftOut: outsideFloor,
            published: (93, 14))
    }

    private static func specimens() throws -> [ReadScenario] {
        let bac = try Specimen.utopia()
        var scenarios = [
            ReadScenario(
                name: "specimen: BAC, AA", document: bac, request: ReadRequest(key: bac.keyInformation),
                cipher: .tripleDES)
        ]
        for (name, what) in [
            ("specimen-pace", "PACE, CA, AA"), ("specimen-cam", "PACE-CAM"), ("specimen-eac", "PACE, CA, TA, fingers"),
        ] {
            let document = try specimen(name)
            var request = ReadRequest(key: document.keyInformation)
            let isEAC = name == "specimen-eac"
            if isEAC { request.terminal = try .utopia() }
            scenarios.append(
                ReadScenario(
                    name: "\(name): \(what)", document: document, request: request, cipher: .aes128,
                    needsChains: isEAC))
        }
        return scenarios
    }

    private static func specimen(_ name: String) throws -> IssuedDocument {
        guard let document = try Specimen.named(name) else { throw CommandError("there is no \(name)") }
        return document
    }

    /// The passport that measurements of other readers were made on: files of the same sizes, filler inside.
    private static func referenceDocument(_ specimen: IssuedDocument) throws -> IssuedDocument {
        var document = specimen
        let groups: [DataGroup] = [.dg1, .dg2, .dg14, .dg15]
        let kept = [ElementaryFile.dataGroup(.dg1), .cardAccess]
        document.files = document.files.filter { kept.contains($0.key) }
        document.files.merge([
            .com: FileEncoder.com(groups: groups),
            .sod: filler(0x77, byteCount: 1386),
            .dataGroup(.dg2): filler(0x75, byteCount: 16_065),
            .dataGroup(.dg14): filler(0x6E, byteCount: 386),
            .dataGroup(.dg15): filler(0x6F, byteCount: 165),
        ]) { $1 }
        let byteCount = document.files.reduce(0) { $0 + ($1.key.application == .lds1 ? $1.value.count : 0) }
        guard byteCount == 18_119 else {
            throw CommandError("the benchmark's document has not the size that it is compared by")
        }
        return document
    }

    private static func filler(_ tag: Int, byteCount: Int) -> [UInt8] {
        let header = DataObjectWriter.header(tag, valueCount: byteCount - 4)
        return DataObjectWriter.encode(tag, [UInt8](repeating: 0x5A, count: byteCount - header.count))
    }
}
