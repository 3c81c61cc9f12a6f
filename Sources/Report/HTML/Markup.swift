/// A piece of HTML whose interpolated texts are escaped by construction.
///
/// Literals are markup; an interpolated `String` is text, an interpolated `Markup` is taken as it is.
struct Markup: ExpressibleByStringInterpolation {
    var html: String

    init(stringLiteral value: String) {
        html = value
    }

    init(stringInterpolation: StringInterpolation) {
        html = stringInterpolation.html
    }

    struct StringInterpolation: StringInterpolationProtocol {
        var html = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            html.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) {
            html += literal
        }

        mutating func appendInterpolation(_ text: String) {
            html += Markup.escape(text)
        }

        mutating func appendInterpolation(_ number: Int) {
            html += String(number)
        }

        mutating func appendInterpolation(_ markup: Markup) {
            html += markup.html
        }
    }

    /// Several pieces, one a line.
    static func lines(_ pieces: [Markup]) -> Markup {
        Markup(stringLiteral: pieces.map(\.html).filter { !$0.isEmpty }.joined(separator: "\n"))
    }

    private static func escape(_ text: String) -> String {
        var result = ""
        for character in SafeText.clean(text).unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
