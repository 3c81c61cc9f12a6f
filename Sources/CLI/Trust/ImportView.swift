import ByteCoding
import Cryptography
import PKI
import Report
import Standards
import Trust
import TrustSources

/// What came of an import, as it is printed.
struct ImportView: Encodable {
    let store: String?
    /// Whether the store was left as it was, as asked for.
    let dryRun: Bool
    let complete: Bool
    let generation: Generation?
    let sources: [Source]
    let states: [String: State]
    let gaps: [Gap]
    /// What was refused outside of the sources above.
    let refused: [Refusal]
    let furtherRefusals: Int
    /// ` --store PATH`, where a store was named: for the lines of other commands.
    private let storeWords: String

    private enum CodingKeys: CodingKey {
        case store, dryRun, complete, generation, sources, states, gaps, refused, furtherRefusals
    }

    /// The command that uses what was taken; nil where nothing is trusted.
    var nextCommand: String? {
        guard generation != nil, sources.contains(where: { $0.standing != "untrusted" && $0.standing != "on use" })
        else { return nil }
        return "emrtd verify EVIDENCE\(storeWords)"
    }

    struct Generation: Encodable {
        let before: Int
        let after: Int
    }

    struct Count: Encodable {
        let found: Int
        let new: Int?
        let known: Int?
    }

    struct Source: Encodable {
        let name: String
        let kind: String
        let sha256: String
        let country: String?
        let signingTime: String?
        let signer: String?
        let signerIssuer: String?
        let collection: String?
        /// `direct`, `pinned`, `accepted`, `untrusted`, `on use`, or `known` where the store trusts all of it already.
        let standing: String
        let pin: String?
        let reason: ReasonView?
        let departures: [String]
        let certificates: Count
        let revocationLists: Count
        let deviationLists: Count
        let defectLists: Count
        let withdrawn: Int
        /// Revocation lists that a directory has no longer, and that stay in the store.
        let keptRevocationLists: Int
        /// Entries that a directory has no longer, and of which the store holds nothing.
        let unknownEntries: Int
        let refused: [Refusal]
    }

    struct State: Encodable {
        let anchors: Int
        let links: Int
        let trustedByLink: Int
        let untrusted: Int
        let noLongerTrusted: Int
        let documentSigners: Int
        let revocationLists: Int
        let deviationLists: Int
        let withdrawn: Int
        let refused: Int
    }

    struct Gap: Encodable {
        let collection: String
        let first: Int
        let last: Int
    }

    struct Refusal: Encodable {
        let place: String
        let country: String?
        let reason: ReasonView
    }

    /// Whether everything was taken and nothing is left that waits for somebody's trust.
    var isComplete: Bool { complete }

    /// - Parameter anchors: The hashes of what the store trusts, whoever handed it in.
    init(
        _ contents: TrustContents, _ report: TrustImportReport?, store: String?, storeWords: String = "", isDry: Bool,
        anchors: Set<[UInt8]> = []
    ) {
        self.store = store
        self.storeWords = storeWords
        dryRun = isDry
        let results = report?.sources ?? []
        sources = contents.deliveries.enumerated().map { index, delivery in
            Source(delivery, index < results.count ? results[index] : nil, storeWords, anchors)
        }
        states = (report?.states ?? [:]).mapValues(State.init)
        let gaps = (report?.gaps ?? []).map {
            Gap(collection: $0.collection, first: $0.missing.lowerBound, last: $0.missing.upperBound)
        }
        self.gaps = gaps
        refused = contents.refused.map(Refusal.init)
        furtherRefusals = contents.furtherRefusals
        generation = report.map { Generation(before: $0.generations.lowerBound, after: $0.generations.upperBound) }
        let untrusted = contents.deliveries.enumerated().contains { index, delivery in
            let standing = index < results.count ? results[index].standing : delivery.standing
            return !standing.isTrusted && delivery.waitsForTrust && !delivery.isTrusted(among: anchors)
        }
        complete = !contents.hasRefusals && !untrusted && gaps.isEmpty
    }
}

