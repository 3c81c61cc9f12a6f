/// Delivered text, cleaned but for the decision what a blank and a `«` stand for.
struct MRZText {
    /// A character after cleaning; signs outside the alphabet stay `?`.
    enum Sign: Equatable {
        case character(UInt8)
        case blank
        /// A sign that may stand for one filler or for two.
        case guillemet
    }

    private(set) var lines: [[Sign]] = []
    private(set) var hasByteOrderMark = false
    private(set) var hasCarriageReturns = false
    private(set) var hasLowerCase = false
    private(set) var hasLookalikes = false

    /// The most that is looked at.
    private static let limit = 16_384

    init(_ text: some StringProtocol) {
        var line: [Sign] = []
        var previous: Unicode.Scalar = "\n"
        for scalar in text.unicodeScalars.prefix(Self.limit) {
            switch scalar {
            case "\u{FEFF}": hasByteOrderMark = true
            case "\n" where previous == "\r": break  // ended with the carriage return
            case "\r", "\n", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
                if scalar == "\r" { hasCarriageReturns = true }
                lines.append(line)
                line = []
            default: append(scalar, to: &line)
            }
            previous = scalar
        }
        lines.append(line)
        // Blanks around a line never stand for fillers.
        lines = lines.map { line in
            Array(line.drop { $0 == .blank }.reversed().drop { $0 == .blank }.reversed())
        }.filter { !$0.isEmpty }
    }

    private mutating func append(_ scalar: Unicode.Scalar, to line: inout [Sign]) {
        switch scalar.value {
        case 0x61...0x7A:
            hasLowerCase = true
            line.append(.character(UInt8(scalar.value - 0x20)))
        case 0x21...0x7E: line.append(.character(UInt8(scalar.value)))
        case 0xAB, 0x226A, 0x300A:  // « ≪ 《
            hasLookalikes = true
            line.append(.guillemet)
        case 0x2039, 0x3008, 0x2329, 0x27E8, 0x02C2:  // single angles
            hasLookalikes = true
            line.append(.character(MRZAlphabet.filler))
        case 0xFF01...0xFF5E:  // wide forms of ASCII
            hasLookalikes = true
            append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)), to: &line)
        case 0x200B...0x200F, 0x2060, 0xAD: break  // invisible
        default:
            line.append(scalar.properties.isWhitespace ? .blank : .character(UInt8(ascii: "?")))
        }
    }

    var hasBlanks: Bool { lines.contains { $0.contains(.blank) } }
    var hasGuillemets: Bool { lines.contains { $0.contains(.guillemet) } }

    /// The lines as characters, under one decision each for blanks and for guillemets.
    func lines(blanksAreFillers: Bool, guillemetWidth: Int) -> [[UInt8]] {
        lines.map { line in
            line.flatMap { sign -> [UInt8] in
                switch sign {
                case .character(let byte): [byte]
                case .blank: blanksAreFillers ? [MRZAlphabet.filler] : []
                case .guillemet: Array(repeating: MRZAlphabet.filler, count: guillemetWidth)
                }
            }
        }
    }
}
