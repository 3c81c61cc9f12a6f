import ByteCoding
import Cryptography
import Standards

/// The fields of a certificate that its own issuer needs again; empty where the bytes are no certificate.
struct CertificateFields {
    private let fields: [DataObject]

    init(_ certificate: [UInt8]) {
        var reader = ByteReader(certificate)
        let tbs = try? reader.dataObject(0x30).children().first
        let all = (try? tbs?.children()) ?? []
        fields = all.first?.tag == 0xA0 ? Array(all.dropFirst()) : all
    }

    var serialNumber: [UInt8] { encoded(0) }
    /// The number without tag and length.
    var serialNumberValue: [UInt8] { fields.first.map { Array($0.value) } ?? [] }
    var issuer: [UInt8] { encoded(2) }
    var subject: [UInt8] { encoded(4) }
    var subjectPublicKeyInfo: [UInt8] { encoded(5) }

    /// As the extension says, in whatever length; SHA-1 over the key where there is none.
    var subjectKeyIdentifier: [UInt8] {
        let extensions = fields.last { $0.tag == 0xA3 }.flatMap { try? $0.children().first?.children() } ?? []
        for field in extensions where field.value.starts(with: DER.oid(.subjectKeyIdentifier)) {
            guard let value = try? field.children().last?.value else { continue }
            var reader = ByteReader(value)
            // Tolerated: RFC 5280 §4.2.1.2 has an OCTET STRING inside the value; some issuers write the bare octets.
            return (try? reader.dataObject(0x04)).map { Array($0.value) } ?? Array(value)
        }
        return CertificateIssuer.keyIdentifier(of: subjectPublicKeyInfo)
    }

    /// The bits of a public key, which are the same however its parameters are written.
    static func keyBits(_ subjectPublicKeyInfo: [UInt8]) -> [UInt8] {
        var reader = ByteReader(subjectPublicKeyInfo)
        let parts = try? reader.dataObject(0x30).children()
        return Array(parts?.last?.value ?? [])
    }

    static func keyBits(_ key: PrivateKey) -> [UInt8] { keyBits(key.subjectPublicKeyInfo()) }

    private func encoded(_ index: Int) -> [UInt8] {
        fields.indices.contains(index) ? Array(fields[index].encoded) : []
    }
}
