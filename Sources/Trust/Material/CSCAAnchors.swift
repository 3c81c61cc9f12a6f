import Cryptography
public import PKI

/// The country signing certificates that are trusted.
///
/// A certificate is trusted because it was put here, whatever it says of itself. One key may sit in several
/// certificates and one name may have several keys; all of them are kept and all are tried.
public struct CSCAAnchors: Sendable {
    /// Every certificate once, in the order of adding.
    public private(set) var certificates: [Certificate] = []

    /// Certificates of files that are no authorities: they sign documents, and nobody is trusted for their sake.
    public private(set) var documentSigners: [Certificate] = []

    /// SHA-256 of each certificate, by position.
    private(set) var fingerprints: [[UInt8]] = []
    private var positions: [[UInt8]: Int] = [:]
    private var byKeyIdentifier: [[UInt8]: [Int]] = [:]
    private var byName: [String: [Int]] = [:]

    /// Trusts nobody.
    public init() {}

    /// Trusts each of the certificates.
    public init(_ certificates: some Sequence<Certificate>) {
        for certificate in certificates { add(certificate) }
    }

    /// Trusts a certificate; one that is there already is not added again.
    ///
    /// - Returns: Whether it is new.
    @discardableResult
    public mutating func add(_ certificate: Certificate) -> Bool {
        let fingerprint = HashAlgorithm.sha256.hash(certificate.encoded)
        let position = certificates.count
        guard positions.updateValue(positions[fingerprint] ?? position, forKey: fingerprint) == nil else {
            return false
        }
        certificates.append(certificate)
        fingerprints.append(fingerprint)
        // Doc 9303-12 asks for the identifier in every CSCA certificate; where it lacks, RFC 5280 §4.2.1.2 (1) says
        // what a document signer will have written.
        byKeyIdentifier[certificate.keyIdentifier, default: []].append(position)
        byName[certificate.subject.lookupKey, default: []].append(position)
        return true
    }

    /// Adds a certificate of a file: an authority is trusted, and any other is at hand for objects without their signer's.
    ///
    /// - Returns: Whether it is new.
    @discardableResult
    public mutating func sort(_ certificate: Certificate) -> Bool {
        guard !CertificateClassifier().isAuthority(certificate) else { return add(certificate) }
        guard !documentSigners.contains(certificate) else { return false }
        documentSigners.append(certificate)
        return true
    }

    /// The positions of certificates whose key identifier is this one.
    func positions(keyIdentifier: [UInt8]) -> [Int] {
        byKeyIdentifier[keyIdentifier] ?? []
    }

    /// The certificates with a key identifier or a name, as it is looked up.
    func named(_ keyIdentifier: [UInt8]?, _ subject: String) -> [Certificate] {
        let byKey = keyIdentifier.map(positions(keyIdentifier:)) ?? []
        return Set(byKey + (byName[subject] ?? [])).sorted().map { certificates[$0] }
    }

    /// The positions of certificates whose subject is this name, however it is written.
    func positions(subject: DistinguishedName) -> [Int] {
        byName[subject.lookupKey] ?? []
    }
}

extension Certificate {
    /// The subject key identifier, or SHA-1 over the key's bits where the certificate has none.
    var keyIdentifier: [UInt8] {
        subjectKeyIdentifier ?? computedKeyIdentifier
    }

    /// Spec: RFC 5280 §4.2.1.2 (1).
    var computedKeyIdentifier: [UInt8] { HashAlgorithm.sha1.hash(publicKeyBits) }
}
