import Foundation
import TestSupport
import Testing

private let passport = """
    P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
    L898902C36UTO7408122F1204159ZE184226B<<<<<10

    """
private let misread = passport.replacingOccurrences(of: "740812", with: "74O812")
private let day = ["--reference-date", "2026-01-31"]

@Suite("emrtd mrz check")
struct MRZCheckCommandTests {
    static let cases: [(name: String, arguments: [String], input: String, status: Int32)] = [
        ("valid", ["-"], passport, 0),
        ("pasted", [], "\u{FEFF}" + passport.lowercased().replacingOccurrences(of: "\n", with: "\r\n"), 0),
        ("misread", [], misread, 1),
        ("strict-misread", ["--strict"], misread, 1),
        ("strict-pasted", ["--strict"], passport.replacingOccurrences(of: "ERIKSSON", with: "eriksson "), 1),
        (
            "strict-spaced", ["--strict"],
            passport.map { $0 == "\n" ? "\n" : "\($0) " }.joined(), 1
        ),
        ("tolerated", [], passport.replacingOccurrences(of: "122F", with: "122X"), 0),
        (
            "card", [], "I<UTOD23145890<7349\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN\n", 0
        ),
        ("secrets", ["--show-secrets"], passport, 0),
    ]

    @Test(arguments: cases.indices)
    func `shows people what it found`(_ index: Int) throws {
        let (name, arguments, input, status) = Self.cases[index]
        let outcome = try BuiltProgram.run(["mrz", "check"] + arguments + day, input: input)
        #expect(outcome.status == status)
        #expect(outcome.errors == "")
        #expect(try Golden.difference(outcome.output, "cli/mrz/\(name).txt") == nil)
    }

    @Test(arguments: cases.indices)
    func `gives programs the same as JSON`(_ index: Int) throws {
        let (name, arguments, input, status) = Self.cases[index]
        let outcome = try BuiltProgram.run(["mrz", "check", "--json"] + arguments + day, input: input)
        #expect(outcome.status == status)
        #expect(try Golden.difference(outcome.output, "cli/mrz/\(name).json") == nil)
        let view = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        for key in ["lines", "valid", "checks", "faults", "adjustments", "repairs"] { #expect(view[key] != nil) }
        #expect(view["valid"] as? Bool == (status == 0))
        #expect((view["keyInformation"] != nil) == (name == "secrets"))
        // A proposal never stands in the place of what was read.
        if name == "misread" {
            #expect((view["lines"] as? [String])?[1].contains("74O812") == true)
            #expect((view["repairs"] as? [Any])?.count == 1)
        }
    }

    @Test(arguments: [[], ["--strict"]], ["", "Dear Sir or Madam,\nthank you for your letter.\n"])
    func `ends with 3 where there is no zone`(_ arguments: [String], _ input: String) throws {
        let outcome = try BuiltProgram.run(["mrz", "check"] + arguments, input: input)
        #expect(outcome.status == 3)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("emrtd: error: there is no machine readable zone in this text\nhint: "))
    }

    @Test func `reads a file, also one that an editor saved as UTF-16`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "mrz-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        for encoding in [String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian] {
            try ("\u{FEFF}" + passport).data(using: encoding)?.write(to: file)
            #expect(try BuiltProgram.run(["mrz", "check", file.path(percentEncoded: false)]).status == 0)
        }
        let missing = try BuiltProgram.run(["mrz", "check", "/nowhere/mrz.txt"])
        #expect(missing.status == 3)
        #expect(missing.errors.contains("there is no '/nowhere/mrz.txt'"))
    }

    @Test func `never writes a control character of the document to the terminal`() throws {
        let hostile = "P<UTO\u{1B}[31mERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<\n" + passport.suffix(45)
        for arguments in [[], ["--strict"]] {
            let outcome = try BuiltProgram.run(["mrz", "check"] + arguments, input: hostile)
            #expect(!(outcome.output + outcome.errors).contains("\u{1B}"))
        }
    }

    @Test(arguments: ["31.01.2026", "2026-02-30", ""])
    func `refuses a reference date that is none`(_ date: String) throws {
        let outcome = try BuiltProgram.run(["mrz", "check", "--reference-date", date], input: passport)
        #expect(outcome.status == 64)
    }

    @Test func `tells centuries from the reference date`() throws {
        let outcome = try BuiltProgram.run(["mrz", "check", "--reference-date", "2080-01-01"], input: passport)
        // Of the birth of 74 the expiry of 2012 leaves one.
        #expect(outcome.output.contains("1974-08-12"))
        #expect(outcome.output.contains("2012-04-15"))
        let later = try BuiltProgram.run(
            ["mrz", "check", "--reference-date", "2080-01-01"],
            input: passport.replacingOccurrences(of: "F1204159", with: "F8404159"))
        #expect(later.output.contains("2074-08-12"))
        #expect(later.output.contains("2084-04-15"))
    }
}

