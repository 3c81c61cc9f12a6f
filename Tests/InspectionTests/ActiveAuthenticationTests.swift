import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: chip genuineness, Doc 9303-11 §6.1")
struct ActiveAuthenticationTests {
    private let fixture: InspectionFixture
    private let reading: ChipReading
    private let dg15 = ElementaryFile.dataGroup(.dg15)

    init() throws {
        fixture = try InspectionFixture()
        reading = fixture.read()
    }

    private func judge(_ change: (inout ChipReading) -> Void) -> InspectionReport {
        var reading = reading
        change(&reading)
        return fixture.judge(reading)
    }

    @Test func `takes the proof of a key that a trusted issuer signed`() {
        let check = judge { _ in }["aa.chip"]
        #expect(check?.result == .successful)
        #expect(check?.obligation == .mandatory)
        #expect(check?.evidence.contains(.init("anchored", "yes")) == true)
    }

    @Test func `fails a chip that refuses although its issuer gave it a key`() {
        let report = judge { $0.activeAuthentication = .init(challenge: [1], answer: .refused(status: 0x6982)) }
        #expect(report.code("aa.chip") == "refused")
        #expect(report.verdict == .rejected)
    }

    @Test func `fails a chip whose proof is wrong`() throws {
        let exchange = try #require(reading.activeAuthentication)
        let report = judge {
            $0.activeAuthentication = .init(challenge: exchange.challenge.reversed(), answer: exchange.answer)
        }
        #expect(report.code("aa.chip") == "signatureWrong")
        #expect(report.verdict == .rejected)
    }

    @Test(arguments: [FileReading.Outcome.absent(status: 0x6A82), .refused(status: 0x6982)])
    func `fails a chip that withholds the key its issuer gave it`(outcome: FileReading.Outcome) throws {
        let report = judge { reading in
            reading.activeAuthentication = nil
            reading.files = reading.files.map { $0.file == dg15 ? FileReading(file: dg15, outcome: outcome) : $0 }
        }
        #expect(report.code("aa.chip") == "keyWithheld")
        #expect(report.verdict == .rejected)
    }

    @Test func `leaves open a chip that was not asked`() {
        let report = judge { $0.activeAuthentication = nil }
        #expect(report.code("aa.chip") == "notAsked")
        #expect(report.verdict == .undecided)
    }

    @Test func `lets a key that nobody signed prove nothing`() throws {
        // The same chip under a security object that does not list DG15.
        var other = fixture
        var document = fixture.simulated.document
        document.files[dg15] = nil
        try document.reissue()
        document.files[dg15] = fixture.simulated.document.files[dg15]
        other.simulated.document = document
        var reading = reading
        reading.files = reading.files.map { file in
            file.file == .sod || file.file == .com
                ? FileReading(file: file.file, outcome: .read(document.files[file.file] ?? [])) : file
        }
        let check = other.judge(reading)["aa.chip"]

        #expect(check?.result.reason?.code == "notAnchored")
        #expect(check?.obligation == .recorded)
    }

    @Test(arguments: [(512, "unverifiable"), (1024, nil)])
    func `takes no proof by a key that anybody can break`(bits: Int, code: String?) throws {
        var weak = fixture
        let key = try PrivateKey.generateRSA(bits: bits)
        weak.simulated.document.activeAuthentication = ActiveAuthenticationKey(
            key: key, scheme: .rsa(hash: .sha1, trailer: .implicit, takesSmallerRoot: false))
        weak.simulated.document.files[dg15] = FileEncoder.dg15(subjectPublicKeyInfo: key.subjectPublicKeyInfo())
        try weak.simulated.document.reissue()
        let report = weak.inspect()

        #expect(report.code("aa.chip") == code)
        #expect(report.verdict == (code == nil ? .accepted : .undecided))
    }

    @Test mutating func `says that a chip without a key cannot prove itself, and accepts it`() throws {
        var plain = fixture
        plain.simulated.document.files[dg15] = nil
        plain.simulated.document.activeAuthentication = nil
        try plain.simulated.document.reissue()
        let report = plain.inspect()

        #expect(report.code("aa.chip") == "notOffered")
        #expect(report.verdict == .accepted)
        #expect(report.nextSteps.count == 2)
    }
}
