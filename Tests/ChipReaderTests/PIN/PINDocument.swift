import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Testing

/// The specimen identity card with what has become of its PIN, and how it is read.
enum PINDocument {
    static func document(_ fault: String? = nil) throws -> SimulatedDocument {
        let specimen = try #require(try Specimen.named("specimen-identity-card"))
        var simulated = SimulatedDocument(specimen)
        if let fault { try #require(FaultProfile(named: fault)).apply(&simulated) }
        return simulated
    }

    static func connection(_ fault: String? = nil, incidents: [WireIncident] = []) throws -> SimulatedConnection {
        let connection = SimulatedConnection(try document(fault).chip(), incidents: incidents)
        connection.recordsTraffic = true
        return connection
    }

    static let can = "500540"
    static let pin = "123456"
    static let puk = "9876543210"

    static func read(
        _ connection: SimulatedConnection, pin: String = pin, can: String? = nil,
        _ change: (inout ReadRequest) throws -> Void = { _ in }
    ) throws -> ChipReading {
        var request = ReadRequest()
        request.password = try .pin(pin)
        request.accessNumber = try can.map { try .can($0) }
        request.reconnectLimit = .seconds(1)
        try change(&request)
        return SimulatorReadTests.read(connection, try document().document) {
            let key = request.key
            $0 = request
            $0.key = key
        }
    }

    /// How often a password was named to the chip in plain, by its number; inside of a channel it is not seen.
    static func namings(_ connection: SimulatedConnection, _ password: PACEPasswordKind) -> Int {
        connection.traffic.count {
            $0.command.count > 4 && $0.command[0] == 0x00 && $0.command[1] == 0x22 && names($0.command, password)
        }
    }

    private static func names(_ command: [UInt8], _ password: PACEPasswordKind) -> Bool {
        command.indices.dropLast(2).contains { Array(command[$0..<$0 + 3]) == [0x83, 0x01, password.rawValue] }
    }

    /// What the chip says of its PIN, in a session of its own.
    static func state(_ connection: SimulatedConnection) throws -> StatusWord {
        var chip = connection.chip
        chip.reset()
        let infos = try SecurityInfos(encoded: #require(chip.document.files[.cardAccess]))
        let choice = try #require(PACEChoice.ranked(infos).first)
        return try chip.transmit(.setPACE(choice, .pin, namesParameters: true)).status
    }
}
