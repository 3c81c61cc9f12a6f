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
    /// Lists that were verified and whose key was not revoked, the newest key first.
    private let usable: [Verified]
    /// Why each other list of a trusted key cannot be used.
    let faults: [String]
    /// Why lists were passed over that say nothing, since nobody trusted signed them or they were not out at the time.
    let passedOver: [Passing]
    /// Keys of country signing certificates that were revoked, and when: by their bits, since one key may be written
    /// with the name of its curve, with the numbers of it, or with a seed beside them.
    let revokedKeys: [[UInt8]: Timestamp]
    /// Whether every usable list is out of date.
    let isStale: Bool
    /// The certificates of country signing keys, by key.
    private let authorities: [[UInt8]: [Certificate]]
    /// Lists of trusted keys that are not what Doc 9303-12 allows: what they name may be revoked.
    private let doubtful: [CertificateRevocationList]

    /// Why a list says nothing, whatever it holds.
    enum Passing: String {
        case notOut = "its date lies in the future"
        case unknownAlgorithm = "its algorithm is not known"
        case notVerified = "no country signing certificate at hand verifies it"
    }

    /// A list, the certificate whose key signed it, and the names of the authority whose certificates it speaks of.
    private struct Verified {
        let list: CertificateRevocationList
        let signer: Certificate
        let names: Set<String>
        /// Whether no newer list should have come by now.
        let isCurrent: Bool

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
                    verified.append(
                        Verified(
                            list: list, signer: signer, names: Self.names(of: list, signer, authorities),
                            isCurrent: !list.isStale(at: time)))
                }
            } else {
                passedOver.append(.notVerified)
            }
        }
        verified.sort(by: Verified.isNewer)

        let links = authorities.filter { link in
            authorities.contains { $0.publicKeyBits != link.publicKeyBits && link.names($0) }
        }
        /// Keys that are trusted by a certificate of their own, and not only since an older key vouched for them.
        let standing = Set(
            authorities.filter { verify($0.signature, $0.tbs, $0.signatureAlgorithm, $0) }.map(\.publicKeyBits))
        var revoked: [[UInt8]: Timestamp] = [:]
        var spread: Set<[UInt8]> = []
        func revoke(_ key: [UInt8], _ moment: Timestamp, by signer: Certificate, sparing spared: Set<[UInt8]> = []) {
            revoked[key] = min(moment, revoked[key] ?? moment)
            guard spread.insert(key).inserted else { return }
            // What a revoked key vouched for falls with it, but for the key that says so: it would silence itself.
            for authority in authorities where authority.publicKeyBits == key {
                for link in links where link.names(authority) && link.publicKeyBits != key {
                    guard link.publicKeyBits != signer.publicKeyBits, !spared.contains(link.publicKeyBits),
                        verify(link.signature, link.tbs, link.signatureAlgorithm, authority)
                    else { continue }
                    revoke(link.publicKeyBits, moment, by: signer, sparing: spared)
                }
            }
        }
        func named(by entry: Verified) -> [(Certificate, Timestamp)] {
            authorities.compactMap { authority in
                guard entry.names.contains(authority.issuer.lookupKey) else { return nil }
                return entry.list.revocation(of: authority.serialNumber).map { (authority, $0) }
            }
        }
        // A key may always revoke itself, and once revoked nothing else.
        var own: [(signer: Certificate, moment: Timestamp)] = []
        for entry in verified {
            for (authority, moment) in named(by: entry) where authority.publicKeyBits == entry.signer.publicKeyBits {
                let key = authority.publicKeyBits
                revoked[key] = min(moment, revoked[key] ?? moment)
                own.append((entry.signer, moment))
            }
        }
        for entry in verified where revoked[entry.signer.publicKeyBits] == nil {
            for (authority, moment) in named(by: entry) {
                revoke(authority.publicKeyBits, moment, by: entry.signer)
            }
        }
        // Whoever holds a stolen key may put an end to it, and not to newer keys that stand by themselves.
        for (signer, moment) in own { revoke(signer.publicKeyBits, moment, by: signer, sparing: standing) }
        let usable = verified.filter { revoked[$0.signer.publicKeyBits] == nil }
        if usable.count < verified.count { faults.append("the key that signed it was revoked") }
        hasLists = !verified.isEmpty || !doubtful.isEmpty
        self.usable = usable
        self.faults = faults
        self.passedOver = passedOver
        self.doubtful = doubtful
        self.authorities = Dictionary(grouping: authorities, by: \.publicKeyBits)
        revokedKeys = revoked
        isStale = !usable.isEmpty && !usable.contains(where: \.isCurrent)
    }

    /// Lists that were verified and whose key was not revoked, the newest key first.
    var lists: [CertificateRevocationList] { usable.map(\.list) }

    /// When a document signer was revoked, whichever key of the authority that issued it says so.
    func revocation(of signer: Certificate, issuedBy anchor: Certificate?) -> Timestamp? {
        let names = issuerNames(of: signer, anchor)
        return usable.filter { speaks($0, for: names, anchor) }
            .compactMap { $0.list.revocation(of: signer.serialNumber) }.min()
    }

    /// Whether a list is about the certificates of an authority.
    ///
    /// It is where both have one name, one key, or link certificates between them. And since one list by the newest key
    /// stands for all older ones, whose names may be others, it is also where that authority has no list of its own that
    /// is not out of date; where it has one, two authorities of the state give their numbers side by side.
    private func speaks(_ entry: Verified, for names: Set<String>, _ anchor: Certificate?) -> Bool {
        if !entry.names.isDisjoint(with: names) { return true }
        guard let anchor, entry.signer.notBefore >= anchor.notBefore else { return false }
        return !usable.contains { $0.isCurrent && !$0.names.isDisjoint(with: names) }
    }

    /// A certificate of another authority of the state that has the serial number of one that is asked about.
    struct Namesake {
        let issuer: DistinguishedName
        let moment: Timestamp
    }

    /// What the lists of other authorities of the state say of the serial number of a document signer.
    ///
    /// Numbers are given by each authority by itself, so an equal one may be another certificate's.
    func namesake(of signer: Certificate, issuedBy anchor: Certificate?) -> Namesake? {
        let names = issuerNames(of: signer, anchor)
        return namesake(of: signer.serialNumber) { !speaks($0, for: names, anchor) }
    }

    /// The same, of the certificates of its issuer's key.
    func namesake(ofIssuer anchor: Certificate?) -> Namesake? {
        authorities(withKeyOf: anchor).lazy
            .compactMap { authority in
                namesake(of: authority.serialNumber) { !$0.names.contains(authority.issuer.lookupKey) }
            }.first
    }

    private func namesake(of serialNumber: [UInt8], _ isElsewhere: (Verified) -> Bool) -> Namesake? {
        usable.filter(isElsewhere)
            .compactMap { entry in
                entry.list.revocation(of: serialNumber).map { Namesake(issuer: entry.list.issuer, moment: $0) }
            }
            .min { $0.moment < $1.moment }
    }

    /// Whether a list that cannot be used has the serial number of a document signer, or of its issuer.
    func doubts(_ signer: Certificate, issuedBy anchor: Certificate?) -> Bool {
        ([signer] + authorities(withKeyOf: anchor)).contains { certificate in
            doubtful.contains { $0.revocation(of: certificate.serialNumber) != nil }
        }
    }

    private func authorities(withKeyOf anchor: Certificate?) -> [Certificate] {
        anchor.flatMap { authorities[$0.publicKeyBits] } ?? []
    }

    /// The name that a document signer gives its issuer, and those under which that one's key is known.
    private func issuerNames(of signer: Certificate, _ anchor: Certificate?) -> Set<String> {
        Set([signer.issuer.lookupKey] + authorities(withKeyOf: anchor).map(\.subject.lookupKey))
    }

    private static let knownExtensions: Set<OID> = [.authorityKeyIdentifier, .crlNumber, .issuerAlternativeName]
    /// Extensions that make a list a part of one, or one of somebody else's certificates, also where not critical.
    private static let partialExtensions: Set<OID> = [.deltaCRLIndicator, .issuingDistributionPoint]

    /// Why a list is not one that Doc 9303-12 allows; nil where it is.
    static func fault(of list: CertificateRevocationList) -> String? {
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

    /// The names of a list's issuer: its own, those of its key, and those it had before, which its link certificates
    /// tell.
    private static func names(
        of list: CertificateRevocationList, _ signer: Certificate, _ authorities: [Certificate]
    ) -> Set<String> {
        var names: Set<String> = [list.issuer.lookupKey]
        for authority in authorities where authority.publicKeyBits == signer.publicKeyBits {
            names.insert(authority.subject.lookupKey)
        }
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
