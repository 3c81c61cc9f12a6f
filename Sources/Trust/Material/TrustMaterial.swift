public import PKI

/// Where Passive Authentication looks certificates and lists up: files that were named, or the store.
///
/// Nothing that comes from here is verified but what `anchors` says it trusts; lists and document signers are verified
/// where they are used.
public protocol TrustMaterial: Sendable {
    /// Names what there is: while it stays the same, every look-up answers the same.
    var generation: TrustGeneration { get }

    /// The trusted country signing certificates that may have issued a certificate: those with the key it names, and
    /// those whose subject is its issuer. There may be others among them.
    func anchors(for certificate: Certificate) -> CSCAAnchors

    /// The trusted country signing certificates of a country, in two upper-case letters. There may be others among
    /// them.
    func anchors(ofCountry country: String) -> CSCAAnchors

    /// Document signer certificates that a signer information may mean. There may be others among them.
    func documentSigners(for signer: SignerInfo.Identifier) -> [Certificate]

    /// Certificates of signers of seals of a country, in two upper-case letters: those of a serial number, without zeros
    /// in front, or as many as there are where it is nil. There may be others among them.
    func sealSigners(ofCountry country: String, serialNumber: [UInt8]?) -> [Certificate]

    /// Revocation lists whose issuer is of a country, in two upper-case letters. There may be others among them.
    func revocationLists(ofCountry country: String) -> [CertificateRevocationList]

    /// What deviation lists and defect lists say is wrong with a document; only lists that somebody vouches for are
    /// asked, by pin or by choice. The time it takes does not grow with the document numbers of a list.
    func defects(of document: DocumentIdentity) -> [KnownDefect]

    /// Whether there is any such list: where there is none, nothing is looked up.
    var knowsDefects: Bool { get }

    /// Why a look-up could not be made, where one failed: what was judged with it is not to be used.
    var failure: TrustStoreError? { get }

    /// The trusted certificates that are held in memory; none of a store.
    var anchorsInMemory: CSCAAnchors { get }

    /// The same, asked beside others with these anchors: where it offers only some of many, those that one of them signed
    /// are among the first.
    func choosing(by anchors: CSCAAnchors) -> any TrustMaterial
}

extension TrustMaterial {
    /// Looks every document up.
    public var knowsDefects: Bool { true }

    /// What is held in memory does not fail.
    public var failure: TrustStoreError? { nil }

    /// Holds none in memory.
    public var anchorsInMemory: CSCAAnchors { CSCAAnchors() }

    /// Offers all there is, whoever signed it.
    public func choosing(by anchors: CSCAAnchors) -> any TrustMaterial { self }
}

/// One state of trust material: what was decided under one holds as long as it lasts.
public struct TrustGeneration: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Trust material that is held in memory.
public struct LoadedTrustMaterial: TrustMaterial {
    /// Who is trusted.
    public let anchors: CSCAAnchors
    /// Document signer certificates, for objects that do not carry their own.
    public let documentSigners: [Certificate]
    /// Revocation lists; each is verified before it is used.
    public let revocationLists: [CertificateRevocationList]
    /// What is known to be wrong with documents.
    public let defects: DefectCatalogue

    public let generation: TrustGeneration

    public init(
        anchors: CSCAAnchors, documentSigners: [Certificate] = [], revocationLists: [CertificateRevocationList] = [],
        defects: DefectCatalogue = DefectCatalogue()
    ) {
        self.anchors = anchors
        self.documentSigners = documentSigners + anchors.documentSigners
        self.revocationLists = revocationLists
        self.defects = defects
        let contents =
            anchors.fingerprints.sorted { $0.lexicographicallyPrecedes($1) }
            + self.documentSigners.map(\.encoded) + revocationLists.map(\.encoded) + defects.sources
        generation = TrustGeneration(contentsOf: contents)
    }

    public func anchors(for certificate: Certificate) -> CSCAAnchors { anchors }
    public func anchors(ofCountry country: String) -> CSCAAnchors { anchors }
    public func documentSigners(for signer: SignerInfo.Identifier) -> [Certificate] { documentSigners }
    public func sealSigners(ofCountry country: String, serialNumber: [UInt8]?) -> [Certificate] { documentSigners }
    public func revocationLists(ofCountry country: String) -> [CertificateRevocationList] { revocationLists }
    public func defects(of document: DocumentIdentity) -> [KnownDefect] { defects.defects(of: document) }
    public var knowsDefects: Bool { !defects.rules.isEmpty }
    public var anchorsInMemory: CSCAAnchors { anchors }
}
