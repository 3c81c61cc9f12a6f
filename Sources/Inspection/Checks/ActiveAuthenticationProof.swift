import AccessControl
import ByteCoding
import Cryptography
import LDS
import Standards

/// What an Active Authentication exchange shows by itself, whoever vouches for the key.
enum ActiveAuthenticationProof {
    /// The signature is right under the key of DG15.
    case given(hash: String, notes: [String])
    /// The signature is wrong.
    case wrong
    /// The key or the algorithm is not one that can be verified.
    case unverifiable(String)
    /// The chip was asked and refused, with this status.
    case refused(String)
    /// The chip was not asked.
    case notAsked

    init(_ reading: ChipReading, _ contents: DocumentContents) {
        guard let exchange = reading.activeAuthentication else {
            self = .notAsked
            return
        }
        if Self.wasNotCarried(exchange, reading, contents) {
            self = .unverifiable(
                "Its signature is longer than what the reader carries, which a reader with extended length would not cut."
            )
            return
        }
        switch exchange.answer {
        case .refused(let status):
            self = .refused(Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)]))
        case .signature:
            guard let key = contents.dg15 else {
                self = .unverifiable("DG15 was not read, so its key is not known.")
                return
            }
            self.init(exchange, key, contents.dg14)
        }
    }

    /// Whether the reader, and not the chip, is why there is no whole signature.
    private static func wasNotCarried(
        _ exchange: ActiveAuthenticationReading, _ reading: ChipReading, _ contents: DocumentContents
    ) -> Bool {
        guard reading.remarks.contains(where: { $0.code == ActiveAuthenticationReading.notCarriedCode }),
            let info = contents.dg15?.subjectPublicKeyInfo,
            let byteCount = ActiveAuthentication.signatureByteCount(subjectPublicKeyInfo: info)
        else { return false }
        return exchange.isCut(from: byteCount)
    }

    private init(_ exchange: ActiveAuthenticationReading, _ key: DG15, _ dg14: SecurityInfos?) {
        if let key = try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo), key.isBreakable {
            self = .unverifiable("Its key has \(key.bitCount) bits, which anybody can break.")
            return
        }
        // Field note 86: where DG14 says nothing, every hash function is tried.
        let hint = dg14?.activeAuthentication.first.flatMap { HashAlgorithm(activeAuthentication: $0) }
        switch ActiveAuthentication.verify(exchange, subjectPublicKeyInfo: key.subjectPublicKeyInfo, hint: hint) {
        case .verified(let hash, let notes): self = .given(hash: hash.name, notes: notes.map(\.text))
        case .failed: self = .wrong
        case .undetermined(let reason): self = .unverifiable(reason.text)
        }
    }

    /// What a report shows of it.
    var evidence: [Finding.Evidence] {
        switch self {
        case .given(let hash, let notes): [.init("hash", hash)] + notes.map { .init("tolerated", $0) }
        case .wrong, .unverifiable, .refused, .notAsked: []
        }
    }
}
