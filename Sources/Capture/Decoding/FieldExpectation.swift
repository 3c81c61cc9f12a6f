import Glibc
import MRZ

/// What a format lets one expect in each cell before anything is seen: logarithms that are added to what was seen.
///
/// Expectations are evidence and no law: a character that stands clearly against them is reported as it is printed.
struct FieldExpectation {
    /// For each cell of the format, counted through all lines, 37 logarithms.
    let cells: [[Float]]

    init(_ format: DocumentFormat) {
        let layout = MRZLayout.of(format)
        var cells = [[Float]](repeating: Self.numberOrText, count: format.characterCount)
        func expect(_ range: Range<Int>?, _ expectation: [Float]) {
            for index in range ?? 0..<0 { cells[index] = expectation }
        }
        expect(layout.name, Self.letters)
        expect(layout.givenNames, Self.letters)
        expect(layout.issuingState, Self.letters)
        expect(layout.nationality, Self.letters)
        expect(layout.documentCode, Self.letters)
        cells[0] = Self.only(Self.initials(of: format), against: 5)
        cells[layout.documentNumberCheckDigit] = Self.only("0123456789<", against: 8, rare: "<", 2.5)
        cells[layout.sex] = Self.only("MF<X", against: 7, rare: "X", 1)
        Self.expectDate(at: layout.dateOfBirth, &cells)
        if let expiry = layout.dateOfExpiry { Self.expectDate(at: expiry, &cells) }
        if layout.hasOptionalDataCheckDigit, let optional = layout.optionalData {
            cells[optional.upperBound] = Self.only("0123456789<", against: 8)
        }
        if !layout.composite.isEmpty { cells[layout.compositeCheckDigit] = Self.digits }
        if format == .frenchIdentityCard {
            for (index, character) in "IDFRA".utf8.enumerated() {
                cells[index] = Self.only(String(UnicodeScalar(character)), against: 6)
            }
            expect(layout.issuingOffice, Self.only("0123456789<", against: 4))
        }
        self.cells = cells
    }

    /// The first letter of the document code.
    ///
    /// Spec: ICAO Doc 9303-4, -5, -6 §4.2.2, Doc 9303-7 §4.2.2.
    static func initials(of format: DocumentFormat) -> String {
        switch format {
        case .td1, .td2: "IAC"
        case .td3: "P"
        case .mrvA, .mrvB: "V"
        case .frenchIdentityCard: "I"
        }
    }

    private static func expectDate(at range: Range<Int>, _ cells: inout [[Float]]) {
        for index in range { cells[index] = only("0123456789<", against: 8, rare: "<", 4) }
        cells[range.lowerBound + 2] = only("01<", against: 6, rare: "<", 4)
        cells[range.lowerBound + 4] = only("0123<", against: 6, rare: "<", 4)
        cells[range.upperBound] = digits
    }

    private static let digits = only("0123456789", against: 8)
    private static let letters = only("ABCDEFGHIJKLMNOPQRSTUVWXYZ<", against: 8)
    /// Numbers and optional data hold anything; many States leave out the letter O for its likeness to zero.
    private static let numberOrText = only(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<", against: 0, rare: "O", 0.7)

    /// Nothing against the characters that are named, `against` (a logarithm) against the others.
    private static func only(_ allowed: String, against: Float, rare: String = "", _ rareness: Float = 0) -> [Float] {
        let allowed = Set(allowed.utf8)
        let rare = Set(rare.utf8)
        return LineEvidence.alphabet.map { allowed.contains($0) ? (rare.contains($0) ? -rareness : 0) : -against }
    }
}
