package import Cryptography

/// A key, a message representative and its signature by the bare operation.
package struct RSAVector: ConformanceVector {
    package static let places = ["cryptography/rsa/own-iso9796-2.json"]

    package let id: String
    package let subjectPublicKeyInfo: HexBytes
    package let modulus: HexBytes
    package let publicExponent: HexBytes
    package let privateExponent: HexBytes
    package let representative: HexBytes
    package let signature: HexBytes
    package let smallerSignature: HexBytes

    package var requiredAlgorithms: [String] { ["RSA"] }

    package func check() throws {
        try checkSignature()
        try checkSmallerSignature()
        try checkSigning()
    }

    /// The signature opens to its representative.
    package func checkSignature() throws {
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        try compare("key", key.kind, with: .rsa(modulus: modulus.bytes, exponent: publicExponent.bytes))
        try compare("representative", key.recoverRSA(signature.bytes), with: representative.bytes)
    }

    /// The smaller of a signature and its complement opens to the representative or its complement.
    package func checkSmallerSignature() throws {
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        let opened = key.recoverRSA(smallerSignature.bytes)
        let isSame = smallerSignature.bytes == signature.bytes
        let found = isSame ? opened : opened.flatMap { key.modulusMinus($0) }
        try compare("representative of the smaller signature", found, with: representative.bytes)
    }

    /// The private key signs the representative to the signature.
    package func checkSigning() throws {
        let key = try privateKey()
        try compare("signature", key.rawRSA(representative.bytes), with: signature.bytes)
        try compare("subjectPublicKeyInfo", key.publicKey.subjectPublicKeyInfo, with: subjectPublicKeyInfo.bytes)
    }

    package func privateKey() throws -> PrivateKey {
        try PrivateKey(
            rsaModulus: modulus.bytes, publicExponent: publicExponent.bytes, privateExponent: privateExponent.bytes)
    }
}
