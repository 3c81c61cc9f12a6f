import ByteCoding
import Foundation
import PKI
import Standards
import Trust

/// A certificate of the store as JSON.
struct CertificateView: Encodable {
    let sha256: String
    let kind: String
    let country: String?
    let subject: String
    let issuer: String
    let serialNumber: String
    let notBefore: String
    let notAfter: String
    let keyIdentifier: String
    /// `source` or `link`; left out where it is no anchor.
    let trust: String?
    let trustedBy: String?
    let withdrawn: String?
    let superseded: Bool
    let firstSeen: String
    var key: String?
    var signatureAlgorithm: String?
    var authorityKeyIdentifier: String?
    var quirks: [QuirkView]?
    var sources: [SightingView]?
    var der: String?

    init(_ stored: StoredCertificate) {
        sha256 = Hexadecimal.encode(stored.sha256)
        kind = stored.kind.rawValue
        country = stored.country
        subject = "\(stored.certificate.subject)"
        issuer = "\(stored.certificate.issuer)"
        serialNumber = stored.certificate.serialNumberText
        notBefore = "\(stored.certificate.notBefore)"
        notAfter = "\(stored.certificate.notAfter)"
        keyIdentifier = Hexadecimal.encode(stored.keyIdentifier)
        trust = stored.trust?.rawValue
        trustedBy = stored.trustedBy.map { Hexadecimal.encode($0) }
        withdrawn = stored.withdrawn.map { "\($0)" }
        superseded = stored.isSuperseded
        firstSeen = "\(stored.firstSeen)"
    }
}

struct QuirkView: Encodable {
    let id: String
    let words: String

    init(_ quirk: Quirk) {
        id = quirk.description
        words = quirk.words
    }

    /// What is odd about a certificate, by itself and beside authorities, and tolerated.
    static func quirks(
        of certificate: Certificate, as role: CertificateRole, among neighbours: CertificateNeighbours
    ) -> [QuirkView] {
        CertificateQuirks().quirks(of: certificate, as: role, among: neighbours).map { QuirkView($0.quirk) }
    }
}

/// Where something was seen, as JSON.
struct SightingView: Encodable {
    let source: SourceView
    let firstSeen: String
    let lastSeen: String
    let place: String?
    let conformance: String?

    init(_ sighting: TrustSighting) {
        source = SourceView(sighting.source, sighting.standing)
        firstSeen = "\(sighting.firstSeen)"
        lastSeen = "\(sighting.lastSeen)"
        place = sighting.place
        conformance = sighting.conformance
    }
}

/// A source as JSON.
struct SourceView: Encodable {
    let kind: String
    let name: String
    let sha256: String
    let country: String?
    let signingTime: String?
    let signer: String?
    let signerIssuer: String?
    let collection: String?
    let departures: [String]
    /// `direct`, `pinned`, `accepted`, `untrusted`, or `on use` where what it holds is verified each time it is used.
    let standing: String
    let pin: String?
    let reason: String?
    var firstImported: String?
    var lastImported: String?
    var certificates: Int?
    var revocationLists: Int?
    var defectRules: Int?
    var documentNumbers: Int?

    /// - Parameter storeWords: ` --store PATH`, where a store was named: for the line that pins the issuer.
    init(_ source: TrustDelivery.Source, _ standing: TrustDelivery.Standing, storeWords: String = "") {
        kind = source.kind.rawValue
        name = source.name
        sha256 = Hexadecimal.encode(source.sha256)
        country = source.country
        signingTime = source.signingTime.map { "\($0)" }
        signer = source.signer.map { Hexadecimal.encode($0) }
        signerIssuer = source.signerIssuer.map { Hexadecimal.encode($0) }
        collection = source.collection
        departures = source.departures.map(\.description)
        self.standing = standing.name
        if case .pinned(let hash) = standing { pin = Hexadecimal.encode(hash) } else { pin = nil }
        if case .untrusted(let why) = standing { reason = StoreLocation.text(why, storeWords) } else { reason = nil }
    }

    init(_ stored: StoredSource, storeWords: String = "") {
        self.init(stored.source, stored.standing, storeWords: storeWords)
        firstImported = "\(stored.firstImported)"
        lastImported = "\(stored.lastImported)"
        certificates = stored.certificates
        revocationLists = stored.revocationLists
        defectRules = stored.defectRules
        documentNumbers = stored.documentNumbers
    }
}

/// A revocation list as JSON.
struct RevocationListView: Encodable {
    let sha256: String
    let country: String?
    let issuer: String
    let number: String?
    let thisUpdate: String
    let nextUpdate: String?
    let revoked: Int
    /// SHA-256 of the anchor that verifies it; left out where none does.
    let verifiedBy: String?
    var sources: [SightingView]?

    init(_ stored: StoredRevocationList) {
        sha256 = Hexadecimal.encode(stored.sha256)
        country = stored.country
        issuer = "\(stored.list.issuer)"
        number = stored.number
        thisUpdate = "\(stored.list.thisUpdate)"
        nextUpdate = stored.list.nextUpdate.map { "\($0)" }
        revoked = stored.list.revoked.count
        verifiedBy = stored.verifiedBy.map { Hexadecimal.encode($0) }
    }
}

extension TrustDelivery.Standing {
    /// The code of the reason of sources whose content is verified by itself, each time it is used.
    static let verifiedWhereUsed = "verifiedWhereUsed"

    /// A word for people and programs.
    var name: String {
        switch self {
        case .direct: "direct"
        case .pinned: "pinned"
        case .accepted: "accepted"
        case .untrusted(let reason): reason.code == Self.verifiedWhereUsed ? "on use" : "untrusted"
        }
    }
}

extension StoredCertificate {
    /// The kind in a word that fits a column.
    var kindWord: String {
        switch kind {
        case .csca: trust == nil ? "csca" : "anchor"
        case .link: "link"
        case .documentSigner: "signer"
        case .other: "other"
        }
    }

    var trustWord: String {
        if withdrawn != nil { return "withdrawn" }
        return switch trust {
        case .source: "trusted"
        case .link: "by link"
        case nil: "–"
        }
    }

    /// The common name, else the whole subject.
    var shortName: String {
        certificate.subject.value(of: .commonName) ?? "\(certificate.subject)"
    }

    /// The first digits of its hash: enough to find it again.
    var shortID: String { String(Hexadecimal.encode(sha256).prefix(12)).lowercased() }
}

extension Timestamp {
    /// The date alone.
    var day: String { String("\(self)".prefix(10)) }
}
