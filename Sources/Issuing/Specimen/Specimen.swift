import FoundationEssentials
import LDS

/// The document that the project ships: a passport of Utopia for nobody, with drawn pictures.
///
/// Its keys are published test keys, its EF.SOD and certificates are checked in: its files never change. They are made
/// from `TestVectors/profiles/utopia.json` by `Scripts/specimen/build`.
public enum Specimen {
    /// The passport of Utopia: COM, SOD, DG1, DG2, DG11, DG12, DG14, DG15; BAC, and Active Authentication by ECDSA.
    ///
    /// - Throws: `IssuingError` where what is embedded is not whole; a test makes sure that it is.
    public static func utopia() throws(IssuingError) -> IssuedDocument {
        var profile = try DocumentProfile(json: decode(profileJSON)) { path in
            switch path {
            case "portrait.jpg": portrait
            case "keys/specimen-csca.pkcs8": decode(cscaKey)
            case "keys/specimen-ds.pkcs8": decode(documentSignerKey)
            case "keys/specimen-aa.pkcs8": decode(activeAuthenticationKey)
            default: nil
            }
        }
        profile.issuer?.csca.certificate = decode(cscaCertificate)
        profile.issuer?.documentSigner.certificate = decode(documentSignerCertificate)
        profile.files[.sod] = decode(sod)
        return try profile.issue()
    }

    /// The drawn portrait as a JPEG.
    public static var portrait: [UInt8] { decode(portraitJPEG) }

    /// The drawn data page of the passport of Utopia, as a JPEG: what a scanner would give of it.
    public static var page: [UInt8] { decode(pageJPEG) }

    /// The drawn portrait as a raw JPEG 2000 codestream.
    public static var codestream: [UInt8] { decode(portraitCodestream) }

    /// The drawn print of a finger, of another finger in each format.
    public static func fingerprint(_ format: FingerprintFormat) -> [UInt8] {
        switch format {
        case .wsq: decode(fingerWSQ)
        case .jpeg: decode(fingerJPEG)
        case .jpeg2000: decode(fingerJPEG2000)
        case .png: decode(fingerPNG)
        }
    }

    /// How the print of a finger is stored.
    public enum FingerprintFormat: CaseIterable, Hashable, Sendable {
        /// A whorl, 176 × 224 pixels.
        case wsq
        /// A loop that opens to the left, 176 × 224 pixels.
        case jpeg
        /// A loop that opens to the right, 176 × 224 pixels, as a JP2 file.
        case jpeg2000
        /// An arch, 128 × 160 pixels.
        case png
    }

    /// The drawn iris as a grey JPEG of 320 × 240 pixels.
    public static var iris: [UInt8] { decode(irisJPEG) }

    /// The drawn signature as a grey JPEG of 320 × 96 pixels.
    public static var signature: [UInt8] { decode(signatureJPEG) }

    static func decode(_ base64: String) -> [UInt8] {
        Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
