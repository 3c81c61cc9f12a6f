import ByteCoding
import Cryptography
import PKI
import Standards
import Trust

/// Directories of the ICAO PKD as LDIF files, complete ones and changes to them.
///
/// Spec: RFC 2849; ICAO Doc 9303-12 (8th ed.) §6 (PKD).
extension TrustReader.Run {
    mutating func takeDirectory(_ file: [UInt8], name: String) {
        let text = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
        var directory = DirectoryContents(name: name)
        var entries = LDIFReader(text)
        while let result = entries.next() {
            switch result {
            case .success(let entry): take(entry, &directory)
            case .failure(let fault): directory.refuse("line \(fault.line)", Reason("malformed", "\(fault)"))
            }
        }
        deliver(directory, sha256: HashAlgorithm.sha256.hash(file))
    }

    /// Takes a directory that was asked over the network.
    mutating func takeDirectory(_ entries: [LDIFEntry], name: String) {
        var directory = DirectoryContents(name: name)
        var digest: [UInt8] = []
        for entry in entries {
            take(entry, &directory)
            let content = entry.distinguishedName.utf8 + entry.attributes.flatMap { Array($0.name.utf8) + $0.value }
            digest = HashAlgorithm.sha256.hash(digest + content)
        }
        deliver(directory, sha256: digest)
    }

    private mutating func deliver(_ directory: DirectoryContents, sha256: [UInt8]) {
        let name = directory.name
        guard directory.entryCount > 0 else {
            for refusal in directory.loose.refused { refuse("\(name), \(refusal.place)", refusal.reason) }
            if directory.loose.refused.isEmpty { refuse(name, Reason("empty", "the directory holds no entry")) }
            return
        }
        var delivery = TrustDelivery(
            source: .init(kind: .directory, name: name, sha256: sha256),
            standing: .untrusted(
                Reason(
                    "verifiedWhereUsed",
                    "nobody signs a directory: its signers and revocation lists are verified where they are used")))
        directory.fill(&delivery)
        contents.furtherRefusals += max(0, delivery.refused.count - reader.limits.refusalCount)
        delivery.refused = Array(delivery.refused.prefix(reader.limits.refusalCount))
        contents.deliveries.append(delivery)
    }

    private mutating func take(_ entry: LDIFEntry, _ directory: inout DirectoryContents) {
        directory.entryCount += 1
        let place = DirectoryPlace(entry.distinguishedName)
        directory.note(entry, place)
        switch entry.change {
        case .delete: return directory.delete(entry.distinguishedName)
        case .rename: return
        case .add, .modify: break
        }
        let conformance = Self.conformance(entry, place)
        var isEmpty = true
        for attribute in entry.attributes {
            guard let kind = DirectoryPlace.Attribute(attribute.name) else { continue }
            isEmpty = false
            switch kind {
            case .certificate, .revocationList:
                directory.take(attribute.value, kind, entry, place, conformance)
            case .list:
                // A list in a directory is as good as its own signature.
                let pieceName = "\(directory.name), \(entry.distinguishedName.withoutControls.prefix(512))"
                if attribute.name.hasPrefix("cscamasterlistdata") { earlyPieces.insert(pieceName) }
                takeObjects(attribute.value, name: pieceName)
            }
        }
        if isEmpty, place.isLeaf, entry.change == .add {
            directory.refuse(
                "line \(entry.line)",
                Reason("nothingInside", "the entry holds neither a certificate nor a list"), country: place.country)
        }
    }

    /// What the directory says is wrong with an entry.
    private static func conformance(_ entry: LDIFEntry, _ place: DirectoryPlace) -> String? {
        let codes = entry.values("pkdConformanceCode").map { String(decoding: $0, as: UTF8.self).withoutControls }
        if !codes.isEmpty { return codes.joined(separator: " ") }
        return place.isNonConformant ? "nc-data" : nil
    }
}

/// Where an entry stands in the tree of the PKD.
struct DirectoryPlace {
    /// The state, in two upper-case letters.
    let country: String?
    /// Whether it is an entry that holds something, not one that others stand below.
    let isLeaf: Bool
    let isNonConformant: Bool
    /// The collection it belongs to: `dsc` for signers and revocation lists, `ml` for master lists.
    let collection: String

    /// What is read of an entry.
    enum Attribute {
        case certificate, revocationList, list

