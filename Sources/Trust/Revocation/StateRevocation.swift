import PKI
import Standards

/// What the revocation lists of one state say, as far as they can be relied on.
///
/// Any certificate of the state may have signed a list, and one by its newest key speaks for all older keys.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §4.3, §7.1.4 and D.1.2.
struct StateRevocation: Sendable {
    /// Whether a trusted key of the state signed a list that was out at the time, also one that cannot be used.
    let hasLists: Bool
    /// Lists that were verified and whose key was not revoked.
    let usable: [CertificateRevocationList]
    /// Why each other list of a trusted key cannot be used.
    let faults: [String]
    /// Why lists were passed over that say nothing, since nobody trusted signed them or they were not out at the time.
    let passedOver: [Passing]
    /// Keys of country signing certificates that were revoked, and when.
    let revokedKeys: [[UInt8]: Timestamp]
    /// Whether every usable list is out of date.
    let isStale: Bool
    /// Lists of trusted keys that are not what Doc 9303-12 allows: what they name may be revoked.
    private let doubtful: [CertificateRevocationList]

    /// Why a list says nothing, whatever it holds.
    enum Passing: String {
        case notOut = "its date lies in the future"
        case unknownAlgorithm = "its algorithm is not known"
        case notVerified = "no country signing certificate at hand verifies it"
    }

    /// A list and the certificate whose key signed it.
    private struct Verified {
        let list: CertificateRevocationList
        let signer: Certificate

        /// The newest key first; of one key the newest list.
        static func isNewer(_ left: Verified, _ right: Verified) -> Bool {
            (left.signer.notBefore, left.list.thisUpdate) > (right.signer.notBefore, right.list.thisUpdate)
        }
    }

    /// - Parameter verify: Whether the key of a certificate made a signature.
    init(
        lists: [CertificateRevocationList], authorities: [Certificate], at time: Timestamp,
        verify: (_ signature: [UInt8], _ message: [UInt8], AlgorithmIdentifier, Certificate) -> Bool
    ) {
        var (verified, faults, passedOver): ([Verified], [String], [Passing]) = ([], [], [])
        var doubtful: [CertificateRevocationList] = []
        for list in lists {
            if list.thisUpdate > time {
                passedOver.append(.notOut)
            } else if (try? SignatureScheme(list.signatureAlgorithm)) == nil {
                passedOver.append(.unknownAlgorithm)
            } else if let signer = Self.likeliestFirst(authorities, list).first(where: {
                verify(list.signature, list.tbs, list.signatureAlgorithm, $0)
            }) {
                // What a list says of its own form counts only once somebody trusted has signed it.
                if let fault = Self.fault(of: list) {
                    faults.append(fault)
                    doubtful.append(list)
                } else {
                    verified.append(Verified(list: list, signer: signer))
                }
            } else {
                passedOver.append(.notVerified)
            }
        }
        verified.sort(by: Verified.isNewer)

        let links = authorities.filter { link in
            authorities.contains { $0.subjectPublicKeyInfo != link.subjectPublicKeyInfo && link.names($0) }
        }
        var revoked: [[UInt8]: Timestamp] = [:]
        func revoke(_ key: [UInt8], _ moment: Timestamp, by signer: Certificate) {
            guard revoked.updateValue(min(moment, revoked[key] ?? moment), forKey: key) == nil else { return }
            // What a revoked key vouched for falls with it, but for the key that says so: it would silence itself.
            for authority in authorities where authority.subjectPublicKeyInfo == key {
                for link in links where link.names(authority) && link.subjectPublicKeyInfo != key {
                    guard link.subjectPublicKeyInfo != signer.subjectPublicKeyInfo,
                        verify(link.signature, link.tbs, link.signatureAlgorithm, authority)
                    else { continue }
                    revoke(link.subjectPublicKeyInfo, moment, by: signer)
                }
            }
        }
        func named(by list: CertificateRevocationList) -> [(Certificate, Timestamp)] {
            let names = Self.names(of: list, authorities)
            return authorities.compactMap { authority in
                guard names.contains(authority.issuer.lookupKey) else { return nil }
                return list.revocation(of: authority.serialNumber).map { (authority, $0) }
            }
        }
        // A key may always revoke itself, and once revoked nothing else.
        for entry in verified {
            let key = entry.signer.subjectPublicKeyInfo
            for (authority, moment) in named(by: entry.list) where authority.subjectPublicKeyInfo == key {
                revoke(key, moment, by: entry.signer)
            }
        }
        for entry in verified where revoked[entry.signer.subjectPublicKeyInfo] == nil {
            for (authority, moment) in named(by: entry.list) {
                revoke(authority.subjectPublicKeyInfo, moment, by: entry.signer)
            }
        }
        let usable = verified.filter { revoked[$0.signer.subjectPublicKeyInfo] == nil }.map(\.list)
        if usable.count < verified.count { faults.append("the key that signed it was revoked") }
        hasLists = !verified.isEmpty || !doubtful.isEmpty
        self.usable = usable
        self.faults = faults
        self.passedOver = passedOver
        self.doubtful = doubtful
        revokedKeys = revoked
        isStale = !usable.isEmpty && usable.allSatisfy { $0.isStale(at: time) }
    }

