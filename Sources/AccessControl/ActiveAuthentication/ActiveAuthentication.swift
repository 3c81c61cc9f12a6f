import ByteCoding
public import CardTransport
public import Cryptography
public import LDS

/// Active Authentication, the inspection system's side: the chip signs a challenge.
///
/// Spec: ICAO Doc 9303-11 (8th ed.) §6.1.
public struct ActiveAuthentication: Sendable {
    private let signatureByteCount: Int?
    private let lengths: [AnswerLength]

    /// What is known of commands with extended length.
    public enum ExtendedLength: Hashable, Sendable {
        /// The reader does not carry them, or they may not be used.
        case impossible
        /// The chip does not announce them, or they have not worked for files.
        case doubtful
        case possible
    }

    /// A form of asking for an answer.
    private struct AnswerLength: Hashable {
        let count: Int
        let isExtended: Bool
        static let short = AnswerLength(count: 256, isExtended: false)
        static let longest = AnswerLength(count: 65_536, isExtended: true)
    }

    /// Plans the lengths to ask for.
    ///
    /// - Parameters:
    ///   - signatureByteCount: The length of the modulus of an RSA key; nil where the length of a signature varies.
    ///   - shortAnswerByteCount: What an answer to a short command has room for: 256, or less inside a secure channel.
    ///   - extendedLength: Whether commands of extended length may be used.
    public init(signatureByteCount: Int?, shortAnswerByteCount: Int, extendedLength: ExtendedLength) {
        self.signatureByteCount = signatureByteCount
        // A key that DG15 claims may be longer than any answer.
        let exact = AnswerLength(
            count: min(signatureByteCount ?? 256, AnswerLength.longest.count), isExtended: true)
        let fits = signatureByteCount.map { $0 <= shortAnswerByteCount } ?? true
        // Field notes 50, 83 and 84: a signature that fits is asked for in short form, a longer one in extended form
        // first; another form is tried where no whole signature comes back.
        switch (fits, extendedLength) {
        case (true, .possible): lengths = [.short, .longest]
        case (true, _), (false, .impossible): lengths = [.short]
        case (false, .possible): lengths = [.longest, exact, .short]
        case (false, .doubtful): lengths = [.short, .longest, exact]
        }
    }

    /// Sends challenges until a whole signature comes back or the chip refuses for good.
    ///
    /// Each try has a challenge of its own; the reading holds the best one and its answer.
    public func challenge(_ chip: inout some CardChannel & ~Copyable, random: inout any RandomSource)
        throws(TransportError) -> ActiveAuthenticationReading
    {
        var best: ActiveAuthenticationReading?
        var rest = lengths[...]
        var corrected: Set<Int> = []
        while let length = rest.popFirst() {
            let rndIFD = random.bytes(8)
            let answer = try chip.transmit(
                .internalAuthenticate(rndIFD, expecting: length.count, extended: length.isExtended))
            let reading = ActiveAuthenticationReading(
                challenge: rndIFD,
                answer: answer.status == .success
                    ? .signature(answer.data) : .refused(status: answer.status.rawValue))
            if isWhole(reading) || isFinal(answer.status) { return reading }
            best = best.map { $0.isBetter(than: reading) ? $0 : reading } ?? reading
            // Each length that the chip names is asked for once, in the form that its signature needs.
            if let wanted = answer.status.correctedLength, wanted != length.count, corrected.insert(wanted).inserted {
                rest = [AnswerLength(count: wanted, isExtended: length.isExtended)] + rest
            }
        }
        return best ?? ActiveAuthenticationReading(challenge: [], answer: .refused(status: 0))
    }

    /// The length of an RSA signature under a key; nil for other keys, and for one that cannot be read.
    public static func signatureByteCount(subjectPublicKeyInfo: [UInt8]) -> Int? {
        var info = ByteReader(subjectPublicKeyInfo)
        guard var fields = try? info.dataObject(0x30).reader, let algorithm = try? fields.dataObject(0x30),
            algorithm.value.starts(with: rsaEncryption), let key = try? fields.dataObject(0x03).value.dropFirst()
        else { return nil }
        var sequence = ByteReader(key)
        guard var numbers = try? sequence.dataObject(0x30).reader, let modulus = try? numbers.dataObject(0x02) else {
            return nil
        }
        return modulus.value.drop { $0 == 0 }.count
    }

    /// OBJECT IDENTIFIER rsaEncryption.
    private static let rsaEncryption: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01,
    ]

    private func isWhole(_ reading: ActiveAuthenticationReading) -> Bool {
        guard case .signature(let bytes) = reading.answer else { return false }
        return signatureByteCount.map { bytes.count == $0 } ?? !bytes.isEmpty
    }

    /// Statuses that no other length changes.
    private func isFinal(_ status: StatusWord) -> Bool {
        [
            .instructionNotSupported, .classNotSupported, .functionNotSupported, .referencedDataNotFound,
            .securityStatusNotSatisfied, .conditionsNotSatisfied,
        ].contains(status)
    }
}

extension ActiveAuthenticationReading {
    /// A longer signature says more than a shorter one, and any more than a refusal.
    fileprivate func isBetter(than other: ActiveAuthenticationReading) -> Bool {
        switch (answer, other.answer) {
        case (.signature(let own), .signature(let others)): own.count >= others.count
        case (.signature(let own), .refused): !own.isEmpty
        case (.refused, .signature(let others)): others.isEmpty
        case (.refused, .refused): true
        }
    }
}
