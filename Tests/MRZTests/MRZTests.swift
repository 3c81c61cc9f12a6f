import MRZ
import Standards
import Testing

@Suite("MRZ: first light")
struct MRZTests {
    static let reference = Timestamp(secondsSince1970: 1_796_000_000)  // 30 November 2026

    @Test func `reads the specimen passport`() throws {
        let zone = try MachineReadableZone(
            strict: "PPUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F3404159ZE184226B<<<<<16\n",
            referenceDate: Self.reference)
        #expect(zone.documentNumber == "L898902C3")
        #expect(zone.name.primary == "ERIKSSON")
        #expect(zone.name.secondary == "ANNA MARIA")
        #expect(zone.dateOfBirth(asOf: Self.reference)?.description == "1974-08-12")
        #expect(zone.keyInformation?.bytes == Array("L898902C3674081223404159".utf8))
    }
}
