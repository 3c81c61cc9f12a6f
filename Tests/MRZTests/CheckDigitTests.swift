import Conformance
import MRZ
import TestSupport
import Testing

@Suite("Check digits: Doc 9303-3 §4.9")
struct CheckDigitTests {
    static func vectors() throws -> [CheckDigitVector] {
        try CheckDigitVector.published()
    }

    @Test(arguments: try vectors())
    func `computes the printed digit`(_ vector: CheckDigitVector) throws {
        try vector.check()
    }

    @Test(arguments: try vectors())
    func `computes another digit where one digit differs by one`(_ vector: CheckDigitVector) throws {
        var input = Array(vector.input.utf8)
        let index = try #require(input.firstIndex { (UInt8(ascii: "0")..<UInt8(ascii: "9")).contains($0) })
        input[index] += 1
        #expect(CheckDigit.compute(over: input).map { String(Character(Unicode.Scalar($0))) } != vector.checkDigit)
    }

    @Test(arguments: ["é", "a", " ", "?", "-"])
    func `has no digit for a character outside the alphabet`(_ text: String) {
        #expect(CheckDigit.compute(over: text) == nil)
    }
}
