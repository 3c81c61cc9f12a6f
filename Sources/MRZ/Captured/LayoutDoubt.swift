/// Why the lines of a captured zone may not be those of a document, although their characters are clear.
///
/// The names are part of the JSON of `emrtd mrz scan`, of reports and of evidence.
public enum LayoutDoubt: String, CaseIterable, Codable, Hashable, Sendable {
    /// Other characters stand close before or behind a line.
    case longerLine
    /// The characters of a line do not stand as evenly as print does.
    case unevenLine
    /// The first character is none with which the format begins.
    case strangeInitial
    /// Another line of such characters stands between those of the zone, above or below.
    case furtherLine
}

extension LayoutDoubt {
    /// What was seen, what it may mean, and what to try: sentences that end with a full stop.
    public var words: String {
        switch self {
        case .longerLine:
            "Other characters stand close before or behind a line: it may be longer than its format is, or print beside it "
                + "was taken along. Compare both ends of each line with the document, or take the picture with nothing "
                + "else beside the lines."
        case .unevenLine:
            "The characters of a line do not stand as evenly as print does: one may have been left out or put in. "
                + "Count them on the document, or lay the page flat and take the picture from straight above."
        case .strangeInitial:
            "The first character is none with which lines of this format begin: it may be misread, or these are not the "
                + "lines of a travel document. Compare it with the document."
        case .furtherLine:
            "Another line of such characters stands beside these: the lines may be those of two documents, or not all "
                + "of one. Take a picture of one document with nothing like its lines around them."
        }
    }
}