extension TrustDelivery {
    /// Whether nothing came: all of it was refused, and nothing was withdrawn.
    var isEmpty: Bool {
        certificates.isEmpty && revocationLists.isEmpty && deviationLists.isEmpty && defectLists.isEmpty
            && withdrawn.isEmpty && withdrawnEntries.isEmpty
    }

    /// Whether it holds something that is of no use as long as nobody trusts the source.
    fileprivate var waitsForTrust: Bool {
        switch source.kind {
        case .masterList, .masterListContent, .deviationList, .defectList: true
        case .directory, .revocationList: false
        case .certificates: certificates.contains { $0.value.claimsAuthority }
        }
    }
}

extension TrustDelivery {
    /// Whether it holds certificates of authorities, and each of them is an anchor of the store.
    fileprivate func isTrusted(among anchors: Set<[UInt8]>) -> Bool {
        guard source.kind == .certificates else { return false }
        let authorities = certificates.filter { $0.value.claimsAuthority }
        return !authorities.isEmpty
            && authorities.allSatisfy { anchors.contains(HashAlgorithm.sha256.hash($0.value.encoded)) }
    }
}

extension ImportView.Source {
    init(
        _ delivery: TrustDelivery, _ result: TrustImportReport.SourceResult?, _ storeWords: String,
        _ anchors: Set<[UInt8]>
    ) {
        let source = delivery.source
        let standing = result?.standing ?? delivery.standing
        func hex(_ bytes: [UInt8]?) -> String? { bytes.map { Hexadecimal.encode($0).lowercased() } }
        func count(_ found: Int, _ count: TrustImportReport.Count?) -> ImportView.Count {
            ImportView.Count(found: found, new: count?.new, known: count?.known)
        }
        var (pin, reason): (String?, ReasonView?) = (nil, nil)
        switch standing {
        case .direct: self.standing = "direct"
        case .accepted: self.standing = "accepted"
        case .pinned(let sha256):
            self.standing = "pinned"
            pin = hex(sha256)
        case .untrusted where delivery.isTrusted(among: anchors): self.standing = "known"
        case .untrusted(let why):
            self.standing = standing.name
            reason = ReasonView(Reason(why.code, StoreLocation.text(why, storeWords)))
        }
        self.pin = pin
        self.reason = reason
        name = source.name
        kind = source.kind.rawValue
        sha256 = hex(source.sha256) ?? ""
        country = source.country
        signingTime = source.signingTime.map { "\($0)" }
        signer = hex(source.signer)
        signerIssuer = hex(source.signerIssuer)
        collection = source.collection
        departures = source.departures.map { "\($0)" }
        certificates = count(delivery.certificates.count, result?.certificates)
        revocationLists = count(delivery.revocationLists.count, result?.revocationLists)
        deviationLists = count(delivery.deviationLists.count, result?.deviationLists)
        defectLists = count(delivery.defectLists.count, result?.defectLists)
        withdrawn = result?.withdrawn ?? delivery.withdrawn.count + delivery.withdrawnEntries.count
        keptRevocationLists = result?.keptRevocationLists ?? 0
        unknownEntries = result?.unknownEntries ?? 0
        refused = delivery.refused.map(ImportView.Refusal.init)
    }
}

extension ImportView.Refusal {
    init(_ refusal: TrustDelivery.Refusal) {
        self.init(place: refusal.place, country: refusal.country, reason: ReasonView(refusal.reason))
    }
}

extension ImportView.State {
    init(_ state: TrustImportReport.StateChange) {
        self.init(
            anchors: state.anchors, links: state.links, trustedByLink: state.trustedByLink,
            untrusted: state.untrusted, noLongerTrusted: state.noLongerTrusted,
            documentSigners: state.documentSigners, revocationLists: state.revocationLists,
            deviationLists: state.deviationLists, withdrawn: state.withdrawn, refused: state.refused)
    }
}
