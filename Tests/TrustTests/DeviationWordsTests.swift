import Testing
import Trust

@Suite("Deviations: a code for programs, words for people")
struct DeviationWordsTests {
    @Test(arguments: Deviation.allCases) func `says in words what it is`(deviation: Deviation) {
        let quirk = deviation.quirk
        #expect(quirk.words.contains(" ") && !quirk.words.hasSuffix("."))
        #expect(!quirk.words.contains(quirk.name) && quirk.description.hasSuffix(quirk.name))
    }

    @Test func `has words of its own for each`() {
        #expect(Set(Deviation.allCases.map(\.quirk.words)).count == Deviation.allCases.count)
    }
}
