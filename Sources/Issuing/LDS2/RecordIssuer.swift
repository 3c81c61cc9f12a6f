import ByteCoding
public import Cryptography

/// A signer of LDS2 objects.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3; Doc 9303-12 §4.1.4.
public struct RecordIssuer: Sendable {
    public let key: PrivateKey
    /// The certificate of the signer, in DER.
    public let certificate: [UInt8]
    /// The digest of the signature, which is plain ECDSA.
    public let hash: HashAlgorithm
    /// The record of EF.Certificates that holds the certificate.
    public let certificateNumber: Int

    public init(key: PrivateKey, certificate: [UInt8], hash: HashAlgorithm, certificateNumber: Int = 1) {
        self.key = key
        self.certificate = certificate
        self.hash = hash
        self.certificateNumber = certificateNumber
    }

    /// An entry or exit record.
    public func travelRecord(_ contents: TravelRecordContents) throws(IssuingError) -> [UInt8] {
        let signed = RecordEncoder.travel(contents)
        return FileEncoder.object(0x5F44, contents.state) + signed + (try seal(over: signed, for: "a travel record"))
    }

    /// A visa record.
    public func visaRecord(_ contents: VisaRecordContents) throws(IssuingError) -> [UInt8] {
        let signed = RecordEncoder.visa(contents)
        return FileEncoder.object(0x5F28, contents.issuer) + signed + (try seal(over: signed, for: "a visa record"))
    }

    /// A whole file of additional biometrics.
    public func biometrics(_ data: [UInt8]) throws(IssuingError) -> [UInt8] {
        let signed = RecordEncoder.biometrics(data)
        return DataObjectWriter.encode(0x7F2E, signed + (try seal(over: signed, for: "additional biometrics")))
    }

    /// Signature and number of the certificate: DO5F37 over the signed data object with its tag, and DO5F38.
    public func seal(over signed: [UInt8], for what: String) throws(IssuingError) -> [UInt8] {
        do {
            let signature = try key.sign(signed, algorithm: .ecdsa(hash, encoding: .plain))
            return DataObjectWriter.encode(0x5F37, signature)
                + DataObjectWriter.encode(0x5F38, [UInt8(clamping: certificateNumber)])
        } catch {
            throw .signingFailed(what)
        }
    }
}
