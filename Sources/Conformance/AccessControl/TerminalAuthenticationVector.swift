package import AccessControl
package import Cryptography
package import PKI
import Standards

/// A run of Terminal Authentication 2: certificates, the terminal's key, and what goes over the wire.
package struct TerminalAuthenticationVector: ConformanceVector {
    package static let places = ["access-control/terminal-authentication/"]

    package let id: String
    /// The authority's self-signed certificate, the document verifier's, the terminal's.
    package let certificates: [HexBytes]
    package let trustPoint: String
    package let today: String
    package let algorithm: String
    /// PKCS #8.
    package let privateKey: HexBytes
    /// What the certificates grant in common.
    package let authorization: HexBytes
    package let chipIdentifier: HexBytes
    package let terminalKeyCompressed: HexBytes
    package let challenge: HexBytes
    /// What is signed.
    package let message: HexBytes
    package let signature: HexBytes
    package let commands: [HexBytes]
    package let answers: [HexBytes]

    package func check() throws {
        let chain = try chain()
        try compare("authorization", chain.authorization.bytes, with: authorization.bytes)
        try compare("unverified", chain.unverifiedHolders, with: [])
        try compare(
            "message", chipIdentifier.bytes + challenge.bytes + terminalKeyCompressed.bytes, with: message.bytes)
        try checkSignature(chain)
        var card = card()
        try run(&card, signer: PrintedSigner(message: message.bytes, signature: signature.bytes))
        try compare("commands", card.index, with: commands.count)
    }

    /// The printed signature is right under the terminal's certificate, and so is one by the printed private key.
    private func checkSignature(_ chain: CVCertificateChain) throws {
        let terminal = try chain.terminal.unwrapped("terminal")
        try compare("algorithm", terminal.publicKey.identifier.description, with: self.algorithm)
        let algorithm = try SignatureAlgorithm(terminalAuthentication: terminal.publicKey.identifier)
            .unwrapped("algorithm")
        let parameters = try decoded.first.unwrapped("certificate").publicKey.curveParameters
        let key = try terminal.publicKey.publicKey(inheriting: parameters)
        let own = try PrivateKeySigner(PrivateKey(pkcs8: privateKey.bytes)).sign(message.bytes, algorithm: algorithm)
        for signature in [signature.bytes, own] {
            try compare(
                "signature", key.verify(signature: signature, over: message.bytes, algorithm: algorithm), with: true)
        }
        if case .rsaPKCS1 = algorithm { try compare("signature", own, with: signature.bytes) }
    }

    package var decoded: [CVCertificate] {
        get throws { try certificates.map { try CVCertificate(encoded: $0.bytes) } }
    }

    /// The chain from the printed trust point to the terminal, as of the printed day.
    package func chain(_ certificates: [CVCertificate]? = nil, at today: CVDate? = nil) throws -> CVCertificateChain {
        let certificates = try certificates ?? decoded
        let day = try Timestamp(iso8601: self.today).flatMap { CVDate($0) }.unwrapped("today")
        let reference = try CertificateReference(trustPoint).unwrapped("trustPoint")
        return try CVCertificateChain(
            to: certificates.last.unwrapped("terminal"), from: [reference], certificates: certificates,
            at: today ?? day)
    }

    /// Runs the terminal against a card.
    package func run(_ card: inout ScriptedCard, signer: any TerminalSigner) throws {
        let carriage = CommandCarriage(shortDataByteCount: 255, longForms: [.extended])
        let terminal = TerminalAuthentication(try chain(), signer: signer, carriage: carriage)
        try terminal.presentCertificates(&card)
        try terminal.proveTwo(
            &card, chipIdentifier: chipIdentifier.bytes, terminalKeyCompressed: terminalKeyCompressed.bytes)
    }

    /// A card that knows the printed commands; `change` alters its answers.
    package func card(_ change: (inout [[UInt8]]) -> Void = { _ in }) -> ScriptedCard {
        var answers = answers.map(\.bytes)
        change(&answers)
        return ScriptedCard(zip(commands.map(\.bytes), answers).map { ($0, $1) })
    }
}

/// Gives the printed signature for the printed message, and none for any other.
package struct PrintedSigner: TerminalSigner {
    package let message: [UInt8]
    package let signature: [UInt8]

    package init(message: [UInt8], signature: [UInt8]) {
        self.message = message
        self.signature = signature
    }

    package func sign(_ message: [UInt8], algorithm: SignatureAlgorithm) throws(TerminalSigningError) -> [UInt8] {
        guard message == self.message else {
            throw .refused(Reason("otherMessage", "This is not the printed message."))
        }
        return signature
    }
}