        init?(_ name: String) {
            switch name.split(separator: ";").first {
            case "usercertificate", "cacertificate": self = .certificate
            case "certificaterevocationlist", "authorityrevocationlist": self = .revocationList
            // The attribute of master lists got another name in 2023.
            case "cscamasterlistdata", "pkdmasterlistcontent", "pkddeviationlistcontent": self = .list
            default: return nil
            }
        }
    }

    init(_ distinguishedName: String) {
        let parts = Self.parts(distinguishedName)
        let organization = parts.first { $0.hasPrefix("o=") && $0.count <= 8 }?.dropFirst(2)
        country = parts.last { $0.hasPrefix("c=") && $0.count == 4 }?.dropFirst(2).uppercased()
        isLeaf = parts.first?.hasPrefix("cn=") ?? false
        isNonConformant = parts.contains("dc=nc-data")
        switch organization {
        case "ml"?: collection = "ml"
        default: collection = isNonConformant ? "nc" : "dsc"
        }
    }

    /// The relative names in lower case; commas of values are escaped and separate nothing.
    private static func parts(_ name: String) -> [String] {
        var parts: [String] = [""]
        var isEscaped = false
        for character in name.prefix(4096).lowercased() {
            if character == ",", !isEscaped {
                parts.append("")
            } else if !(character == " " && parts.last == "") {
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return parts
    }
}

/// What a directory holds, entry by entry; later changes take away what earlier entries brought.
struct DirectoryContents {
    let name: String
    var loose = LooseObjects()
    var entryCount = 0
    private var certificateEntries: [Int] = []
    private var listEntries: [Int] = []
    private var seen: Set<[UInt8]> = []
    /// At which entry a name was deleted last.
    private var deleted: [String: Int] = [:]
    private var deletedNames: [String] = []
    private var added: Set<String> = []
    private var versions: [String: Int] = [:]
    private var firstCollection: String?

    init(name: String) {
        self.name = name
    }

    /// Notes the version of the collection.
    mutating func note(_ entry: LDIFEntry, _ place: DirectoryPlace) {
        guard let version = entry.values("pkdVersion").last.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
            (1...999_999_999).contains(version)
        else { return }
        firstCollection = firstCollection ?? place.collection
        versions[place.collection] = max(versions[place.collection] ?? 0, version)
    }

    mutating func delete(_ entry: String) {
        if deleted.updateValue(entryCount, forKey: entry) == nil { deletedNames.append(entry) }
    }

    mutating func refuse(_ place: String, _ reason: Reason, country: String? = nil) {
        loose.refused.append(.init(place: place, reason: reason, country: country))
    }

    mutating func take(
        _ value: [UInt8], _ kind: DirectoryPlace.Attribute, _ entry: LDIFEntry, _ place: DirectoryPlace,
        _ conformance: String?
    ) {
        added.insert(entry.distinguishedName)
        // The same value in two entries is one certificate; the first place stays.
        guard seen.insert(HashAlgorithm.sha256.hash(value)).inserted else { return }
        do throws(DecodingFailure) {
            if kind == .certificate {
                loose.certificates.append(
                    .init(try Certificate(encoded: value), place: entry.distinguishedName, conformance: conformance))
                certificateEntries.append(entryCount)
            } else {
                loose.revocationLists.append(
                    .init(
                        try CertificateRevocationList(encoded: value), place: entry.distinguishedName,
                        conformance: conformance))
                listEntries.append(entryCount)
            }
        } catch {
            refuse(
                "line \(entry.line)",
                .malformed(kind == .certificate ? "a certificate" : "a revocation list", error),
                country: place.country)
        }
    }

    /// Moves everything that is still there at the end into a delivery.
    func fill(_ delivery: inout TrustDelivery) {
        func isThere(_ place: String?, _ entry: Int) -> Bool {
            guard let place, let end = deleted[place] else { return true }
            return entry > end
        }
        delivery.certificates = zip(loose.certificates, certificateEntries)
            .filter { isThere($0.place, $1) }.map(\.0)
        delivery.revocationLists = zip(loose.revocationLists, listEntries)
            .filter { isThere($0.place, $1) }.map(\.0)
        delivery.withdrawnEntries = deletedNames
        delivery.refused = loose.refused
        if let collection = firstCollection, let version = versions[collection] {
            delivery.source.collection = "\(collection) \(version)"
        }
    }
}
