import ChipReader
import ChipSimulator
import Cryptography
import Issuing
import LDS
import Report
import Standards
import Synchronization
import Testing

/// Secrets of Chip Authentication that begin with a byte of zeros, which belongs to them (field note 27).
@Suite("Chip Authentication whose secret begins with a zero")
struct ZeroSecretTests {
    /// An agreement with a fixed key of the chip, and a seed under which the reader draws a key that makes such a secret.
    enum Agreement: UInt64, CaseIterable {
        case ecdh = 560
        case dh = 20

        private static let secret = [UInt8](repeating: 0x5A, count: 32)

        var kind: KeyAgreementKind { self == .ecdh ? .ecdh : .dh }

        func chipKey() throws -> ChipAuthenticationKey {
            switch self {
            case .ecdh:
                ChipAuthenticationKey(pair: .ecdh(try ECDHKeyPair(on: .brainpoolP256r1, scalar: Self.secret)))
            case .dh:
                ChipAuthenticationKey(pair: .dh(try DHKeyPair(in: try Self.group, secret: Self.secret)))
            }
        }

        private static var group: DHGroup {
            get throws { try #require(DHGroup(standardizedDomainParameters: 2)) }
        }

        /// What chip and reader agree on.
        func secret(_ random: inout some RandomSource) throws -> [UInt8] {
            switch try chipKey().pair {
            case .ecdh(let chip):
                let terminal = try ECDHKeyPair(on: .brainpoolP256r1, random: &random)
                return try terminal.sharedSecret(with: chip.publicPoint).withBytes { Array($0) }
            case .dh(let chip):
                let terminal = try DHKeyPair(in: try Self.group, random: &random)
                return try terminal.sharedSecret(with: chip.publicValue).withBytes { Array($0) }
            }
        }

        /// The passport by BAC, with this key.
        func passport() throws -> SimulatedDocument {
            var simulated = SimulatedDocument(try OddityRow.Document.passport.document())
            let key = try chipKey()
            simulated.document.chipAuthentication = [key]
            simulated.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: [
                SecurityInfoEncoder.chipAuthentication(.chipAuthentication(kind, .aes128)),
                SecurityInfoEncoder.chipAuthenticationPublicKey(key),
            ])
            try simulated.document.reissue()
            return simulated
        }
    }

    @Test(arguments: Agreement.allCases, OddityTrial.Reader.allCases)
    func `is good, with all bytes of the secret`(_ agreement: Agreement, _ reader: OddityTrial.Reader) throws {
        let draws = Draws()
        let seed = agreement.rawValue
        var random = SeededSource(seed, Draws())
        _ = random.bytes(24)  // Basic Access Control
        let secret = try agreement.secret(&random)
        #expect(secret.first == 0)
        #expect(secret.count == (agreement == .ecdh ? 32 : 256))

        let trial = try OddityTrial(agreement.passport(), reader, random: SeededSource(seed, draws))
        #expect(draws.counts.starts(with: [24, 32]))
        #expect(trial.reading.chipAuthentication?.outcome == .confirmed)
        #expect(trial.lost(way: .zone).isEmpty)
        #expect(trial.proofs == ["aa.chip", "ca.chip"])
        #expect(trial.report.verdict == .accepted, "\(trial.obstacles)")
    }

    /// How many bytes were drawn each time.
    private final class Draws: Sendable {
        private let drawn = Mutex<[Int]>([])
        var counts: [Int] { drawn.withLock { $0 } }
        func add(_ count: Int) { drawn.withLock { $0.append(count) } }
    }

    /// The same bytes for the same seed: SplitMix64.
    private struct SeededSource: RandomSource {
        private var state: UInt64
        private let draws: Draws

        init(_ seed: UInt64, _ draws: Draws) {
            state = seed
            self.draws = draws
        }

        mutating func bytes(_ count: Int) -> [UInt8] {
            draws.add(count)
            return (0..<count).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var mixed = state
                mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
                mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: mixed ^ mixed >> 31)
            }
        }
    }
}
