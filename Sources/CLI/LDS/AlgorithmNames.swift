import Standards

/// Names of algorithms and content types, for people; an identifier without one is shown as its arcs.
enum AlgorithmNames {
    /// `SHA-256`, or the dotted identifier.
    static func name(of identifier: OID) -> String { names["\(identifier)"] ?? "\(identifier)" }

    private static let names = [
        "1.3.14.3.2.26": "SHA-1", "2.16.840.1.101.3.4.2.4": "SHA-224", "2.16.840.1.101.3.4.2.1": "SHA-256",
        "2.16.840.1.101.3.4.2.2": "SHA-384", "2.16.840.1.101.3.4.2.3": "SHA-512",
        "1.2.840.113549.1.1.1": "RSA", "1.2.840.113549.1.1.10": "RSA-PSS",
        "1.2.840.113549.1.1.5": "RSA with SHA-1", "1.2.840.113549.1.1.14": "RSA with SHA-224",
        "1.2.840.113549.1.1.11": "RSA with SHA-256", "1.2.840.113549.1.1.12": "RSA with SHA-384",
        "1.2.840.113549.1.1.13": "RSA with SHA-512",
        "1.2.840.10045.2.1": "EC", "1.2.840.10045.4.1": "ECDSA with SHA-1",
        "1.2.840.10045.4.3.1": "ECDSA with SHA-224", "1.2.840.10045.4.3.2": "ECDSA with SHA-256",
        "1.2.840.10045.4.3.3": "ECDSA with SHA-384", "1.2.840.10045.4.3.4": "ECDSA with SHA-512",
        "0.4.0.127.0.7.1.1.4.1.1": "plain ECDSA with SHA-1", "0.4.0.127.0.7.1.1.4.1.2": "plain ECDSA with SHA-224",
        "0.4.0.127.0.7.1.1.4.1.3": "plain ECDSA with SHA-256",
        "0.4.0.127.0.7.1.1.4.1.4": "plain ECDSA with SHA-384",
        "0.4.0.127.0.7.1.1.4.1.5": "plain ECDSA with SHA-512",
        "2.23.136.1.1.1": "LDS security object", "0.4.0.127.0.7.3.2.1": "security object of the chip",
    ]
}
