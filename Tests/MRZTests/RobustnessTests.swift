import Conformance
import MRZ
import Testing

@Suite("Robustness: no input traps, none takes long")
struct RobustnessTests {
    /// Reads in both modes and asks for everything.
    private func exercise(_ text: String) {
        _ = try? MachineReadableZone(strict: text, referenceDate: reference)
        guard let reading = try? MRZReading(text, referenceDate: reference) else { return }
        for zone in [reading.zone, reading.bestZone] {
            #expect(zone.lines.allSatisfy { $0.utf8.count == zone.format.lineLength })
            _ = (zone.name, zone.documentNumber, zone.optionalData, zone.optionalData2, zone.checkDigits)
            _ = (zone.faults(asOf: reference).map(\.description), zone.keyInformation)
        }
        if let proposal = reading.proposal {
            #expect(!proposal.repairs.isEmpty)
            #expect(proposal.zone != reading.zone)
            #expect(!proposal.zone.faults(asOf: reference).contains { $0.rule == .checkDigit })
        }
    }

    @Test(arguments: 0..<8)
    func `takes random lines of MRZ characters`(_ seed: UInt64) {
        var random = Xorshift(seed: seed &* 7919 &+ 17)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<<<<<<<< \n«?é")
        for _ in 0..<150 {
            let count = Int.random(in: 0...200, using: &random)
            exercise(String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }))
        }
    }

    @Test(arguments: 0..<8)
    func `takes specimens with characters changed, lost and added`(_ seed: UInt64) throws {
        var random = Xorshift(seed: seed &* 104_729 &+ 3)
        let specimens = try SpecimenTests.vectors().map(\.lines.text)
        for _ in 0..<150 {
            var characters = Array(specimens[Int.random(in: 0..<specimens.count, using: &random)])
            for _ in 0...Int.random(in: 0...6, using: &random) {
                let index = Int.random(in: 0..<characters.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: characters[index] = "O"
                case 1: characters.remove(at: index)
                case 2: characters.insert("<", at: index)
                default: characters[index] = Array("0O1I8B5S2Z6G\n <")[Int.random(in: 0..<15, using: &random)]
                }
            }
            exercise(String(characters))
        }
    }

    @Test(arguments: [72, 88, 90, 71, 0, 91])
    func `takes any bytes as the content of DG1`(_ count: Int) {
        var random = Xorshift(seed: UInt64(count) + 1)
        for _ in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let zone = try? MachineReadableZone(concatenated: bytes)
            #expect((zone != nil) == [72, 88, 90].contains(count))
            guard let zone else { continue }
            #expect(zone.lines.joined().utf8.allSatisfy { (0x20...0x7E).contains($0) })
            #expect(zone.keyInformation == nil || !zone.checkDigits.isEmpty)
            #expect(!zone.faults(asOf: reference).isEmpty)
        }
    }

    @Test func `looks at no more than a bounded part of a long text`() {
        let page = String(repeating: "P<UTO<<1<2<<3<<<4 ABC\n", count: 20_000)
        let elapsed = ContinuousClock().measure { exercise(page) }
        #expect(elapsed < .seconds(10))
    }
}
