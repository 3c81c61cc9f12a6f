import AccessControl
import ByteCoding
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import TestSupport

/// The specimen with a key for Chip Authentication, fingerprints and irises, and terminals that may read them.
struct EACDocument {
    var document: IssuedDocument
    let world: CVWorld

    /// A key of DG14: its number and its protocol; nil for a key without an entry.
    struct Key {
        var pair: ChipAuthenticationKey.Pair
        var keyID: Int?
        var cipher: UInt8?
        var infoID: Int?

        init(_ pair: ChipAuthenticationKey.Pair, keyID: Int? = nil, cipher: UInt8?) {
            self.pair = pair
            self.keyID = keyID
            self.cipher = cipher
            infoID = keyID
        }

        static func ecdh(_ curve: EllipticCurve = .brainpoolP256r1, keyID: Int? = nil, cipher: UInt8?) throws -> Key {
            var random = SystemRandomSource()
            return Key(.ecdh(try ECDHKeyPair(on: curve, random: &random)), keyID: keyID, cipher: cipher)
        }

        static func dh(_ number: Int, keyID: Int? = nil, cipher: UInt8?) throws -> Key {
            var random = SystemRandomSource()
            let group = try DHGroup(standardizedDomainParameters: number).unwrapped()
            return Key(.dh(try DHKeyPair(in: group, random: &random)), keyID: keyID, cipher: cipher)
        }

        var entries: [[UInt8]] {
            let key = ChipAuthenticationKey(keyID: keyID, pair: pair)
            let isCurve = if case .ecdh = pair { true } else { false }
            let identifier = cipher.map { OID.idCA.appending(isCurve ? 2 : 1).appending($0) }
            return [SecurityInfoEncoder.chipAuthenticationPublicKey(key)]
                + (identifier.map { [SecurityInfoEncoder.chipAuthentication($0, keyID: infoID)] } ?? [])
        }
    }

    init(_ keys: [Key], size: Int = 3_000) throws {
        document = try Specimen.utopia()
        world = try CVWorld()
        let infos = keys.flatMap(\.entries) + [SecurityInfoEncoder.terminalAuthentication()]
        document.files[.dataGroup(.dg14)] = DataObjectWriter.encode(
            0x6E, DataObjectWriter.encode(0x31, containing: infos))
        document.chipAuthentication = keys.map { ChipAuthenticationKey(keyID: $0.keyID, pair: $0.pair) }
        let image = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        document.files[.dataGroup(.dg3)] = DataObjectWriter.encode(0x63, image)
        document.files[.dataGroup(.dg4)] = DataObjectWriter.encode(0x76, image)
        try document.reissue()
        trust(try world.secondRoot)
    }

    /// Lets the chip trust one authority, and say so in EF.CVCA.
    mutating func trust(_ root: CVCertificate, naming name: String? = nil) {
        document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: [root.encoded], currentDate: [2, 6, 0, 1, 0, 1])
        let reference = DataObjectWriter.encode(0x42, name.map { Array($0.utf8) } ?? root.holderReference.bytes)
        document.files[.cvca] = reference + [UInt8](repeating: 0, count: 36 - reference.count)
    }

    /// Lets the chip trust two authorities, the first of which it names first.
    mutating func trust(both roots: [CVCertificate], today: [UInt8] = [2, 6, 0, 1, 0, 1]) {
        document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: roots.map(\.encoded), currentDate: today)
        document.files[.cvca] = nil  // the chip makes it
    }

    /// What the terminal has by default: all rights.
    func credential(_ certificates: [CVCertificate]? = nil, terminal: CVCertificate? = nil) throws
        -> TerminalCredential
    {
        TerminalCredential(
            terminal: try terminal ?? world.terminalCertificate,
            certificates: try certificates ?? [world.verifierCertificate, world.secondRoot, world.link, world.root],
            signer: PrivateKeySigner(world.terminal.key))
    }

    func connection(
        _ incidents: [WireIncident] = [], maximum: Int = 65_544, _ change: (inout ChipBehaviour) -> Void = { _ in }
    ) -> SimulatedConnection {
        var behaviour = ChipBehaviour()
        change(&behaviour)
        return SimulatedConnection(
            SimulatedChip(document, behaviour: behaviour), incidents: incidents, maximumCommandByteCount: maximum)
    }

    /// Reads on a summer's day of the certificates' year.
    func read(
        _ connection: SimulatedConnection, with credential: TerminalCredential? = nil,
        _ change: (inout ReadRequest) -> Void = { _ in }
    ) -> ChipReading {
        var request = ReadRequest(key: document.keyInformation)
        request.terminal = credential
        change(&request)
        var reader = ChipReader(connection)
        return reader.read(request, at: Self.today)
    }

    static let today = Timestamp(year: 2026, month: 6, day: 15) ?? Timestamp(secondsSince1970: 0)

    /// Whether every group that is no secret was read as it is, and these groups besides.
    func isWhole(_ reading: ChipReading, with groups: [DataGroup] = []) -> Bool {
        reading.ending == .complete
            && document.dataGroups.allSatisfy { group, bytes in
                group.needsTerminalAuthentication && !groups.contains(group)
                    ? reading[.dataGroup(group)]?.outcome == .protected
                    : reading.bytes(of: .dataGroup(group)) == bytes
            }
    }
}

extension Optional {
    struct Missing: Error {}

    func unwrapped() throws(Missing) -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

extension ChipAuthenticationReading {
    var failure: String? {
        if case .failed(let reason) = outcome { reason.code } else { nil }
    }
}

extension TerminalAuthenticationReading {
    var reason: String? {
        if case .notTried(let reason) = outcome { reason.code } else { nil }
    }
}
