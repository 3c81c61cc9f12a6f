import AccessControl
import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import PKI
import Report
import Standards
import TestSupport
import Testing

/// What the terminal lacks is never held against the document; what the chip refuses to prove is.
@Suite("Inspection: Chip and Terminal Authentication in the verdict, Doc 9303-11 §6.2 and §7.1")
struct TerminalInVerdictTests {
    static let sessions: [GoneSession] = [.terminalAuthentication, .card]

    /// - Parameter knowsRoot: Whether the certificate with the domain parameters is at hand.
    private func read(_ session: GoneSession, knowsRoot: Bool, signer: any TerminalSigner) throws -> InspectionReport {
        let fixture = try session.fixture()
        var request = fixture.request
        let credential = try #require(request.terminal)
        request.terminal = TerminalCredential(
            terminal: credential.terminal,
            certificates: credential.certificates.filter { knowsRoot || !$0.isSelfIssued }, signer: signer)
        var reader = ChipReader(fixture.connection())
        return try fixture.judge(reader.read(request, at: ProtocolFixture.time))
    }

    @Test(arguments: sessions, [false, true])
    func `says that the chip refused a signature by another key, and does not hold that against it`(
        _ session: GoneSession, knowsRoot: Bool
    ) throws {
        let signer = PrivateKeySigner(try PrivateKey.generateEC(curve: .brainpoolP256r1))
        let report = try read(session, knowsRoot: knowsRoot, signer: signer)
        let check = try #require(report["ta.terminal"])
        guard case .undetermined(let reason) = check.result else {
            Issue.record("\(check.result)")
            return
        }
        #expect(reason.code == "refused")
        #expect(reason.text.contains("6300 at the terminal's signature"))
        #expect(check.obligation != .mandatory)
        // Version 2 of Chip Authentication needs the terminal first, so that this card proves nothing then.
        #expect(report.verdict == (session == .card ? .undecided : .accepted))
        #expect(!report.checks.contains { $0.result.isFailure })
    }

    @Test(arguments: ["ca-6a80", "ca-6f00"])
    func `rejects a chip that refuses Chip Authentication, and names the check`(_ fault: String) throws {
        var fixture = try InspectionFixture()
        try #require(FaultProfile(named: fault)).apply(&fixture.simulated)
        let report = fixture.inspect()
        #expect(report.verdict == .rejected)
        #expect(report.checks.filter(\.result.isFailure).map(\.id) == ["ca.chip"])
    }

    @Test(arguments: FaultProfile.chipAuthentication.filter(\.isHarmless).map(\.name))
    func `accepts a chip whose Chip Authentication is unusual`(_ fault: String) throws {
        var fixture = try InspectionFixture()
        try #require(FaultProfile(named: fault)).apply(&fixture.simulated)
        let report = fixture.inspect()
        #expect(report.verdict == .accepted)
        let id = fault == "cam" ? CheckID("cam.chip") : CheckID("ca.chip")
        #expect(report[id]?.result == .successful)
    }
}
