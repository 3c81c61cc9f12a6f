import Conformance
import MRZ
import TestSupport
import Testing

@Suite("Names: Doc 9303-3 §4.6")
struct NameTests {
    static func vectors() throws -> [NameVector] { try NameVector.published() }

    @Test(arguments: try vectors())
    func `writes a name that fits as it is printed, and cuts one that does not by the rules`(_ vector: NameVector)
        throws
    {
        try vector.checkWriting()
    }

    @Test(arguments: try vectors())
    func `takes each printed field for the name beside it`(_ vector: NameVector) throws {
        let name = try vector.zone.name

        try vector.checkReading()
        #expect(!name.agrees(withPrimary: vector.primary + " X", secondary: vector.secondary) || name.mayBeTruncated)
        #expect(!name.agrees(withPrimary: "X" + vector.primary, secondary: vector.secondary))
    }

    @Test func `cuts the last given names first, and each to no less than a letter`() throws {
        let field = try NameVector.compose("TD1", "Papandropoulous", "Jonathon Warren Trevor")
        #expect(field == "PAPANDROPOULOUS<<JONATHON<WA<T")
    }

    @Test func `leaves out last given names where not even their letters fit`() throws {
        let field = try NameVector.compose("TD1", "Papandropoulous Papadimitriou", "A B C D E F G H I J K L M N")
        #expect(field.utf8.count == 30)
        #expect(field.hasPrefix("P"))
        #expect(field.contains("<<A<B<C"))
        #expect(!field.contains("N"))
    }

    @Test func `leaves out last surnames where not even their letters fit`() throws {
        let field = try NameVector.compose("TD1", "A B C D E F G H I J K L M N O P Q R", "Xenia")
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
