import ByteCoding
import Foundation
import PKI
import Report
import Standards
import Trust

/// The trust data that a command line names: the store, files, or both.
struct JudgementMaterial: Sendable {
    let material: any TrustMaterial
    /// What was at hand, as reports name it.
    let lists: [InspectionReport.TrustList]
    private let store: StoredTrustMaterial?

    static let options: [Option] = [
        .value(
            "store", "PATH",
            "the trust store to judge by; --csca and --crl add to it (default: this user's, where there is no --csca)"),
        .value(
            "csca", "PATH", "trusted CSCA certificates: a file or a folder, DER or PEM; may be repeated",
            isRepeatable: true),
        .value(
            "crl", "PATH",
            "revocation lists: a file, DER or PEM, or a folder with .crl files; may be repeated; strict wants one",
            isRepeatable: true),
    ]

    init(_ invocation: Invocation, at time: Timestamp) throws {
        var anchors = CSCAAnchors()
        var lists: [InspectionReport.TrustList] = []
        for path in invocation[all: "csca"] {
            do {
                let count = try anchors.add(path: path)
                lists.append(.init(kind: "certificates", name: path, certificateCount: count))
            } catch {
                if let misplaced = ListFile.misplaced(at: path) { throw misplaced }
                throw CommandError(
                    "\(error)", hint: "--csca takes CSCA certificates as .cer, .crt, .der or .pem, or a folder of them")
            }
        }
        var revocationLists: [CertificateRevocationList] = []
        for path in invocation[all: "crl"] {
            do {
                let found = try RevocationListFiles.lists(at: path)
                revocationLists += found
                lists.append(.init(kind: "revocationLists", name: path, certificateCount: found.count))
            } catch {
                throw CommandError(
                    "\(error)", hint: "--crl takes revocation lists of CSCAs, or a folder with .crl files")
            }
        }
        let files = LoadedTrustMaterial(anchors: anchors, revocationLists: revocationLists)
        store = try Self.store(invocation, at: time)
        if let store {
            let count = try StoreLocation.run { () throws(TrustStoreError) in try store.anchorCount() }
            lists.insert(
                .init(
                    kind: "store", name: store.path, certificateCount: count, generation: "\(store.generation)"), at: 0)
            material = lists.count > 1 ? JointTrustMaterial(store, files) : store
        } else {
            material = files
        }
        self.lists = lists
    }

    init(anchors: CSCAAnchors, lists: [InspectionReport.TrustList]) {
        material = LoadedTrustMaterial(anchors: anchors)
        self.lists = lists
        store = nil
    }

    /// The store that was named, else this user's where there is one and no certificates were named.
    private static func store(_ invocation: Invocation, at time: Timestamp) throws -> StoredTrustMaterial? {
        let isNamed = invocation["store"] != nil
        let path = invocation["store"] ?? StoreLocation.standard
        guard isNamed || invocation[all: "csca"].isEmpty && FileManager.default.fileExists(atPath: path) else {
            return nil
        }
        do throws(TrustStoreError) {
            return try TrustStore(path: path).material(at: time)
        } catch {
            // Nobody has written into this user's store yet: as if there were none.
            if case .notFound = error, !isNamed { return nil }
            throw CommandError(error)
        }
    }

    /// The lists of the store that a report rests on.
    func sources(usedFor report: InspectionReport) throws(CommandError) -> [StoredSource] {
        guard let store else { return [] }
        let signer = report.signer
        let defectLists = report.knownDefects.filter(\.isApplied).compactMap(\.sha256).compactMap(Hexadecimal.decode)
        return try StoreLocation.run { () throws(TrustStoreError) in
            try store.sources(
                usedForAnchor: signer?.anchor.flatMap { Hexadecimal.decode($0.sha256) },
                signer: signer?.certificate.flatMap { Hexadecimal.decode($0.sha256) },
                defectLists: Set(defectLists))
        }
    }

    /// Refuses a judgement for which the store could not be read.
    func requireAnswers() throws(CommandError) {
        if let failure = material.failure { throw CommandError(failure) }
    }
}

extension StoredSource {
    /// What a report says of the list that was tolerated in it.
    var remarks: [Reason] {
        source.departures.map { Reason("\($0)", "Tolerated in the list \(source.name): \($0.words).") }
    }
}

extension InspectionReport.TrustList {
    /// A list of the store.
    init(_ stored: StoredSource) {
        let source = stored.source
        let isRevocation = source.kind == .revocationList
        self.init(
            kind: isRevocation ? "revocationLists" : source.kind.rawValue, name: source.name,
            certificateCount: isRevocation ? stored.revocationLists : stored.certificates,
            sha256: Hexadecimal.encode(source.sha256), country: source.country, signingTime: source.signingTime,
            signerSHA256: source.signer.map { Hexadecimal.encode($0) })
    }
}
