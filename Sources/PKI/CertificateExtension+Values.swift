import ByteCoding
import Standards

/// The values of the extensions that matter here; each returns or throws, and the certificate remembers which threw.
extension CertificateExtension {
    /// Tolerated: a value that is the identifier itself and not an OCTET STRING around it, as three Lithuanian
    /// authorities have it (RFC 5280 §4.2.1.2).
    func subjectKeyIdentifier() throws(DecodingFailure) -> [UInt8] {
        var reader = ByteReader(value)
        if let object = try? reader.dataObject(DERTag.octetString), reader.isAtEnd { return Array(object.value) }
        guard value.count == 20 else { throw DecodingFailure(.invalidValue("subjectKeyIdentifier"), at: 0) }
        return value
    }

    /// The key identifier; nil where the extension only names issuer and serial number.
    func authorityKeyIdentifier() throws(DecodingFailure) -> [UInt8]? {
        for field in try single().sequence("authorityKeyIdentifier") where field.tag == DERTag.primitiveContext(0) {
            return Array(field.value)
        }
        return nil
    }

    func keyUsage() throws(DecodingFailure) -> KeyUsage {
        let object = try single()
        guard object.tag == DERTag.bitString else { throw object.failure("keyUsage") }
        let octets = try object.bits("keyUsage").octets
        var usage: KeyUsage = []
        for (index, octet) in octets.prefix(2).enumerated() {
            for bit in 0..<8 where octet & (0x80 >> bit) != 0 {
                usage.insert(KeyUsage(rawValue: 1 << (index * 8 + bit)))
            }
        }
        return usage
    }

    func basicConstraints() throws(DecodingFailure) -> BasicConstraints {
        var isAuthority = false
        var pathLength: Int?
        for field in try single().sequence("basicConstraints") {
            switch field.tag {
            case DERTag.boolean: isAuthority = try field.boolean("basicConstraints")
            case DERTag.integer: pathLength = try field.smallInteger("basicConstraints")
            default: throw field.failure("basicConstraints")
            }
        }
        return BasicConstraints(isAuthority: isAuthority, pathLength: pathLength)
    }

    func privateKeyUsagePeriod() throws(DecodingFailure) -> PrivateKeyUsagePeriod {
        var notBefore: Timestamp?
        var notAfter: Timestamp?
        for field in try single().sequence("privateKeyUsagePeriod") {
            // Both are GeneralizedTime under an implicit tag.
            let time = DataObject(tag: DERTag.generalizedTime, value: field.value, encoded: field.encoded)
            switch field.tag {
            case DERTag.primitiveContext(0): notBefore = try DERTime.timestamp(time, "privateKeyUsagePeriod")
            case DERTag.primitiveContext(1): notAfter = try DERTime.timestamp(time, "privateKeyUsagePeriod")
            default: throw field.failure("privateKeyUsagePeriod")
            }
        }
        return PrivateKeyUsagePeriod(notBefore: notBefore, notAfter: notAfter)
    }

    func extendedKeyUsage() throws(DecodingFailure) -> [OID] {
        var purposes: [OID] = []
        for purpose in try single().sequence("extendedKeyUsage") {
            guard purpose.tag == DERTag.objectIdentifier else { throw purpose.failure("extendedKeyUsage") }
            purposes.append(try purpose.objectIdentifier("extendedKeyUsage"))
        }
        return purposes
    }

    /// Document codes such as `P` or `ID`.
    ///
    /// Tolerated: a SET in the SET, as Moldova writes it (Doc 9303-12 §7.1.1.6).
    func documentTypeList() throws(DecodingFailure) -> [String] {
        var codes: [String] = []
        for field in try single().sequence("documentTypeList") where field.tag != DERTag.integer {
            guard field.tag == DERTag.set else { throw field.failure("documentTypeList") }
            for entry in try field.children(limit: 64) {
                for code in entry.tag == DERTag.set ? try entry.children(limit: 64) : [entry] {
                    codes.append(DirectoryString.text(of: code))
                }
            }
        }
        return codes
    }

    /// Countries (`C`) and localities (`L`) of the directory names in an alternative name.
    func alternativeNames() throws(DecodingFailure) -> [DistinguishedName] {
        var names: [DistinguishedName] = []
        for name in try single().sequence("alternativeName") where name.tag == DERTag.context(4) {
            var reader = name.reader
            names.append(try DistinguishedName(reader.dataObject()))
        }
        return names
    }

    private func single() throws(DecodingFailure) -> DataObject {
        var reader = ByteReader(value)
        let object = try reader.dataObject()
        try reader.end()
        return object
    }
}

extension DataObject {
    fileprivate func sequence(_ field: String) throws(DecodingFailure) -> [DataObject] {
        guard tag == DERTag.sequence else { throw failure(field) }
        return try children(limit: 256)
    }
}