    /// When a certificate of this serial number was revoked, whichever key of the state issued it.
    func revocation(of serialNumber: [UInt8]) -> Timestamp? {
        usable.compactMap { $0.revocation(of: serialNumber) }.min()
    }

    /// Whether a list that cannot be used has the serial number of a certificate.
    func doubts(_ certificate: Certificate) -> Bool {
        doubtful.contains { $0.revocation(of: certificate.serialNumber) != nil }
    }

    private static let knownExtensions: Set<OID> = [.authorityKeyIdentifier, .crlNumber, .issuerAlternativeName]
    /// Extensions that make a list a part of one, or one of somebody else's certificates, also where not critical.
    private static let partialExtensions: Set<OID> = [.deltaCRLIndicator, .issuingDistributionPoint]

    /// Why a list is not one that Doc 9303-12 allows; nil where it is.
    private static func fault(of list: CertificateRevocationList) -> String? {
        if list.hasEntryExtensions { return "its entries have extensions, which Doc 9303-12 does not allow" }
        for entry in list.extensions {
            let isUnknown = entry.isCritical && !knownExtensions.contains(entry.oid)
            if isUnknown || partialExtensions.contains(entry.oid) { return "it is not a complete list (\(entry.oid))" }
        }
        return nil
    }

    /// Those with the key that the list names, then all others.
    private static func likeliestFirst(_ authorities: [Certificate], _ list: CertificateRevocationList) -> [Certificate]
    {
        guard let key = list.authorityKeyIdentifier else { return authorities }
        return authorities.filter { $0.keyIdentifier == key } + authorities.filter { $0.keyIdentifier != key }
    }

    /// The names of a list's issuer: its own, and those it had before, which its link certificates tell.
    private static func names(of list: CertificateRevocationList, _ authorities: [Certificate]) -> Set<String> {
        var names: Set<String> = [list.issuer.lookupKey]
        var isGrowing = true
        while isGrowing {
            isGrowing = false
            for authority in authorities where names.contains(authority.subject.lookupKey) {
                isGrowing = names.insert(authority.issuer.lookupKey).inserted || isGrowing
            }
        }
        return names
    }
}

extension Certificate {
    /// Whether this certificate says, by key or by name, that another one's key issued it.
    ///
    /// One of the two is enough, since whoever made it chose both: what decides is the signature.
    fileprivate func names(_ issuer: Certificate) -> Bool {
        authorityKeyIdentifier == issuer.keyIdentifier || self.issuer.match(issuer.subject) != nil
    }
}

extension CertificateRevocationList {
    /// How long a list that does not say so stands: Doc 9303-12 §4.3 wants one every 90 days.
    private static let secondsOfLife: Int64 = 90 * 86_400

    /// Whether a newer list should have come by now.
    func isStale(at time: Timestamp) -> Bool {
        (nextUpdate ?? Timestamp(secondsSince1970: thisUpdate.secondsSince1970 + Self.secondsOfLife)) < time
    }
}
