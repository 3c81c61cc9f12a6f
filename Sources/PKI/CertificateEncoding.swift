import ByteCoding
package import Standards

/// How a certificate or a revocation list is written, where decoding levels the difference.
package struct CertificateEncoding: Hashable, Sendable {
    /// What stands behind the identifier of an algorithm.
    package enum Parameters: Hashable, Sendable { case absent, null, present }

    /// One attribute of a name.
    package struct NameAttribute: Hashable, Sendable {
        package let type: OID
        /// The tag of its string.
        package let tag: Int
    }

    /// One moment.
    package struct Time: Hashable, Sendable {
        package let tag: Int
        package let octetCount: Int
        package let year: Int

        /// As RFC 5280 §4.1.2.5 wants it: UTCTime to the second until 2049, GeneralizedTime from then on, in UTC.
        package var isWellFormed: Bool {
            year < 2050
                ? tag == DERTag.utcTime && octetCount == 13 : tag == DERTag.generalizedTime && octetCount == 15
        }
    }

    /// The version field; nil where it is left out.
    package let version: Int?
    package let signatureParameters: Parameters
    package let signedParameters: Parameters
    /// The algorithm that is named inside.
    package let signedAlgorithm: AlgorithmIdentifier
    package let issuer: [NameAttribute]
    package let subject: [NameAttribute]
    package let times: [Time]
    package let keyParameters: Parameters
    package let hasUniqueIdentifiers: Bool

    /// Reads a certificate; nil where it is none.
    package init?(certificate encoded: [UInt8]) {
        do throws(DecodingFailure) {
            let (signed, parameters) = try Self.outer(encoded)
            signatureParameters = parameters
            var reader = signed
            var field = try reader.dataObject(ifTag: DERTag.context(0))?.reader
            version = try field?.dataObject(DERTag.integer).smallInteger("version")
            _ = try reader.dataObject(DERTag.integer)
            (signedAlgorithm, signedParameters) = try Self.algorithm(reader.dataObject())
            issuer = try Self.name(reader.dataObject())
            times = try reader.dataObject(DERTag.sequence).children(limit: 2).map { (time) throws(DecodingFailure) in
                try Self.time(time)
            }
            subject = try Self.name(reader.dataObject())
            var key = try reader.open(DERTag.sequence)
            keyParameters = try Self.algorithm(key.dataObject()).1
            let rest = try reader.dataObjects(limit: 8)
            hasUniqueIdentifiers = rest.contains {
                $0.tag == DERTag.primitiveContext(1) || $0.tag == DERTag.primitiveContext(2)
            }
        } catch {
            return nil
        }
    }

    /// Reads a revocation list; nil where it is none. It has no subject and no key.
    package init?(revocationList encoded: [UInt8]) {
        do throws(DecodingFailure) {
            let (signed, parameters) = try Self.outer(encoded)
            signatureParameters = parameters
            var reader = signed
            version = try reader.dataObject(ifTag: DERTag.integer)?.smallInteger("version")
            (signedAlgorithm, signedParameters) = try Self.algorithm(reader.dataObject())
            issuer = try Self.name(reader.dataObject())
            var times = [try Self.time(reader.dataObject())]
            if reader.next == UInt8(DERTag.utcTime) || reader.next == UInt8(DERTag.generalizedTime) {
                times.append(try Self.time(reader.dataObject()))
            }
            self.times = times
            (subject, keyParameters, hasUniqueIdentifiers) = ([], .absent, false)
        } catch {
            return nil
        }
    }

    private static func outer(_ encoded: [UInt8]) throws(DecodingFailure) -> (ByteReader, Parameters) {
        var file = ByteReader(encoded)
        var outer = try file.open(DERTag.sequence)
        let signed = try outer.open(DERTag.sequence)
        return (signed, try algorithm(outer.dataObject()).1)
    }

    private static func algorithm(
        _ object: DataObject
    ) throws(DecodingFailure) -> (AlgorithmIdentifier, Parameters) {
        let parts = try object.children(limit: 2)
        let parameters: Parameters =
            parts.count < 2 ? .absent : parts.last?.tag == DERTag.null ? .null : .present
        return (try AlgorithmIdentifier(object), parameters)
    }

    private static func name(_ object: DataObject) throws(DecodingFailure) -> [NameAttribute] {
        var attributes: [NameAttribute] = []
        for relative in try object.children(limit: 64) {
            for pair in try relative.children(limit: 64) {
                var reader = pair.reader
                let type = try reader.dataObject(DERTag.objectIdentifier).objectIdentifier("name")
                attributes.append(NameAttribute(type: type, tag: try reader.dataObject().tag))
            }
        }
        return attributes
    }

    private static func time(_ object: DataObject) throws(DecodingFailure) -> Time {
        let moment = try DERTime.timestamp(object, "time")
        return Time(tag: object.tag, octetCount: object.value.count, year: moment.date.year)
    }
}
