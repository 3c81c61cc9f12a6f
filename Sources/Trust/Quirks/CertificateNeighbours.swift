public import PKI

/// Certificates of authorities that stand beside each other in a list or a store, found by name, number and key.
///
/// Built once for all of them; each question takes the same time however many there are.
public struct CertificateNeighbours: Sendable {
    private var ofSerialNumbers: [SerialNumber: Distinct] = [:]
    private var ofNames: [String: Distinct] = [:]
    private var ofKeys: [SelfIssuedKey: Distinct] = [:]

    private struct SerialNumber: Hashable {
        let issuer: String
        let number: [UInt8]
    }

    private struct SelfIssuedKey: Hashable {
        let key: [UInt8]
        let authorityKeyIdentifier: [UInt8]?
    }

    /// Of some values, one and whether there is another: enough to tell whether one differs from a given value.
    private struct Distinct {
        private let first: [UInt8]
        private var hasMore = false

        init(_ value: [UInt8]) { first = value }

        mutating func insert(_ value: [UInt8]) {
            if value != first { hasMore = true }
        }

        func differs(from value: [UInt8]) -> Bool { hasMore || first != value }
    }

    /// - Parameter certificates: All of them, in any order; the same one twice counts once.
    public init(_ certificates: some Sequence<Certificate>) {
        for certificate in certificates {
            let subject = certificate.subject.lookupKey
            ofNames[subject, default: Distinct(certificate.subjectPublicKeyInfo)]
                .insert(certificate.subjectPublicKeyInfo)
            ofSerialNumbers[Self.serialNumber(of: certificate), default: Distinct(certificate.encoded)]
                .insert(certificate.encoded)
            guard let key = Self.selfIssuedKey(of: certificate) else { continue }
            ofKeys[key, default: Distinct(certificate.encoded)].insert(certificate.encoded)
        }
    }

    /// The quirks that lie between a certificate and the others.
    func relations(of certificate: Certificate) -> [CertificateQuirk] {
        guard !ofNames.isEmpty else { return [] }
        var found: [CertificateQuirk] = []
        func note(_ quirk: CertificateQuirk, if condition: Bool?) { if condition == true { found.append(quirk) } }
        note(
            .sameIssuerAndSerialNumber,
            if: ofSerialNumbers[Self.serialNumber(of: certificate)]?.differs(from: certificate.encoded))
        note(
            .sameKeyAgain,
            if: Self.selfIssuedKey(of: certificate).flatMap { ofKeys[$0]?.differs(from: certificate.encoded) })
        note(
            .severalKeysOfOneName,
            if: ofNames[certificate.subject.lookupKey]?.differs(from: certificate.subjectPublicKeyInfo))
        return found
    }

    private static func serialNumber(of certificate: Certificate) -> SerialNumber {
        SerialNumber(issuer: certificate.issuer.lookupKey, number: certificate.serialNumber)
    }

    private static func selfIssuedKey(of certificate: Certificate) -> SelfIssuedKey? {
        guard certificate.isSelfIssued else { return nil }
        return SelfIssuedKey(
            key: certificate.subjectPublicKeyInfo, authorityKeyIdentifier: certificate.authorityKeyIdentifier)
    }
}
