import PKI

/// The certificate that a signer information names.
enum SignerSearch {
    /// The best match, and in which way it is none by the letter.
    static func find(
        _ sid: SignerInfo.Identifier, in certificates: [Certificate]
    ) -> (certificate: Certificate, departure: Deviation?)? {
        switch sid {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            var best: (certificate: Certificate, match: DistinguishedName.Match)?
            for certificate in certificates where certificate.serialNumber == serialNumber {
                guard let match = certificate.issuer.match(issuer) else { continue }
                if best.map({ match < $0.match }) ?? true { best = (certificate, match) }
            }
            return best.map { best in
                switch best.match {
                case .reordered: (best.certificate, .reorderedIssuerName)
                case .equivalent: (best.certificate, .differentlyWrittenName)
                case .identical: (best.certificate, nil)
                }
            }
        case .subjectKeyIdentifier(let identifier):
            if let named = certificates.first(where: { $0.subjectKeyIdentifier == identifier }) { return (named, nil) }
            let computed = certificates.first {
                $0.subjectKeyIdentifier == nil && $0.computedKeyIdentifier == identifier
            }
            return computed.map { ($0, .computedKeyIdentifier) }
        }
    }
}
