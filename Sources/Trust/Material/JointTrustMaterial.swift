public import PKI

/// Two kinds of trust material as one: a store, and files that were named beside it.
public struct JointTrustMaterial: TrustMaterial {
    private let first: any TrustMaterial
    private let second: any TrustMaterial
    public let generation: TrustGeneration

    /// Each of them learns whom the other trusts, so that what it has too much of hides nothing.
    public init(_ first: any TrustMaterial, _ second: any TrustMaterial) {
        self.first = first.choosing(by: second.anchorsInMemory)
        self.second = second.choosing(by: first.anchorsInMemory)
        generation = TrustGeneration(
            contentsOf: [first, second].map { Array($0.generation.description.utf8) })
    }

    private init(first: any TrustMaterial, second: any TrustMaterial, generation: TrustGeneration) {
        self.first = first
        self.second = second
        self.generation = generation
    }

    public func anchors(for certificate: Certificate) -> CSCAAnchors {
        joined(first.anchors(for: certificate), second.anchors(for: certificate))
    }

    public func anchors(ofCountry country: String) -> CSCAAnchors {
        joined(first.anchors(ofCountry: country), second.anchors(ofCountry: country))
    }

    public func documentSigners(for signer: SignerInfo.Identifier) -> [Certificate] {
        first.documentSigners(for: signer) + second.documentSigners(for: signer)
    }

    public func sealSigners(ofCountry country: String, serialNumber: [UInt8]?) -> [Certificate] {
        first.sealSigners(ofCountry: country, serialNumber: serialNumber)
            + second.sealSigners(ofCountry: country, serialNumber: serialNumber)
    }

    public func revocationLists(ofCountry country: String) -> [CertificateRevocationList] {
        first.revocationLists(ofCountry: country) + second.revocationLists(ofCountry: country)
    }

    public func defects(of document: DocumentIdentity) -> [KnownDefect] {
        first.defects(of: document) + second.defects(of: document)
    }

    public var failure: TrustStoreError? { first.failure ?? second.failure }

    public var anchorsInMemory: CSCAAnchors { joined(first.anchorsInMemory, second.anchorsInMemory) }

    public func choosing(by anchors: CSCAAnchors) -> any TrustMaterial {
        JointTrustMaterial(
            first: first.choosing(by: anchors), second: second.choosing(by: anchors), generation: generation)
    }

    private func joined(_ first: CSCAAnchors, _ second: CSCAAnchors) -> CSCAAnchors {
        if first.certificates.isEmpty { return second }
        var all = first
        for certificate in second.certificates { all.add(certificate) }
        return all
    }
}
