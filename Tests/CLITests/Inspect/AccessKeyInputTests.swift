import CLI
import Foundation
import MRZ
import Testing

@Suite("Access keys from what a user types")
struct AccessKeyInputTests {
    static let lines = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
    static let card = [
        "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
    ]

    private func ask(_ answers: [String]) throws -> AccessKeyInput {
        var rest = answers
        return try AccessKeyInput { _ in rest.isEmpty ? nil : rest.removeFirst() }
    }

    @Test(arguments: [lines, card]) func `asks for as many lines as the document has`(lines: [String]) throws {
        let input = try ask(lines)
        #expect(input.printed?.lines == lines)
        #expect(input.key == input.printed?.keyInformation)
    }

    @Test func `asks for the dates after a document number`() throws {
        let input = try ask(["L898902C3", "1974-08-12", "2012-04-15"])
        let key = try AccessKeyInput(text: Self.lines.joined(separator: "\n")).key
        #expect(input.key == key)
        #expect(input.printed == nil)
    }

    @Test(arguments: [[], [""], ["L898902C3"], ["L898902C3", "1974-08-12"], ["L898902C3", "soon", "later"]])
    func `refuses half an answer`(answers: [String]) {
        #expect(throws: CommandError.self) { try ask(answers) }
    }

    @Test func `names the field whose check digit does not fit`() {
        let text = Self.lines.joined(separator: "\n").replacingOccurrences(of: "7408122", with: "7408182")
        let error = #expect(throws: CommandError.self) { try AccessKeyInput(text: text) }
        #expect(error?.message == "the check digit does not fit: date of birth")
    }

    @Test func `takes a confusable letter where the check digits single it out`() throws {
        let text = Self.lines.joined(separator: "\n").replacingOccurrences(of: "L898902C3", with: "L8989O2C3")
        #expect(try AccessKeyInput(text: text).printed?.lines == Self.lines)
    }
}
