/// One check digit of a zone: what stands there and what should.
public struct MRZCheckDigit: Hashable, Sendable {
    /// What it covers.
    public let id: ID
    /// The line, from 1.
    public let line: Int
    /// The position in the line, from 1.
    public let position: Int
    /// What stands there.
    public let found: Character
    /// The digit that is right; nil where the covered characters have no check digit, since one is no MRZ character.
    public let expected: Character?
    /// Whether it is right; of empty optional data `<` is as right as `0`.
    public let isCorrect: Bool

    /// The check digits there are.
    public enum ID: String, CaseIterable, Hashable, Sendable {
        case documentNumber
        case dateOfBirth
        case dateOfExpiry
        case optionalData
        case composite

        /// The field that is covered, in words.
        public var label: String {
            switch self {
            case .documentNumber: "document number"
            case .dateOfBirth: "date of birth"
            case .dateOfExpiry: "date of expiry"
            case .optionalData: "optional data"
            case .composite: "composite"
            }
        }
    }
}

/// A check digit as the parser sees it, without text.
struct CheckDigitState {
    let id: MRZCheckDigit.ID
    /// Where the digit stands, counted from 0 through all lines.
    let index: Int
    let found: UInt8
    let expected: UInt8?
    /// `<` is right too.
    var mayBeFiller = false

    var isCorrect: Bool { found == expected || mayBeFiller && found == MRZAlphabet.filler }
}

extension MachineReadableZone {
    /// Every check digit of the format, in the order of their fields; the composite one is the last.
    ///
    /// Spec: ICAO Doc 9303-3 (8th ed.) §4.9, Doc 9303-4, -5, -6 §4.2.4, Doc 9303-7 §4.2.2.2 and §7.2.2.2.
    public var checkDigits: [MRZCheckDigit] {
        var all: [MRZCheckDigit] = []
        forEachCheckDigit { state in
            let place = format.place(of: state.index)
            all.append(
                MRZCheckDigit(
                    id: state.id, line: place.line, position: place.position,
                    found: Character(Unicode.Scalar(printable(state.found))),
                    expected: state.expected.map { Character(Unicode.Scalar($0)) }, isCorrect: state.isCorrect))
        }
        return all
    }

    /// Computes the check digits one by one.
    @inline(__always)
    func forEachCheckDigit(_ body: (CheckDigitState) -> Void) {
        let layout = layout
        body(documentNumberState(layout))
        body(state(.dateOfBirth, layout.dateOfBirth, at: layout.dateOfBirth.upperBound))
        if let expiry = layout.dateOfExpiry { body(state(.dateOfExpiry, expiry, at: expiry.upperBound)) }
        if let optional = layout.optionalData, layout.hasOptionalDataCheckDigit {
            var optionalState = state(.optionalData, optional, at: optional.upperBound)
            // Doc 9303-4 §4.2.2.2: of an empty field the issuer chooses `0` or `<`.
            optionalState.mayBeFiller = end(of: optional) == optional.lowerBound
            body(optionalState)
        }
        if !layout.composite.isEmpty {
            var sum = CheckDigitSum()
            for range in layout.composite { sum.add(characters[range]) }
            body(
                CheckDigitState(
                    id: .composite, index: layout.compositeCheckDigit, found: characters[layout.compositeCheckDigit],
                    expected: sum.digit))
        }
    }

    private func documentNumberState(_ layout: MRZLayout) -> CheckDigitState {
        guard let overflow = documentNumberOverflow else {
            return state(.documentNumber, layout.documentNumber, at: layout.documentNumberCheckDigit)
        }
        return CheckDigitState(
            id: .documentNumber, index: overflow.digits.upperBound, found: characters[overflow.digits.upperBound],
            expected: checkDigit(ofLongNumber: overflow))
    }

    private func state(_ id: MRZCheckDigit.ID, _ range: Range<Int>, at index: Int) -> CheckDigitState {
        var sum = CheckDigitSum()
        sum.add(characters[range])
        return CheckDigitState(id: id, index: index, found: characters[index], expected: sum.digit)
    }

    private func printable(_ byte: UInt8) -> UInt8 {
        (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")
    }
}
