public import PKI

/// A way in which published lists depart from the rules, and are taken nevertheless; each is named.
///
/// The raw value is the code in a report.
public enum ListDeparture: String, CaseIterable, Hashable, Sendable {
    case digestInfoWithoutNull, signedByAuthority, unsortedAttributes, bareContent
    case purposeNotCritical, purposeMissing
    case indefiniteLengths, signingTimeMissing, signedDataVersion, weakHash
    case issuerNotValid, signerOutside, unsortedContent
    case earlyAttribute, sharedKeys, testCertificates

    /// Departures that are taken only where somebody asks for it.
    public static let refused: Set<ListDeparture> = [.digestInfoWithoutNull]

    /// What is known of it.
    public var quirk: Quirk {
        let (number, name, words) = text
        return Quirk(number: number, name: name, words: words)
    }

    private var text: (String?, String, String) {
        switch self {
        case .digestInfoWithoutNull:
            (
                "Q-ML1", "digest-info-without-null",
                "the signature is right but for a signed hash that lacks the empty parameters of its algorithm"
            )
        case .signedByAuthority: ("Q-ML2", "signed-by-authority", "the authority signed it with its own key")
        case .unsortedAttributes: ("Q-ML2", "attributes-unsorted", "the signed attributes are not in order")
        case .bareContent: ("Q-ML3", "bare-content", "nobody signed it")
        case .unsortedContent: ("Q-ML3", "content-unsorted", "its members are not in order")
        case .earlyAttribute: ("Q-ML4", "attribute-early", "it stood in a directory under the name of before 2023")
        case .sharedKeys: ("Q-ML6", "key-in-two-certificates", "two of its certificates are for one key")
        case .testCertificates: ("Q-ML6", "test-certificates", "a certificate of it says that it is for tests")
        case .purposeNotCritical:
            ("Q-ML5", "purpose-not-critical", "the purpose of the signer's key is not marked as critical")
        case .purposeMissing: (nil, "purpose-missing", "the signer's certificate does not say that it signs such lists")
        case .indefiniteLengths: ("Q32", "indefinite-lengths", "it has indefinite lengths, which are not DER")
        case .signingTimeMissing: (nil, "signing-time-missing", "it does not say when it was signed")
        case .signedDataVersion: (nil, "signed-data-version", "the signed data has another version than 3")
        case .weakHash: ("Q6", "weak-hash", "a weak hash algorithm is in use")
        case .issuerNotValid:
            (nil, "issuer-not-valid", "the signer's issuer was not valid at the time of signing")
        case .signerOutside: (nil, "signer-outside", "the signer's certificate is not inside")
        }
    }
}

extension ListDeparture {
    /// What is particular about the members of a master list.
    public static func departures(of list: MasterList) -> [ListDeparture] {
        var found: [ListDeparture] = list.isSorted ? [] : [.unsortedContent]
        let members = Set(list.certificates.map(\.encoded)).count
        let keysByMember = Dictionary(
            list.certificates.map { ($0.encoded, $0.subjectPublicKeyInfo) }, uniquingKeysWith: { first, _ in first })
        if Set(keysByMember.values).count < members { found.append(.sharedKeys) }
        if list.certificates.contains(where: \.subject.isForTests) { found.append(.testCertificates) }
        return found
    }
}
