import ByteCoding
import Cryptography
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

    func signer(_ node: ProfileNode) throws(IssuingError) -> SignerProfile {
        try node.allow(
            "key", "algorithm", "parameters", "name", "serialNumber", "notBefore", "notAfter", "certificate",
            "deviations")
        let name = try node.required("name")
        try name.allow("country", "organization", "organizationalUnit", "commonName", "serialNumber")
        var profile = SignerProfile(
            key: try keySource(node.required("key")), algorithm: try algorithm(node.required("algorithm")),
            name: DirectoryName(
                country: try name.required("country").string(), organization: try name["organization"]?.string(),
                organizationalUnit: try name["organizationalUnit"]?.string(),
                commonName: try name.required("commonName").string(),
                serialNumber: try name["serialNumber"]?.string()),
            serialNumber: DataObjectWriter.octets(try node.required("serialNumber").integer(1...Int(Int32.max))),
            notBefore: try node.required("notBefore").moment(), notAfter: try node.required("notAfter").moment())
        guard profile.notBefore <= profile.notAfter else {
            throw node.malformed("'notAfter' lies before 'notBefore'")
        }
        if let parameters = node["parameters"] {
            profile.hasExplicitParameters = try parameters.choice(["explicit": true, "named": false])
        }
        if let certificate = node["certificate"] { profile.certificate = try file(certificate.string(), certificate) }
        if let deviations = node["deviations"] {
            let choices = Dictionary(
                uniqueKeysWithValues: CertificateProfile.Deviation.allCases.map { ($0.rawValue, $0) })
            for element in try deviations.elements() { profile.deviations.insert(try element.choice(choices)) }
        }
        return profile
    }

    private func sod(_ node: ProfileNode) throws(IssuingError) -> SODOptions {
        try node.allow(
            "version", "groupDigest", "messageDigest", "signerIdentifier", "includesCertificate", "signingTime",
            "indefiniteLengths", "namesKeyAlgorithmOnly")
        var options = SODOptions()
        if let version = node["version"] {
            options.versions = try version.integer(0...1) == 1 ? SODOptions.Versions() : nil
        }
        if let hash = node["groupDigest"] { options.groupDigest = try hash.choice(Self.hashes) }
        if let hash = node["messageDigest"] { options.messageDigest = try hash.choice(Self.hashes) }
        if let identifier = node["signerIdentifier"] {
            options.signerIdentifier = try identifier.choice(
                Dictionary(
                    uniqueKeysWithValues: SODOptions.SignerIdentifier.allCases.map { ($0.rawValue, $0) }))
        }
        if let flag = node["includesCertificate"] { options.includesCertificate = try flag.boolean() }
        if let moment = node["signingTime"] { options.signingTime = try moment.moment() }
        if let flag = node["indefiniteLengths"] { options.hasIndefiniteLengths = try flag.boolean() }
        if let flag = node["namesKeyAlgorithmOnly"] { options.namesKeyAlgorithmOnly = try flag.boolean() }
        return options
    }

    /// `"rsa-3072"`, `"rsa-2048-3"` with the public exponent, `"dsa-2048"`, the name of a curve, `"dh-1"` for a standardized group, or `{"file": "key.pkcs8"}`.
    func keySource(_ node: ProfileNode) throws(IssuingError) -> KeySource {
        if let path = node["file"] {
            try node.allow("file")
            return .pkcs8(try file(path.string(), path))
        }
        let name = try node.string()
        let parts = name.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        let numbers = parts.dropFirst().map { UInt32($0) ?? 0 }
        switch (parts.first, numbers.count) {
        case ("rsa", 1...2) where (1024...8192).contains(numbers[0]):
            let exponent = numbers.count == 2 ? numbers[1] : 65537
            guard exponent >= 3, exponent % 2 == 1 else { throw node.malformed("a public exponent is odd") }
            return .rsa(bits: Int(numbers[0]), exponent: exponent)
        case ("dsa", 1) where (1024...3072).contains(numbers[0]): return .dsa(bits: Int(numbers[0]))
        default: break
        }
        if name.hasPrefix("dh-"), let number = Int(name.dropFirst(3)),
            let group = DHGroup(standardizedDomainParameters: number)
        {
            return .diffieHellman(group)
        }
        guard let curve = EllipticCurve.allCases.first(where: { $0.rawValue == name }) else {
            throw node.malformed("'rsa-3072', the name of a curve such as 'brainpoolP256r1', or a file is expected")
        }
        return .ellipticCurve(curve)
    }

    /// `rsa-sha256`, `pss-sha256`, `ecdsa-sha256`, `ecdsa-plain-sha256`.
    private func algorithm(_ node: ProfileNode) throws(IssuingError) -> SignatureAlgorithm {
        var choices: [String: SignatureAlgorithm] = [:]
        for (name, hash) in Self.hashes {
            choices["rsa-\(name)"] = .rsaPKCS1(hash)
            choices["pss-\(name)"] = .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
            choices["ecdsa-\(name)"] = .ecdsa(hash, encoding: .der)
            choices["ecdsa-plain-\(name)"] = .ecdsa(hash, encoding: .plain)
        }
        return try node.choice(choices)
    }

    private static let hashes: [String: HashAlgorithm] = [
        "sha1": .sha1, "sha224": .sha224, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
    ]
}
