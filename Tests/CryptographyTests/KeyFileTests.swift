import Cryptography
import Foundation
import Standards
import Testing

@Suite("Files with a private key")
struct KeyFileTests {
    private static let key = try? PrivateKey.generateEC(curve: .brainpoolP256r1)

    private func pem(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
        let body = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        return Array("-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n".utf8)
    }

    @Test func `reads PKCS 8 in DER and PEM`() throws {
        let key = try #require(Self.key)
        for file in [key.pkcs8, pem("PRIVATE KEY", key.pkcs8)] {
            #expect(!PrivateKey.isEncrypted(file: file))
            #expect(try PrivateKey(file: file).publicKey == key.publicKey)
        }
    }

    @Test func `reads encrypted PKCS 8 with its passphrase alone`() throws {
        let key = try #require(Self.key)
        let encrypted = key.encryptedPKCS8(passphrase: SecretBytes(Array("correct horse".utf8)))
        for file in [encrypted, pem("ENCRYPTED PRIVATE KEY", encrypted)] {
            #expect(PrivateKey.isEncrypted(file: file))
            let read = try PrivateKey(file: file, passphrase: SecretBytes(Array("correct horse".utf8)))
            #expect(read.publicKey == key.publicKey)
            #expect(throws: CryptographyError.encryptedPrivateKey) {
                try PrivateKey(file: file, passphrase: SecretBytes(Array("correct hors".utf8)))
            }
            #expect(throws: CryptographyError.encryptedPrivateKey) { try PrivateKey(file: file) }
        }
    }

    @Test func `refuses files without a private key`() throws {
        let key = try #require(Self.key)
        let publicKey = pem("PUBLIC KEY", key.publicKey.subjectPublicKeyInfo)
        let cut = Array(key.pkcs8.dropLast())
        for file in [[], [0x30], Array("hello".utf8), publicKey, cut] {
            #expect(throws: CryptographyError.malformedPrivateKey) { try PrivateKey(file: file) }
        }
    }
}

@Suite("Terminal Authentication: algorithms and keys of certificates")
struct TerminalAuthenticationAlgorithmTests {
    @Test func `names every algorithm both ways`() throws {
        #expect(SignatureAlgorithm.terminalAuthenticationNames.count == 11)
        for name in SignatureAlgorithm.terminalAuthenticationNames {
            let algorithm = try #require(SignatureAlgorithm(terminalAuthenticationName: name))
            let identifier = try #require(algorithm.terminalAuthenticationIdentifier)
            #expect(SignatureAlgorithm(terminalAuthentication: identifier) == algorithm)
            #expect(algorithm.terminalAuthenticationName == name)
        }
        #expect(SignatureAlgorithm(terminalAuthentication: .idTA.appending(2)) == nil)
        #expect(SignatureAlgorithm.ecdsa(.sha256, encoding: .der).terminalAuthenticationIdentifier == nil)
    }

    @Test(
        arguments: [
            ("0.4.0.127.0.7.2.2.2.1.4", "id-TA-RSA-PSS-SHA-256"), ("0.4.0.127.0.7.2.2.2.1.6", "id-TA-RSA-PSS-SHA-512"),
            ("0.4.0.127.0.7.2.2.2.1.1", "id-TA-RSA-v1-5-SHA-1"), ("0.4.0.127.0.7.2.2.2.2.3", "id-TA-ECDSA-SHA-256"),
            ("0.4.0.127.0.7.2.2.2.2.5", "id-TA-ECDSA-SHA-512"),
        ])
    func `gives each its identifier`(identifier: String, name: String) throws {
        let algorithm = try #require(SignatureAlgorithm(terminalAuthenticationName: name))
        #expect(algorithm.terminalAuthenticationIdentifier?.description == identifier)
    }

    @Test(arguments: EllipticCurve.allCases)
    func `finds a curve by its numbers and by no others`(curve: EllipticCurve) throws {
        let numbers = curve.domainParameters
        func found(order: [UInt8], cofactor: [UInt8] = [0, 1]) throws -> EllipticCurve {
            try EllipticCurve(
                prime: numbers.p, a: numbers.a, b: numbers.b, generator: numbers.generator, order: order,
                cofactor: cofactor)
        }
        #expect(try found(order: [0] + numbers.order) == curve)
        #expect(throws: CryptographyError.unknownCurve(nil)) { try found(order: Array(numbers.order.dropLast())) }
        #expect(throws: CryptographyError.unknownCurve(nil)) { try found(order: numbers.order, cofactor: [2]) }
    }

    @Test func `makes an RSA key of its numbers`() throws {
        let key = try PrivateKey.generateRSA(bits: 1024).publicKey
        guard case .rsa(let modulus, let exponent) = key.kind else { return }
        #expect(try PublicKey(rsaModulus: modulus, exponent: exponent) == key)
        #expect(throws: CryptographyError.self) { try PublicKey(rsaModulus: [], exponent: exponent) }
        #expect(throws: CryptographyError.self) { try PublicKey(rsaModulus: modulus, exponent: [2]) }
    }
}
