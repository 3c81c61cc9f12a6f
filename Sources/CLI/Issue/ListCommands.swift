import Cryptography
import Issuing
import PKI
import Standards

extension Command {
    static let issueMasterList = Command(
        "issue", "master-list",
        summary: "sign a master list for tests",
        discussion:
            "Lists the certificates of the files, which may hold several, and those that the profile names. "
            + "The signer's certificate goes into the list, and with --issuer-certificate that of its authority.",
        operands: [Operand("CERTIFICATE", "country signing and link certificates", arity: .any)],
        options: options("how the list is signed"),
        examples: [
            Example(
                "emrtd issue master-list --signer-certificate pki/mls.cer --signer-key pki/mls.key "
                    + "--issuer-certificate pki/csca.cer --out list.ml pki/csca.cer pki/csca-2.cer",
                "a list of two certificates")
        ]
    ) { invocation in
        var certificates: [[UInt8]] = []
        for path in invocation.operands {
            guard
                let blocks = try? CertificateFile.blocks(
                    in: InputText.bytes(path, limit: 1 << 26), label: "CERTIFICATE"), !blocks.isEmpty
            else {
                _ = try InputText.bytes(path, limit: 1 << 26)
                throw CommandError("'\(path)' holds no certificate")
            }
            certificates += blocks
        }
        return try issue(.masterList, invocation) { $0.certificates += certificates }
    }

    static let issueDeviationList = Command(
        "issue", "deviation-list",
        summary: "sign a deviation list for tests",
        discussion:
            "The profile says which documents deviate, and in what. The signer's certificate goes into the list, and "
            + "with --issuer-certificate that of its authority.",
        options: options("what the list says"),
        examples: [
            Example(
                "emrtd issue deviation-list --profile TestVectors/profiles/trust/deviation-list.json "
                    + "--signer-certificate pki/dls.cer --signer-key pki/dls.key --out list.dl",
                "a list of documents whose data groups do not have the hashes that were signed")
        ]
    ) { invocation in
        guard invocation["profile"] != nil else {
            throw UsageError("missing '--profile'", command: invocation.command)
        }
        return try issue(.deviationList, invocation) { _ in }
    }

    static let issueDefectList = Command(
        "issue", "defect-list",
        summary: "sign a defect list of the kind that the BSI issues, for tests",
        discussion:
            "The profile says what is known of the documents of which signers. The signer's certificate goes into the "
            + "list, and with --issuer-certificate that of its authority.",
        options: options("what the list says"),
        examples: [
            Example(
                "emrtd issue defect-list --profile TestVectors/profiles/trust/defect-list.json --base pki "
                    + "--signer-certificate pki/defects.cer --signer-key pki/defects.key --out list.dfl",
                "a list that revokes a document signer")
        ]
    ) { invocation in
        guard invocation["profile"] != nil else {
            throw UsageError("missing '--profile'", command: invocation.command)
        }
        return try issue(.defectList, invocation) { _ in }
    }

    private static func options(_ profile: String) -> [Option] {
        IssueOptions.profile(profile) + IssueOptions.signer + [
            .value("issuer-certificate", "FILE", "the certificate of the signer's authority, which goes into the list"),
            IssueOptions.deviation(ListOptions.Deviation.allCases.map(\.rawValue)),
        ] + ObjectOutput.options
    }

    private static func issue(
        _ kind: CertificateProfile.ListKind, _ invocation: Invocation, _ add: (inout ListOrder) -> Void
    ) throws -> ExitStatus {
        var order = ListOrder(kind, signingTime: .now)
        if let (json, load) = try IssueOptions.json(invocation) {
            var read = order
            try IssueOptions.translating { try read.read(json: json, load: load) }
            order = read
        }
        add(&order)
        order.options.deviations.formUnion(IssueOptions.deviations(invocation, ListOptions.Deviation.self))
        let output = try ObjectOutput(invocation)
        let (key, certificate) = try IssueOptions.signer(invocation)
        let authorities = try invocation["issuer-certificate"].map { [try IssueOptions.certificate($0)] } ?? []
        let signer = ListSigner(
            key: key, certificate: certificate, algorithm: order.algorithm ?? .usual(for: key.publicKey),
            authorities: authorities)
        let final = order
        let list = try IssueOptions.translating { try final.issue(by: signer) }
        let count =
            switch kind {
            case .masterList: order.certificates.count
            case .deviationList: order.deviationList.deviations.count
            case .defectList: order.defectList.defects.count
            }
        try output.write(list, IssuedFields.list(list, kind.rawValue, entries: count))
        return .success
    }
}
