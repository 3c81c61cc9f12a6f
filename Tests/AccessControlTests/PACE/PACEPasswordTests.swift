import AccessControl
import ByteCoding
import Cryptography
import LDS
import Testing

@Suite("PACE passwords: Doc 9303-11 §9.7.3")
struct PACEPasswordTests {
    @Test(arguments: ["", "12345", "12345a", "12345678901234567", "١٢٣٤٥٦", "123456\n"])
    func `refuses what cannot be a number on a document`(_ text: String) {
        #expect(throws: AccessControlError.malformedPassword(.can)) { try PACEPassword.can(text) }
        #expect(throws: AccessControlError.malformedPassword(.puk)) { try PACEPassword.puk(text) }
        if text != "12345" {
            #expect(throws: AccessControlError.malformedPassword(.pin)) { try PACEPassword.pin(text) }
        }
    }

    @Test func `takes blanks between digits and derives the published key`() throws {
        let key = try PACEPassword.can("123 456").key(for: .aes128)
        #expect(Hexadecimal.encode(key) == "591468CDA83D65219CCCB8560233600F")
        #expect(try PACEPassword.pin("12345").kind == .pin)
    }

    @Test func `does not print`() throws {
        let password = try PACEPassword.pin("271828")
        var text = ""
        dump(password, to: &text)
        #expect(!(text + "\(password)" + String(reflecting: password)).contains("271828"))
    }
}
