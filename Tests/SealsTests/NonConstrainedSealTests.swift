import ByteCoding
import Conformance
import Foundation
import Seals
import TestSupport
import Testing

@Suite("Seals in JSON: ICAO Technical Report VDS-NC")
struct NonConstrainedSealTests {
    private static let text = """
        {"data":{"hdr":{"t":"icao.test","v":1,"is":"UTO"},"msg":{"pid":{"n":"Smith Bill"}}},\
        "sig":{"alg":"ES256","sigvl":"AAEC"}}
        """

    private static func read(_ text: String) throws -> NonConstrainedSeal {
        try NonConstrainedSeal(json: Array(text.utf8))
    }

    @Test(arguments: try NonConstrainedSealVector.published())
    func `reads a published seal, which verifies`(_ vector: NonConstrainedSealVector) throws {
        try vector.check()
    }

    @Test func `takes base64url with padding and without`() throws {
        #expect(try Self.read(Self.text).signature == [0, 1, 2])
        let padded = Self.text.replacingOccurrences(of: "AAEC", with: "-_8=")
        #expect(try Self.read(padded).signature == [0xFB, 0xFF])
        #expect(try Self.read(padded.replacingOccurrences(of: "-_8=", with: "-_8")).signature == [0xFB, 0xFF])
    }

    /// What stands in place of what, and what is said of it.
    static let faults: [(String, String, SealError)] = [
        ("\"AAEC\"", "\"AA+C\"", .wrongMember(path: "sig.sigvl", expected: "base64url")),
        ("\"AAEC\"", "\"AA/C\"", .wrongMember(path: "sig.sigvl", expected: "base64url")),
        ("\"AAEC\"", "\"AAE\\n\"", .wrongMember(path: "sig.sigvl", expected: "base64url")),
        ("\"AAEC\"", "\"A=EC\"", .wrongMember(path: "sig.sigvl", expected: "base64url")),
        ("\"AAEC\"", "7", .wrongMember(path: "sig.sigvl", expected: "text")),
        ("\"AAEC\"", "\"\"", .wrongMember(path: "sig.sigvl", expected: "text")),
        ("\"sigvl\"", "\"sigval\"", .missingMember(path: "sig.sigvl")),
        ("\"alg\"", "\"algorithm\"", .missingMember(path: "sig.alg")),
        ("\"t\"", "\"type\"", .missingMember(path: "data.hdr.t")),
        ("\"is\"", "\"issuer\"", .missingMember(path: "data.hdr.is")),
        ("\"v\"", "\"version\"", .missingMember(path: "data.hdr.v")),
        ("\"v\":1", "\"v\":1.5", .wrongMember(path: "data.hdr.v", expected: "a whole number")),
        ("\"hdr\"", "\"header\"", .missingMember(path: "data.hdr")),
        ("\"msg\"", "\"message\"", .missingMember(path: "data.msg")),
        ("\"data\"", "\"date\"", .missingMember(path: "data")),
        ("\"sig\"", "\"seal\"", .missingMember(path: "sig")),
        ("{\"pid\":{\"n\":\"Smith Bill\"}}", "[]", .wrongMember(path: "data.msg", expected: "an object")),
        ("\"alg\"", "\"cer\":\"!\",\"alg\"", .wrongMember(path: "sig.cer", expected: "base64url")),
        (
            "\"alg\"", "\"cer\":\"MAA\",\"alg\"",
            .malformedCertificate(.init(.truncated(needed: 1, available: 0), at: 2))
        ),
    ]

    @Test(arguments: faults)
    func `names the member that is wrong`(_ fault: (old: String, new: String, error: SealError)) throws {
        let text = Self.text.replacingOccurrences(of: fault.old, with: fault.new)
        #expect(text != Self.text)
        #expect(throws: fault.error) { try Self.read(text) }
    }

    @Test func `shows the values of a message with their paths, and who it is for`() throws {
        let vector = try #require(NonConstrainedSealVector.published().first { $0.issuer == "UTO" })
        let seal = try Self.read(vector.json)
        let fields = seal.fields.map { "\($0.path)=\($0.value)" }
        #expect(fields.contains("pid.n=Smith Bill") && fields.contains("ve[0].vd[1].seq=2"))
        #expect(try Self.read(Self.text.replacingOccurrences(of: "pid", with: "person")).holder == nil)
    }
}

@Suite("JSON of seals: RFC 8259 and RFC 8785")
struct SealJSONTests {
    private static func message(_ value: String) throws -> String {
        let text = """
            {"data":{"hdr":{"t":"t","v":1,"is":"UTO"},"msg":{"m":\(value)}},"sig":{"alg":"ES256","sigvl":"AAEC"}}
            """
        let signed = try NonConstrainedSeal(json: Array(text.utf8)).signedPart
        let all = String(decoding: signed, as: UTF8.self)
        return String(all.dropFirst("{\"hdr\":{\"is\":\"UTO\",\"t\":\"t\",\"v\":1},\"msg\":{\"m\":".count).dropLast(2))
    }

