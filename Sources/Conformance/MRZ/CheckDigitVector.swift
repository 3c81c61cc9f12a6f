import MRZ

/// Characters and their check digit.
package struct CheckDigitVector: ConformanceVector {
    package static let places = ["mrz/check-digits/"]

    package let id: String
    package let input: String
    package let checkDigit: String

    package func check() throws {
        try compare("checkDigit", CheckDigit.compute(over: input).map(String.init), with: checkDigit)
    }
}
