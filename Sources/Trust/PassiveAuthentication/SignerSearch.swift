import PKI

/// The certificate that a signer information names.
enum SignerSearch {
    /// The best match, and in which way it is none by the letter.
    ///
    /// States have used a serial number twice: of certificates that match equally well, the one whose key made the
    /// signature is meant, and the first where none did.
    ///
    /// - Parameter isRight: Whether the key of a certificate made the signature; asked only where several match.
    static func find(
        _ sid: SignerInfo.Identifier, in certificates: [Certificate], isRight: (Certificate) -> Bool = { _ in false }
    ) -> (certificate: Certificate, departure: Deviation?)? {
        let matches = matches(sid, certificates)
        guard matches.count > 1 else { return matches.first }
        return matches.first { isRight($0.certificate) } ?? matches.first
    }

    private static func matches(
        _ sid: SignerInfo.Identifier, _ certificates: [Certificate]
    ) -> [(certificate: Certificate, departure: Deviation?)] {
        switch sid {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            var (found, best): ([Certificate], DistinguishedName.Match?) = ([], nil)
            for certificate in certificates where certificate.serialNumber == serialNumber {
                guard let match = certificate.issuer.match(issuer) else { continue }
                if let best, best < match { continue }
                if match != best { found = [] }
                (best, found) = (match, found + [certificate])
            }
            let departure: Deviation? =
                switch best {
                case .reordered: .reorderedIssuerName
                case .equivalent: .differentlyWrittenName
                case .identical, nil: nil
                }
            return found.map { ($0, departure) }
        case .subjectKeyIdentifier(let identifier):
            let named = certificates.filter { $0.subjectKeyIdentifier == identifier }
            guard named.isEmpty else { return named.map { ($0, nil) } }
            return certificates.filter { $0.subjectKeyIdentifier == nil && $0.computedKeyIdentifier == identifier }
                .map { ($0, .computedKeyIdentifier) }
        }
    }
}