    /// Text and its canonical form: the examples of RFC 8785 §3.2.2 and Appendix B, and our own.
    static let forms: [(String, String)] = [
        ("333333333.33333329", "333333333.3333333"), ("1E30", "1e+30"), ("4.50", "4.5"), ("2e-3", "0.002"),
        ("0.000000000000000000000000001", "1e-27"), ("-0", "0"), ("-0.0", "0"), ("0", "0"), ("1e0", "1"),
        ("5e-324", "5e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("9007199254740992", "9007199254740992"), ("-9007199254740992", "-9007199254740992"),
        ("295147905179352830000", "295147905179352830000"), ("9.999999999999997e22", "9.999999999999997e+22"),
        ("1e23", "1e+23"), ("1.0000000000000001e23", "1.0000000000000001e+23"),
        ("999999999999999700000", "999999999999999700000"), ("999999999999999900000", "999999999999999900000"),
        ("1e21", "1e+21"), ("0.000001", "0.000001"), ("1e-7", "1e-7"), ("333333333.3333332", "333333333.3333332"),
        ("9.5367431640625e-7", "9.5367431640625e-7"), ("123.456", "123.456"), ("1e20", "100000000000000000000"),
        ("[ true , false,null ]", "[true,false,null]"), ("[]", "[]"), ("{ }", "{}"), ("[ ]", "[]"),
        ("\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\"", "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\""),
        ("\"\\b\\f\\n\\r\\t\\u001f\\u007f\"", "\"\\b\\f\\n\\r\\t\\u001f\u{7F}\""),
        ("\"\\ud83d\\ude02\"", "\"😂\""), ("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"),
        // Names are ordered by UTF-16 units: a surrogate pair comes before U+FB33.
        ("{\"\\ufb33\":1,\"\\ud83d\\ude02\":2,\"\\u20ac\":3}", "{\"€\":3,\"😂\":2,\"\u{FB33}\":1}"),
        // The same letter, composed and not, makes two names.
        ("{\"\\u00e9\":1,\"e\\u0301\":2}", "{\"e\u{301}\":2,\"\u{E9}\":1}"),
    ]

    @Test(arguments: forms) func `has one form of each value`(_ form: (text: String, canonical: String)) throws {
        #expect(try Array(Self.message(form.text).utf8) == Array(form.canonical.utf8))
    }

    /// What stands as the value of `m`, and the fault.
    static let faults: [(String, JSONFault)] = [
        ("01", .malformedNumber), ("-", .malformedNumber), ("1.", .malformedNumber), ("1e", .malformedNumber),
        ("1e999", .malformedNumber), ("+1", .unexpectedCharacter), ("NaN", .unexpectedCharacter),
        ("tru", .unexpectedCharacter), ("[1,]", .unexpectedCharacter), ("{\"a\":1,}", .unexpectedCharacter),
        ("{\"a\" 1}", .unexpectedCharacter), ("'a'", .unexpectedCharacter), ("[1 2]", .unexpectedCharacter),
        ("\"\u{01}\"", .malformedString), ("\"\\x\"", .malformedString), ("\"\\u12\"", .malformedString),
        ("\"\\u00g0\"", .malformedString), ("\"\\ud800\"", .malformedString), ("\"\\udc00\"", .malformedString),
        ("\"\\ud800\\u0041\"", .malformedString), ("\"\\ud800\\ud800\"", .malformedString),
        ("\"\\u+041\"", .malformedString), ("{\"a\":1,\"a\":2}", .duplicateMember),
        ("{\"a\":1,\"\\u0061\":2}", .duplicateMember),
    ]

    @Test(arguments: faults) func `says what is wrong`(_ fault: (text: String, fault: JSONFault)) {
        do {
            _ = try Self.message(fault.text)
            Issue.record("\(fault.text) was taken")
        } catch SealError.malformedJSON(let found, _) {
            #expect(found == fault.fault)
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test func `goes no deeper than any seal does, whatever it is handed`() {
        for opening in ["[", "{\"a\":"] {
            let text = "{\"data\":" + String(repeating: opening, count: 5000)
            #expect(throws: SealError.malformedJSON(.tooDeep(limit: 32), offset: 8 + 31 * opening.utf8.count)) {
                try NonConstrainedSeal(json: Array(text.utf8))
            }
        }
    }

    @Test func `says where text ends, goes on or is no UTF-8`() {
        #expect(throws: SealError.malformedJSON(.truncated, offset: 8)) {
            try NonConstrainedSeal(json: Array("{\"data\":".utf8))
        }
        #expect(throws: SealError.malformedJSON(.truncated, offset: 4)) {
            try NonConstrainedSeal(json: Array("{\"da".utf8))
        }
        #expect(throws: SealError.malformedJSON(.trailingText, offset: 3)) {
            try NonConstrainedSeal(json: Array("{} {}".utf8))
        }
        #expect(throws: SealError.malformedJSON(.notUTF8, offset: 2)) {
            try NonConstrainedSeal(json: [0x7B, 0x22, 0xC3, 0x28, 0x22, 0x7D])
        }
        let limit = VisibleDigitalSeal.byteLimit
        #expect(throws: SealError.oversized(limit: limit)) {
            try NonConstrainedSeal(json: [UInt8](repeating: 0x20, count: limit + 1))
        }
    }
}
