import ByteCoding
import Cryptography
import Foundation
import PKI
import Report
import Standards
import Trust

extension Command {
    static let trustShow = Command(
        "trust", "show",
        summary: "show a certificate or list of the trust store, and why it is trusted",
        discussion: """
            ID is the beginning of a SHA-256 hash (six digits or more), as 'emrtd trust list' shows it, a key identifier or a \
            serial number, all in hexadecimal; a file with a certificate or list; or the number of a document, of which is shown \
            what deviation lists say. Where several things are meant, each is shown.
            """,
        operands: [
            Operand("ID", "the first digits of a hash, a key identifier, a serial number, a FILE, or a document number")
        ],
        options: [
            StoreLocation.option, .value("state", "XX", "of a document number: only documents of this state"),
            .flag("json", "print JSON: certificates, revocationLists, sources, documents"),
        ],
        examples: [
            Example("emrtd trust show csca.cer", "what the store knows of this certificate"),
            Example("emrtd trust show UT7402193 --state UT", "what lists say of this document"),
        ]
    ) { invocation in
        let (id, file) = try trustShowID(invocation)
        let store = try StoreLocation.open(invocation)
        let found = try TrustExhibit(
            store, id, document: invocation.operands[0], of: TrustListing.state(invocation), file: file,
            storeWords: StoreLocation.words(invocation))
        if invocation[flag: "json"] {
            try Terminal.printJSON(found.view)
        } else {
            Terminal.print(found.text(width: Terminal.width))
        }
        try StoreLocation.requireWhole(store, isPrinted: true)
        return .success
    }

    /// The digits that are meant: those of a certificate's hash where a file of it is named, with words for the file.
    private static func trustShowID(_ invocation: Invocation) throws -> (id: String, file: String?) {
        let text = invocation.operands[0]
        if text.filter({ $0 != ":" && $0 != " " }).allSatisfy(\.isHexDigit) { return (text, nil) }
        guard FileManager.default.fileExists(atPath: text) else {
            if DocumentRuleView.mayBeNumber(text) { return ("", nil) }
            throw UsageError(
                "'\(text)' is no hexadecimal number, no number of a document and no file",
                hint: "'emrtd trust list' shows the first digits of each hash.", command: invocation.command)
        }
        try RegularFile.require(text)
        let file = try InputText.bytes(text, limit: 64 << 20)
        let certificates = (try? CertificateFile.certificates(in: file)) ?? []
        guard certificates.count == 1, let certificate = certificates.first else {
            return (Hexadecimal.encode(HashAlgorithm.sha256.hash(file)), "what is in '\(text)'")
        }
        let name = certificate.subject.value(of: .commonName) ?? "\(certificate.subject)"
        return (
            Hexadecimal.encode(HashAlgorithm.sha256.hash(certificate.encoded)),
            "the certificate in '\(text)', that of \(SafeText.clean(name))"
        )
    }
}

/// What `trust show` shows.
private struct TrustExhibit {
    private let certificates: [(StoredCertificate, [TrustSighting])]
    private let revocationLists: [(StoredRevocationList, [TrustSighting])]
    private let sources: [StoredSource]
    private let document: String
    private let rules: [StoredDocumentRule]
    private let storeWords: String
    /// The authorities of the store.
    private let neighbours: CertificateNeighbours

    /// The most things that are shown at once.
    private static let limit = 20

    /// - Parameters:
    ///   - id: hexadecimal digits; empty where only a document is meant.
    ///   - document: the number that it may have.
    ///   - file: what the file is that was named, in words; nil where none was.
    init(
        _ store: TrustStore, _ id: String, document: String, of state: String?, file: String?, storeWords: String
    ) throws {
        self.storeWords = storeWords
        self.document = document
        (certificates, revocationLists, sources, rules, neighbours) = try StoreLocation.run {
            () throws(TrustStoreError) in
            var certificates: [(StoredCertificate, [TrustSighting])] = []
            for found in try store.certificates(matching: id).prefix(Self.limit + 1) {
                certificates.append((found, try store.sightings(ofCertificate: found.sha256)))
            }
            var lists: [(StoredRevocationList, [TrustSighting])] = []
            for found in try store.revocationLists(matching: id).prefix(Self.limit + 1) {
                lists.append((found, try store.sightings(ofRevocationList: found.sha256)))
            }
            let authorities =
                certificates.isEmpty ? [] : try store.certificates(CertificateQuery(kinds: [.csca, .link]))
            return (
                certificates, lists, try store.sources(matching: id),
                DocumentRuleView.mayBeNumber(document) ? try store.rules(ofDocument: document, ofCountry: state) : [],
                CertificateNeighbours(authorities.lazy.map(\.certificate))
            )
        }
        let count = certificates.count + revocationLists.count + sources.count + rules.count
        guard count > 0 else {
            try StoreLocation.requireWhole(store)
            // That no list names a document is an answer.
            if id.isEmpty || state != nil && DocumentRuleView.mayBeNumber(document) { return }
            if let file {
                throw CommandError(
                    "the store does not hold \(file)",
                    hint: "'emrtd trust import FILE' takes it in; 'emrtd trust list' shows what there is")
            }
            throw CommandError(
                "nothing in the store has the hash, key identifier, serial number or document number \(id)",
                hint: "'emrtd trust list' shows what there is; a hash needs its first six digits at least")
        }
        guard count <= Self.limit else {
            throw CommandError(
                "\(id) means more than \(Self.limit) things in the store", hint: "give more digits of the hash")
        }
    }

