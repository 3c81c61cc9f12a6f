import ByteCoding
import Cryptography
import PKI
import Report
import Standards
import Trust
import TrustSources

extension Command {
    static let trustCheck = Command(
        "trust", "check",
        summary: "hold certificates, revocation lists and master lists against the profiles",
        discussion: """
            Looks at files and folders, or at everything that the store holds. Each rule of Doc 9303-12 that \
            is broken is named with its clause; nothing is refused for it here or elsewhere, since what real \
            states publish breaks many. What is known to occur in genuine certificates is named too, with \
            --quirks.

            The exit status is 0 where no rule is broken but such as only warn, 1 where one is, and 2 where \
            something could not be read.
            """,
        operands: [Operand("PATH", "files or folders, or - for standard input; none for the store", arity: .any)],
        options: [
            StoreLocation.option, ListDeparture.option,
            .flag("quirks", "name what is odd and tolerated, too"),
            .flag("rules", "list every rule, and look at nothing"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd trust check --rules", "every rule, with its clause")
        ]
    ) { invocation in
        if invocation[flag: "rules"] {
            let rules = CertificateLint.rules + RevocationListLint.rules + MasterListLint.rules
            try LintView.print(rules: rules.map(LintView.Rule.init), asJSON: invocation[flag: "json"])
            return .success
        }
        var whole: TrustStore?
        var view = LintView(withQuirks: invocation[flag: "quirks"])
        if invocation.operands.isEmpty {
            let store = try StoreLocation.open(invocation)
            whole = store
            try StoreLocation.run { () throws(TrustStoreError) in
                view.add(try store.certificates())
                for stored in try store.revocationLists() { view.add(stored.list, "the store") }
            }
        } else {
            do throws(SourceError) {
                var reader = TrustReader(verifier: ListVerifier(accepted: ListDeparture.accepted(invocation)), at: .now)
                reader.keepsSignedLists = true
                view.add(try reader.read(SourceFiles(paths: invocation.operands)))
            } catch {
                throw CommandError(error)
            }
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(view)
        } else {
            Terminal.print(view.text.joined(separator: "\n"))
        }
        if let whole { try StoreLocation.requireSound(whole) }
        if view.errors > 0 { return .rejected }
        return view.unreadable.isEmpty ? .success : .undecided
    }
}

/// What rules are broken, as it is printed.
struct LintView: Encodable {
    private(set) var objects: [Object] = []
    private(set) var unreadable: [ImportView.Refusal] = []
    private(set) var errors = 0
    private(set) var warnings = 0
    /// How many objects were looked at, also those with nothing to say of.
    private(set) var checked = 0
    private var tools = Tools()

    struct Object: Encodable {
        let source: String
        let place: String?
        /// What it is: a role of certificates, `revocationList` or `masterList`.
        let kind: String
        let name: String
        let sha256: String
        let broken: [Rule]
        let quirks: [String]
    }

    struct Rule: Encodable {
        let id: String
        let severity: String
        let clause: String
        let text: String

        init(_ rule: LintRule) {
            id = rule.id
            severity = rule.severity.rawValue
            clause = "\(rule.source)"
            text = rule.words
        }
    }

    private struct Tools {
        let certificates = CertificateLint()
        let revocationLists = RevocationListLint()
        let masterLists = MasterListLint()
        let quirks = CertificateQuirks()
        var showsQuirks = false
        /// The authorities that are looked at.
        var neighbours = CertificateNeighbours([])

        func authorities(in deliveries: [TrustDelivery]) -> [Certificate] {
            deliveries.flatMap { delivery in
                let standing = delivery.source.kind.standing
                return delivery.certificates.map(\.value).filter {
                    certificates.role(of: $0, standing: standing).isAuthority
                }
            }
        }
    }

    private enum CodingKeys: CodingKey { case objects, unreadable, errors, warnings, checked }

    init(withQuirks: Bool) {
        tools.showsQuirks = withQuirks
    }

