import PKI
import Standards

/// The one signer of a security object, with the attributes it signed, each found once and of the right form.
struct SignedContent {
    let signedData: SignedData
    let content: [UInt8]
    let signerInfo: SignerInfo
    let attributes: SignedAttributes
    let messageDigest: [UInt8]
    /// As the signer says; nil where it says nothing, or nothing that can be read.
    let signingTime: Timestamp?
}
