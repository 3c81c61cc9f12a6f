import AccessControl
import ChipReader
import ChipSimulator
import Conformance
import Inspection
import Issuing
import MRZ
import Report
import Standards
import Trust

extension InspectionFixture {
    /// One of the documents that the project ships, read by the terminal of Utopia.
    init(specimen name: String) throws {
        try self.init()
        let document = try Self.documents[name].unwrapped().get()
        simulated = SimulatedDocument(document)
        printed = try MachineReadableZone(concatenated: document.mrzLines.joined().utf8)
        request = ReadRequest(key: document.keyInformation)
        request.terminal = try Self.terminal.get()
    }

    private static let documents = Dictionary(
        uniqueKeysWithValues: Specimen.all.map { entry in
            (entry.name, Result { try Specimen.named(entry.name).unwrapped() })
        })

    private static let terminal = Result { try TerminalCredential.utopia() }
}

extension Optional {
    struct Missing: Error {}

    func unwrapped() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
