import ByteCoding
public import Cryptography
public import LDS
import Standards

/// A document signer: hashes the data groups of a document and signs them as EF.SOD.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.2 and Appendix D; RFC 5652 §5.
public struct SODIssuer: Sendable {
    public let key: PrivateKey
    /// The document signer certificate, in DER.
    public let certificate: [UInt8]
    public let algorithm: SignatureAlgorithm

    public init(key: PrivateKey, certificate: [UInt8], algorithm: SignatureAlgorithm) {
        self.key = key
        self.certificate = certificate
        self.algorithm = algorithm
    }

    /// Signs the data groups of a document.
    ///
    /// - Parameter groups: Whole files, outer tags included.
    /// - Returns: The whole of EF.SOD, tag 77 included.
    public func issue(_ groups: [DataGroup: [UInt8]], options: SODOptions = SODOptions()) throws(IssuingError)
        -> [UInt8]
    {
        let content = Self.securityObject(of: groups, options: options)
        let contentInfo = try signedData(over: content, options: options, for: "EF.SOD")
        return options.deviations.contains(.withoutWrapper)
            ? contentInfo : DataObjectWriter.encode(0x77, contentInfo)
    }

    /// Signs the security infos of the master file.
    ///
    /// - Parameters:
    ///   - infos: The entries, each already encoded.
    ///   - options: What is said about data groups in them plays no part; nor does their content type unless it is
    ///     another one than that of EF.SOD.
    /// - Returns: The whole of EF.CardSecurity.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.4; BSI TR-03110-3 A.1.2.5.
    public func issueCardSecurity(
        _ infos: [[UInt8]], form: SecurityInfosForm = .der, options: SODOptions = SODOptions()
    ) throws(IssuingError) -> [UInt8] {
        var options = options
        if options.contentType == .ldsSecurityObject { options.contentType = .idSecurityObject }
        return try signedData(over: form.encode(infos), options: options, for: "EF.CardSecurity")
    }

    /// The LDSSecurityObject, in DER, its hashes in ascending order of group.
    static func securityObject(of groups: [DataGroup: [UInt8]], options: SODOptions) -> [UInt8] {
        var hashes = groups.mapValues { options.groupDigest.hash($0) }
        for deviation in options.deviations {
            switch deviation {
            case .wrongHash(let group): hashes[group]?[0] ^= 0x01
            case .withoutHash(let group): hashes[group] = nil
            case .additionalHash(let group): hashes[group] = options.groupDigest.hash([])
            default: break
            }
        }
        let added = options.deviations.compactMap { deviation -> (key: DataGroup, value: [UInt8])? in
            if case .addedHash(let group, let hash) = deviation { (group, hash) } else { nil }
        }
        let isDescending = options.deviations.contains(.unsortedHashes)
        let list = (hashes.sorted { ($0.key < $1.key) != isDescending } + added).map { group, hash in
            DER.sequence(DER.integer(group.rawValue), DER.octetString(hash))
        }
        var parts = [
            DER.integer(options.versions == nil ? 0 : 1),
            options.groupDigest.identifier(withNull: options.deviations.contains(.digestNull)), DER.sequence(of: list),
        ]
        if let versions = options.versions {
            parts.append(DER.sequence(DER.printable(versions.lds), DER.printable(versions.unicode)))
        }
        return DER.sequence(of: parts)
    }
}
