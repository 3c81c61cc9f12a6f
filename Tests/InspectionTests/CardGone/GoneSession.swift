import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import MRZ
import PKI
import Report
import Standards
import TestSupport
import Testing
import Trust

/// A way through access and authentication, with a document that has it and nothing else.
enum GoneSession: String, CaseIterable, CustomTestStringConvertible {
    case bac = "BAC"
    case pace = "PACE"
    case chipAuthentication = "PACE, CA"
    case mapping = "PACE-CAM"
    case terminalAuthentication = "PACE, CA, TA"
    case card = "EAC 2"

    var testDescription: String { rawValue }

    /// The document, made once.
    func fixture() throws -> GoneFixture {
        switch Self.fixtures[self] {
        case .success(let fixture)?: fixture
        case .failure(let error)?: throw error
        case nil: throw Missing()
        }
    }

    struct Missing: Error {}

    private static let fixtures: [GoneSession: Result<GoneFixture, any Error>] = Dictionary(
        uniqueKeysWithValues: allCases.map { session in (session, Result { try GoneFixture(session) }) })

    var readsProtectedGroups: Bool { self == .terminalAuthentication || self == .card }
}

/// A document of one kind of session, others to lay down in its place, and how it is read and judged.
struct GoneFixture {
    let document: IssuedDocument
    let request: ReadRequest
    let anchors: CSCAAnchors
    /// The commands of a read that nothing disturbs, as they went over the wire.
    let commands: [[UInt8]]
    private let world: CVWorld

    /// The commands to take the document away after: all of them, but of the blocks of DG2 the first and the last few.
    var places: [Int] {
        let isBlock = { (index: Int) in commands[index].starts(with: [0x0C, 0xB0]) }
        return commands.indices.filter { index in
            let neighbours = (index - 3...index + 3).filter(commands.indices.contains)
            return neighbours.count < 7 || !neighbours.allSatisfy(isBlock)
        }
    }

    init(_ session: GoneSession) throws {
        world = try CVWorld()
        let document = try Self.document(session, world)
        var request = ReadRequest(key: document.keyInformation)
        request.reconnectLimit = .seconds(3)
        if session.readsProtectedGroups {
            request.terminal = TerminalCredential(
                terminal: try world.terminalCertificate,
                certificates: [try world.verifierCertificate, try world.secondRoot],
                signer: PrivateKeySigner(world.terminal.key))
        }
        var anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
        (self.document, self.request, self.anchors) = (document, request, anchors)
        let connection = SimulatedConnection(SimulatedChip(document), maximumCommandByteCount: 261)
        connection.recordsTraffic = true
        var reader = ChipReader(connection)
        _ = reader.read(request, at: ProtocolFixture.time)
        commands = connection.traffic.map(\.command)
    }

    private static func document(_ session: GoneSession, _ world: CVWorld) throws -> IssuedDocument {
        let specimen = try Specimen.utopia()
        var profile = DocumentProfile(mrzLines: specimen.mrzLines)
        profile.files[.dataGroup(.dg2)] = specimen.files[.dataGroup(.dg2)]
        profile.issuer = try ProtocolFixture.issuer("UT")
        if session != .bac {
            profile.accessControl = .pace
            profile.pace = PACEProfile(entries: [.init(ProtocolFixture.generic, parameterID: 13)])
        }
        switch session {
        case .bac, .pace: profile.activeAuthentication = .init(key: .ellipticCurve(.secp256r1), hash: .sha256)
        case .chipAuthentication, .terminalAuthentication: try addKey(to: &profile)
        case .mapping: addMapping(to: &profile)
        case .card: addSecondVersion(to: &profile)
        }
        if session.readsProtectedGroups {
            profile.files[.dataGroup(.dg3)] = DataObjectWriter.encode(0x63, [UInt8](repeating: 7, count: 900))
            profile.terminalAuthentication = TerminalAuthenticationProfile(
                version: session == .card ? 2 : 1,
                trust: TerminalAuthenticationTrust(
                    trustPoints: [try world.secondRoot.encoded], currentDate: [2, 6, 0, 1, 0, 1]))
        }
        return try profile.issue()
    }

