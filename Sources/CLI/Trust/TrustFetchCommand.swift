import PKI
import Standards
import Trust
import TrustSources

extension Command {
    static let trustFetch = Command(
        "trust", "fetch",
        summary: "take trust data from a directory or a server into the trust store",
        discussion: """
            Takes a file over HTTPS, or every entry of a directory of the PKD over LDAP, and does with it \
            what 'emrtd trust import' does with files: where something comes from makes nothing trusted. A \
            directory lies below dc=data,dc=download,dc=pkd,dc=icao,dc=int, or below the name at the end of \
            the location. The server has to be one that the system's authorities vouch for, or those of \
            --authorities; --pin-key names its key beside that. Over ldap:// anybody on the way can read and \
            leave out, and nobody can add anything that is trusted. Redirections and referrals are not \
            followed.
            """,
        operands: [Operand("LOCATION", "https://…, ldap://… or ldaps://…", arity: .oneOrMore)],
        options: [
            StoreLocation.option,
            .value("authorities", "FILE", "certificates of the authorities to believe for the server, in PEM"),
            .value("pin-key", "PIN", "the server's key: 'sha256//' and the hash of its public key in Base64"),
            .value("time-limit", "SECONDS", "how long it may take (default 600)"),
            .value("page-size", "N", "how many entries of a directory to ask for at once (default 500)"),
            .flag("accept-unpinned", "trust lists whose signer no pin is known for; the store keeps that it was so"),
            ListDeparture.option,
            .flag("trust-certificates", "trust the certificates of authorities that stand outside of lists"),
            .flag("dry-run", "say what would be taken, and change nothing"),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd trust fetch https://pkd.example.invalid/UT.ml", "a master list"),
            Example("emrtd trust fetch ldap://pkd.example.invalid", "a directory of the PKD"),
        ]
    ) { invocation in
        let progress = ImportProgress()
        defer { progress.end() }
        let request = ImportRequest(invocation)
        var access = NetworkSource.Access()
        access.authoritiesFile = invocation["authorities"]
        if let file = access.authoritiesFile { try RegularFile.require(file) }
        access.pinnedKey = invocation["pin-key"]
        if let text = invocation["time-limit"] {
            guard let seconds = Int(text), (1...86_400).contains(seconds) else {
                throw UsageError("'--time-limit' is a number of seconds, not '\(text)'", command: invocation.command)
            }
            access.totalSeconds = seconds
        }
        if let text = invocation["page-size"] {
            guard let size = Int(text), (1...100_000).contains(size) else {
                throw UsageError("'--page-size' is a number of entries, not '\(text)'", command: invocation.command)
            }
            access.pageSize = size
        }
        var sources: [NetworkSource] = []
        for location in invocation.operands {
            do throws(NetworkError) { sources.append(try NetworkSource(location)) } catch {
                throw UsageError("\(error)", command: invocation.command)
            }
        }
        let store = try request.store()
        let reader = try request.reader(store)
        var contents = TrustContents()
        for (index, source) in sources.enumerated() {
            progress.show("fetching", index, of: sources.count)
            do throws(NetworkError) { contents.append(try reader.read(source, access: access)) } catch {
                throw CommandError("\(error)", hint: hint(error))
            }
        }
        return try request.finish(contents, store, progress)
    }

    private static func hint(_ error: NetworkError) -> String? {
        guard case .entryLimit = error else { return nil }
        return
            "try --page-size with a smaller number, or name a part of the directory, as in ldap://HOST/c=UT,dc=data,…"
    }
}
