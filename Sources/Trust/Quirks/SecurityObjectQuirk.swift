/// A way in which signed objects of real documents differ from each other, and which the rules allow: no policy rules
/// on it, and it is named all the same.
///
/// The raw value is the code in a report.
public enum SecurityObjectQuirk: String, CaseIterable, Hashable, Sendable {
    case additionalAttribute, signingTimeMissing, digestWithNull, unsortedHashes, differentDigests, curve224Mix
    case plainSignature

    /// What is known of it.
    public var quirk: Quirk {
        let (number, name, words) = text
        return Quirk(number: number, name: name, words: words)
    }

    private var text: (String, String, String) {
        switch self {
        case .additionalAttribute:
            ("Q34", "attribute-additional", "more is among the signed attributes than type, digest and time")
        case .signingTimeMissing: ("Q35", "signing-time-missing", "it does not say when it was signed")
        case .digestWithNull: ("Q36", "digest-null", "empty parameters stand behind a hash algorithm")
        case .unsortedHashes: ("Q36", "hashes-unsorted", "the hashes are not in the order of the data groups")
        case .differentDigests:
            (
                "Q40", "digests-differ",
                "the signer's certificate, the object and the hashes rest on different algorithms"
            )
        case .curve224Mix: ("Q44", "curve-224-mix", "a key on a curve of 224 bits signs a hash of another length")
        case .plainSignature: ("Q47", "ecdsa-plain", "the signature is in the plain format of BSI TR-03111")
        }
    }
}
