import Foundation
package import MRZ
package import Standards

/// The key printed on the document, from wherever the user has it: lines, a file, the three fields, or a prompt.
package struct AccessKeyInput {
    /// What opens the chip; nil where nothing was given.
    package let key: MRZKeyInformation?
    /// The whole printed zone, where it was given: it is compared with the chip's.
    package let printed: MachineReadableZone?
    /// What a report has to say of the printed zone: characters that were taken for others than were given.
    package private(set) var remarks: [Reason] = []
    /// The picture that the lines come from; nil where they were typed.
    package private(set) var capture: CapturedInput?

    /// The options that `init` reads.
    static let options: [Option] = [
        .value("mrz", "TEXT", "the printed lines of the document; others can see arguments; - for standard input"),
        .value("mrz-file", "FILE", "a file with the printed lines; - for standard input"),
        .value("document-number", "NUMBER", "instead of the lines, with --birth and --expiry"),
        .value("birth", "DATE", "the date of birth, as printed in the lines (740812) or as 1974-08-12"),
        .value("expiry", "DATE", "the date of expiry, in the same way"),
    ]

    init(key: MRZKeyInformation?, printed: MachineReadableZone?) {
        self.key = key
        self.printed = printed
    }

    /// Takes the lines of a picture.
    init(_ capture: CapturedInput) {
        self.init(key: capture.key, printed: capture.captured.zone)
        remarks = capture.remarks
        self.capture = capture
    }

    /// Takes what the options say; where they say nothing, asks on a terminal.
    ///
    /// - Parameter isOptional: Whether nothing is an answer too: elsewhere it is an error where nobody can be asked.
    init(_ invocation: Invocation, isOptional: Bool = false) throws {
        let fields = ["document-number", "birth", "expiry"].map { invocation[$0] }
        let ways = [invocation["mrz"] != nil, invocation["mrz-file"] != nil, fields.contains { $0 != nil }]
        guard ways.count(where: { $0 }) <= 1 else {
            throw UsageError(
                "the key is given twice", hint: "one of --mrz, --mrz-file and --document-number is enough.",
                command: invocation.command)
        }
        if let text = invocation["mrz"] {
            try self.init(text: text == "-" ? InputText.read("-") : text)
        } else if let path = invocation["mrz-file"] {
            try self.init(text: InputText.read(path))
        } else if fields.contains(where: { $0 != nil }) {
            guard let number = fields[0], let birth = fields[1], let expiry = fields[2] else {
                throw UsageError(
                    "--document-number, --birth and --expiry open the chip together only", command: invocation.command)
            }
            try self.init(documentNumber: number, birth: birth, expiry: expiry)
        } else if isOptional {
            self.init(key: nil, printed: nil)
        } else if Terminal.canAsk {
            try self.init(asking: Terminal.ask)
        } else {
            throw UsageError(
                "the chip needs the key that is printed on the document",
                hint: "give the printed lines by --mrz-file FILE or --mrz -, "
                    + "or --document-number, --birth and --expiry.",
                command: invocation.command)
        }
    }

    /// Finds the printed lines in a text, as people and OCR deliver it.
    package init(text: String) throws {
        let now = Timestamp.now
        let reading: MRZReading
        do { reading = try MRZReading(text, referenceDate: now) } catch {
            throw CommandError(
                "the text holds no machine readable zone",
                hint: "it is the two or three lines of capital letters, digits and < at the edge of the page")
        }
        for repair in reading.proposal?.repairs ?? [] { Terminal.note("the printed lines: \(repair)") }
        let zone = reading.bestZone
        guard let key = zone.keyInformation else {
            let wrong = zone.checkDigits.filter { !$0.isCorrect && $0.id != .optionalData && $0.id != .composite }
            let fields = wrong.map(\.id.label).joined(separator: ", ")
            throw CommandError(
                fields.isEmpty
                    ? "a document with such lines has no chip that they open"
                    : "the check digit does not fit: \(fields)",
                hint:
                    "compare the lines with the document character by character; 'emrtd mrz check' shows where they fail"
            )
        }
        self.init(key: key, printed: zone)
        remarks = (reading.proposal?.repairs ?? []).map {
            Reason("printedLinesRepaired", "The printed lines were not used as they were given: \($0).")
        }
    }

    private init(documentNumber: String, birth: String, expiry: String) throws {
        do {
            let key = try MRZKeyInformation(documentNumber: documentNumber, dateOfBirth: birth, dateOfExpiry: expiry)
            self.init(key: key, printed: nil)
        } catch { throw CommandError("\(error)", hint: "dates are written as 740812 or as 1974-08-12") }
    }

    /// Asks for the printed lines, or for the three fields where the first answer is a document number.
    package init(asking ask: (String) -> String?) throws {
        let question = "Printed lines (the ones with <<<), or the document number"
        guard let first = ask(question), !first.allSatisfy(\.isWhitespace) else {
            throw CommandError("no key was typed, and the chip needs one")
        }
        guard first.contains("<") || first.count > 22 else {
            guard let birth = ask("Date of birth, as 1974-08-12"), let expiry = ask("Date of expiry, as 2034-04-15")
            else { throw CommandError("the key is not complete: document number and both dates are needed") }
            try self.init(documentNumber: first, birth: birth, expiry: expiry)
            return
        }
        var lines = [first]
        while lines.count < 3, (try? MRZReading(lines.joined(separator: "\n"), referenceDate: .now))?.isWhole != true {
            guard let line = ask("Next line (empty at the end)"), !line.isEmpty else { break }
            lines.append(line)
        }
        try self.init(text: lines.joined(separator: "\n"))
    }
}

extension MRZReading {
    /// Whether a chip could be opened with it, so that no further line is needed.
    fileprivate var isWhole: Bool { bestZone.keyInformation != nil }
}

extension Timestamp {
    /// This moment.
    static var now: Timestamp { Timestamp(secondsSince1970: Int64(time(nil))) }
}
