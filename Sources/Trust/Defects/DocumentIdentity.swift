public import PKI
public import Standards

/// What a list can name a document by, as far as it is known.
///
/// Nothing of it needs to be verified: what a list says of a document never makes it better than undecided where its
/// signature is wrong.
public struct DocumentIdentity: Hashable, Sendable {
    /// The document code of DG1 without fillers: `P`, `ID`.
    public var documentCode: String?
    public var documentNumber: String?
    /// When it was issued: the date in DG12, else the time of signing.
    public var issuingDate: Timestamp?
    /// How the security object names its signer.
    public var signerIdentifier: SignerInfo.Identifier?
    /// The document signer certificate.
    public var signer: Certificate?

    public init(
        documentCode: String? = nil, documentNumber: String? = nil, issuingDate: Timestamp? = nil,
        signerIdentifier: SignerInfo.Identifier? = nil, signer: Certificate? = nil
    ) {
        self.documentCode = documentCode
        self.documentNumber = documentNumber
        self.issuingDate = issuingDate
        self.signerIdentifier = signerIdentifier
        self.signer = signer
    }

    /// The country that answers for the document, in two upper-case letters: that of the signer's issuer.
    public var country: String? {
        if let signer { return CertificateCountry.normalised(signer.issuer) }
        guard case .issuerAndSerialNumber(let issuer, _)? = signerIdentifier else { return nil }
        return CertificateCountry.normalised(issuer)
    }

    /// The serial numbers under which lists may name the signer, as they are compared.
    var signerSerialNumbers: Set<[UInt8]> {
        var numbers: Set<[UInt8]> = []
        if let signer { numbers.insert(SerialNumber.significant(signer.serialNumber)) }
        if case .issuerAndSerialNumber(_, let number)? = signerIdentifier {
            numbers.insert(SerialNumber.significant(number))
        }
        return numbers
    }

    /// A document number as it is compared: upper case, without fillers and blanks.
    public static func normalised(documentNumber: String) -> String {
        documentNumber.uppercased().filter { $0 != "<" && $0 != " " }
    }
}
