public import Cryptography
public import PKI
public import Standards

/// Why certificates do not lead from a chip's trust point to a terminal. The reference is that of the faulty
/// certificate's holder.
public enum CVCertificateFault: Error, Hashable, Sendable {
    /// No certificates at hand lead from one of these authorities to the terminal.
    case noPath(from: [CertificateReference])
    /// A certificate that is not signed with the key of the authority that it names.
    case wrongSignature(CertificateReference)
    /// A certificate that its authority may not issue, by the roles of both.
    case wrongRole(CertificateReference)
    /// A document verifier's or a terminal's certificate whose last day is over.
    case expired(CertificateReference, on: CVDate)
    /// A certificate whose first day has not come.
    case notYetValid(CertificateReference, until: CVDate)
    /// A signature algorithm that Terminal Authentication does not have.
    case unknownAlgorithm(CertificateReference, OID)
    /// A key that cannot be computed with.
    case unusableKey(CertificateReference, CryptographyError)
}

extension CVCertificateFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPath(let references):
            "no certificates at hand lead from "
                + (references.isEmpty ? "any trust point" : references.map(\.description).joined(separator: " or "))
                + " to the terminal"
        case .wrongSignature(let holder): "the certificate of \(holder) is not signed by the authority that it names"
        case .wrongRole(let holder): "the certificate of \(holder) is none that its authority may issue"
        case .expired(let holder, let date): "the certificate of \(holder) expired on \(date)"
        case .notYetValid(let holder, let date): "the certificate of \(holder) is not valid before \(date)"
        case .unknownAlgorithm(let holder, let oid):
            "the key of \(holder) is for an algorithm that is not known, \(oid)"
        case .unusableKey(let holder, let error): "the key of \(holder) cannot be used: \(error)"
        }
    }
}

extension CVCertificateFault {
    /// The same for a reading or a report: a stable code and a sentence.
    public var reason: Reason {
        let code =
            switch self {
            case .noPath: "noCertificatePath"
            case .wrongSignature: "wrongCertificateSignature"
            case .wrongRole: "wrongCertificateRole"
            case .expired: "certificateExpired"
            case .notYetValid: "certificateNotYetValid"
            case .unknownAlgorithm: "unknownCertificateAlgorithm"
            case .unusableKey: "unusableCertificateKey"
            }
        let text = description
        return Reason(code, text.prefix(1).uppercased() + text.dropFirst() + ".")
    }
}
