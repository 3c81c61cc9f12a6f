import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("Reading the applications of LDS2: Doc 9303-10 §3.7, §3.8 and §5")
struct RecordReadTests {
    let document: LDS2Document

    init() throws {
        document = try LDS2Document()
    }

    @Test
    func `gets every record, certificate and file of biometrics, after all else`() throws {
        let reading = document.read()
        #expect(document.isWhole(reading))
        #expect(reading.remarks.isEmpty)
        #expect(
            reading.records.map { "\($0.file.rawValue) \($0.number)" } == [
                "EntryRecords 1", "EntryRecords 2", "ExitRecords 1", "TravelCertificates 1", "VisaRecords 1",
                "VisaCertificates 1", "BiometricCertificates 1",
            ])
        #expect(reading.files.last?.file.name == "Biometrics1")
    }
}
