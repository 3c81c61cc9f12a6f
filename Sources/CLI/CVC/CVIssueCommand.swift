import AccessControl
import Cryptography
import Issuing
import PKI
import Standards

extension Command {
    static let cvcIssue = Command(
        "cvc", "issue",
        summary: "issue a card verifiable certificate for tests",
        discussion:
            "With a request and --issuer-certificate, its key is certified. Without a request the issuer's own key "
            + "is: self-signed with --holder alone, as an authority begins, or as a link where --issuer-certificate is "
            + "the authority's certificate before, --issuer-key its key and --key the new one. What is issued is verified "
            + "as a chip would before it is written, and no file that is there is written over.",
        operands: [Operand("REQUEST", "a request for a certificate, or - for standard input", arity: .optional)],
        options: [.value("issuer-certificate", "FILE", "the certificate of the authority, and those above it")]
            + SigningKey.Names.issuer.options("the key of the authority")
            + [.value("holder", "REFERENCE", "the holder, where it is not that of the request")]
            + SigningKey.Names.own.options("the key to certify, without a request") + [
                .value("role", "NAME", "what the holder is", choices: CVRole.allCases.map(\.rawValue)),
                .value("rights", "LIST", "what may be read: dg3,dg4 or none (default none)"),
                .value("from", "DATE", "the first day (default today)"),
                .value("to", "DATE", "the last day (default by the role: 3 years, 90 days, 30 days)"),
                .flag("domain-parameters", "write the curve's numbers into a link certificate"),
                SigningKey.algorithmOption,
            ] + SigningKey.tokenOptions + ObjectOutput.options,
        examples: [
            Example(
                "emrtd cvc issue --issuer-key cv/cvca.key --holder UTCVCA00001 --role cvca --rights dg3,dg4 --out root.cvcert",
                "the self-signed certificate of an authority"),
            Example(
                "emrtd cvc issue --issuer-certificate cv/cvca.cvcert --issuer-key cv/cvca.key --role dv-domestic "
                    + "--rights dg3 cv/dv.request",
                "the certificate of a document verifier, in hexadecimal"),
        ]
    ) { invocation in
        let output = try ObjectOutput(invocation)
        let issue = try CVIssue(invocation)
        let encoded = try issue.certificate()
        let certificate = try CVCertificate(encoded: encoded)
        try issue.check(certificate)
        try output.write(encoded, CVObject.certificate(certificate).fields(CVKeyRing(issue.above + [certificate])))
        return .success
    }
}

/// The roles by the words of the command line.
enum CVRole: String, CaseIterable {
    case cvca
    case domesticDV = "dv-domestic"
    case foreignDV = "dv-foreign"
    case terminal

    var role: CertificateHolderAuthorization.Role {
        switch self {
        case .cvca: .cvca
        case .domesticDV: .domesticDV
        case .foreignDV: .foreignDV
        case .terminal: .terminal
        }
    }

    /// The longest validity that the specification gives each.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4 Table 2.
    var dayCount: Int64 {
        switch self {
        case .cvca: 3 * 365
        case .domesticDV, .foreignDV: 90
        case .terminal: 30
        }
    }
}

/// One certificate to be issued.
private struct CVIssue {
    /// The authority's certificate first, then those above it; none for a self-signed one.
    let above: [CVCertificate]
    private let issuer: CVCertificateIssuer
    private let profile: CVCertificateProfile
    private let key: PublicKey
    private let algorithm: SignatureAlgorithm

    init(_ invocation: Invocation) throws {
        above = try invocation["issuer-certificate"].map(CVObject.certificates) ?? []
        guard let issuerKey = try SigningKey(invocation, .issuer) else {
            throw UsageError("missing '--issuer-key' or '--issuer-token'", command: invocation.command)
        }
        guard let role = invocation["role"].flatMap(CVRole.init) else {
            throw UsageError("missing '--role'", command: invocation.command)
        }
        guard role == .cvca || !above.isEmpty else {
            throw UsageError(
                "'--role \(role.rawValue)' needs '--issuer-certificate'",
                hint: "only an authority (cvca) signs its own certificate.", command: invocation.command)
        }
        let subject = try Self.subject(invocation, issuerKey, above)
        guard !above.contains(where: { [$0.holderReference, $0.authorityReference].contains(subject.reference) }) else {
            throw CommandError(
                "\(subject.reference) is the name of an authority above the holder",
                hint: "give the holder a name, or a key a number, that none above it has")
        }
        (key, algorithm) = (subject.key, subject.algorithm)
        issuer = try Self.issuer(issuerKey, above.first, subject, invocation)
        profile = try Self.profile(invocation, role, subject, hasIssuer: !above.isEmpty)
    }

    func certificate() throws -> [UInt8] {
        try above.isEmpty ? issuer.selfSigned(profile) : issuer.issue(profile, for: key, algorithm: algorithm)
    }

    /// Holds what was issued against the rules that a chip goes by.
    func check(_ certificate: CVCertificate) throws {
        guard let authority = above.first else { return }
        let roots = above.filter { $0.authorization.role == .cvca }.map(\.holderReference)
        do throws(CVCertificateFault) {
            _ = try CVCertificateChain(
                to: certificate, from: roots.isEmpty ? [authority.authorityReference] : roots,
                certificates: above, at: nil)
        } catch {
            throw CommandError("this would be no certificate that a chip takes: \(error)")
        }
        let granted = certificate.authorization.intersected(with: authority.authorization)
        if granted.bytes != certificate.authorization.bytes, certificate.authorization.role != .cvca {
            Terminal.note(
                "the certificate grants more than its authority may, and a chip grants only what both do",
                hint: "the authority's rights: \(authority.authorization.rightsWords.joined(separator: ", "))")
        }
    }