    struct View: Encodable {
        let certificates: [CertificateView]
        let revocationLists: [RevocationListView]
        let sources: [SourceView]
        let documents: [DocumentRuleView]
    }

    var view: View {
        View(
            certificates: certificates.map { stored, sightings in
                var view = CertificateView(stored)
                view.key = stored.certificate.keyWords
                view.signatureAlgorithm = AlgorithmNames.name(of: stored.certificate.signatureAlgorithm.oid)
                view.authorityKeyIdentifier = stored.certificate.authorityKeyIdentifier.map { Hexadecimal.encode($0) }
                view.quirks = quirks(of: stored)
                view.sources = sightings.map(SightingView.init)
                return view
            },
            revocationLists: revocationLists.map { stored, sightings in
                var view = RevocationListView(stored)
                view.sources = sightings.map(SightingView.init)
                return view
            }, sources: sources.map { SourceView($0, storeWords: storeWords) },
            documents: rules.map { DocumentRuleView(document, $0, storeWords: storeWords) })
    }

    func text(width: Int) -> String {
        guard certificates.count + revocationLists.count + sources.count + rules.count > 0 else {
            return TextLayout.wrap(
                "No list in the store names a document of the number \(SafeText.clean(document)). 'emrtd trust list "
                    + "--kind deviation-list' shows which lists there are.", width: width
            ).joined(separator: "\n")
        }
        let parts =
            certificates.map { Self.rows(of: $0.0, $0.1, quirks(of: $0.0)) }
            + revocationLists.map { Self.rows(of: $0.0, $0.1) }
            + sources.map { Self.rows(of: $0, storeWords) }
            + rules.map { DocumentRuleView(document, $0, storeWords: storeWords).rows }
        return parts.map { rows in
            TextLayout.table(rows.map { ($0.0, SafeText.clean($0.1)) }, width: width, indent: 0)
        }.joined(separator: "\n\n")
    }

    private func quirks(of stored: StoredCertificate) -> [QuirkView] {
        let isAuthority = stored.kind == .csca || stored.kind == .link
        let standing: CertificateStanding = isAuthority ? .authority : .byItself
        return QuirkView.quirks(
            of: stored.certificate, as: CertificateLint().role(of: stored.certificate, standing: standing),
            among: neighbours)
    }

    private typealias Row = (String, String)

    private static func rows(
        of stored: StoredCertificate, _ sightings: [TrustSighting], _ quirks: [QuirkView]
    ) -> [Row] {
        let certificate = stored.certificate
        var rows: [Row] = [
            ("Certificate", Hexadecimal.encode(stored.sha256).lowercased()), ("Kind", words(of: stored.kind)),
            ("State", stored.country ?? "it names none"), ("Trust", trustWords(of: stored)),
            ("Subject", "\(certificate.subject)"), ("Issuer", "\(certificate.issuer)"),
            ("Serial number", certificate.serialNumberText),
            ("Valid", "\(certificate.notBefore.day) to \(certificate.notAfter.day)"),
            ("Key", certificate.keyWords), ("Key identifier", Hexadecimal.encode(stored.keyIdentifier)),
        ]
        if let issuer = certificate.authorityKeyIdentifier {
            rows.append(("Issuer's key", Hexadecimal.encode(issuer)))
        }
        rows.append(("Signed with", AlgorithmNames.name(of: certificate.signatureAlgorithm.oid)))
        if stored.isSuperseded { rows.append(("Superseded", "a trusted link certificate leads to a newer key")) }
        if let moment = stored.withdrawn {
            rows.append(("Withdrawn", "a source took it back; marked on \(moment.day)"))
        }
        if !quirks.isEmpty { rows.append(("Unusual", quirks.map(\.words).joined(separator: "; "))) }
        return rows + self.rows(of: sightings)
    }

