import AccessControl
import CardTransport
import Cryptography
import LDS
import SecureMessaging
import Standards

extension ChipReader where Connection: ~Copyable {
    /// Asks the chip to sign a challenge, with the lengths of answer that its key and the session allow.
    ///
    /// A refusal is part of the reading and never ends it (field note 88).
    mutating func authenticateActively() throws(ReadInterruption) {
        begin(step: "activeAuthentication")
        var lossCount = 0
        while true {
            let signatureByteCount = state.reading.activeAuthenticationSignatureByteCount
            let run = ActiveAuthentication(
                signatureByteCount: signatureByteCount,
                shortAnswerByteCount: link.cipher?.largestPayload(inResponseOf: 256) ?? 256,
                extendedLength: extendedLengthForSignatures)
            do {
                let answer = try run.challenge(&link, random: &random)
                state.reading.activeAuthentication = answer
                noteCutSignature(answer, of: signatureByteCount)
                state.hasProofOfPresence = true
                return
            } catch {
                if state.extendedLength != .unavailable {
                    loseExtendedLength()
                } else {
                    state.signsInShortLength = true
                }
                try recover(from: error)
                begin(step: "activeAuthentication")
                lossCount += Self.endsSession(error) ? 1 : 0
                if lossCount > 2 {
                    remark(Remark.authenticationEndsSession)
                    state.reading.activeAuthentication = ActiveAuthenticationReading(
                        challenge: [], answer: .refused(status: StatusWord.secureMessagingObjectIncorrect.rawValue))
                    return
                }
            }
        }
    }
}

extension ChipReader where Connection: ~Copyable {
    /// A signature that did not come whole through a reader for short commands says nothing against the chip.
    private mutating func noteCutSignature(_ answer: ActiveAuthenticationReading, of byteCount: Int?) {
        guard let byteCount, byteCount > link.cipher?.largestPayload(inResponseOf: 256) ?? 256,
            extendedLengthForSignatures == .impossible, answer.isCut(from: byteCount)
        else { return }
        remark(Remark.signatureNotCarried(byteCount))
    }

    /// Chips that have no extended length for files may have it for signatures that need it (field note 50).
    private var extendedLengthForSignatures: ActiveAuthentication.ExtendedLength {
        guard readerCarriesExtendedLength, state.request.extendedLength == .automatic, !state.signsInShortLength else {
            return .impossible
        }
        return state.extendedLength == .unavailable ? .doubtful : .possible
    }
}

extension ChipReading {
    /// How long the chip's signature must be: the length of the modulus of an RSA key; nil for other keys.
    var activeAuthenticationSignatureByteCount: Int? {
        bytes(of: .dataGroup(.dg15)).flatMap { try? DG15(encoded: $0) }
            .flatMap { ActiveAuthentication.signatureByteCount(subjectPublicKeyInfo: $0.subjectPublicKeyInfo) }
    }
}