    /// A key in a group of 2048 bits, which a short command does not hold.
    private static func addKey(to profile: inout DocumentProfile) throws {
        let group = try #require(DHGroup(standardizedDomainParameters: 2))
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [.init(.diffieHellman(group))], variants: [.init(.chipAuthentication(.dh, .aes128))])
    }

    private static func addMapping(to profile: inout DocumentProfile) {
        profile.pace = PACEProfile(entries: [.init(ProtocolFixture.mapping, parameterID: 13)])
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [
                .init(.ellipticCurve(.brainpoolP256r1), keyID: 13, parameters: .standardized, places: [.cardSecurity])
            ], variants: [])
    }

    private static func addSecondVersion(to profile: inout DocumentProfile) {
        let variant = ChipAuthenticationProfile.Variant(.chipAuthentication(.ecdh, .aes128), version: 2, keyID: 1)
        profile.chipAuthentication = ChipAuthenticationProfile(
            keys: [.init(.ellipticCurve(.brainpoolP256r1), keyID: 1, places: [.cardSecurity])], variants: [variant])
        profile.pace?.otherInfos = [
            SecurityInfoEncoder.terminalAuthentication(version: 2),
            SecurityInfoEncoder.chipAuthentication(variant.protocolIdentifier, version: 2, keyID: 1),
        ]
    }

    // MARK: Another document

    /// What lies on the reader in the place of the document.
    enum Other: String, CaseIterable, CustomTestStringConvertible {
        /// Another genuine document that another key opens.
        case otherHolder = "another genuine document"
        /// Another genuine document that the same key opens, as a renewed one with the same number would.
        case sameKey = "another genuine document of the same zone"
        /// All of the files and none of the private keys.
        case copy = "a copy without keys"

        var testDescription: String { rawValue }
    }

    func other(_ kind: Other, _ session: GoneSession) throws -> IssuedDocument {
        switch kind {
        case .otherHolder:
            var other = try Self.document(session, world)
            other.keyInformation = try .init(documentNumber: "X1", dateOfBirth: "700101", dateOfExpiry: "300101")
            return other
        case .sameKey: return try Self.document(session, world)
        case .copy:
            var copy = document
            let stranger = try Self.document(session, world)
            copy.activeAuthentication = stranger.activeAuthentication
            copy.chipAuthentication = stranger.chipAuthentication
            return copy
        }
    }

    // MARK: Reading and judging

    func connection(_ incidents: [WireIncident] = []) -> SimulatedConnection {
        SimulatedConnection(SimulatedChip(document), incidents: incidents, maximumCommandByteCount: 261)
    }

    func read(_ connection: SimulatedConnection, resuming earlier: ChipReading? = nil) -> ChipReading {
        var request = request
        request.resume = earlier
        var reader = ChipReader(connection)
        return reader.read(request, at: ProtocolFixture.time)
    }

    func judge(_ reading: ChipReading, trusting others: [IssuedDocument] = []) throws -> InspectionReport {
        var anchors = anchors
        for certificate in others.flatMap(\.cscaCertificates) { try anchors.add(file: certificate) }
        let inspection = DocumentInspection(
            trust: PassiveAuthentication(anchors: anchors, policy: .operational, at: ProtocolFixture.time),
            account: .init(
                component: .init(name: "emrtd", version: "0"), transactionID: "test", accessPolicy: "auto",
                startedAt: ProtocolFixture.time, endedAt: ProtocolFixture.time))
        return inspection.report(for: reading)
    }

    /// Whether every file of the application came out as the document has it.
    func isWhole(_ reading: ChipReading) -> Bool {
        reading.ending == .complete
            && document.dataGroups.allSatisfy { reading.bytes(of: .dataGroup($0)) == $1 }
    }

    /// Whether all of the files that were read are those of one document.
    static func isOfOne(_ reading: ChipReading, _ documents: [IssuedDocument]) -> Bool {
        documents.contains { document in
            reading.files.allSatisfy { file in
                switch file.outcome {
                case .read(let bytes):
                    file.file == .cvca || file.file == .attributes || document.files[file.file] == bytes
                case .partial(let bytes, _), .damaged(let bytes, _):
                    document.files[file.file]?.starts(with: bytes) == true
                default: true
                }
            }
        }
    }
}
