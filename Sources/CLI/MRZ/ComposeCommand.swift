import FoundationEssentials
import MRZ

extension Command {
    static let mrzCompose = Command(
        "mrz", "compose",
        summary: "write a machine readable zone from its fields",
        discussion: """
            Names are given as the document prints them: Latin, Cyrillic and Arabic letters are transliterated by the \
            tables of Doc 9303-3, by the language of the issuing State where it decides. A name too long for its field is \
            cut by the rules; a document number too long for its field goes on in the optional data.

            What is given as an argument can be seen by others on this computer; --from takes it from a file instead.
            """,
        options: [
            .value("format", "NAME", "the layout (default TD3)", choices: DocumentFormat.allCases.map(\.rawValue)),
            .value("document-code", "CODE", "one or two letters (default P, I, V or ID, by the layout)"),
            .value("issuing-state", "CODE", "three letters, or D"),
            .value("surname", "NAME", "the primary identifier"),
            .value("given-names", "NAMES", "the secondary identifier"),
            .value("document-number", "NUMBER", "as printed"),
            .value("nationality", "CODE", "three letters, or D (default: the issuing State)"),
            .value("birth", "DATE", "as 1974-08-12, with XX for what is unknown"),
            .value("sex", "LETTER", "M, F or X (default X)", choices: ["M", "F", "X"]),
            .value("expiry", "DATE", "as 2034-04-15"),
            .value("optional-data", "TEXT", "for the field of that name"),
            .value("optional-data-2", "TEXT", "for the second one, of a TD1"),
            .value("issuing-office", "TEXT", "of a French identity card"),
            .value(
                "latin-form", "FORM", "how Ä, Å, Ñ, Ö and Ü are written (default expanded: AE)",
                choices: Transliteration.LatinForm.allCases.map(\.rawValue)),
            .value(
                "cyrillic-language", "NAME", "the language of Cyrillic letters (default: by the issuing State)",
                choices: Transliteration.CyrillicLanguage.allCases.map(\.rawValue)),
            .value(
                "from", "FILE", "take the fields from JSON as 'mrz check --json' prints them; '-' for standard input"),
            .flag("json", "print JSON as 'mrz check' does"),
            MRZInput.referenceDate,
        ],
        examples: [
            Example(
                """
                emrtd mrz compose --issuing-state UTO --surname Müller --given-names 'Anna Maria' --document-number L898902C3 \
                --birth 1974-08-12 --sex F --expiry 2034-04-15 --reference-date 2026-01-31
                """, "two lines of a passport")
        ]
    ) { invocation in
        let reference = try MRZInput.referenceDate(invocation)
        let contents = try MRZFieldsInput(invocation).contents()
        let zone: MachineReadableZone
        do { zone = try MachineReadableZone(composing: contents, referenceDate: reference) } catch {
            throw UsageError("\(error)")
        }
        if invocation[flag: "json"] {
            let judgement = MRZJudgement(composed: zone, asOf: reference)
            Terminal.print(try MRZView(judgement, showsSecrets: false).json())
        } else {
            Terminal.print(zone.lines.joined(separator: "\n"))
        }
        return .success
    }
}

/// The fields of a zone from a JSON file, from options, or from both: options win.
struct MRZFieldsInput {
    private var values = Fields()
    private var format: DocumentFormat?

    /// The keys of `fields` that can be set; the others that `mrz check` prints follow from these.
    private struct Fields: Decodable {
        var documentCode: String?
        var issuingState: String?
        var primaryIdentifier: String?
        var secondaryIdentifier: String?
        var documentNumber: String?
        var nationality: String?
        var dateOfBirth: String?
        var sex: String?
        var dateOfExpiry: String?
        var optionalData: String?
        var optionalData2: String?
        var issuingOffice: String?
        var latinForm: String?
        var cyrillicLanguage: String?
    }

    /// The whole of a file: fields beside the format, or in an object of their own.
    private struct File: Decodable {
        var format: String?
        var fields: Fields?
    }