    private static func rows(of stored: StoredRevocationList, _ sightings: [TrustSighting]) -> [Row] {
        [
            ("List", Hexadecimal.encode(stored.sha256).lowercased()), ("Kind", "revocation list"),
            ("State", stored.country ?? "it names none"), ("Issuer", "\(stored.list.issuer)"),
            ("Number", stored.number ?? "none"), ("Made", "\(stored.list.thisUpdate)"),
            ("Holds until", stored.list.nextUpdate.map { "\($0)" } ?? "it does not say"),
            ("Revoked", Counted.text(stored.list.revoked.count, "certificate")),
            (
                "Signed by",
                stored.verifiedBy.map { Hexadecimal.encode($0).lowercased() } ?? "no anchor of the store"
            ),
        ] + rows(of: sightings)
    }

    private static func rows(of stored: StoredSource, _ storeWords: String) -> [Row] {
        var rows: [Row] = [
            ("List", Hexadecimal.encode(stored.source.sha256).lowercased()), ("Kind", stored.source.kind.words),
            ("Name", stored.source.name), ("State", stored.source.country ?? "it names none"),
            ("Standing", words(of: stored.standing, storeWords)),
        ]
        if let time = stored.source.signingTime { rows.append(("Signed", "\(time)")) }
        if let signer = stored.source.signer { rows.append(("Signer", Hexadecimal.encode(signer).lowercased())) }
        if let issuer = stored.source.signerIssuer {
            rows.append(("Its issuer", Hexadecimal.encode(issuer).lowercased()))
        }
        if let collection = stored.source.collection { rows.append(("Collection", collection)) }
        rows.append(("Imported", "\(stored.firstImported.day), last on \(stored.lastImported.day)"))
        let lists =
            stored.revocationLists > 0 ? ", " + Counted.text(stored.revocationLists, "revocation list") : ""
        rows.append(("Holds", Counted.text(stored.certificates, "certificate") + lists))
        if stored.defectRules > 0 {
            rows.append(
                (
                    "Says of",
                    "\(Counted.text(stored.defectRules, "group")) of documents, "
                        + Counted.text(stored.documentNumbers, "document number")
                ))
        }
        return rows
    }

    private static func rows(of sightings: [TrustSighting]) -> [Row] {
        sightings.enumerated().map { index, sighting in
            let signed = sighting.source.signingTime.map { ", signed \($0.day)" } ?? ""
            let conformance = sighting.conformance.map { "; \($0)" } ?? ""
            return (
                index == 0 ? "Found in" : "",
                "\(sighting.source.name) (\(sighting.source.kind.words)\(signed), \(sighting.standing.name)), "
                    + "\(sighting.firstSeen.day) to \(sighting.lastSeen.day)\(conformance)"
            )
        }
    }

    private static func words(of kind: CertificateKind) -> String {
        switch kind {
        case .csca: "country signing certificate, signed with its own key"
        case .link: "link certificate: of a country signing key, signed with another"
        case .documentSigner: "document signer"
        case .other: "signer of lists or of other objects"
        }
    }

    private static func trustWords(of stored: StoredCertificate) -> String {
        switch stored.trust {
        case .source: "trusted: a list that holds it is"
        case .link:
            "trusted by link: a trusted key of the state vouches for it"
                + (stored.trustedBy.map { ", that of \(Hexadecimal.encode($0.prefix(6)).lowercased())" } ?? "")
        case nil where stored.kind == .documentSigner: "judged where it is used"
        case nil: "not trusted: nobody vouches for a list that holds it"
        }
    }

    private static func words(of standing: TrustDelivery.Standing, _ storeWords: String) -> String {
        switch standing {
        case .direct: "trusted: its certificates were named one by one"
        case .pinned(let pin): "trusted by the pin \(Hexadecimal.encode(pin.prefix(6)).lowercased())"
        case .accepted: "trusted: accepted without a pin"
        case .untrusted(let reason): "not trusted: \(StoreLocation.text(reason, storeWords))"
        }
    }
}

extension Certificate {
    /// The key in words, such as `RSA of 2048 bits`.
    var keyWords: String {
        guard let key = try? PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo) else {
            return "\(AlgorithmNames.name(of: publicKeyAlgorithm.oid)), of a kind that is not known here"
        }
        return switch key.kind {
        case .rsa: "RSA, \(key.bitCount) bits"
        case .ellipticCurve: "EC, \(key.curve.map { "\($0)" } ?? "\(key.bitCount) bits")"
        case .diffieHellman: "Diffie-Hellman, \(key.bitCount) bits"
        case .dsa: "DSA, \(key.bitCount) bits"
        }
    }
}