    mutating func add(_ contents: TrustContents) {
        for signed in contents.signedLists {
            guard let content = signed.data.eContent, let list = try? MasterList(encoded: content) else { continue }
            add(
                "masterList", "master list", signed.bytes, signed.name, nil,
                tools.masterLists.broken(by: signed.data, list))
        }
        if tools.showsQuirks { tools.neighbours = CertificateNeighbours(tools.authorities(in: contents.deliveries)) }
        for delivery in contents.deliveries {
            for item in delivery.certificates {
                add(item.value, delivery.source.kind.standing, delivery.source.name, item.place)
            }
            for item in delivery.revocationLists { add(item.value, delivery.source.name, item.place) }
            unreadable += delivery.refused.map(ImportView.Refusal.init)
        }
        unreadable += contents.refused.map(ImportView.Refusal.init)
    }

    /// Looks at all certificates of a store.
    mutating func add(_ stored: [StoredCertificate]) {
        func isAuthority(_ stored: StoredCertificate) -> Bool { stored.kind == .csca || stored.kind == .link }
        tools.neighbours = CertificateNeighbours(stored.lazy.filter(isAuthority).map(\.certificate))
        for stored in stored {
            add(stored.certificate, isAuthority(stored) ? .authority : .byItself, "the store", nil)
        }
    }

    private mutating func add(
        _ certificate: Certificate, _ standing: CertificateStanding, _ source: String, _ place: String?
    ) {
        let role = tools.certificates.role(of: certificate, standing: standing)
        let quirks =
            tools.showsQuirks ? tools.quirks.quirks(of: certificate, as: role, among: tools.neighbours) : []
        add(
            role.rawValue, "\(certificate.subject), serial number \(certificate.serialNumberText)", certificate.encoded,
            source, place, tools.certificates.broken(by: certificate, standing: standing), quirks.map { "\($0.quirk)" })
    }

    mutating func add(_ list: CertificateRevocationList, _ source: String, _ place: String? = nil) {
        add(
            "revocationList", "\(list.issuer), of \(list.thisUpdate)", list.encoded, source, place,
            tools.revocationLists.broken(by: list),
            tools.showsQuirks ? tools.quirks.quirks(of: list).map { "\($0.quirk)" } : [])
    }

    private mutating func add(
        _ kind: String, _ name: String, _ bytes: [UInt8], _ source: String, _ place: String?, _ rules: [LintRule],
        _ quirks: [String] = []
    ) {
        checked += 1
        errors += rules.count { $0.severity == .error }
        warnings += rules.count { $0.severity == .warning }
        guard !rules.isEmpty || !quirks.isEmpty else { return }
        let fingerprint = Hexadecimal.encode(HashAlgorithm.sha256.hash(bytes)).lowercased()
        objects.append(
            Object(
                source: source, place: place, kind: kind, name: name, sha256: fingerprint,
                broken: rules.map(Rule.init), quirks: quirks))
    }

    // MARK: Text

    static func print(rules: [Rule], asJSON: Bool) throws {
        guard !asJSON else { return try Terminal.printJSON(["rules": rules]) }
        Terminal.print(
            rules.map { "\($0.severity.padded(7))  \($0.id)\n         \($0.text) (\($0.clause))" }
                .joined(separator: "\n"))
    }

    var text: [String] {
        var lines: [String] = []
        for object in objects {
            let place = object.place.map { ", \($0)" } ?? ""
            lines.append("\(object.kind) \(object.sha256.prefix(16)): \(object.name) (\(object.source)\(place))")
            lines += object.broken.map { "  \($0.severity): \($0.text) [\($0.id), \($0.clause)]" }
            lines += object.quirks.map { "  tolerated: \($0)" }
        }
        lines += unreadable.map { "not read: \($0.place): \($0.reason.text)" }
        lines.append("\(checked) looked at: \(Counted.text(errors, "error")), \(Counted.text(warnings, "warning"))")
        return lines.map { SafeText.clean($0) }
    }
}

extension TrustDelivery.Kind {
    /// What it means for a certificate to be delivered by such a source.
    fileprivate var standing: CertificateStanding {
        switch self {
        case .masterList, .masterListContent: .authority
        case .directory, .certificates, .revocationList, .deviationList, .defectList: .byItself
        }
    }
}