    // MARK: Parts

    private struct Subject {
        let reference: CertificateReference
        let key: PublicKey
        let algorithm: SignatureAlgorithm
    }

    /// Who is certified: of the request, or of the options.
    private static func subject(
        _ invocation: Invocation, _ issuerKey: SigningKey, _ above: [CVCertificate]
    ) throws -> Subject {
        let holder = try CertificateReference(option: "holder", of: invocation)
        if let path = invocation.operands.first {
            guard !above.isEmpty else {
                throw UsageError("a request needs '--issuer-certificate'", command: invocation.command)
            }
            return try subject(ofRequest: path, holder, above)
        }
        guard let holder else { throw UsageError("missing REQUEST or '--holder'", command: invocation.command) }
        let own = try SigningKey(invocation, .own)
        guard (own == nil) == above.isEmpty else {
            throw UsageError(
                above.isEmpty
                    ? "'--key' without '--issuer-certificate'"
                    : "missing REQUEST or '--key': which key is to be certified",
                command: invocation.command)
        }
        let key = own ?? issuerKey
        return Subject(reference: holder, key: key.publicKey, algorithm: try key.algorithm(invocation))
    }

    private static func subject(
        ofRequest path: String, _ holder: CertificateReference?, _ above: [CVCertificate]
    ) throws -> Subject {
        guard let object = try CVObject.read(path).first, case .request(let request) = object else {
            throw CommandError("'\(path)' is a certificate, and a request is wanted")
        }
        let keys = CVKeyRing(above)
        guard case .valid = keys.verify(request) else {
            throw CommandError(
                "the request is not signed with the key that is to be certified",
                hint: "'emrtd cvc show \(path)' shows what is in it")
        }
        if let outcome = keys.verifyOuter(request) {
            if case .invalid = outcome { throw CommandError("the signature around the request is wrong") }
            if case .valid = outcome {} else { Terminal.note("the signature around the request was not verified") }
        }
        guard let algorithm = SignatureAlgorithm(terminalAuthentication: request.publicKey.identifier) else {
            throw CommandError("the request names an algorithm that is not known: \(request.publicKey.identifier)")
        }
        return Subject(
            reference: holder ?? request.holderReference, key: try request.publicKey.publicKey(), algorithm: algorithm)
    }

    private static func issuer(
        _ key: SigningKey, _ certificate: CVCertificate?, _ subject: Subject, _ invocation: Invocation
    ) throws -> CVCertificateIssuer {
        guard let certificate else { return try key.issuer(subject.reference, subject.algorithm) }
        guard let algorithm = SignatureAlgorithm(terminalAuthentication: certificate.publicKey.identifier) else {
            throw CommandError(
                "the authority's certificate names an algorithm that is not known: \(certificate.publicKey.identifier)")
        }
        guard certificate.publicKey.isHalf(of: key.publicKey) else {
            throw CommandError("the key of the authority is not the one of its certificate")
        }
        return try key.issuer(certificate.holderReference, algorithm)
    }

    private static func profile(
        _ invocation: Invocation, _ role: CVRole, _ subject: Subject, hasIssuer: Bool
    ) throws -> CVCertificateProfile {
        let rights = try Self.rights(invocation)
        let from = try CVDate(option: "from", of: invocation) ?? CVDate(.now)
        let last = from.flatMap { Timestamp(year: $0.year, month: $0.month, day: $0.day) }.flatMap {
            CVDate(Timestamp(secondsSince1970: $0.secondsSince1970 + role.dayCount * 86_400))
        }
        guard let from, let to = try CVDate(option: "to", of: invocation) ?? last,
            let authorization = CertificateHolderAuthorization.inspectionSystem(
                role.role, readsDG3: rights.contains("dg3"), readsDG4: rights.contains("dg4"))
        else { throw UsageError("the validity ends outside of this century", command: invocation.command) }
        var profile = CVCertificateProfile(
            holderReference: subject.reference, authorization: authorization, effectiveDate: from, expirationDate: to)
        guard !invocation[flag: "domain-parameters"] || role == .cvca else {
            throw UsageError(
                "'--domain-parameters' is for certificates of authorities: others inherit them",
                command: invocation.command)
        }
        profile.includesDomainParameters = invocation[flag: "domain-parameters"]
        return profile
    }

    private static func rights(_ invocation: Invocation) throws(UsageError) -> Set<String> {
        let words = (invocation["rights"] ?? "none").lowercased().split(separator: ",").map(String.init)
        guard words == ["none"] || !words.isEmpty && words.allSatisfy({ ["dg3", "dg4"].contains($0) }) else {
            throw UsageError("'--rights' is dg3, dg4, both with a comma, or none", command: invocation.command)
        }
        return Set(words)
    }
}

extension CVPublicKey {
    /// Whether it is the public half of a key, as far as it says; domain parameters may be inherited.
    func isHalf(of key: PublicKey) -> Bool {
        switch (self.key, key.kind) {
        case (.rsa(let modulus, let exponent), .rsa(let other, let otherExponent)):
            modulus == other && exponent == otherExponent
        case (.ellipticCurve(_, let point), .ellipticCurve(let other, _)): point == other.encoded
        default: false
        }
    }
}
