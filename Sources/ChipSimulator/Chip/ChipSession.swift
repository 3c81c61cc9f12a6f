import ByteCoding
import CardTransport
import Cryptography
import SecureMessaging

/// The chip's state of one secure messaging session.
struct ChipSession: Sendable {
    var messaging: ChipSecureMessaging
    /// As it was after key agreement.
    let initial: ChipSecureMessaging
    /// How many commands came.
    var answerCount = 0
    private let ksMAC: RetailMACKey
    private let firstCounter: UInt64

    /// Starts a 3DES session.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §4.3.3 and §9.8.6.3.
    init(sharedSecret: [UInt8], counter: [UInt8]) {
        messaging = ChipSecureMessaging(
            SecureMessagingKeys(
                .tripleDES, sharedSecret: sharedSecret, sendSequenceCounter: SendSequenceCounter(counter)))
        initial = messaging
        ksMAC = RetailMACKey(KeyDerivation.derive(sharedSecret, counter: 2, for: .tripleDES))
        firstCounter = counter.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The same answer without DO'99', with the checksum that belongs to what is left.
    func withoutStatus(_ answer: ResponseAPDU) -> ResponseAPDU {
        var reader = ByteReader(answer.data)
        let objects = ((try? reader.dataObjects()) ?? []).filter { $0.tag != 0x99 && $0.tag != 0x8E }
        let kept = objects.flatMap { Array($0.encoded) }
        let counter = firstCounter &+ 2 &* UInt64(answerCount)
        let counterBytes = (0..<8).reversed().map { UInt8(truncatingIfNeeded: counter >> ($0 * 8)) }
        let checksum = ksMAC.mac(over: counterBytes + kept)
        return ResponseAPDU(data: kept + DataObjectWriter.encode(0x8E, checksum), status: answer.status)
    }
}
