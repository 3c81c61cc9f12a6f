import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import MRZ
import Standards
import Testing

/// Another chip on the reader after the document was away: same printed key, and something else that differs.
@Suite("Reading a chip: never going on with another one")
struct OtherChipTests {
    /// How a chip that opens with the same key is another one.
    enum Other: String, CaseIterable {
        /// The same files, signed once more: only the signature differs, and sometimes its length.
        case signedAgain
        /// Another DG1, signed by the same signer, and a chip that offers PACE.
        case otherHolder
        /// A whole copy that signs challenges with a key of its own.
        case copy
        /// A whole copy that signs nothing.
        case silentCopy
        /// A copy with another portrait.
        case otherPortrait
        /// No EF.SOD at all.
        case unsigned
        /// Another key opens it.
        case otherKey

        func chip(of document: IssuedDocument) throws -> SimulatedChip {
            var other = document
            switch self {
            case .signedAgain: try other.reissue()
            case .otherHolder:
                let lines = [
                    "P<UTOOTHER<<NOBODY<<<<<<<<<<<<<<<<<<<<<<<<<<", "UT11111110UTO8001014M3508312<<<<<<<<<<<<<<08",
                ]
                other.files[.dataGroup(.dg1)] = FileEncoder.dg1(lines: lines)
                other.files[.cardAccess] = DocumentProfile.cardAccessOfferingPACE
                try other.reissue()
            case .copy: other.activeAuthentication?.key = try PrivateKey.generateEC(curve: .secp256r1)
            case .silentCopy: other.activeAuthentication = nil
            case .otherPortrait:
                other.files[.dataGroup(.dg2)] = FileEncoder.dg2(records: [[try Portrait(image: Specimen.codestream)]])
            case .unsigned: other.files[.sod] = nil
            case .otherKey:
                other.keyInformation = try MRZKeyInformation(
                    documentNumber: "X1", dateOfBirth: "700101", dateOfExpiry: "300101")
            }
            return SimulatedChip(other)
        }
    }

    static func read(_ connection: SimulatedConnection, _ document: IssuedDocument, resume: ChipReading? = nil)
        -> ChipReading
    {
        var request = ReadRequest(key: document.keyInformation)
        request.resume = resume
        var reader = ChipReader(connection)
        return reader.read(request, at: Timestamp(secondsSince1970: 0))
    }

    static func connection(_ document: IssuedDocument, _ incident: WireIncident? = nil) -> SimulatedConnection {
        SimulatedConnection(
            SimulatedChip(document), incidents: incident.map { [$0] } ?? [],
            maximumCommandByteCount: CommandAPDU.maximumShortByteCount)
    }

    static func apduCount() throws -> Int {
        let document = try Specimen.utopia()
        let connection = connection(document)
        _ = read(connection, document)
        return connection.cost.apduCount
    }

    /// What speaks for this reading being one of a single chip: all its files are those of one of the two.
    static func isOfOneChip(_ reading: ChipReading, _ chips: [IssuedDocument]) -> Bool {
        chips.contains { document in
            reading.files.allSatisfy { file in
                guard case .read(let bytes) = file.outcome, file.file.application == .lds1 else { return true }
                return document.files[file.file] == bytes
            }
        }
    }

    @Test(arguments: Other.allCases, try 0..<apduCount())
    func `completes no read over two chips`(other: Other, index: Int) throws {
        let document = try Specimen.utopia()
        let connection = Self.connection(document, .pull(afterAPDU: index))
        let replacement = try other.chip(of: document)
        connection.replacement = replacement
        try Self.judge(Self.read(connection, document), other, document, replacement.document)
    }

    @Test(arguments: Other.allCases, try 0...apduCount())
    func `resumes no read on another chip`(other: Other, index: Int) throws {
        let document = try Specimen.utopia()
        let connection = Self.connection(document, .pull(afterAPDU: index))
        connection.returnsAfterPull = false
        let broken = Self.read(connection, document)
        let replacement = try other.chip(of: document)
        let second = SimulatedConnection(replacement)
        try Self.judge(Self.read(second, document, resume: broken), other, document, replacement.document)
    }

    /// The files are those of one chip where EF.SOD or the key differ. A copy is caught by its proof, which the chip that
    /// lies there last has to give, and another portrait by its hash, unless the overlap shows it before.
    private static func judge(
        _ reading: ChipReading, _ other: Other, _ document: IssuedDocument, _ otherDocument: IssuedDocument
    ) throws {
        #expect(isOfOneChip(reading, [document, otherDocument]), "\(reading.ending)")
        guard reading.ending == .complete else { return }
        switch other {
        case .copy:
            guard case .signature(let signature)? = reading.activeAuthentication?.answer,
                let challenge = reading.activeAuthentication?.challenge, let genuine = document.activeAuthentication
            else {
                Issue.record("the copy did not sign")
                return
            }
            let isGenuine = try genuine.key.publicKey.verify(
                signature: signature, over: challenge, algorithm: .ecdsa(.sha256, encoding: .plain))
            #expect(!isGenuine)
        case .silentCopy:
            guard case .refused? = reading.activeAuthentication?.answer else {
                Issue.record("a proof was kept that another chip gave")
                return
            }
        case .otherHolder, .unsigned:
            #expect(reading.bytes(of: .sod) == otherDocument.files[.sod])
            #expect(reading.access.offersPACE == (other == .otherHolder))
        case .signedAgain, .otherPortrait: break
        case .otherKey: Issue.record("another key opened the chip")
        }
    }

    @Test func `knows every other signature from its own`() throws {
        let document = try Specimen.utopia()
        let genuine = Self.connection(document)
        let broken = Self.read(genuine, document)
        for _ in 0..<200 {
            let chip = try Other.signedAgain.chip(of: document)
            let reading = Self.read(SimulatedConnection(chip), document, resume: broken)
            guard case .brokenOff(let reason) = reading.ending else {
                Issue.record("went on with another document")
                continue
            }
            #expect(reason.code == "otherChip")
        }
    }
}
