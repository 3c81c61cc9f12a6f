import ByteCoding
import Cryptography
import LDS
import Report
import Standards
import Trust

extension ReadingSummary {
    init(_ reading: ChipReading, origin: Origin) {
        var brokenOff: Reason?
        if case .brokenOff(let reason) = reading.ending { brokenOff = reason }
        self.init(
            origin: origin, startedAt: reading.startedAt, readerName: reading.readerName,
            accessProtocol: reading.access.used?.rawValue, offersPACE: reading.access.offersPACE, brokenOff: brokenOff,
            steps: reading.steps.map { step in
                Step(
                    name: step.name, apduCount: step.apduCount, sentByteCount: step.sentByteCount,
                    receivedByteCount: step.receivedByteCount, duration: step.duration)
            })
    }
}

extension FileEntry {
    init(_ reading: FileReading) {
        let name = reading.file.name
        switch reading.outcome {
        case .read(let bytes): self.init(name, .read, bytes)
        case .absent(let status): self.init(name: name, state: .absent, status: Self.hexadecimal(status))
        case .refused(let status): self.init(name: name, state: .refused, status: Self.hexadecimal(status))
        case .protected: self.init(name: name, state: .protected)
        case .skipped: self.init(name: name, state: .skipped)
        case .damaged(let bytes, let reason): self.init(name, .damaged, bytes, note: reason.text)
        case .partial(let bytes, let total):
            self.init(name, .partial, bytes, note: total.map { "the file has \($0) bytes" })
        }
    }

    init(_ record: RecordReading) { self.init("\(record.file.rawValue) \(record.number)", .read, record.bytes) }

    private init(_ name: String, _ state: State, _ bytes: [UInt8], note: String? = nil) {
        self.init(
            name: name, state: state, byteCount: bytes.count,
            sha256: Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes)), note: note)
    }

    static func hexadecimal(_ status: UInt16) -> String {
        Hexadecimal.encode([UInt8(status >> 8), UInt8(status & 0xFF)])
    }
}

extension DataGroupEntry {
    init(_ group: DataGroupIntegrity) {
        let integrity: Integrity =
            switch group.integrity {
            case .identical: .identical
            case .notIdentical: .notIdentical
            case .present: .present
            case .notPresent: .notPresent
            case .nonConformance: .nonConformance
            case .aborted: .aborted
            }
        self.init(number: group.group.rawValue, integrity: integrity, algorithm: group.algorithm)
    }
}

extension SignerSummary {
    /// Nil where the reading has no signer at all.
    init?(_ passive: PassiveAuthenticationResult) {
        guard passive.signer != nil || passive.anchor != nil else { return nil }
        self.init(
            trust: Trust(passive.trust), certificate: passive.signer.map(Certificate.init),
            anchor: passive.anchor.map(Certificate.init),
            signatureAlgorithm: passive[.sodSignature]?.evidence.first { $0.name == "algorithm" }?.value,
            signedAt: passive.signingTime)
    }
}

extension SignerSummary.Trust {
    init(_ trust: TrustStatus) {
        self =
            switch trust {
            case .trusted: .trusted
            case .notTrusted: .notTrusted
            case .undetermined: .undetermined
            }
    }
}

extension SignerSummary.Certificate {
    init(_ certificate: CertificateSummary) {
        self.init(
            subject: certificate.subject, issuer: certificate.issuer, serialNumber: certificate.serialNumber,
            notBefore: certificate.notBefore, notAfter: certificate.notAfter,
            sha256: Hexadecimal.encode(certificate.sha256))
    }
}
