import Cryptography

/// Two keys of a curve and what they agree on.
package struct ECDHVector: ConformanceVector {
    package static let places = ["cryptography/key-agreement/rfc7027.json"]

    package let id: String
    package let curve: CurveName
    package let secretA: HexBytes
    package let publicA: HexBytes
    package let secretB: HexBytes
    package let publicB: HexBytes
    package let shared: HexBytes
    package let sharedPoint: HexBytes

    package var requiredAlgorithms: [String] { [curve.curve.name] }

    package func check() throws {
        let a = try ECDHKeyPair(on: curve.curve, scalar: secretA.bytes)
        let b = try ECDHKeyPair(on: curve.curve, scalar: secretB.bytes)
        try compare("publicA", a.publicPoint.encoded, with: publicA.bytes)
        try compare("publicB", b.publicPoint.encoded, with: publicB.bytes)
        try compare("shared", a.sharedSecret(with: b.publicPoint).copied(), with: shared.bytes)
        try compare("shared, from B", b.sharedSecret(with: a.publicPoint).copied(), with: shared.bytes)
        try compare("sharedPoint", a.sharedPoint(with: b.publicPoint).encoded, with: sharedPoint.bytes)
    }
}

/// Two keys of a group and what they agree on.
package struct DHVector: ConformanceVector {
    package static let places = ["cryptography/key-agreement/rfc5114.json"]

    package let id: String
    /// The number in the table of standardized domain parameters.
    package let number: Int
    package let p: HexBytes
    package let g: HexBytes
    package let q: HexBytes
    package let secretA: HexBytes
    package let publicA: HexBytes
    package let secretB: HexBytes
    package let publicB: HexBytes
    package let shared: HexBytes

    package var requiredAlgorithms: [String] { ["DH"] }

    package func check() throws {
        guard let group = DHGroup(standardizedDomainParameters: number) else {
            throw Mismatch("number", expected: "the group of number \(number)", found: "nothing")
        }
        let published = try DHGroup(p: p.bytes, g: g.bytes, q: q.bytes)
        try compare("p", group.p, with: published.p)
        try compare("g", group.g, with: published.g)
        try compare("q", group.q, with: published.q)
        let a = try DHKeyPair(in: group, secret: secretA.bytes)
        let b = try DHKeyPair(in: group, secret: secretB.bytes)
        try compare("publicA", a.publicValue, with: publicA.bytes)
        try compare("publicB", b.publicValue, with: publicB.bytes)
        try compare("shared", a.sharedSecret(with: b.publicValue).copied(), with: shared.bytes)
        try compare("shared, from B", b.sharedSecret(with: a.publicValue).copied(), with: shared.bytes)
    }
}

/// A stored key pair of a group.
package struct DHKeyVector: ConformanceVector {
    package static let places = ["cryptography/key-agreement/openssl-program.json"]

    package let id: String
    package let number: Int
    package let pkcs8: HexBytes
    package let subjectPublicKeyInfo: HexBytes

    package var requiredAlgorithms: [String] { ["DH"] }

    package func check() throws {
        let key = try PrivateKey(pkcs8: pkcs8.bytes)
        let pair = try DHKeyPair(key)
        let published = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        try compare("number", pair.group, with: DHGroup(standardizedDomainParameters: number))
        try compare("subjectPublicKeyInfo", key.publicKey, with: published)
        let own = try PublicKey(subjectPublicKeyInfo: pair.subjectPublicKeyInfo)
        try compare("subjectPublicKeyInfo of the pair", own, with: published)
    }
}
