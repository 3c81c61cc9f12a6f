import AccessControl
import ByteCoding
import CardTransport
import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import PKI
import Standards
import TestSupport
import Testing

@Suite("Reading the applications of LDS2: Doc 9303-10 §3.7, §3.8 and §5")
struct RecordReadTests {
    var document: LDS2Document

    init() throws {
        document = try LDS2Document()
    }

    @Test
    func `gets every record, certificate and file of biometrics, after all else`() throws {
        let reading = document.read()
        #expect(document.isWhole(reading))
        #expect(reading.remarks.isEmpty)
        #expect(
            reading.records.map { "\($0.file.rawValue) \($0.number)" } == [
                "EntryRecords 1", "EntryRecords 2", "ExitRecords 1", "TravelCertificates 1", "VisaRecords 1",
                "VisaCertificates 1", "BiometricCertificates 1",
            ])
        #expect(reading.files.last?.file.name == "Biometrics1")
    }

    @Test
    func `tells how far it has come`() throws {
        var steps: [ReadProgress] = []
        var request = ReadRequest(key: document.document.keyInformation)
        request.terminal = document.credential
        var reader = ChipReader(document.connection())
        _ = reader.read(request, at: EACDocument.today) { steps.append($0) }
        #expect(steps.filter { $0.step == "EntryRecords" }.map(\.fraction) == [0, 0.5, 1])
    }

    @Test
    func `hands on what there is after each file of records`() throws {
        var counts: [Int] = []
        var request = ReadRequest(key: document.document.keyInformation)
        request.terminal = document.credential
        var reader = ChipReader(document.connection())
        _ = reader.read(request, at: EACDocument.today, keep: { counts.append($0.records.count) })
        #expect(Set(counts).isSuperset(of: [0, 2, 3, 4, 5, 6, 7]))
    }

    // MARK: What is asked for

    @Test
    func `asks for the applications that EF.DIR lists, for all of them, or for none`() throws {
        var document = document
        document.simulated.document.files[.directory] = FileEncoder.directory(
            applications: [ElementaryFile.Application.lds1, .visaRecords].compactMap(\.identifier))
        let listed = document.read()
        #expect(Set(listed.recordFiles.map(\.file)) == [.visaRecords, .visaCertificates])
        #expect(document.isWhole(document.read { $0.records = .all }))
        let none = document.read { $0.records = .none }
        #expect(none.records.isEmpty)
        #expect(none.recordFiles.map(\.outcome) == [.skipped, .skipped])
        #expect(none.steps.contains { $0.name == "terminalAuthentication" } == false)
    }

    @Test
    func `finds the applications in the signed copy of EF.DIR too`() throws {
        var document = document
        let directory = try document.document.files[.directory].unwrapped()
        document.simulated.document.files[.directory] = nil
        #expect(document.read().recordFiles.isEmpty)
        let dg14 = try document.document.files[.dataGroup(.dg14)].unwrapped()
        var outer = ByteReader(dg14)
        let set = try outer.dataObject(0x6E).children(limit: 1).first.unwrapped()
        document.simulated.document.files[.dataGroup(.dg14)] = DataObjectWriter.encode(
            0x6E,
            DataObjectWriter.encode(
                0x31, Array(set.value) + SecurityInfoEncoder.applicationDirectory(directory)))
        try document.simulated.document.reissue()
        #expect(document.isWhole(document.read()))
    }

    @Test
    func `says which applications a chip does not have, where it was asked for all`() throws {
        let plain = SimulatedDocument(try Specimen.utopia())
        let reading = SimulatorReadTests.read(plain) { $0.records = .all }
        #expect(reading.ending == .complete)
        #expect(reading.recordFiles.map(\.outcome) == RecordFile.allCases.map { _ in .absent(status: 0x6A82) })
        #expect(SimulatorReadTests.read(plain).recordFiles.isEmpty)
    }

    // MARK: Rights

    @Test
    func `leaves protected what a terminal without certificates may not read, and asks for nothing of it`() throws {
        let connection = document.connection()
        connection.recordsTraffic = true
        var document = document
        document.credential = nil
        let reading = document.read(connection)
        #expect(reading.ending == .complete)
        #expect(reading.records.isEmpty)
        #expect(reading.recordFiles.map(\.outcome) == RecordFile.allCases.map { _ in .protected })
        #expect(!reading.steps.contains { $0.name == "EntryRecords" })
        #expect(reading.files.allSatisfy { $0.file.application != .additionalBiometrics })
    }

    /// Rights by the arc of the application, and the files that they open.
    static let rights: [(bits: [UInt: [UInt8]], readable: [RecordFile])] = [
        ([:], []),
        ([1: [0x01]], [.entryRecords, .exitRecords]),
        ([1: [0x04]], [.travelCertificates]),
        ([1: [0x0A]], []),
        ([2: [0x05]], [.visaRecords, .visaCertificates]),
        ([3: [0x01] + [UInt8](repeating: 0, count: 16)], [.biometricCertificates]),
        ([1: [0x05], 2: [0x01]], [.entryRecords, .exitRecords, .travelCertificates, .visaRecords]),
    ]

    @Test(arguments: rights.indices)
    func `asks for what the certificates grant alone`(_ index: Int) throws {
        let (bits, readable) = Self.rights[index]
        var document = document
        try document.grant(bits)
        let reading = document.read()
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        for file in RecordFile.allCases {
            let outcome = reading[file]?.outcome
            #expect(readable.contains(file) ? outcome?.code == "read" : outcome == .protected, "\(file)")
        }
        #expect(reading.remarks.contains { $0.code == "noRightToRecords" })
        #expect(reading.bytes(of: try ElementaryFile.additionalBiometrics(1).unwrapped()) == nil)
    }

    @Test(
        arguments: [
            ([1: [0x0F], 2: [0x0F]], [2: [0x01]], [.visaRecords]),
            ([2: [0x05]], [1: [0x0F], 2: [0x04]], [.visaCertificates]),
            ([3: [0x01] + [UInt8](repeating: 0xFF, count: 15)], nil, []),
            (
                [3: [0x01] + [UInt8](repeating: 0xFF, count: 15)], [3: [0x01] + [UInt8](repeating: 0xFF, count: 15)],
                [.biometricCertificates]
            ),
        ] as [([UInt: [UInt8]], [UInt: [UInt8]]?, [RecordFile])])
    func `asks for nothing that a certificate above the terminal's does not grant, nor by rights of another length`(
        terminal: [UInt: [UInt8]], verifier: [UInt: [UInt8]]?, readable: [RecordFile]
    ) throws {
        var document = document
        try document.grant(terminal, verifier: verifier)
        let reading = document.read()
        #expect(reading.terminalAuthentication?.outcome == .accepted(groups: [.dg3, .dg4]))
        for file in RecordFile.allCases {
            let isAsked = reading.steps.contains { $0.name == file.rawValue }
            #expect(isAsked == readable.contains(file), "\(file)")
        }
        #expect(!reading.steps.contains { $0.name == "Biometrics1" })
    }

    @Test
    func `asks for no record where the chip has not let the terminal in`() throws {
        var document = document
        try #require(FaultProfile(named: "ta-refused-4")).apply(&document.simulated)
        let reading = document.read()
        #expect(reading.terminalAuthentication?.outcome.isAccepted == false)
        #expect(reading.recordFiles.map(\.outcome) == RecordFile.allCases.map { _ in .protected })
        #expect(!reading.steps.contains { $0.name == "EntryRecords" })
    }

    @Test
    func `keeps a refusal apart from a file that was not asked for`() throws {
        // The chip grants less than the certificates say: its trust point's rights count too.
        var document = document
        document.simulated.behaviour.records.incident = .answered(number: 1, .securityStatusNotSatisfied)
        let reading = document.read()
        #expect(reading[.entryRecords]?.outcome == .refused(status: 0x6982))
        #expect(reading[.visaRecords]?.outcome == .refused(status: 0x6982))
        #expect(reading.ending == .complete)
    }

    @Test
    func `asks for the files of biometrics that the certificates grant, and for those that visas name`() throws {
        var document = document
        let one = try ElementaryFile.additionalBiometrics(1).unwrapped()
        let two = try ElementaryFile.additionalBiometrics(2).unwrapped()
        let far = try ElementaryFile.additionalBiometrics(40).unwrapped()
        let bytes = try document.document.files[one].unwrapped()
        document.simulated.document.files[two] = bytes
        document.simulated.document.files[far] = bytes
        let whole = document.read()
        #expect(whole.bytes(of: two) == bytes)
        #expect(whole[far] == nil)  // after a long gap, and no visa names it

        var second = [UInt8](repeating: 0, count: 17)
        (second[0], second[16]) = (0x01, 0x04)
        try document.grant([2: [0x05], 3: second])
        let some = document.read()
        #expect(some.bytes(of: two) == bytes)
        #expect(some[one]?.outcome == .protected)
    }

    // MARK: Losses

    @Test
    func `reads through a reader for short commands where certificates of terminals need none`() throws {
        var document = document
        document.simulated.document.terminalAuthentication = nil
        document.credential = nil
        let dg14 = try Specimen.utopia().files[.dataGroup(.dg14)]
        document.simulated.document.files[.dataGroup(.dg14)] = dg14
        try document.simulated.document.reissue()
        let reading = document.read(document.connection(maximum: 261))
        // Entries fit into short answers, certificates do not.
        #expect(reading[.entryRecords]?.outcome == .read(count: 2))
        #expect(reading[.travelCertificates]?.outcome.code == "recordUnreadable")
        #expect(reading.ending == .complete)
    }

    static let losses: [WireIncident] = (24...75).flatMap { [.pull(afterAPDU: $0), .pullDuring(apdu: $0)] }

    @Test(arguments: losses)
    func `takes up every record again after a loss`(_ incident: WireIncident) throws {
        let connection = document.connection([incident])
        #expect(document.isWhole(document.read(connection)))
    }

    @Test
    func `goes on with another read where one was broken off`() throws {
        let connection = document.connection([.pull(afterAPDU: 45)])
        connection.returnsAfterPull = false
        let first = document.read(connection)
        #expect(first.ending != .complete)
        #expect(!first.records.isEmpty)
        let second = document.connection()
        second.recordsTraffic = true
        let reading = document.read(second) { $0.resume = first }
        #expect(document.isWhole(reading))
        #expect(Set(reading.records.map { "\($0.file) \($0.number)" }).count == reading.records.count)
    }
}

