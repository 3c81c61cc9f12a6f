import Issuing
import Standards

extension Command {
    static let issueCRL = Command(
        "issue", "crl",
        summary: "issue a certificate revocation list for tests",
        discussion:
            "Revokes the certificates of the files, from today, and what the profile lists. Without a profile the list "
            + "has the number 1 and is current for 90 days.",
        operands: [Operand("CERTIFICATE", "the certificates to revoke", arity: .any)],
        options: IssueOptions.profile("what the list says") + IssueOptions.issuer + [
            IssueOptions.deviation(RevocationListProfile.Deviation.allCases.map(\.rawValue))
        ] + ObjectOutput.options,
        examples: [
            Example(
                "emrtd issue crl --issuer-certificate pki/csca.cer --issuer-key pki/csca.key --out csca.crl pki/ds.cer",
                "a list that revokes a document signer")
        ]
    ) { invocation in
        var order = RevocationListOrder(today: .today)
        if let (json, load) = try IssueOptions.json(invocation) {
            var read = order
            try IssueOptions.translating { try read.read(json: json, load: load) }
            order = read
        }
        for path in invocation.operands {
            order.revoke(try IssueOptions.certificate(path), at: order.profile.thisUpdate)
        }
        order.profile.deviations.formUnion(
            IssueOptions.deviations(invocation, RevocationListProfile.Deviation.self))
        let output = try ObjectOutput(invocation)
        let (issuer, _) = try IssueOptions.authority(invocation, algorithm: order.algorithm)
        let profile = order.profile
        let list = try IssueOptions.translating { try issuer.issue(profile) }
        try output.write(list, IssuedFields.revocationList(list))
        return .success
    }
}
