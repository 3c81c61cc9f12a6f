package import AccessControl
package import Cryptography
import LDS
import Standards

/// A challenge and the signature of a chip.
package struct ActiveAuthenticationVector: ConformanceVector {
    package static let places = [
        "access-control/active-authentication/emrtd.json",
        "access-control/active-authentication/own-uneven-moduli.json",
    ]

    /// Ends in `B.4` for the signature that is not the smaller of two, and in `DER` for one that is not plain.
    package let id: String
    package let subjectPublicKeyInfo: HexBytes
    package let challenge: HexBytes
    package let signature: HexBytes
    /// `SHA256`.
    package let hash: String
    /// The part of the message that an RSA signature recovers.
    package let m1: HexBytes?

    package func check() throws {
        guard case .verified(let hash, let notes) = verify() else {
            throw Mismatch("signature", expected: "a right one", found: "\(verify())")
        }
        try compare("hash", hash.name.filter { $0 != "-" }, with: self.hash)
        let expected = id.hasSuffix("B.4") ? ["signatureB4"] : id.hasSuffix("DER") ? ["derSignature"] : []
        try compare("notes", notes.map(\.code), with: expected)
        guard let m1 else { return }
        let key = try PublicKey(subjectPublicKeyInfo: subjectPublicKeyInfo.bytes)
        let opened = key.recoverRSA(signature.bytes) ?? []
        let representative = opened.last.map { [0xBC, 0xCC].contains($0) } == true ? opened : key.modulusMinus(opened)
        try compare("m1", representative.map { Array($0.dropFirst().prefix(m1.bytes.count)) }, with: m1.bytes)
    }

    /// The judgement of this or of another answer.
    package func verify(
        signature: [UInt8]? = nil, challenge: [UInt8]? = nil, hint: HashAlgorithm? = nil
    ) -> ActiveAuthenticationVerdict {
        ActiveAuthentication.verify(
            ActiveAuthenticationReading(
                challenge: challenge ?? self.challenge.bytes,
                answer: .signature(signature ?? self.signature.bytes)),
            subjectPublicKeyInfo: subjectPublicKeyInfo.bytes, hint: hint)
    }
}

/// The message representative that a published signature opens to.
package struct RecoveredMessageVector: ConformanceVector {
    package static let places = ["access-control/active-authentication/doc9303-11-appendix-f.json"]

    package let id: String
    package let challenge: HexBytes
    package let recovered: HexBytes
    package let hash: String
    package let m1: HexBytes
    package let digest: HexBytes

    package func check() throws {
        guard let message = RecoveredMessage(recovered.bytes, bitCount: recovered.bytes.count * 8) else {
            throw Mismatch("recovered", expected: "a message", found: "none")
        }
        try compare("open hash", message.leavesHashOpen, with: true)
        let found = message.hash(over: challenge.bytes)
        try compare("hash", found?.name.filter { $0 != "-" }, with: hash)
        try compare("digest", found?.hash(m1.bytes + challenge.bytes), with: digest.bytes)
        try compare("m1 and digest", [0x6A] + m1.bytes + digest.bytes + [0xBC], with: recovered.bytes)
    }
}