extension LDS2Document {
    /// A terminal under an authority that this chip trusts from now on, with rights by the arc of the application.
    ///
    /// - Parameter verifier: What the certificate above the terminal's grants; nil for everything.
    mutating func grant(_ bits: [UInt: [UInt8]], verifier verifierBits: [UInt: [UInt8]]? = nil) throws {
        func rights(_ bits: [UInt: [UInt8]]) -> [OID: [UInt8]] {
            Dictionary(uniqueKeysWithValues: bits.map { (OID(2, 23, 136, 1, 1, 9, $0.key, 3), $0.value) })
        }
        let all = rights([1: [0x0F], 2: [0x0F], 3: [UInt8](repeating: 0xFF, count: 17)])
        let (authority, verifier) = (try CVAuthority("UTCVCA00001"), try CVAuthority("UTDVUT00001"))
        let terminal = try CVAuthority("UTISUT00001")
        let root = try authority.certify(authority, rights: 0xC3, withParameters: true, granting: all)
        simulated.document.terminalAuthentication = TerminalAuthenticationTrust(
            trustPoints: [root.encoded], currentDate: [2, 6, 0, 1, 0, 1])
        simulated.document.files[.cvca] = nil
        credential = TerminalCredential(
            terminal: try verifier.certify(terminal, rights: 0x03, granting: rights(bits)),
            certificates: [
                root, try authority.certify(verifier, rights: 0x83, granting: verifierBits.map(rights) ?? all),
            ],
            signer: PrivateKeySigner(terminal.key))
    }
}

extension TerminalAuthenticationReading.Outcome {
    fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
