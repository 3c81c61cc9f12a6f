import ByteCoding
import Conformance
import Seals
import TestSupport
import Testing

@Suite("C40: Doc 9303-13 §2.6")
struct C40Tests {
    @Test(arguments: try C40Vector.published()) func `decodes the printed bytes`(_ vector: C40Vector) throws {
        try vector.check()
    }

    /// Shifts, numbers beyond the last character, an odd count, and a single character that is none or not the last.
    @Test(arguments: [
        "0000", "0001", "0641", "FFFF", "EB", "FE", "FE00", "FE3C", "FE62", "FE31EB04", "0004",
    ])
    func `refuses what is no text`(_ hex: String) throws {
        let bytes = try #require(Hexadecimal.decode(hex))
        #expect(throws: DecodingFailure.self) { try C40.decode(bytes[...], "text") }
    }

    @Test func `fills two characters up only at the end`() throws {
        // "AB" with a shift behind it, alone and before another group.
        let bytes: [UInt8] = [0x59, 0xD9]
        #expect(try C40.decode(bytes[...], "text") == "AB")
        #expect(throws: DecodingFailure(.invalidValue("text"), at: 0)) {
            try C40.decode((bytes + [0x59, 0xE9])[...], "text")
        }
    }
}
