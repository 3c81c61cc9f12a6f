import Foundation
import PKI
import Standards
import Trust
import TrustSources

extension Command {
    static let trustImport = Command(
        "trust", "import",
        summary: "take lists, certificates and revocation lists into the trust store",
        discussion: """
            Takes master lists, deviation lists, defect lists, directories of the ICAO PKD (LDIF, complete \
            or changes), certificates and revocation lists, in DER, BER or PEM, in folders and ZIP archives \
            too; what a file is, its content says. All of it goes in at once or nothing does.

            A signed list is trusted where the certificate that issued its signer is pinned ('emrtd trust \
            pin add'). One whose signature is wrong is refused; one that no pin speaks for is kept, and \
            nobody is trusted for it until the pin is added. A certificate by itself is trusted with \
            --trust-certificates only. Document signers and revocation lists need no pin: they are verified \
            where they are used.

            Hidden files in folders are passed over. The exit status is 0 where everything was taken and can \
            be trusted, 2 where something was refused or is not trusted, and 3 where nothing could be done.
            """,
        operands: [
            Operand("PATH", "files or folders, or - for standard input", arity: .oneOrMore)
        ],
        options: [
            StoreLocation.option,
            .flag("trust-certificates", "trust the certificates of authorities that stand outside of lists"),
            .flag("accept-unpinned", "trust lists whose signer no pin is known for; the store keeps that it was so"),
            ListDeparture.option,
            .flag("dry-run", "say what would be taken, and change nothing"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example(
                "emrtd trust import --trust-certificates csca", "certificates of authorities that you know, in a folder"
            ),
            Example("emrtd trust import --accept-unpinned list.ml", "a list that you know to be genuine"),
        ]
    ) { invocation in
        let progress = ImportProgress()
        defer { progress.end() }
        let request = ImportRequest(invocation)
        let files: SourceFiles
        do throws(SourceError) { files = try SourceFiles(paths: invocation.operands) } catch {
            throw CommandError(error)
        }
        let store = try request.store()
        let reader = try request.reader(store)
        let contents: TrustContents
        do throws(SourceError) {
            contents = try reader.read(files) { progress.show("reading files", $0, of: $1) }
        } catch {
            throw CommandError(error)
        }
        return try request.finish(contents, store, progress)
    }
}

extension ListDeparture {
    static let option = Option.value(
        "accept", "NAME", "a departure to accept that is refused otherwise; may be repeated",
        choices: refused.map(\.quirk.name).sorted(), isRepeatable: true)

    /// What is accepted for once.
    static func accepted(_ invocation: Invocation) -> Set<ListDeparture> {
        let names = Set(invocation[all: "accept"])
        return refused.filter { names.contains($0.quirk.name) }
    }
}

/// What is asked for with an import, from files or from the network.
struct ImportRequest {
    private let trustsCertificates: Bool
    private let acceptsUnpinned: Bool
    private let accepted: Set<ListDeparture>
    private let isDry: Bool
    private let printsJSON: Bool
    private let path: String
    /// ` --store PATH`, where a store was named.
    private let storeWords: String

    init(_ invocation: Invocation) {
        trustsCertificates = invocation[flag: "trust-certificates"]
        acceptsUnpinned = invocation[flag: "accept-unpinned"]
        accepted = ListDeparture.accepted(invocation)
        isDry = invocation[flag: "dry-run"]
        printsJSON = invocation[flag: "json"]
        path = invocation["store"] ?? StoreLocation.standard
        storeWords = StoreLocation.words(invocation)
    }

    /// The store; nil where there is none yet, since it is made once there is something to take.
    func store() throws(CommandError) -> TrustStore? {
        guard StoreLocation.exists(path) else { return nil }
        return try StoreLocation.open(path, isDry ? .readOnly : .readWrite(create: true))
    }

    /// A reader that knows the pins and the authorities of the store.
    func reader(_ store: TrustStore?) throws(CommandError) -> TrustReader {
        var verifier = ListVerifier(acceptsUnpinned: acceptsUnpinned, accepted: accepted)
        if let store {
            verifier.pins = Set(try StoreLocation.run { () throws(TrustStoreError) in try store.pins() }.map(\.sha256))
            let query = CertificateQuery(kinds: [.csca, .link])
            verifier.known = try StoreLocation.run { () throws(TrustStoreError) in
                try store.certificates(query)
            }.map(\.certificate)
            // An authority that cannot be decoded could vouch for nobody, and nobody would be told.
            try StoreLocation.requireWhole(store)
        }
        return TrustReader(verifier: verifier, trustsCertificates: trustsCertificates, at: .now)
    }

    /// Takes everything into the store, and says what came of it.
    func finish(_ contents: TrustContents, _ store: TrustStore?, _ progress: ImportProgress) throws -> ExitStatus {
        var report: TrustImportReport?
        var store = store
        if !isDry, contents.deliveries.contains(where: { !$0.isEmpty }) {
            let taking = try store ?? StoreLocation.open(path, .readWrite(create: true))
            store = taking
            report = try StoreLocation.run { () throws(TrustStoreError) in
                try taking.take(
                    contents.deliveries, at: .now, progress: { progress.show("taking certificates in", $0, of: $1) },
                    onWait: StoreLocation.sayWaiting)
            }
        }
        progress.end()
        let view = ImportView(
            contents, report, store: store?.path, storeWords: storeWords, isDry: isDry,
            anchors: try anchors(among: contents, store))
        if printsJSON {
            try Terminal.printJSON(view)
        } else {
            Terminal.print(view.text(width: Terminal.width).joined(separator: "\n"))
        }
        return view.isComplete ? .success : .undecided
    }
}

extension ImportRequest {
    /// The hashes of what the store trusts, as far as certificates are handed in that nobody else speaks for.
    private func anchors(among contents: TrustContents, _ store: TrustStore?) throws(CommandError) -> Set<[UInt8]> {
        guard let store, contents.deliveries.contains(where: { $0.source.kind == .certificates }) else { return [] }
        let query = CertificateQuery(kinds: [.csca, .link], isTrusted: true)
        let trusted = try StoreLocation.run { () throws(TrustStoreError) in try store.certificates(query) }
        return Set(trusted.filter { $0.withdrawn == nil }.map(\.sha256))
    }
}

/// One line on a terminal, once an import takes longer than a moment.
final class ImportProgress {
    private let start = ContinuousClock.now
    private var last = ContinuousClock.now
    private var isShown = false

    func show(_ step: String, _ done: Int, of total: Int) {
        let now = ContinuousClock.now
        guard now - start > .seconds(1), now - last > .milliseconds(100) else { return }
        (last, isShown) = (now, true)
        ProgressLine(step: step, fraction: total > 0 ? Double(done) / Double(total) : nil).show()
    }

    func end() {
        if isShown { Terminal.endProgress() }
        isShown = false
    }
}

extension CommandError {
    init(_ error: SourceError) {
        self.init("\(error)")
    }
}
