import AccessControl
import Cryptography
import PKI
import Standards

extension CVObject {
    /// What is in it, and what came of its signatures by the keys at hand.
    func fields(_ keys: CVKeyRing) -> FieldTree {
        switch self {
        case .certificate(let certificate): Self.fields(certificate, keys)
        case .request(let request): Self.fields(request, keys)
        }
    }

    /// `Certificate` or `Request`, for a heading.
    var title: String {
        switch self {
        case .certificate: "Certificate"
        case .request(let request): request.outer == nil ? "Request" : "Authenticated request"
        }
    }

    /// Whether one of its signatures is not right.
    func hasWrongSignature(_ keys: CVKeyRing) -> Bool {
        let outcomes: [CVKeyRing.Outcome?] =
            switch self {
            case .certificate(let certificate): [keys.verify(certificate)]
            case .request(let request): [keys.verify(request), keys.verifyOuter(request)]
            }
        return outcomes.contains { if case .invalid? = $0 { true } else { false } }
    }

    private static func fields(_ certificate: CVCertificate, _ keys: CVKeyRing) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", "certificate")
        tree.add("holderReference", "Holder", "\(certificate.holderReference)")
        tree.add("authorityReference", "Authority", "\(certificate.authorityReference)")
        let authorization = certificate.authorization
        tree.add("terminalType", "For", authorization.typeWords)
        tree.append(
            .init(key: "role", label: "Role", value: .text("\(authorization.role)"), shown: [authorization.role.words]))
        if authorization.terminalType == .idIS {
            tree.append(
                .init(
                    key: "rights", label: "Rights", value: .list(authorization.rights.map { .text($0) }),
                    shown: [authorization.rightsWords.joined(separator: ", ")]))
        }
        tree.add("authorization", "Authorization", bytes: authorization.bytes)
        tree.add("effectiveDate", "Valid from", "\(certificate.effectiveDate)")
        tree.add("expirationDate", "Valid until", "\(certificate.expirationDate)")
        addKey(certificate.publicKey, try? keys.publicKey(of: certificate), to: &tree)
        addExtensions(certificate.extensions, to: &tree)
        add(keys.verify(certificate), "signature", "Signature", isSelfSigned: certificate.isSelfIssued, to: &tree)
        return tree
    }

    private static func fields(_ request: CVCertificateRequest, _ keys: CVKeyRing) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", "request")
        tree.add("holderReference", "Holder", "\(request.holderReference)")
        tree.add("authorityReference", "Authority", request.authorityReference.map { "\($0)" })
        addKey(request.publicKey, try? request.publicKey.publicKey(), to: &tree)
        addExtensions(request.extensions, to: &tree)
        add(keys.verify(request), "signature", "Signature", isSelfSigned: true, to: &tree)
        if let outer = request.outer, let outcome = keys.verifyOuter(request) {
            tree.add("outerAuthorityReference", "Vouched for by", "\(outer.authorityReference)")
            add(outcome, "outerSignature", "Signature around it", isSelfSigned: false, to: &tree)
        }
        return tree
    }

    private static func addKey(_ key: CVPublicKey, _ usable: PublicKey?, to tree: inout FieldTree) {
        let algorithm = SignatureAlgorithm(terminalAuthentication: key.identifier)
        tree.add("algorithm", "Algorithm", algorithm?.terminalAuthenticationName ?? "\(key.identifier)")
        switch key.key {
        case .rsa(let modulus, let exponent):
            tree.add("key", "Key", usable?.description ?? "RSA, cannot be used")
            tree.add("modulus", "Modulus", bytes: modulus)
            tree.add("exponent", "Exponent", bytes: exponent)
        case .ellipticCurve(let parameters, let point):
            let source = parameters == nil ? "inherited domain parameters" : "with its domain parameters"
            tree.add("key", "Key", usable.map { "\($0), \(source)" } ?? "EC, \(source), which are not at hand")
            tree.add("curve", "Curve", usable?.curve?.name)
            tree.add("hasDomainParameters", "Domain parameters", parameters != nil)
            tree.add("point", "Point", bytes: point)
        case .diffieHellman(_, let value):
            tree.add("key", "Key", "Diffie-Hellman, none to sign with")
            tree.add("publicValue", "Public value", bytes: value)
        }
    }

    private static func addExtensions(_ extensions: [CVCertificateExtension], to tree: inout FieldTree) {
        let trees = extensions.map { entry in
            var tree = FieldTree()
            tree.add("identifier", "Identifier", "\(entry.identifier)")
            tree.add("contents", "Contents", bytes: entry.contents)
            return tree
        }
        tree.add("extensions", "Extension", trees)
    }

    private static func add(
        _ outcome: CVKeyRing.Outcome, _ key: String, _ label: String, isSelfSigned: Bool, to tree: inout FieldTree
    ) {
        let words = outcome.words(isSelfSigned: isSelfSigned)
        tree.append(.init(key: key, label: label, value: .text(outcome.state), shown: [words]))
    }
}

extension CVKeyRing.Outcome {
    /// One word for programs.
    var state: String {
        switch self {
        case .valid: "valid"
        case .invalid: "invalid"
        case .keyNotAtHand, .unknownAlgorithm, .unusableKey: "notVerified"
        }
    }

    func words(isSelfSigned: Bool) -> String {
        switch self {
        case .valid(let authority): isSelfSigned ? "right, by its own key" : "right, by the key of \(authority)"
        case .invalid(let authority):
            isSelfSigned ? "WRONG: not by its own key" : "WRONG: not by the key of \(authority)"
        case .keyNotAtHand(let authority): "not verified: the key of \(authority) is not at hand"
        case .unknownAlgorithm(let oid): "not verified: the algorithm \(oid) is not known"
        case .unusableKey(let error): "not verified: \(error)"
        }
    }
}

extension CertificateHolderAuthorization {
    var typeWords: String {
        switch terminalType {
        case .idIS: "inspection systems"
        case .idAT: "authentication terminals"
        case .idST: "signature terminals"
        default: "\(terminalType)"
        }
    }

    /// The rights of an inspection system, for programs.
    var rights: [String] { (grantsDG3 ? ["dg3"] : []) + (grantsDG4 ? ["dg4"] : []) }

    /// The same in words; none for other terminals, whose rights this program does not know by name.
    var rightsWords: [String] {
        guard terminalType == .idIS else { return [] }
        let rights = (grantsDG3 ? ["DG3 (fingerprints)"] : []) + (grantsDG4 ? ["DG4 (irises)"] : [])
        return rights.isEmpty ? ["none"] : rights
    }
}

extension CertificateHolderAuthorization.Role {
    var words: String {
        switch self {
        case .cvca: "country verifying certification authority"
        case .domesticDV: "document verifier, domestic"
        case .foreignDV: "document verifier, foreign"
        case .terminal: "terminal"
        }
    }
}
