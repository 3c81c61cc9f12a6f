/// Text that a document, a file or a user delivered, made fit to show.
package enum SafeText {
    /// The text without control characters and without those that turn the direction of what stands around them.
    ///
    /// The joiners U+200C and U+200D stay: names in Persian and in Indian scripts need them.
    package static func clean(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmless($0) ? $0 : "\u{FFFD}" }))
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        case .control, .surrogate, .privateUse, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
