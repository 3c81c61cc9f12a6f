import AccessControl
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import TestSupport

/// The specimen with LDS2 applications, and the terminal of Utopia that may read them.
struct LDS2Document {
    var simulated: SimulatedDocument
    var credential: TerminalCredential?

    init() throws {
        simulated = SimulatedDocument(try Specimen.named("specimen-lds2").unwrapped())
        let (certificates, key) = Specimen.terminal
        credential = TerminalCredential(
            pool: try certificates.map { try CVCertificate(encoded: $0) },
            signer: PrivateKeySigner(try PrivateKey(pkcs8: key)))
    }

    var document: IssuedDocument { simulated.document }

    func connection(_ incidents: [WireIncident] = [], maximum: Int = 65_544) -> SimulatedConnection {
        SimulatedConnection(simulated.chip(), incidents: incidents, maximumCommandByteCount: maximum)
    }

    func read(
        _ connection: SimulatedConnection? = nil, _ change: (inout ReadRequest) -> Void = { _ in }
    ) -> ChipReading {
        var request = ReadRequest(key: document.keyInformation)
        request.terminal = credential
        request.reconnectLimit = .seconds(1)
        change(&request)
        var reader = ChipReader(connection ?? self.connection())
        return reader.read(request, at: EACDocument.today)
    }

    /// Whether every record and every file of additional biometrics was read as it is.
    func isWhole(_ reading: ChipReading) -> Bool {
        reading.ending == .complete && Self.records(reading) == document.records.filter { !$0.value.isEmpty }
            && document.records.allSatisfy { reading[$0.key]?.outcome == .read(count: $0.value.count) }
            && document.files.allSatisfy {
                $0.key.application != .additionalBiometrics || reading.bytes(of: $0.key) == $0.value
            }
    }

    /// The records of a reading, in the order of their numbers.
    static func records(_ reading: ChipReading) -> [RecordFile: [[UInt8]]] {
        Dictionary(grouping: reading.records, by: \.file).mapValues {
            $0.sorted { $0.number < $1.number }.map(\.bytes)
        }
    }
}
