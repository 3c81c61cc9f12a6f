import ByteCoding
import PKI
import Standards

/// A certificate revocation list and what another program reads in it.
package struct RevocationListVector: ConformanceVector {
    package static let places = ["pki/revocation-lists/"]

    package let id: String
    package let list: HexBytes
    package let issuer: String
    /// The CRL number, as its content octets.
    package let number: HexBytes
    package let thisUpdate: String
    package let nextUpdate: String
    /// When each serial number was revoked.
    package let revoked: [String: String]
    /// Serial numbers that are not on the list.
    package let absent: [HexBytes]

    package func check() throws {
        let decoded = try CertificateRevocationList(encoded: list.bytes)
        try compare("issuer", decoded.issuer.description, with: issuer)
        try compare("number", crlNumber(of: decoded), with: number.bytes)
        try compare("thisUpdate", decoded.thisUpdate.description, with: thisUpdate)
        try compare("nextUpdate", decoded.nextUpdate?.description, with: nextUpdate)
        try compare("number of revoked certificates", decoded.revoked.count, with: revoked.count)
        try compare("entry extensions", decoded.hasEntryExtensions, with: false)
        for (serial, moment) in revoked.sorted(by: { $0.key < $1.key }) {
            guard let bytes = Hexadecimal.decode(serial) else {
                throw Mismatch("revoked", expected: "a serial number in hexadecimal", found: serial)
            }
            for padded in [bytes, [0x00] + bytes] {
                try compare("revoked.\(serial)", decoded.revocation(of: padded)?.description, with: moment)
            }
        }
        for serial in absent {
            try compare("absent, \(serial.text)", decoded.revocation(of: serial.bytes)?.description, with: nil)
        }
    }

    private func crlNumber(of list: CertificateRevocationList) throws -> [UInt8]? {
        guard let value = list.extensions.first(where: { $0.oid == OID(2, 5, 29, 20) })?.value else { return nil }
        var reader = ByteReader(Array(value))
        return Array(try reader.dataObject().value)
    }
}
