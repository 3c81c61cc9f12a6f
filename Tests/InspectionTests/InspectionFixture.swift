import ChipReader
import ChipSimulator
import Inspection
import Issuing
import LDS
import MRZ
import Report
import Standards
import Trust

/// The specimen of Utopia, read in process and judged at a fixed time.
struct InspectionFixture {
    /// Within the validity of the specimen and its certificates.
    static let time = Timestamp(secondsSince1970: 1_780_000_000)  // 2026-05-28

    var simulated: SimulatedDocument
    var anchors: CSCAAnchors
    var printed: MachineReadableZone?
    var captured: CapturedMRZ?
    var request: ReadRequest
    var policy = TrustPolicy.operational
    var time = InspectionFixture.time
    var isPrintUnreadable = false

    init() throws {
        let document = try Specimen.utopia()
        simulated = SimulatedDocument(document)
        anchors = CSCAAnchors()
        for certificate in document.cscaCertificates { try anchors.add(file: certificate) }
        printed = try MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
        request = ReadRequest(key: document.keyInformation)
    }

    var connection: SimulatedConnection {
        SimulatedConnection(simulated.chip())
    }

    func read(incidents: [WireIncident] = []) -> ChipReading {
        let connection = connection
        connection.incidents = incidents
        connection.returnsAfterPull = false
        var reader = ChipReader(connection)
        return reader.read(request, at: Self.time)
    }

    func judge(_ reading: ChipReading) -> InspectionReport {
        let inspection = DocumentInspection(
            trust: PassiveAuthentication(anchors: anchors, policy: policy, at: time),
            account: .init(
                component: .init(name: "emrtd", version: "0"), transactionID: "test",
                accessPolicy: request.accessPolicy.rawValue, startedAt: Self.time,
                endedAt: Self.time))
        return inspection.report(
            for: reading, printed: printed, captured: captured, isPrintUnreadable: isPrintUnreadable)
    }

    func inspect() -> InspectionReport { judge(read()) }
}

extension InspectionReport {
    subscript(id: CheckID) -> Check? { checks.first { $0.id == id } }

    func answer(_ answer: Check.Answer) -> CheckResult? { answers.first { $0.answer == answer }?.result }

    /// The reason code of a check.
    func code(_ id: CheckID) -> String? { self[id]?.result.reason?.code }
}
