public import ByteCoding

/// The content of a CSCA master list: decoded, and nothing verified.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8; its signed form is a `SignedData` with this as content.
public struct MasterList: Hashable, Sendable {
    public let version: Int
    /// The certificates that could be decoded, in stored order.
    public let certificates: [Certificate]
    /// Certificates that could not be decoded, and why.
    public let malformedCertificates: [Malformed]

    /// Whether the members stand in the order that DER asks of a SET OF.
    public let isSorted: Bool

    /// A member of the list that is no certificate.
    public struct Malformed: Hashable, Sendable {
        public let encoded: [UInt8]
        public let failure: DecodingFailure
    }

    /// The most certificates of one list; the largest published one has fewer than a thousand.
    public static let limit = 100_000

    /// Decodes one list and nothing after it.
    ///
    /// Tolerated: certificates that are not sorted, which DER asks of a SET.
    public init(encoded: some Collection<UInt8>) throws(DecodingFailure) {
        var file = ByteReader(Array(encoded))
        var reader = try file.open(DERTag.sequence)
        try file.end()
        version = try reader.dataObject(DERTag.integer).smallInteger("version")
        let members = try reader.dataObject(DERTag.set).children(limit: Self.limit)
        try reader.end()
        isSorted = !zip(members, members.dropFirst()).contains { $1.encoded.lexicographicallyPrecedes($0.encoded) }
        var (certificates, malformed): ([Certificate], [Malformed]) = ([], [])
        for member in members {
            do throws(DecodingFailure) {
                certificates.append(try Certificate(member))
            } catch {
                malformed.append(Malformed(encoded: Array(member.encoded), failure: error))
            }
        }
        self.certificates = certificates
        malformedCertificates = malformed
    }
}
