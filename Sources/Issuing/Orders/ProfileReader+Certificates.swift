import ByteCoding
import Cryptography
import PKI
import Standards

extension ProfileReader {
    /// The encoded certificate of a file, DER or PEM.
    func certificate(_ node: ProfileNode) throws(IssuingError) -> [UInt8] {
        let path = try node.string()
        guard let blocks = try? CertificateFile.blocks(in: file(path, node), label: "CERTIFICATE"),
            blocks.count == 1
        else {
            // A file that cannot be read says so.
            _ = try file(path, node)
            throw node.malformed("'\(path)' does not hold one certificate")
        }
        return blocks[0]
    }

    func name(_ node: ProfileNode) throws(IssuingError) -> DirectoryName {
        try node.allow(
            "country", "organization", "organizationalUnit", "commonName", "serialNumber", "emailAddress", "stringType",
            "countryType", "reversed")
        var name = DirectoryName(
            country: try node.required("country").string(), organization: try node["organization"]?.string(),
            organizationalUnit: try node["organizationalUnit"]?.string(),
            commonName: try node.required("commonName").string(),
            serialNumber: try node["serialNumber"]?.string())
        name.emailAddress = try node["emailAddress"]?.string()
        if let type = node["stringType"] { name.stringType = try type.choice(Self.stringTypes) }
        if let type = node["countryType"] { name.countryType = try type.choice(Self.stringTypes) }
        if let flag = node["reversed"] { name.isReversed = try flag.boolean() }
        return name
    }

    private static let stringTypes: [String: DirectoryName.StringType] = [
        "utf8": .utf8, "printable": .printable, "teletex": .teletex, "universal": .universal, "bmp": .bmp,
    ]

    /// A number, or as many bytes as one likes in hexadecimal.
    func serialNumber(_ node: ProfileNode) throws(IssuingError) -> [UInt8] {
        node.isNumber ? DataObjectWriter.octets(try node.integer(0...Int(Int32.max))) : try node.bytes()
    }

    func deviations(_ node: ProfileNode) throws(IssuingError) -> Set<CertificateProfile.Deviation> {
        try choices(node, CertificateProfile.Deviation.self)
    }

    /// A list of the raw values of cases.
    func choices<Value: RawRepresentable<String> & CaseIterable & Hashable>(
        _ node: ProfileNode, _ type: Value.Type
    ) throws(IssuingError) -> Set<Value> {
        var values: Set<Value> = []
        for element in try node.elements() { values.insert(try element.choice(type)) }
        return values
    }

    /// `rsa-sha256`, `pss-sha256`, `ecdsa-sha256`, `ecdsa-plain-sha256`, `dsa-sha256`; or an object with `name`, and for
    /// PSS `mgf1` and `saltLength`.
    func algorithm(_ node: ProfileNode) throws(IssuingError) -> SignatureAlgorithm {
        guard node.isObject else { return try algorithm(named: node) }
        try node.allow("name", "mgf1", "saltLength")
        let algorithm = try algorithm(named: node.required("name"))
        guard case .rsaPSS(let hash, var mgf1, var saltByteCount) = algorithm else {
            if node["mgf1"] != nil || node["saltLength"] != nil { throw node.malformed("only PSS has a salt") }
            return algorithm
        }
        if let digest = node["mgf1"] { mgf1 = try digest.choice(Self.hashes) }
        if let length = node["saltLength"] { saltByteCount = try length.integer(0...512) }
        return .rsaPSS(hash, mgf1: mgf1, saltByteCount: saltByteCount)
    }

    private func algorithm(named node: ProfileNode) throws(IssuingError) -> SignatureAlgorithm {
        var choices: [String: SignatureAlgorithm] = [:]
        for (name, hash) in Self.hashes {
            choices["rsa-\(name)"] = .rsaPKCS1(hash)
            choices["pss-\(name)"] = .rsaPSS(hash, mgf1: hash, saltByteCount: hash.byteCount)
            choices["ecdsa-\(name)"] = .ecdsa(hash, encoding: .der)
            choices["ecdsa-plain-\(name)"] = .ecdsa(hash, encoding: .plain)
            choices["dsa-\(name)"] = .dsa(hash)
        }
        return try node.choice(choices)
    }

    func extensions(_ node: ProfileNode) throws(IssuingError) -> [CertificateProfile.Extension] {
        var extensions: [CertificateProfile.Extension] = []
        for element in try node.elements() {
            try element.allow("identifier", "critical", "value")
            extensions.append(
                CertificateProfile.Extension(
                    try element.required("identifier").identifier(),
                    isCritical: try element["critical"]?.boolean() ?? false,
                    value: try element.required("value").bytes()))
        }
        return extensions
    }

    /// `{"from": …, "to": …}`.
    func period(_ node: ProfileNode) throws(IssuingError) -> ClosedRange<Timestamp> {
        try node.allow("from", "to")
        let (from, to) = (try node.required("from").moment(), try node.required("to").moment())
        guard from <= to else { throw node.malformed("'to' lies before 'from'") }
        return from...to
    }
}
