import ByteCoding
import Conformance
import Foundation
import TestSupport
import Testing

@Suite("emrtd lds show")
struct ShowCommandTests {
    private let temporary = TemporaryFolder()

    struct Vector: Decodable, Sendable {
        let id: String
        let file: String
    }

    /// A file of the published vectors, by its identifier.
    private func file(_ path: String, _ id: String) throws -> URL {
        let vector = try #require(try VectorFile<Vector>.load("lds/\(path).json").vectors.first { $0.id == id })
        return try write(try #require(Hexadecimal.decode(vector.file)), "file.bin")
    }

    private func write(_ bytes: [UInt8], _ name: String) throws -> URL {
        let url = temporary.url.appending(path: name)
        try Data(bytes).write(to: url)
        return url
    }

    static let samples: [(String, String, String)] = [
        ("com/doc9303-10-appendix-a", "unknown and repeated tags", "com"),
        ("attributes/iso7816-4", "padded to a block", "attributes"),
        ("directory/doc9303-10-table-31", "all four applications", "directory"),
        ("sod/bsi-tr03105-5", "indefinite lengths, and 77 too", "sod"),
        ("security-infos/doc9303-11-appendix-g", "malformed entries are kept and named", "card-access"),
        ("security-infos/doc9303-11-appendix-g", "BSI TR-03105-5 DG14", "dg14"),
        ("card-security/tr03110-worked-example", "ECDH", "card-security"),
        ("cvca/tr03110-a.7.2.4", "two references", "cvca"),
        ("dg1/doc9303-10-appendix-a", "TD1", "dg1"),
        ("dg2/iso39794-5-fields", "sample with all fields", "dg2-iso39794"),
        ("dg2/iso19794-5", "two pictures in one record", "dg2-two"),
        ("dg11/doc9303-10-appendix-a", "every field", "dg11"),
        ("dg12/own", "every field", "dg12"),
        ("dg15/bsi-tr03105-5", "RSA of 1024 bits", "dg15"),
        ("dg16/doc9303-10-appendix-a", "Appendix A.6", "dg16"),
        ("dg3/iso19794-4", "two templates, each with its print", "dg3"),
        ("dg3/iso39794-4", "every block", "dg3-iso39794"),
        ("dg4/iso19794-6", "every property, polar, with the identifier of the device", "dg4"),
        ("dg4/iso39794-6", "every block", "dg4-iso39794"),
        ("displayed/doc9303-10", "DG7 with two pictures", "dg7"),
        ("raw/doc9303-10", "DG8 with one template", "dg8"),
        ("raw/doc9303-10", "DG13 of national content", "dg13"),
        ("biometrics/doc9303-10", "a finger record", "biometrics"),
        ("records/doc9303-10-travel", "own travel record, signed", "travel-record"),
        ("records/doc9303-10-visa", "every field", "visa-record"),
        ("records/doc9303-10-certificates", "a certificate of TravelCertificates", "certificate-record"),
    ]

    @Test(arguments: samples)
    func `shows a file as text and as JSON`(_ path: String, _ id: String, _ name: String) throws {
        let file = try file(path, id).path()
        let text = try BuiltProgram.run(["lds", "show", file])
        let json = try BuiltProgram.run(["lds", "show", file, "--json"])

        #expect(text.status == 0)
        #expect(try Golden.difference(text.output, "cli/lds/\(name).txt") == nil)
        #expect(json.status == 0)
        #expect(try Golden.difference(json.output, "cli/lds/\(name).json") == nil)
    }

    @Test
    func `takes the file from standard input and by a name`() throws {
        let file = try write([0x6D, 0x01, 0x41], "file.bin")
        let named = try BuiltProgram.run(["lds", "show", "--file", "ef.dg13", file.path()])
        #expect(named.status == 0)
        #expect(named.output.hasPrefix("EF.DG13, 3 bytes\n"))

        let input = try BuiltProgram.run(["lds", "show", "-"], input: "m\u{01}A")
        #expect(input.output == named.output)
    }

    @Test
    func `says what a file is when it is not what it was named`() throws {
        let file = try file("dg1/doc9303-10-appendix-a", "TD1").path()
        let outcome = try BuiltProgram.run(["lds", "show", "--file", "DG2", file])

        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("is no sound EF.DG2: tag 61 stands where 75 belongs, at offset 0"))
        #expect(outcome.errors.contains("hint: by its content it is EF.DG1"))
    }

    @Test
    func `refuses what is no file of a chip, and a name that is none`() throws {
        let file = try write(Array("hello".utf8), "file.bin").path()
        #expect(try BuiltProgram.run(["lds", "show", file]).status == 3)
        #expect(try BuiltProgram.run(["lds", "show", "--file", "DG17", file]).status == 64)
        #expect(try BuiltProgram.run(["lds", "show", "/nowhere.bin"]).status == 3)
    }

    @Test
    func `never sends the chip's control characters to the terminal`() throws {
        let name = Array("A\u{1B}[31m<<B\u{202E}".utf8)
        let file = try write(
            DataObjectWriter.encode(0x6B, [0x5C, 0x02, 0x5F, 0x0E] + DataObjectWriter.encode(0x5F0E, name)), "file.bin")
        let outcome = try BuiltProgram.run(["lds", "show", file.path()])

        #expect(outcome.status == 0)
        #expect(outcome.output.contains("A\u{FFFD}[31m"))
        #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
        #expect(!outcome.output.unicodeScalars.contains("\u{202E}"))
    }
}
