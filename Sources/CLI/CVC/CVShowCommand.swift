import AccessControl
import PKI

extension Command {
    static let cvcShow = Command(
        "cvc", "show",
        summary: "show card verifiable certificates and requests for them",
        discussion:
            "Files may be binary, hexadecimal, Base64 or PEM, and hold several objects. A signature is verified by "
            + "the key of the authority that the object names: its own, one of the other files', or one of --issuer. "
            + "Whether a chain is valid on a day is for 'emrtd cvc verify'. The exit status is 1 where a signature is "
            + "wrong, and 0 where it is right or its key is not at hand.",
        operands: [Operand("FILE", "certificates or requests, or - for standard input", arity: .oneOrMore)],
        options: [
            .value(
                "issuer", "PATH", "certificates to verify with, a file or a folder; may be repeated", isRepeatable: true
            ),
            .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd cvc show cv/cvca.cvcert cv/dv.cvcert", "an authority and the document verifier below it"),
            Example("emrtd cvc show --issuer cv/cvca.cvcert --json cv/dv.cvcert", "the same for a program"),
        ]
    ) { invocation in
        let files = try invocation.operands.map { (path: $0, objects: try CVObject.read($0)) }
        var certificates = try CVObject.certificates(at: invocation[all: "issuer"])
        for case .certificate(let certificate) in files.flatMap(\.objects) { certificates.append(certificate) }
        let keys = CVKeyRing(certificates)
        let shown = files.flatMap { file in file.objects.map { (file.path, $0) } }
        if invocation[flag: "json"] {
            try Terminal.printJSON(["objects": shown.map { View(file: $0, content: $1.fields(keys)) }])
        } else {
            let width = Terminal.isInteractive ? Terminal.width : 100
            Terminal.print(
                shown.map { path, object in
                    (["\(object.title) in \(path)".withoutControls]
                        + object.fields(keys).without(["kind", "hasDomainParameters", "curve"]).lines(width: width))
                        .joined(separator: "\n")
                }.joined(separator: "\n\n"))
        }
        return shown.contains { $0.1.hasWrongSignature(keys) } ? .rejected : .success
    }

    private struct View: Encodable {
        let file: String
        let content: FieldTree
    }
}

extension FieldTree {
    /// The fields but for those that say the same as others, for people.
    fileprivate func without(_ keys: Set<String>) -> FieldTree {
        var tree = FieldTree()
        for field in fields where !keys.contains(field.key) { tree.append(field) }
        return tree
    }
}
