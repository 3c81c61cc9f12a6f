import ByteCoding
import PKI
import Report
import Standards
import Trust

extension Command {
    static let trustList = Command(
        "trust", "list",
        summary: "list what is in the trust store",
        discussion: """
            Without an option, the country signing and link certificates of all states: whose they are, whether they are \
            trusted and why, until when they hold, and the first digits of their hash, by which 'emrtd trust show' finds \
            them. Where an entry of the store cannot be decoded, the others are listed, and the exit status is 3. A certificate is trusted because a list that holds it is (trusted), or because a trusted key of the same \
            state vouches for its key (by link).
            """,
        options: [
            StoreLocation.option,
            .value("state", "XX", "only this state, in two letters"),
            .value(
                "kind", "KIND", "what to list (default csca and link); may be repeated", choices: TrustListing.kinds,
                isRepeatable: true),
            .flag("trusted", "only what is trusted"),
            .flag("json", "print JSON: certificates, revocationLists and sources, as far as they were asked for"),
        ],
        examples: [
            Example("emrtd trust list --state UT", "the certificates of Utopia"),
            Example("emrtd trust list --kind deviation-list --state UT", "the deviation lists of Utopia"),
            Example("emrtd trust list --kind source", "the lists that were imported, and who vouches for them"),
        ]
    ) { invocation in
        let store = try StoreLocation.open(invocation)
        let listing = try TrustListing(store, invocation)
        if invocation[flag: "json"] {
            try Terminal.printJSON(listing.view)
        } else {
            Terminal.print(listing.text(width: Terminal.width))
        }
        try StoreLocation.requireWhole(store, isPrinted: true)
        return .success
    }
}

/// What `trust list` lists.
struct TrustListing {
    static let kinds =
        CertificateKind.allCases.map { OptionName.text(of: $0.rawValue) }
        + ["revocation-list", "deviation-list", "defect-list", "source"]

    /// Kinds that are sources of the store, all of them or one kind.
    private static let listsOfSources: Set<String> = ["source", "deviation-list", "defect-list"]

    private let kinds: Set<String>
    private let certificates: [StoredCertificate]
    private let revocationLists: [StoredRevocationList]
    private let sources: [StoredSource]
    private let hasState: Bool
    private let store: TrustStore
    private let storeWords: String
    private let generation: TrustGeneration

    init(_ store: TrustStore, _ invocation: Invocation) throws {
        let asked = invocation[all: "kind"]
        let kinds = Set(asked.isEmpty ? ["csca", "link"] : asked)
        let state = try Self.state(invocation)
        let isTrusted = invocation[flag: "trusted"]
        let ofCertificates = Set(kinds.compactMap { OptionName.value($0) as CertificateKind? })
        self.kinds = kinds
        hasState = state != nil
        self.store = store
        storeWords = StoreLocation.words(invocation)
        (certificates, revocationLists, sources, generation) = try StoreLocation.run { () throws(TrustStoreError) in
            (
                ofCertificates.isEmpty
                    ? []
                    : try store.certificates(
                        CertificateQuery(country: state, kinds: ofCertificates, isTrusted: isTrusted ? true : nil)),
                kinds.contains("revocation-list")
                    ? try store.revocationLists(ofCountry: state).filter { !isTrusted || $0.verifiedBy != nil } : [],
                !kinds.isDisjoint(with: Self.listsOfSources)
                    ? try store.sources().filter {
                        (kinds.contains("source") || kinds.contains(OptionName.text(of: $0.source.kind.rawValue)))
                            && (state == nil || $0.source.country == state) && (!isTrusted || $0.standing.isTrusted)
                    } : [],
                try store.generation()
            )
        }
    }

    /// The state that was asked for, as the store writes it.
    static func state(_ invocation: Invocation) throws(UsageError) -> String? {
        guard let text = invocation["state"] else { return nil }
        guard (2...3).contains(text.count), text.allSatisfy(\.isLetter) else {
            throw UsageError(
                "'--state \(text)' is no state", hint: "certificates name states by two letters, such as DE.",
                command: invocation.command)
        }
        let code = text.uppercased()
        guard code.count == 3 else { return code }
        return code == "DEU" ? "DE" : CountryCode(code)?.alpha2 ?? code
    }

    struct View: Encodable {
        let store: String
        let generation: String
        /// How many entries cannot be decoded, and are missing here.
        let undecodable: Int
        let certificates: [CertificateView]?
        let revocationLists: [RevocationListView]?
        let sources: [SourceView]?
    }

    var view: View {
        View(
            store: store.path, generation: "\(generation)", undecodable: store.undecodableCount,
            certificates: kinds.isDisjoint(with: CertificateKind.allCases.map { OptionName.text(of: $0.rawValue) })
                ? nil : certificates.map(CertificateView.init),
            revocationLists: kinds.contains("revocation-list") ? revocationLists.map(RevocationListView.init) : nil,
            sources: kinds.isDisjoint(with: Self.listsOfSources)
                ? nil : sources.map { SourceView($0, storeWords: storeWords) })
    }

    func text(width: Int) -> String {
        var parts: [String] = []
        if !certificates.isEmpty {
            var table = ColumnText(
                columns: ["State", "Kind", "Trust", "Until", "ID", "Name"].map { .init(title: $0) })
            table.rows = certificates.map {
                [$0.country ?? "–", $0.kindWord, $0.trustWord, $0.certificate.notAfter.day, $0.shortID, $0.shortName]
            }
            parts.append(table.text(width: width))
        }
        if !revocationLists.isEmpty {
            var table = ColumnText(
                columns: ["State", "Made", "Holds until", "Revoked", "Signed", "ID"].map { .init(title: $0) })
            table.rows = revocationLists.map {
                [
                    $0.country ?? "–", $0.list.thisUpdate.day, $0.list.nextUpdate?.day ?? "–",
                    "\($0.list.revoked.count)", $0.verifiedBy == nil ? "–" : "by an anchor",
                    String(Hexadecimal.encode($0.sha256).prefix(12)).lowercased(),
                ]
            }
            parts.append(table.text(width: width))
        }
        if !sources.isEmpty {
            var table = ColumnText(
                columns: ["State", "Kind", "Standing", "Signed", "Holds", "ID", "Name"].map { .init(title: $0) })
            table.rows = sources.map {
                [
                    $0.source.country ?? "–", $0.source.kind.words, $0.standing.name,
                    $0.source.signingTime?.day ?? "–",
                    "\($0.certificates + $0.revocationLists + $0.defectRules)",
                    String(Hexadecimal.encode($0.source.sha256).prefix(12)).lowercased(), $0.source.name,
                ]
            }
            parts.append(table.text(width: width))
        }
        if parts.isEmpty, store.undecodableCount > 0 { return "Nothing of this can be decoded." }
        guard !parts.isEmpty else { return "The store holds nothing of this \(hasState ? "state" : "kind")." }
        return parts.joined(separator: "\n\n")
    }
}
