import AccessControl
import CardTransport
import ChipSimulator
import Cryptography
import LDS
import SecureMessaging
import Testing

@Suite("The chip's date and trust points: TR-03110-3 §2.5")
struct ChipDateTests {
    private func maker(_ effective: [UInt8], _ expiration: [UInt8], withParameters: Bool = false) -> CertificateMaker {
        var maker = CertificateMaker()
        maker.effective = effective
        maker.expiration = expiration
        maker.withParameters = withParameters
        return maker
    }

    private static let old: [UInt8] = [2, 6, 0, 1, 0, 1]
    private static let june15: [UInt8] = [2, 6, 0, 6, 1, 5]
    private static let july: [UInt8] = [2, 6, 0, 7, 0, 1]
    private static let late: [UInt8] = [2, 7, 0, 1, 0, 1]

    @Test
    func `moves on with certificates of authorities, verifiers and domestic terminals`() throws {
        let fixture = try EACFixture()
        // The chip stands at 2026-06-01: until the end of June this verifier is good.
        var session = try fixture.session()
        #expect(
            try session.present(
                maker(Self.old, Self.june15).certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .success)
        #expect(
            try session.present(
                maker(Self.july, Self.late).certificate(fixture.terminal, by: fixture.verifier), under: "UTDVUTO00001")
                == .success)
        // Now it stands at 2026-07-01, and keeps that without power.
        var chip = session.end()
        chip.reset()
        var later = try again(fixture, chip)
        #expect(
            try later.present(
                maker(Self.old, Self.june15).certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .authenticationFailed)
        #expect(
            try later.present(
                maker(Self.july, Self.july).certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .success)
    }

    @Test
    func `does not move with terminals of a foreign verifier`() throws {
        var fixture = try EACFixture()
        fixture.verifier = .init("XXDVXXX00001", 0x43, fixture.verifier.key)
        var session = try fixture.session()
        let verifier = try maker(Self.old, Self.june15).certificate(fixture.verifier, by: fixture.authority)
        #expect(try session.present(verifier, under: "UTCVCA00001") == .success)
        #expect(
            try session.present(
                maker(Self.july, Self.late).certificate(fixture.terminal, by: fixture.verifier), under: "XXDVXXX00001")
                == .success)
        #expect(try session.present(verifier, under: "UTCVCA00001") == .success)
    }

    @Test
    func `does not move with a certificate that is refused`() throws {
        let fixture = try EACFixture()
        var session = try fixture.session()
        var forged = try maker(Self.july, Self.late).certificate(fixture.verifier, by: fixture.authority)
        forged[forged.count - 1] ^= 0x01
        #expect(try session.present(forged, under: "UTCVCA00001") == .authenticationFailed)
        #expect(
            try session.present(
                maker(Self.old, Self.june15).certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .success)
    }

    @Test
    func `takes link certificates, even expired ones, and keeps two trust points`() throws {
        let fixture = try EACFixture()
        let second = CertificateMaker.Holder("UTCVCA00002", 0xC3, try EACFixture.key(.ecdsa(.sha256)))
        let third = CertificateMaker.Holder("UTCVCA00003", 0xC3, try EACFixture.key(.ecdsa(.sha256)))
        var session = try fixture.session()
        #expect(try references(&session) == ["UTCVCA00001"])
        // It inherits the curve, and has expired before the chip's date.
        #expect(
            try session.present(
                maker(Self.old, [2, 6, 0, 2, 0, 1]).certificate(second, by: fixture.authority), under: "UTCVCA00001")
                == .success)
        #expect(try references(&session) == ["UTCVCA00002", "UTCVCA00001"])
        #expect(
            try session.present(
                maker(Self.old, Self.late, withParameters: true).certificate(third, by: second), under: "UTCVCA00002")
                == .success)
        #expect(try references(&session) == ["UTCVCA00003", "UTCVCA00002"])
        // The first one is gone, and the one that has expired vouches for no verifier any more.
        let maker = CertificateMaker()
        #expect(
            try session.present(maker.certificate(fixture.verifier, by: fixture.authority), under: "UTCVCA00001")
                == .referencedDataNotFound)
        #expect(
            try session.present(maker.certificate(fixture.verifier, by: second), under: "UTCVCA00002")
                == .authenticationFailed)
        #expect(
            try session.present(maker.certificate(fixture.verifier, by: third), under: "UTCVCA00003") == .success)
        // The next session starts from there.
        var chip = session.end()
        chip.reset()
        var later = try again(fixture, chip)
        #expect(try references(&later) == ["UTCVCA00003", "UTCVCA00002"])
    }

    private func again(_ fixture: EACFixture, _ chip: SimulatedChip) throws -> TerminalSession {
        var chip = chip
        let opened = try fixture.base.open(&chip, .can("123456"))
        var session = TerminalSession(
            .init(SimulatedConnection(chip), keys: opened.keys), identifier: opened.compressedChipKey)
        _ = try session.send(.selectApplication)
        return session
    }

    private func references(_ session: inout TerminalSession) throws -> [String] {
        try AuthorityReferences(encoded: session.send(.read(short: 0x1C)).data).references
    }
}
