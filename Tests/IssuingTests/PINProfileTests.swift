import Issuing
import Testing

@Suite("Profiles: what has become of PIN and PUK")
struct PINProfileTests {
    private static func passwords(_ fields: String) throws -> PACEPasswords? {
        let json = """
            {"format": 1, "accessControl": "pace", "mrz": {"format": "TD1", "documentCode": "I", "issuingState": "UTO", "primaryIdentifier": "A", \
            "documentNumber": "1", "nationality": "UTO", "dateOfBirth": "1990-02-17", "sex": "F", \
            "dateOfExpiry": "2035-08-31", "referenceDate": "2025-09-01"}, "pace": {"entries": [{"protocol": \
            "ecdh-gm-aes-128", "parameterId": 13}], "pin": "123456", "puk": "9876543210"\(fields)}}
            """
        return try DocumentProfile(json: Array(json.utf8)) { _ in nil }.pace?.passwords
    }

    @Test func `have all tries where they say nothing`() throws {
        let passwords = try #require(try Self.passwords(""))
        #expect(passwords.pinTriesLeft == nil)
        #expect(passwords.isPINActivated)
        #expect(passwords.pukUseCount == 10)
    }

    @Test func `suspend, block and switch off a PIN`() throws {
        let passwords = try #require(
            try Self.passwords(#", "pinTries": 5, "pinTriesLeft": 1, "pinActivated": false, "pukUses": 0"#))
        #expect(passwords.pinTryCount == 5)
        #expect(passwords.pinTriesLeft == 1)
        #expect(!passwords.isPINActivated)
        #expect(passwords.pukUseCount == 0)
    }

    @Test(arguments: [#", "pinTriesLeft": 4"#, #", "pinTriesLeft": -1"#, #", "pinActivated": 1"#, #", "pukUses": 16"#])
    func `refuse what cannot be`(fields: String) {
        #expect(throws: IssuingError.self) { try Self.passwords(fields) }
    }
}
