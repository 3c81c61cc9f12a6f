/// Names of choices on the command line, whose words are joined by hyphens; in JSON they are in camel case.
package enum OptionName {
    /// `document-signer` for `documentSigner`.
    package static func text(of name: String) -> String {
        name.reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    /// The case that a choice names.
    package static func value<Value: RawRepresentable<String> & CaseIterable>(_ text: String) -> Value? {
        Value.allCases.first { self.text(of: $0.rawValue) == text }
    }
}
