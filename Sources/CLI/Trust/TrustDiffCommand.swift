import ByteCoding
import Cryptography
import Foundation
import PKI
import Report
import Standards
import Trust

extension Command {
    static let trustDiff = Command(
        "trust", "diff",
        summary: "compare two trust stores, or a store and a list",
        discussion: """
            Each side is a store, a master list (signed or not), or a file of certificates. Compared are country signing and \
            link certificates by their hash, and of two stores also whether they are trusted. A certificate of a key that the \
            other side has, too, is marked so: the key counts.
            """,
        operands: [
            Operand("A", "a store or a list, as a FILE"), Operand("B", "the one to compare it with, as a FILE"),
        ],
        options: [.flag("json", "print JSON")],
        examples: [Example("emrtd trust diff trust.sqlite list.ml", "what the list has that the store has not")]
    ) { invocation in
        let (first, second) = (
            try TrustSide(invocation.operands[0]), try TrustSide(invocation.operands[1])
        )
        let comparison = TrustComparison(first, second)
        if invocation[flag: "json"] {
            try Terminal.printJSON(comparison.view)
        } else {
            Terminal.print(comparison.text(width: Terminal.width))
        }
        return .success
    }
}

/// One side of a comparison.
private struct TrustSide {
    let name: String
    let certificates: [[UInt8]: Member]
    let isStore: Bool

    struct Member {
        let certificate: Certificate
        /// Whether it is trusted; nil for a list, which does not decide that.
        let isTrusted: Bool?
        /// The hash of the key.
        let key: [UInt8]

        init(_ certificate: Certificate, isTrusted: Bool?) {
            self.certificate = certificate
            self.isTrusted = isTrusted
            key = HashAlgorithm.sha256.hash(certificate.subjectPublicKeyInfo)
        }
    }

    private static let byteLimit = 64 << 20

    init(_ path: String) throws {
        name = path
        try RegularFile.require(path)
        isStore = Self.isDatabase(path)
        let members: [Member]
        if isStore {
            let store = try StoreLocation.open(path, .readOnly)
            members = try StoreLocation.run { () throws(TrustStoreError) in
                try store.certificates(CertificateQuery(kinds: [.csca, .link]))
            }.map { Member($0.certificate, isTrusted: $0.trust != nil) }
            try StoreLocation.requireWhole(store)
        } else {
            members = try Self.list(path).map { Member($0, isTrusted: nil) }
        }
        certificates = Dictionary(
            members.map { (HashAlgorithm.sha256.hash($0.certificate.encoded), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    private static func isDatabase(_ path: String) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: path), let head = try? handle.read(upToCount: 16) else {
            return false
        }
        return head == Data("SQLite format 3\0".utf8)
    }

    private static func list(_ path: String) throws -> [Certificate] {
        let file = try InputText.bytes(path, limit: byteLimit)
        if let signed = try? SignedData(contentInfo: file), let content = signed.eContent,
            let list = try? MasterList(encoded: content)
        {
            return list.certificates
        }
        if let list = try? MasterList(encoded: file) { return list.certificates }
        do { return try CertificateFile.certificates(in: file) } catch {
            throw CommandError(
                "'\(path)' is no trust store, no master list and no file of certificates",
                hint: "a store is made by 'emrtd trust import'; lists come in DER, certificates in DER or PEM")
        }
    }
}

/// What is different between two sides.
private struct TrustComparison {
    private let first: TrustSide
    private let second: TrustSide
    private let onlyFirst: [Difference]
    private let onlySecond: [Difference]
    private let trustDiffers: [Difference]
    private let sameCount: Int

    struct Difference: Encodable {
        let sha256: String
        let country: String?
        let subject: String
        let notAfter: String
        /// Whether the other side has a certificate of the same key.
        let keyIsOnBothSides: Bool
        /// Whether it is trusted: in the store that has it, or in B.
        let trusted: Bool?
    }

    init(_ first: TrustSide, _ second: TrustSide) {
        (self.first, self.second) = (first, second)
        onlyFirst = Self.differences(first, missingIn: second)
        onlySecond = Self.differences(second, missingIn: first)
        let both = first.certificates.filter { second.certificates[$0.key] != nil }
        sameCount = both.count
        trustDiffers = both.compactMap { hash, member -> Difference? in
            guard let other = second.certificates[hash], let mine = member.isTrusted, let theirs = other.isTrusted,
                mine != theirs
            else { return nil }
            return Self.difference(hash, other, true)
        }.sorted { ($0.country ?? "", $0.sha256) < ($1.country ?? "", $1.sha256) }
    }

    private static func differences(_ side: TrustSide, missingIn other: TrustSide) -> [Difference] {
        let keys = Set(other.certificates.values.map(\.key))
        return side.certificates.filter { other.certificates[$0.key] == nil }
            .map { difference($0.key, $0.value, keys.contains($0.value.key)) }
            .sorted { ($0.country ?? "", $0.sha256) < ($1.country ?? "", $1.sha256) }
    }

    private static func difference(_ hash: [UInt8], _ member: TrustSide.Member, _ isKeyKnown: Bool) -> Difference {
        let subject = member.certificate.subject
        return Difference(
            sha256: Hexadecimal.encode(hash), country: subject.countryCode,
            subject: subject.value(of: .commonName) ?? "\(subject)", notAfter: "\(member.certificate.notAfter)",
            keyIsOnBothSides: isKeyKnown, trusted: member.isTrusted)
    }

    struct View: Encodable {
        let a: String
        let b: String
        let onlyInA: [Difference]
        let onlyInB: [Difference]
        let trustDiffers: [Difference]
        let inBoth: Int
    }

    var view: View {
        View(
            a: first.name, b: second.name, onlyInA: onlyFirst, onlyInB: onlySecond, trustDiffers: trustDiffers,
            inBoth: sameCount)
    }

    func text(width: Int) -> String {
        var parts = ["\(Counted.text(sameCount, "certificate")) in both"]
        func add(_ title: String, _ differences: [Difference]) {
            guard !differences.isEmpty else { return }
            var table = ColumnText(
                columns: ["State", "Until", "ID", "Key", "Name"].map { .init(title: $0) })
            table.rows = differences.map {
                [
                    $0.country ?? "–", String($0.notAfter.prefix(10)), String($0.sha256.prefix(12)).lowercased(),
                    $0.keyIsOnBothSides ? "in both" : "new", $0.subject,
                ]
            }
            parts.append("\(SafeText.clean(title)): \(differences.count)\n" + table.text(width: width))
        }
        add("Only in \(first.name)", onlyFirst)
        add("Only in \(second.name)", onlySecond)
        add("Trusted in one of them only", trustDiffers)
        if parts.count == 1 { parts[0] += ", and nothing differs" }
        return parts.joined(separator: "\n\n")
    }
}
