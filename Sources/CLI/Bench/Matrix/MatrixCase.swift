import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Standards

/// One combination of variants: a document that offers it and nothing else, and how it is read.
struct MatrixCase: Sendable {
    /// The row of the table: `PACE, generic mapping, ECDH`.
    let row: String
    /// The column of the table, by the cipher: `AES-128`.
    let column: String
    /// What else tells the case from its neighbours: the curve or the group, the password, the style.
    let details: String
    var profile: DocumentProfile
    var password = PACEPasswordKind.mrz
    /// What the terminal shows the chip, where it is to be let in.
    var terminal: TerminalCredential?
    /// What the reading must say beyond that it is whole and the data are right.
    let expectation: @Sendable (ChipReading) throws -> Void

    /// Makes the document, reads its chip, and makes sure that all went the way of the case.
    func run(maximumCommandByteCount: Int = 65_544, behaviour: ChipBehaviour = ChipBehaviour()) throws {
        let document = try profile.issue()
        let connection = SimulatedConnection(
            SimulatedChip(document, behaviour: behaviour), maximumCommandByteCount: maximumCommandByteCount)
        var request = ReadRequest(key: document.keyInformation)
        let groups: Set<DataGroup> = terminal == nil ? [.dg1, .dg14] : [.dg1, .dg3, .dg14]
        request.groups = groups
        request.terminal = terminal
        request.password = try password.samplePassword
        var reader = ChipReader(connection)
        let reading = reader.read(request, at: Timestamp(secondsSince1970: 1_769_817_600))
        if case .brokenOff(let reason) = reading.ending { throw MatrixFailure(reason.text) }
        for file in groups.sorted().map({ ElementaryFile.dataGroup($0) }) {
            guard reading.bytes(of: file) == document.files[file] else { throw MatrixFailure("\(file) came out wrong") }
        }
        try expectation(reading)
    }

    var name: String { "\(row), \(column), \(details)" }
}

/// A case that did not go as it should.
struct MatrixFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    static func unless(_ isRight: Bool, _ description: String) throws {
        guard isRight else { throw MatrixFailure(description) }
    }
}

extension PACEPasswordKind {
    static let sampleCAN = "123456"
    static let samplePIN = "271828"
    static let samplePUK = "3141592653"

    /// The password of the simulated documents; nil for that of the MRZ, which comes from the document.
    fileprivate var samplePassword: PACEPassword? {
        get throws {
            switch self {
            case .mrz: nil
            case .can: try .can(Self.sampleCAN)
            case .pin: try .pin(Self.samplePIN)
            case .puk: try .puk(Self.samplePUK)
            }
        }
    }
}

extension SessionCipher {
    /// The heading of a column.
    var heading: String {
        switch self {
        case .tripleDES: "3DES"
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        }
    }
}

extension KeyAgreementKind {
    var heading: String { self == .dh ? "DH" : "ECDH" }
}
