import Cryptography

/// The pseudo-random function of the integrated mapping, and the generator that it leads to.
package struct IntegratedMappingVector: ConformanceVector {
    package static let places = ["cryptography/mapping/"]

    package let id: String
    /// The number in the table of standardised domain parameters.
    package let number: Int
    package let cipher: CipherName
    package let nonce: HexBytes
    package let terminalNonce: HexBytes
    /// R_p(s, t).
    package let element: HexBytes
    package let generator: HexBytes

    package var requiredAlgorithms: [String] {
        guard case .ecdh(let curve)? = KeyAgreementParameters(standardized: number) else { return ["DH"] }
        return [curve.name, cipher.requiredAlgorithm]
    }

    package func check() throws {
        switch KeyAgreementParameters(standardized: number) {
        case .ecdh(let curve)?:
            let element = try element(modulo: curve.domainParameters.p)
            try compare("element", element, with: self.element.bytes)
            try compare("generator", curve.generator(integratedMapping: element).encoded, with: generator.bytes)
        case .dh(let group)?:
            let element = try element(modulo: group.p)
            try compare("element", element, with: self.element.bytes)
            try compare("generator", group.generator(integratedMapping: element), with: generator.bytes)
        case nil: throw Mismatch("number", expected: "parameters", found: "none")
        }
    }

    private func element(modulo p: [UInt8]) throws -> [UInt8] {
        try IntegratedMapping.pseudoRandom(
            nonce: nonce.bytes, terminalNonce: terminalNonce.bytes, modulo: p, cipher: cipher.cipher)
    }
}
