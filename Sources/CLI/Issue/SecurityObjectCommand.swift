import Cryptography
import Issuing
import LDS
import Standards

extension Command {
    static let issueSOD = Command(
        "issue", "sod",
        summary: "sign the security object over the files of data groups, for tests",
        discussion:
            "The files hold whole data groups, told apart by their tags; their names do not matter. Without a profile "
            + "it is an object of version 0 with SHA-256, signed now.",
        operands: [Operand("FILE", "the data groups, EF_DG1.bin and so on", arity: .oneOrMore)],
        options: IssueOptions.profile("how the object is signed") + IssueOptions.signer + [
            .value(
                "deviation", "NAME",
                "what is to be wrong: \(deviations.joined(separator: ", ")); may be repeated", isRepeatable: true
            ).suggesting(SODOptions.Deviation.named.keys.sorted())
        ] + ObjectOutput.options,
        examples: [
            Example(
                "emrtd issue sod --signer-certificate pki/ds.cer --signer-key pki/ds.key --out EF_SOD.bin "
                    + "pki/EF_DG1.bin pki/EF_DG2.bin", "the security object of two data groups")
        ]
    ) { invocation in
        var order = SecurityObjectOrder(signingTime: .now)
        if let (json, load) = try IssueOptions.json(invocation) {
            var read = order
            try IssueOptions.translating { try read.read(json: json, load: load) }
            order = read
        }
        for name in invocation[all: "deviation"] {
            guard let deviation = SODOptions.Deviation.named[name] else {
                let meant = Suggestion.closest(to: name, among: SODOptions.Deviation.named.keys.sorted())
                throw UsageError(
                    "'--deviation \(name)' is none of a security object",
                    hint: meant.map { "did you mean '\($0)'?" } ?? "'emrtd issue sod --help' lists them.",
                    command: invocation.command)
            }
            order.options.deviations.insert(deviation)
        }
        let groups = try groups(invocation.operands)
        let output = try ObjectOutput(invocation)
        let (key, certificate) = try IssueOptions.signer(invocation)
        let final = order
        let object = try IssueOptions.translating {
            try SODIssuer(
                key: key, certificate: certificate, algorithm: final.algorithm ?? .usual(for: key.publicKey)
            ).issue(groups, options: final.options)
        }
        try output.write(
            object, IssuedFields.securityObject(object, groups: groups.keys.sorted().map { "DG\($0.rawValue)" }))
        return .success
    }

    /// The names of what can be wrong; those of a data group once, for any of them.
    private static let deviations: [String] = {
        let names = SODOptions.Deviation.named.keys
        let ofGroups = Set(names.filter { $0.contains("-") }.compactMap { $0.split(separator: "-").first })
        return names.filter { !$0.contains("-") }.sorted() + ofGroups.sorted().map { "\($0)-DGn" }
    }()

    private static func groups(_ paths: [String]) throws -> [DataGroup: [UInt8]] {
        var groups: [DataGroup: [UInt8]] = [:]
        for path in paths {
            let bytes = try InputText.bytes(path, limit: 1 << 24)
            guard let tag = bytes.first, let group = DataGroup.allCases.first(where: { $0.tag == Int(tag) }) else {
                throw CommandError("'\(path)' does not begin with the tag of a data group")
            }
            guard groups.updateValue(bytes, forKey: group) == nil else {
                throw CommandError("'\(path)' is a second file of DG\(group.rawValue)")
            }
        }
        return groups
    }
}
