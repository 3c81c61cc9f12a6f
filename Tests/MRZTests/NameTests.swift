import Conformance
import MRZ
import TestSupport
import Testing

struct NameVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let format: String
    let printed: String
    let width: Int
    let nameField: String
    let isTruncated: Bool
    var testDescription: String { id }

    var primary: String { String(printed.prefix { $0 != "," }) }
    var secondary: String { printed.contains(",") ? String(printed.drop { $0 != "," }.dropFirst()) : "" }
}

@Suite("Names: Doc 9303-3 §4.6")
struct NameTests {
    static func vectors() throws -> [NameVector] { try VectorFile.load("mrz/names/doc9303.json").vectors }

    /// The name field of a composed document.
    static func compose(_ format: String, _ primary: String, _ secondary: String) throws -> String {
        let format = try #require(DocumentFormat(rawValue: format))
        let code = ["TD3": "P", "MRV-A": "V", "MRV-B": "V"][format.rawValue] ?? "I"
        let birth = try #require(PartialDate(year: 1974, month: 8, day: 12))
        let zone = try MachineReadableZone(
            composing: MRZContents(
                format: format, documentCode: code, issuingState: "UTO", primaryIdentifier: primary,
                secondaryIdentifier: secondary, documentNumber: "1", nationality: "UTO", dateOfBirth: birth,
                dateOfExpiry: birth),
            referenceDate: reference)
        #expect(zone.faults(asOf: reference).isEmpty)
        return format == .td1 ? zone.lines[2] : String(zone.lines[0].dropFirst(5))
    }

    @Test(arguments: try vectors())
    func `writes a name that fits as it is printed, and cuts one that does not by the rules`(_ vector: NameVector)
        throws
    {
        let field = try Self.compose(vector.format, vector.primary, vector.secondary)
        #expect(field.utf8.count == vector.width)
        guard vector.isTruncated else {
            #expect(field == vector.nameField)
            return
        }
        // The letters that are cut are the issuer's choice; that the field is full and that components are kept is not.
        #expect(field.last?.isLetter == true)
        #expect(field.split(separator: "<").count >= vector.nameField.split(separator: "<").count)
    }

    @Test(arguments: try vectors())
    func `takes each printed field for the name beside it`(_ vector: NameVector) throws {
        let line = "PPUTO" + vector.nameField + String(repeating: "<", count: 39 - vector.width)
        let zone = try MachineReadableZone(concatenated: Array((line + passportLines[1]).utf8))
        guard vector.width == 39 || !vector.isTruncated else { return }
        #expect(zone.name.agrees(withPrimary: vector.primary, secondary: vector.secondary))
        #expect(
            !zone.name.agrees(withPrimary: vector.primary + " X", secondary: vector.secondary)
                || zone.name.mayBeTruncated)
        #expect(!zone.name.agrees(withPrimary: "X" + vector.primary, secondary: vector.secondary))
    }

    @Test func `cuts the last given names first, and each to no less than a letter`() throws {
        let field = try Self.compose("TD1", "Papandropoulous", "Jonathon Warren Trevor")
        #expect(field == "PAPANDROPOULOUS<<JONATHON<WA<T")
    }

    @Test func `leaves out last given names where not even their letters fit`() throws {
        let field = try Self.compose("TD1", "Papandropoulous Papadimitriou", "A B C D E F G H I J K L M N")
        #expect(field.utf8.count == 30)
        #expect(field.hasPrefix("P"))
        #expect(field.contains("<<A<B<C"))
        #expect(!field.contains("N"))
    }

    @Test func `leaves out last surnames where not even their letters fit`() throws {
        let field = try Self.compose("TD1", "A B C D E F G H I J K L M N O P Q R", "Xenia")
        #expect(field == "A<B<C<D<E<F<G<H<I<J<K<L<M<N<<X")
    }

    @Test func `does not take a cut name without given names for one that has some`() throws {
        let surname = String(repeating: "A", count: 45)
        let zone = try MachineReadableZone(
            concatenated: Array(("PPUTO" + surname.prefix(39) + passportLines[1]).utf8))
        #expect(zone.name.agrees(withPrimary: surname, secondary: ""))
        #expect(!zone.name.agrees(withPrimary: surname, secondary: "Anna"))
    }

    @Test func `reads a name without a secondary identifier`() throws {
        let lines = ["P<UTOARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", passportLines[1]]
        let zone = try MachineReadableZone(strict: lines.text, referenceDate: reference)
        #expect(zone.name.primaryParts == ["ARKFREITH"])
        #expect(zone.name.secondaryParts.isEmpty)
        #expect(!zone.name.mayBeTruncated)
    }
}
