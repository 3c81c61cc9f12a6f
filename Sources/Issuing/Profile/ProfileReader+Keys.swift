import Cryptography
import PKI
import Standards

extension ProfileReader {
    func activeAuthentication(_ node: ProfileNode) throws(IssuingError) -> ActiveAuthenticationProfile {
        try node.allow("key", "hash", "trailer", "takesSmallerRoot", "encoding")
        var profile = ActiveAuthenticationProfile(key: try keySource(node.required("key")))
        if let hash = node["hash"] { profile.hash = try hash.choice(Self.hashes) }
        if let trailer = node["trailer"] {
            profile.trailer = try trailer.choice(["implicit": .implicit, "explicit": .explicit])
        }
        if let flag = node["takesSmallerRoot"] { profile.takesSmallerRoot = try flag.boolean() }
        if let encoding = node["encoding"] { profile.isDER = try encoding.choice(["plain": false, "der": true]) }
        return profile
    }

    func issuer(_ node: ProfileNode) throws(IssuingError) -> IssuerProfile {
        try node.allow("csca", "documentSigner", "documentTypes", "sod")
        var profile = IssuerProfile(
            csca: try signer(node.required("csca")), documentSigner: try signer(node.required("documentSigner")))
        if let types = node["documentTypes"] { profile.documentTypes = try types.strings() }
        if let sod = node["sod"] { profile.sod = try self.sod(sod) }
        return profile
    }

    /// A signer, of whom a certificate says all but the key where it is given.
    func signer(_ node: ProfileNode) throws(IssuingError) -> SignerProfile {
        try node.allow(
            "key", "algorithm", "parameters", "name", "serialNumber", "notBefore", "notAfter", "certificate",
            "deviations")
        if let certificate = node["certificate"] { return try signer(node, certificate: certificate) }
        var profile = SignerProfile(
            key: try keySource(node.required("key")), algorithm: try algorithm(node.required("algorithm")),
            name: try name(node.required("name")), serialNumber: try serialNumber(node.required("serialNumber")),
            notBefore: try node.required("notBefore").moment(), notAfter: try node.required("notAfter").moment())
        guard profile.notBefore <= profile.notAfter else {
            throw node.malformed("'notAfter' lies before 'notBefore'")
        }
        if let parameters = node["parameters"] {
            profile.hasExplicitParameters = try parameters.choice(["explicit": true, "named": false])
        }
        if let deviations = node["deviations"] { profile.deviations = try self.deviations(deviations) }
        return profile
    }

    /// A signer whose certificate is there.
    private func signer(_ node: ProfileNode, certificate: ProfileNode) throws(IssuingError) -> SignerProfile {
        let encoded = try self.certificate(certificate)
        guard let decoded = try? Certificate(encoded: encoded) else {
            throw certificate.malformed("the file is no certificate")
        }
        let source = try keySource(node.required("key"))
        let algorithm: SignatureAlgorithm =
            if let named = node["algorithm"] {
                try self.algorithm(named)
            } else {
                try .usual(for: source.key(path: node.path + ".key").publicKey)
            }
        return SignerProfile(
            key: source, algorithm: algorithm, name: try DirectoryName(subjectOf: encoded),
            serialNumber: decoded.serialNumber, notBefore: decoded.notBefore, notAfter: decoded.notAfter,
            certificate: encoded)
    }

    private func sod(_ node: ProfileNode) throws(IssuingError) -> SODOptions {
        try node.allow(
            "version", "groupDigest", "messageDigest", "signerIdentifier", "includesCertificate", "signingTime",
            "indefiniteLengths", "namesKeyAlgorithmOnly")
        var options = SODOptions()
        try read(node, into: &options)
        return options
    }

    /// The fields of a security object, whichever are there.
    func read(_ node: ProfileNode, into options: inout SODOptions) throws(IssuingError) {
        if let version = node["version"] {
            options.versions = try version.integer(0...1) == 1 ? SODOptions.Versions() : nil
        }
        if let hash = node["groupDigest"] { options.groupDigest = try hash.choice(Self.hashes) }
        if let hash = node["messageDigest"] { options.messageDigest = try hash.choice(Self.hashes) }
        if let identifier = node["signerIdentifier"] {
            options.signerIdentifier = try identifier.choice(SODOptions.SignerIdentifier.self)
        }
        if let flag = node["includesCertificate"] { options.includesCertificate = try flag.boolean() }
        if let moment = node["signingTime"] { options.signingTime = try moment.moment() }
        if let flag = node["indefiniteLengths"] { options.hasIndefiniteLengths = try flag.boolean() }
        if let flag = node["namesKeyAlgorithmOnly"] { options.namesKeyAlgorithmOnly = try flag.boolean() }
    }

    /// `"rsa-3072"`, `"rsa-2048-3"` with the public exponent, `"dsa-2048"`, the name of a curve, `"dh-1"` for a standardized group, or `{"file": "key.pkcs8"}`.
    func keySource(_ node: ProfileNode) throws(IssuingError) -> KeySource {
        if let path = node["file"] {
            try node.allow("file")
            return .pkcs8(try file(path.string(), path))
        }
        guard let source = KeySource(name: try node.string()) else {
            throw node.malformed(
                "'rsa-3072', 'dsa-2048', the name of a curve such as 'brainpoolP256r1', or a file is expected")
        }
        return source
    }

    static let hashes: [String: HashAlgorithm] = [
        "sha1": .sha1, "sha224": .sha224, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
    ]
}

extension KeySource {
    /// A kind of key by name: `rsa-3072`, `rsa-2048-3` with an odd public exponent, `dsa-2048`, `dh-1` for a
    /// standardized group, or a curve.
    public init?(name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().map { UInt32($0) ?? 0 }
        switch (parts[0], numbers.count) {
        case ("rsa", 1...2):
            let exponent = numbers.count == 2 ? numbers[1] : 65537
            guard (1024...8192).contains(numbers[0]), exponent >= 3, exponent % 2 == 1 else { return nil }
            self = .rsa(bits: Int(numbers[0]), exponent: exponent)
        case ("dsa", 1):
            guard (1024...3072).contains(numbers[0]) else { return nil }
            self = .dsa(bits: Int(numbers[0]))
        case ("dh", 1):
            guard let number = Int(parts[1]), let group = DHGroup(standardizedDomainParameters: number) else {
                return nil
            }
            self = .diffieHellman(group)
        default:
            guard let curve = EllipticCurve(rawValue: name) else { return nil }
            self = .ellipticCurve(curve)
        }
    }
}