@Suite("emrtd mrz compose")
struct MRZComposeCommandTests {
    private let fields = [
        "--issuing-state", "UTO", "--surname", "Eriksson", "--given-names", "Anna Maria", "--document-number",
        "L898902C3",
        "--birth", "1974-08-12", "--sex", "F", "--expiry", "2012-04-15", "--optional-data", "ZE184226B",
    ]

    @Test func `writes the lines that check takes`() throws {
        let outcome = try BuiltProgram.run(["mrz", "compose"] + fields + day)
        #expect(outcome.output == passport)
        #expect(outcome.status == 0)
        #expect(try BuiltProgram.run(["mrz", "check", "--strict"] + day, input: outcome.output).status == 0)
    }

    @Test func `takes the fields that check prints, and options over them`() throws {
        let view = try BuiltProgram.run(["mrz", "check", "--json"] + day, input: passport).output
        #expect(try BuiltProgram.run(["mrz", "compose", "--from", "-"] + day, input: view).output == passport)
        let other = try BuiltProgram.run(
            ["mrz", "compose", "--from", "-", "--surname", "Müller", "--latin-form", "plain"] + day, input: view)
        #expect(other.output.hasPrefix("P<UTOMULLER<<ANNA<MARIA<<<"))
        let plain = """
            {"format": "TD1", "issuingState": "UKR", "primaryIdentifier": "Шевченко", "secondaryIdentifier": "Григорій",
             "documentNumber": "D23145890734", "dateOfBirth": "1974-08-XX", "dateOfExpiry": "2030-01-01"}
            """
        let card = try BuiltProgram.run(["mrz", "compose", "--from", "-"] + day, input: plain)
        #expect(card.output.split(separator: "\n").last == "SHEVCHENKO<<HRYHORII<<<<<<<<<<")
        #expect(card.output.contains("<7349<"))
    }

    @Test(arguments: [
        (["--surname", "李"], "the name holds '李'"), (["--birth", "12.08.1974"], "'--birth' is a date"),
        (["--document-number", "1234567890"], "the document number has more than 9 characters"),
        (["--nationality", "ZZZ"], "the nationality is not a code"), (["--format", "TD9"], "'--format' is one of"),
    ])
    func `says which field cannot be written`(_ change: [String], _ message: String) throws {
        var arguments = fields
        if let index = arguments.firstIndex(of: change[0]) { arguments.removeSubrange(index...index + 1) }
        let outcome = try BuiltProgram.run(["mrz", "compose"] + arguments + change + day)
        #expect(outcome.status == 64)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(message))
    }

    @Test func `says which field is missing`() throws {
        let outcome = try BuiltProgram.run(["mrz", "compose", "--issuing-state", "UTO"])
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("'--surname' is missing"))
    }

    @Test func `refuses a file that is no JSON`() throws {
        let outcome = try BuiltProgram.run(["mrz", "compose", "--from", "-"], input: "P<UTO")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("is not JSON with the fields of a zone"))
    }
}

@Suite("emrtd bench mrz")
struct MRZBenchCommandTests {
    @Test func `measures parses a second`() throws {
        let outcome = try BuiltProgram.run(["bench", "mrz", "--seconds", "1", "--json"])
        #expect(outcome.status == 0)
        let view = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(view["target"] as? Int == 300_000)
        #expect((view["parsesPerSecond"] as? Int ?? 0) > 0)
        #expect(try BuiltProgram.run(["bench", "mrz", "--seconds", "0"]).status == 64)
    }
}
