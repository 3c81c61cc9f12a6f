import CLI
import Testing
import Trust

@Suite("Command line: numbers of things, names of choices")
struct WordingTests {
    @Test(arguments: [(0, "0 certificates"), (1, "1 certificate"), (2, "2 certificates")])
    func `counts one thing in the singular`(number: Int, text: String) {
        #expect(Counted.text(number, "certificate") == text)
    }

    @Test func `takes a word for several that is no plain plural`() {
        #expect(Counted.text(1, "entry", "entries") == "1 entry")
        #expect(Counted.text(3, "entry", "entries") == "3 entries")
    }

    @Test(arguments: CertificateKind.allCases)
    func `joins the words of a choice by hyphens, and takes it back`(kind: CertificateKind) {
        let text = OptionName.text(of: kind.rawValue)
        #expect(text.allSatisfy { $0 == "-" || $0.isLowercase })
        #expect(OptionName.value(text) == kind)
        #expect(text == kind.rawValue || OptionName.value(kind.rawValue) as CertificateKind? == nil)
    }
}
