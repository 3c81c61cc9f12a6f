import AccessControl
import Issuing
import PKI

extension Command {
    static let cvcRequest = Command(
        "cvc", "request",
        summary: "ask for a card verifiable certificate, with a new key or one that is there",
        discussion: "With --curve or --rsa a new key is made and written to --key, which must not be there yet: nobody "
            + "but you can read it, and with --key-passphrase-file it is encrypted. Without them the key in --key or on "
            + "the token of --token signs the request. --previous-key vouches for the request with the key of the "
            + "certificate before. Nothing is written before all is made, and no file that is there is written over.",
        options: [
            .value("holder", "REFERENCE", "how the certificate will call its holder: UTDVAB00001"),
            .value("authority", "REFERENCE", "from whom the certificate is expected"),
        ] + SigningKey.Names.own.options("the key") + NewKeyFile.options + [SigningKey.algorithmOption]
            + [.value("previous", "REFERENCE", "the holder's reference in the certificate before")]
            + SigningKey.Names.previous.options("the key of the certificate before") + SigningKey.tokenOptions
            + ObjectOutput.options,
        examples: [
            Example(
                "emrtd cvc request --key new.key --curve brainpoolP256r1 --holder UTDVAB00002 --out new.request",
                "a new key and the request for its certificate"),
            Example(
                "emrtd cvc request --key cv/terminal.key --holder UTTERM00002 --previous-key cv/terminal.key "
                    + "--previous UTTERM00001",
                "a request that the key before vouches for, in hexadecimal"),
        ]
    ) { invocation in
        guard let holder = try CertificateReference(option: "holder", of: invocation) else {
            throw UsageError("missing '--holder'", command: invocation.command)
        }
        let authority = try CertificateReference(option: "authority", of: invocation)
        let previous = try CertificateReference(option: "previous", of: invocation)
        let names = SigningKey.Names.previous
        guard (previous == nil) == (invocation[names.file] == nil && invocation["previous-token"] == nil) else {
            throw UsageError("'--previous' and '--previous-key' go together", command: invocation.command)
        }
        let newPath = try newKeyPath(invocation)
        let output = try ObjectOutput(invocation)
        let newKey = try newPath.map { try NewKeyFile(invocation, to: $0, passphraseOption: "key-passphrase-file") }
        guard let key = try newKey.map({ SigningKey($0.key) }) ?? SigningKey(invocation, .own) else {
            throw UsageError("missing '--key' or '--token'", command: invocation.command)
        }
        var request = try key.issuer(holder, key.algorithm(invocation)).request(from: authority)
        if let previous, let key = try SigningKey(invocation, names) {
            request = try key.issuer(previous, key.algorithm(invocation)).authenticate(request)
        }
        let fields = CVObject.request(try CVCertificateRequest(encoded: request)).fields(CVKeyRing([]))
        try output.write(request, fields, newKey: newKey)
        return .success
    }

    /// Where the new key goes that the options ask for; nil where they ask for none.
    private static func newKeyPath(_ invocation: Invocation) throws(UsageError) -> String? {
        guard NewKeyFile.isWanted(invocation) else { return nil }
        guard invocation["token"] == nil else {
            throw UsageError("--key and --token name two keys", command: invocation.command)
        }
        guard let path = invocation["key"], path != "-" else {
            throw UsageError(
                "a new key needs '--key'", hint: "it names the file that the key goes to.",
                command: invocation.command)
        }
        if let out = invocation["out"], NewFile.isSame(out, path) {
            throw UsageError("'--key' and '--out' name the same file", command: invocation.command)
        }
        return path
    }
}
