import Cryptography
import Issuing
import PKI
import Standards

extension Command {
    static let issueCSCA = Command(
        "issue", "csca",
        summary: "issue a self-signed country signing certificate for tests",
        discussion:
            "Without a profile it is the certificate of an authority of Utopia, valid for 15 years from today, which "
            + "signs for five. The profile changes any part of it. No file that is there is written over.",
        options: IssueOptions.profile("what the certificate says") + IssueOptions.subjectKey + [
            IssueOptions.deviation(CertificateProfile.Deviation.allCases.map(\.rawValue))
        ] + ObjectOutput.options,
        examples: [
            Example(
                "emrtd issue csca --key-out new-csca.key --out new-csca.cer",
                "a new key and the certificate of an authority")
        ]
    ) { invocation in
        var order = CertificateOrder(
            .csca, issuer: nil, serialNumber: IssueOptions.serialNumber(), today: .today)
        try order.read(invocation)
        let output = try ObjectOutput(invocation)
        let (key, newFile) = try IssueOptions.subjectKey(invocation, type: order.key)
        let issuer = CertificateIssuer(
            name: order.profile.subject, key: key, algorithm: order.algorithm ?? .usual(for: key.publicKey))
        try output.issue(order, by: issuer, for: key, newFile)
        return .success
    }

    static let issueLink = Command(
        "issue", "link",
        summary: "issue a link certificate: a new authority's key, signed with the old one",
        discussion:
            "The new authority's own certificate says name, key and the beginning of validity, the old one's the end. A "
            + "name that is not the old one's is marked as changed, unless the profile says otherwise.",
        operands: [Operand("CERTIFICATE", "the self-signed certificate of the new authority")],
        options: IssueOptions.profile("what the certificate says") + IssueOptions.issuer + [
            IssueOptions.deviation(CertificateProfile.Deviation.allCases.map(\.rawValue))
        ] + ObjectOutput.options,
        examples: [
            Example(
                "emrtd issue link --issuer-certificate pki/csca.cer --issuer-key pki/csca.key --out link.cer "
                    + "pki/csca-2.cer", "what leads from the trust in the old key to the new one")
        ]
    ) { invocation in
        let new = try IssueOptions.certificate(invocation.operands[0])
        guard let decoded = try? Certificate(encoded: new) else {
            throw CommandError("'\(invocation.operands[0])' is not a certificate that can be read")
        }
        let subject = try IssueOptions.translating { try DirectoryName(subjectOf: new) }
        var order = CertificateOrder(
            .link(hasNewName: false), issuer: nil, serialNumber: IssueOptions.serialNumber(), today: decoded.notBefore)
        order.profile.subject = subject
        order.profile.subjectKeyIdentifier = decoded.subjectKeyIdentifier
        let old = try? Certificate(encoded: IssueOptions.issuerCertificate(invocation))
        order.profile.hasNameChange = old?.subject.match(decoded.subject) == nil
        order.profile.notAfter = max(decoded.notBefore, old?.notAfter ?? decoded.notAfter)
        try order.read(invocation)
        let output = try ObjectOutput(invocation)
        let (issuer, _) = try IssueOptions.authority(invocation, algorithm: order.algorithm)
        try output.issue(order, by: issuer, forKeyOf: decoded)
        return .success
    }

    static let issueDS = Command(
        "issue", "ds",
        summary: "issue the certificate of a document signer or of a signer of lists, for tests",
        discussion:
            "Without a profile it is the certificate of a signer of passports, valid for ten years and three months, "
            + "which signs for three months. --role makes a signer of lists of it, valid for 15 months.",
        options: [
            .value(
                "role", "NAME", "what is signed (default documents)",
                choices: ["documents"] + CertificateProfile.ListKind.allCases.map(\.rawValue))
        ] + IssueOptions.profile("what the certificate says") + IssueOptions.issuer + IssueOptions.subjectKey + [
            IssueOptions.deviation(CertificateProfile.Deviation.allCases.map(\.rawValue))
        ] + ObjectOutput.options,
        examples: [
            Example(
                "emrtd issue ds --issuer-certificate pki/csca.cer --issuer-key pki/csca.key --key-out new-ds.key "
                    + "--out new-ds.cer", "a new key and its certificate"),
            Example(
                "emrtd issue ds --role master-list --issuer-certificate pki/csca.cer --issuer-key pki/csca.key "
                    + "--key-out new-mls.key --out new-mls.cer", "a signer of master lists"),
        ]
    ) { invocation in
        let kind = invocation["role"].flatMap(CertificateProfile.ListKind.init)
        let role = kind.map(CertificateProfile.Role.listSigner) ?? .documentSigner(documentTypes: ["P"])
        let authority = try IssueOptions.issuerCertificate(invocation)
        let issuerName = try IssueOptions.translating { try DirectoryName(subjectOf: authority) }
        var order = CertificateOrder(
            role, issuer: issuerName, serialNumber: IssueOptions.serialNumber(), today: .today)
        try order.read(invocation)
        let output = try ObjectOutput(invocation)
        let (issuer, _) = try IssueOptions.authority(invocation, algorithm: order.algorithm)
        let (key, newFile) = try IssueOptions.subjectKey(invocation, type: order.key)
        try output.issue(order, by: issuer, for: key, newFile)
        return .success
    }
}

extension CertificateOrder {
    /// Takes over the profile, the kind of key and the deviations that a command line gives.
    fileprivate mutating func read(_ invocation: Invocation) throws {
        if let (json, _) = try IssueOptions.json(invocation) {
            var order = self
            try IssueOptions.translating { try order.read(json: json) }
            self = order
        }
        if let type = try IssueOptions.keyType(invocation) { key = type }
        profile.deviations.formUnion(
            IssueOptions.deviations(invocation, CertificateProfile.Deviation.self))
    }
}

extension ObjectOutput {
    /// Issues a certificate and writes it, and the key that was made for it.
    fileprivate func issue(
        _ order: CertificateOrder, by issuer: CertificateIssuer, for key: PrivateKey, _ newFile: NewKeyFile?
    ) throws {
        let certificate = try IssueOptions.translating {
            try issuer.issue(
                order.profile, for: key.subjectPublicKeyInfo(explicitParameters: order.hasExplicitParameters))
        }
        try write(certificate, IssuedFields.certificate(certificate), newKey: newFile)
    }

    /// Issues a certificate for the key of another one, as it is written there.
    fileprivate func issue(
        _ order: CertificateOrder, by issuer: CertificateIssuer, forKeyOf subject: Certificate
    ) throws {
        let certificate = try IssueOptions.translating {
            try issuer.issue(order.profile, for: subject.subjectPublicKeyInfo)
        }
        try write(certificate, IssuedFields.certificate(certificate))
    }
}

extension Timestamp {
    /// The beginning of this day.
    static var today: Timestamp { Timestamp(secondsSince1970: now.secondsSince1970 / 86_400 * 86_400) }
}
