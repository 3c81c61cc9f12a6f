public import ByteCoding
public import Standards

/// One signature over signed data.
///
/// Spec: RFC 5652 §5.3.
public struct SignerInfo: Hashable, Sendable {
    public let version: Int
    /// Which certificate signed.
    public let sid: Identifier
    public let digestAlgorithm: AlgorithmIdentifier
    /// What the signature covers; nil where it covers the content itself.
    public let signedAttributes: SignedAttributes?
    public let signatureAlgorithm: AlgorithmIdentifier
    public let signature: [UInt8]

    /// How a signer names its certificate.
    public enum Identifier: Hashable, Sendable {
        case issuerAndSerialNumber(DistinguishedName, serialNumber: [UInt8])
        case subjectKeyIdentifier([UInt8])
    }

    init(_ object: DataObject) throws(DecodingFailure) {
        guard object.tag == DERTag.sequence else { throw object.failure("signerInfo") }
        var reader = object.reader
        version = try reader.dataObject(DERTag.integer).smallInteger("signerInfo.version")
        sid = try Self.identifier(reader.dataObject())
        digestAlgorithm = try AlgorithmIdentifier(reader.dataObject())
        if let attributes = try reader.dataObject(ifTag: DERTag.context(0)) {
            signedAttributes = try SignedAttributes(attributes)
        } else {
            signedAttributes = nil
        }
        signatureAlgorithm = try AlgorithmIdentifier(reader.dataObject())
        let value = try reader.dataObject()
        guard value.tag == DERTag.octetString || value.tag == DERTag.constructedOctetString else {
            throw DecodingFailure(.unexpectedTag(found: value.tag, expected: DERTag.octetString), at: value.offset)
        }
        signature = try value.octets("signature")
        _ = try reader.dataObject(ifTag: DERTag.context(1))  // unsigned attributes prove nothing
        try reader.end()
    }

    static func identifier(_ object: DataObject) throws(DecodingFailure) -> Identifier {
        var reader = object.reader
        switch object.tag {
        case DERTag.sequence:
            let issuer = try DistinguishedName(reader.dataObject())
            let serialNumber = try reader.dataObject(DERTag.integer).value
            try reader.end()
            return .issuerAndSerialNumber(issuer, serialNumber: Array(serialNumber))
        case DERTag.primitiveContext(0): return .subjectKeyIdentifier(Array(object.value))
        // Tolerated: an explicit tag where RFC 5652 has an implicit one.
        case DERTag.context(0): return .subjectKeyIdentifier(try object.octets("sid"))
        default: throw object.failure("sid")
        }
    }
}

/// The attributes a signature covers.
///
/// Spec: RFC 5652 §5.3 and §11.
public struct SignedAttributes: Hashable, Sendable {
    /// The attributes in stored order.
    public let attributes: [Attribute]
    /// The stored bytes under the tag of a SET OF, which is what a signer hashes.
    public let storedAsSet: [UInt8]
    /// The attributes encoded again as a DER SET OF: sorted, minimal lengths of the set itself.
    ///
    /// Differs from `storedAsSet` where the issuer stored them in another order than it signed.
    public let encodedAsDER: [UInt8]

    /// One attribute and its values.
    public struct Attribute: Hashable, Sendable {
        public let oid: OID
        public let values: [DataObject]
    }

    init(_ object: DataObject) throws(DecodingFailure) {
        let stored = try object.children(limit: 64)
        var attributes: [Attribute] = []
        for entry in stored {
            guard entry.tag == DERTag.sequence else { throw entry.failure("signedAttributes") }
            var reader = entry.reader
            let oid = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("signedAttributes")
            let values = try reader.dataObject(DERTag.set).children(limit: 64)
            try reader.end()
            attributes.append(Attribute(oid: oid, values: values))
        }
        self.attributes = attributes
        storedAsSet = [UInt8(DERTag.set)] + object.encoded.dropFirst()
        encodedAsDER = DataObjectWriter.encode(
            DERTag.set, containing: stored.map { Array($0.encoded) }.sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// The one value of an attribute that must be there once with one value; nil where it is not there.
    ///
    /// - Throws: `DecodingFailure` where there are two, or an attribute without a value.
    public func value(of oid: OID) throws(DecodingFailure) -> DataObject? {
        let found = attributes.filter { $0.oid == oid }
        guard let attribute = found.first else { return nil }
        guard found.count == 1, attribute.values.count == 1, let value = attribute.values.first else {
            throw DecodingFailure(.invalidValue("signedAttributes"), at: attribute.values.first?.offset ?? 0)
        }
        return value
    }

    /// The content type; nil where it is not there.
    public func contentType() throws(DecodingFailure) -> OID? {
        guard let value = try value(of: .contentTypeAttribute) else { return nil }
        guard value.tag == DERTag.objectIdentifier else { throw value.failure("contentType") }
        return try value.objectIdentifier("contentType")
    }

    /// The message digest; nil where it is not there.
    public func messageDigest() throws(DecodingFailure) -> [UInt8]? {
        guard let value = try value(of: .messageDigestAttribute) else { return nil }
        guard value.tag == DERTag.octetString else { throw value.failure("messageDigest") }
        return Array(value.value)
    }

    /// The signing time; nil where it is not there.
    public func signingTime() throws(DecodingFailure) -> Timestamp? {
        guard let value = try value(of: .signingTimeAttribute) else { return nil }
        return try DERTime.timestamp(value, "signingTime")
    }
}
