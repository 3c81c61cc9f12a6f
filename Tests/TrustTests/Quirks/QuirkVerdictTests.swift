import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Quirks of everything that a verdict rests on")
struct QuirkVerdictTests {
    /// The numbers under which real departures were recorded; 27 to 29 were never given.
    static let numbers =
        ((1...26).map { "Q\($0)" } + (30...47).map { "Q\($0)" } + (1...6).map { "Q-ML\($0)" })

    @Test(arguments: numbers)
    func `have a name and words, for each that was recorded`(_ number: String) {
        let named = TrustQuirks.all.filter { $0.number == number }
        #expect(!named.isEmpty)
        #expect(named.allSatisfy { $0.description.hasPrefix("\(number)-") && $0.words.contains(" ") })
    }

    /// What is of lists alone has documents of its own where the store is tested.
    @Test(arguments: numbers.filter { !$0.hasPrefix("Q-ML") })
    func `have a document whose report names them`(_ number: String) {
        #expect(QuirkCase.all.contains { $0.number == number || $0.quirk.hasPrefix("\(number)-") })
    }

    @Test(arguments: QuirkCase.all)
    func `are named with their place, and make no verdict worse`(_ example: QuirkCase) throws {
        let result = try example.evaluate()
        let named = result.quirks.filter { $0.description == example.quirk }
        #expect(named.map(\.place).contains(example.place), "\(result.quirks.map(\.description))")
        #expect(result.failures == [])
        #expect(result.verdict == example.verdict)
    }

    @Test(arguments: QuirkCase.all)
    func `are named once for each place, and only where they are`(_ example: QuirkCase) throws {
        let result = try example.evaluate()
        #expect(Set(result.quirks).count == result.quirks.count)
        #expect(try TestDocument().evaluate().quirks == [])
    }

    @Test
    func `are remembered for a certificate as long as its neighbours stay the same`() throws {
        let document = TestDocument()
        var other = document
        (other.cscaKey, other.csca.serialNumber) = (TestKeys.other, [2])
        var authentication = try document.authentication()
        let reading = try document.reading()
        for _ in 0..<2 { #expect(authentication.evaluate(reading).quirks == []) }
        authentication.material = LoadedTrustMaterial(
            anchors: CSCAAnchors([try document.cscaCertificate(), try other.cscaCertificate()]))
        for _ in 0..<2 {
            #expect(authentication.evaluate(reading).quirks.map(\.description) == ["Q10-keys-of-one-name"])
        }
    }
}
