import PKI
import Standards

/// A CMS signed data structure and what another program reads in it.
package struct SignedDataVector: ConformanceVector {
    package static let places = ["pki/signed-data/"]

    package let id: String
    package let contentInfo: HexBytes
    package let eContent: HexBytes?
    package let digest: String
    package let signatureAlgorithm: String
    package let issuer: String
    package let subject: String
    package let serialNumber: String
    package let notBefore: String
    package let notAfter: String

    package func check() throws {
        let signed = try SignedData(contentInfo: contentInfo.bytes)
        try compare("version", signed.version, with: 3)
        try compare("content type", signed.eContentType, with: .ldsSecurityObject)
        if let eContent { try compare("eContent", signed.eContent, with: eContent.bytes) }
        try compare("digest", signed.digestAlgorithms.map(\.oid.description), with: [digest])
        try compare("normalised", signed.wasNormalised, with: false)
        try compare("number of certificates", signed.certificates.count, with: 1)
        try compare("number of signers", signed.signerInfos.count, with: 1)
        for certificate in signed.certificates {
            try compare("subject", certificate.subject.description, with: subject)
            try compare("issuer", certificate.issuer.description, with: issuer)
            try compare("serialNumber", certificate.serialNumberText, with: serialNumber)
            try compare("notBefore", certificate.notBefore.description, with: notBefore)
            try compare("notAfter", certificate.notAfter.description, with: notAfter)
            for signer in signed.signerInfos {
                try compare(
                    "signer identifier", signer.sid,
                    with: .issuerAndSerialNumber(certificate.issuer, serialNumber: certificate.serialNumber))
            }
        }
        for signer in signed.signerInfos { try checkSigner(signer) }
    }

    private func checkSigner(_ signer: SignerInfo) throws {
        try compare("version of the signer", signer.version, with: 1)
        try compare("digest of the signer", signer.digestAlgorithm.oid.description, with: digest)
        try compare("signatureAlgorithm", signer.signatureAlgorithm.oid.description, with: signatureAlgorithm)
        guard let attributes = signer.signedAttributes else {
            throw Mismatch("signed attributes", expected: "some", found: "none")
        }
        try compare("signed content type", attributes.contentType(), with: .ldsSecurityObject)
        try compare("message digest is there", attributes.messageDigest() != nil, with: true)
        try compare("signing time", attributes.signingTime()?.description, with: nil)
        try compare("tag of the stored attributes", attributes.storedAsSet.first, with: 0x31)
    }
}