    init(_ invocation: Invocation) throws {
        var formatName = invocation["format"]
        if let path = invocation["from"] {
            let bytes = try InputText.bytes(path, limit: 1 << 20)
            do {
                let file = try JSONDecoder().decode(File.self, from: Data(bytes))
                values = try file.fields ?? JSONDecoder().decode(Fields.self, from: Data(bytes))
                formatName = formatName ?? file.format
            } catch {
                throw CommandError(
                    "'\(path)' is not JSON with the fields of a zone",
                    hint: "'emrtd mrz check --json' prints such fields")
            }
        }
        if let formatName {
            format = DocumentFormat(rawValue: formatName)
            guard format != nil else { throw CommandError("there is no format '\(formatName)'") }
        }
        let options: [(String, WritableKeyPath<Fields, String?>)] = [
            ("document-code", \.documentCode), ("issuing-state", \.issuingState), ("surname", \.primaryIdentifier),
            ("given-names", \.secondaryIdentifier), ("document-number", \.documentNumber),
            ("nationality", \.nationality), ("birth", \.dateOfBirth), ("sex", \.sex), ("expiry", \.dateOfExpiry),
            ("optional-data", \.optionalData), ("optional-data-2", \.optionalData2),
            ("issuing-office", \.issuingOffice), ("latin-form", \.latinForm),
            ("cyrillic-language", \.cyrillicLanguage),
        ]
        for (name, path) in options {
            if let value = invocation[name] { values[keyPath: path] = value }
        }
    }

    /// The fields as values.
    func contents() throws -> MRZContents {
        let format = format ?? .td3
        let state = try required(values.issuingState, "issuing-state")
        let isFrench = format == .frenchIdentityCard
        return MRZContents(
            format: format, documentCode: values.documentCode ?? Self.usualCode(of: format), issuingState: state,
            primaryIdentifier: try required(values.primaryIdentifier, "surname"),
            secondaryIdentifier: values.secondaryIdentifier ?? "",
            documentNumber: try required(values.documentNumber, "document-number"),
            nationality: values.nationality ?? (isFrench ? "" : state),
            dateOfBirth: try date(try required(values.dateOfBirth, "birth"), "birth"), sex: try sex(),
            dateOfExpiry: isFrench && values.dateOfExpiry == nil
                ? nil : try date(try required(values.dateOfExpiry, "expiry"), "expiry"),
            optionalData: values.optionalData ?? "", optionalData2: values.optionalData2 ?? "",
            issuingOffice: values.issuingOffice ?? "", transliteration: transliteration(state))
    }

    private func transliteration(_ state: String) -> Transliteration {
        var transliteration = Transliteration(issuingState: state.uppercased())
        if let form = values.latinForm.flatMap(Transliteration.LatinForm.init) { transliteration.latinForm = form }
        if let language = values.cyrillicLanguage.flatMap(Transliteration.CyrillicLanguage.init) {
            transliteration.cyrillicLanguage = language
        }
        return transliteration
    }

    private func sex() throws -> Sex {
        guard let text = values.sex, text != "X" else { return .unspecified }
        guard let sex = Sex(rawValue: text) else { throw UsageError("the sex is M, F or X, not '\(text)'") }
        return sex
    }

    private func required(_ value: String?, _ option: String) throws -> String {
        guard let value else { throw UsageError("'--\(option)' is missing") }
        return value
    }

    private func date(_ text: String, _ option: String) throws -> PartialDate {
        guard let date = PartialDate(iso8601: text) else {
            throw UsageError("'--\(option)' is a date such as 1974-08-12, not '\(text)'")
        }
        return date
    }

    private static func usualCode(of format: DocumentFormat) -> String {
        switch format {
        case .td1, .td2: "I"
        case .td3: "P"
        case .mrvA, .mrvB: "V"
        case .frenchIdentityCard: "ID"
        }
    }
}
