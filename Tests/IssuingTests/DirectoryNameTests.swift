import ByteCoding
import Issuing
import PKI
import Testing

@Suite("Names of authorities: Doc 9303-12 §7.1.1, and how else they are written")
struct DirectoryNameTests {
    static func decoded(_ change: (inout DirectoryName) -> Void) throws -> (DistinguishedName, [UInt8]) {
        var name = DirectoryName(country: "UT", organization: "Ütopia", commonName: "CSCA")
        change(&name)
        var reader = ByteReader(name.encoded)
        return (try DistinguishedName(reader.dataObject()), name.encoded)
    }

    @Test(arguments: DirectoryName.StringType.allCases)
    func `are read alike in every type of string that can hold them`(_ type: DirectoryName.StringType) throws {
        let (name, encoded) = try Self.decoded { $0.stringType = type }
        let (plain, _) = try Self.decoded { _ in }

        #expect(encoded.contains(UInt8(type.rawValue)))
        #expect(name.countryCode == "UT" && plain.countryCode == "UT")
    }

    @Test
    func `stand in the opposite order, without a country, and with an address`() throws {
        let (reversed, encoded) = try Self.decoded { $0.isReversed = true }
        let (_, plain) = try Self.decoded { _ in }
        let (none, _) = try Self.decoded { $0.country = "" }
        let (_, address) = try Self.decoded { $0.emailAddress = "csca@example.invalid" }

        #expect(reversed.countryCode == "UT" && encoded != plain && encoded.count == plain.count)
        #expect(none.countryCode == nil)
        #expect(Hexadecimal.encode(address).hasSuffix("1614" + Hexadecimal.encode(Array("csca@example.invalid".utf8))))
    }

    @Test(arguments: ["ut", "UTO"])
    func `keep the country as it is given`(_ country: String) throws {
        let (_, encoded) = try Self.decoded { $0.country = country }

        #expect(
            Hexadecimal.encode(encoded).contains(
                "0603550406" + "130\(country.count)" + Hexadecimal.encode(Array(country.utf8))))
    }
}
