import ByteCoding
import Cryptography
import Foundation
import PKI
import Report
import Standards
import Trust

extension Command {
    static let trustPinAdd = Command(
        "trust", "pin", "add",
        summary: "trust the lists whose signers a certificate issued",
        discussion: """
            A pin is the SHA-256 hash of the country signing certificate that issues the signer of lists, or of the signer \
            itself. 'emrtd trust show' says which certificate issued the signer of a list in the store: compare that hash with \
            what the publisher says elsewhere before you pin it, since a forged list comes with a signer of its own. Lists that \
            are in the store and only lacked this pin are trusted from now on.
            """,
        operands: [Operand("PIN", "the hash, 64 digits in hexadecimal, or a FILE with the certificate, DER or PEM")],
        options: [
            StoreLocation.option, .value("note", "TEXT", "where the pin was taken from"), .flag("json", "print JSON"),
        ],
        examples: [
            Example("emrtd trust pin add csca.cer --note 'from the ministry, by hand'", "the lists of this authority")
        ]
    ) { invocation in
        let pin = try PinInput.hash(invocation.operands[0])
        let store = try StoreLocation.open(invocation, .readWrite(create: true))
        let change = try StoreLocation.run { () throws(TrustStoreError) in
            let wasPinned = try store.pins().contains { $0.sha256 == pin }
            let report = try store.add(
                TrustPin(sha256: pin, note: invocation["note"], added: .now), onWait: StoreLocation.sayWaiting)
            let lists = try store.sources().filter { $0.standing == .pinned(pin) }.map(\.source.name)
            return PinChange(verb: wasPinned ? "was pinned already:" : "pinned", sha256: pin, report, lists: lists)
        }
        try change.print(asJSON: invocation[flag: "json"])
        return .success
    }

    static let trustPinRemove = Command(
        "trust", "pin", "remove",
        summary: "no longer trust the lists that a pin vouches for",
        discussion: "The lists stay in the store; what only they hold is no longer trusted.",
        operands: [Operand("PIN", "the first digits of the pin, six at least, or a FILE with the certificate")],
        options: [StoreLocation.option, .flag("json", "print JSON")],
        examples: [Example("emrtd trust pin remove csca.cer", "the pin of this certificate is taken away")]
    ) { invocation in
        let store = try StoreLocation.open(invocation, .readWrite(create: false))
        let pins = try StoreLocation.run { () throws(TrustStoreError) in try store.pins() }
        let wanted = try PinInput.prefix(invocation.operands[0])
        let found = pins.filter { Hexadecimal.encode($0.sha256).hasPrefix(wanted) }
        guard let pin = found.first, found.count == 1 else {
            throw CommandError(
                found.isEmpty ? "there is no such pin" : "\(Counted.text(found.count, "pin")) begin so",
                hint: "'emrtd trust pin list' shows them")
        }
        let report = try StoreLocation.run { () throws(TrustStoreError) in
            try store.removePin(pin.sha256, at: .now)
        }
        try PinChange(verb: "removed", sha256: pin.sha256, report ?? TrustImportReport())
            .print(asJSON: invocation[flag: "json"])
        return .success
    }

    static let trustPinList = Command(
        "trust", "pin", "list",
        summary: "list the pins, and what each vouches for",
        options: [StoreLocation.option, .flag("json", "print JSON")],
        examples: [Example("emrtd trust pin list", "each pin with its note and the lists that count by it")]
    ) { invocation in
        let store = try StoreLocation.open(invocation)
        let (pins, sources) = try StoreLocation.run { () throws(TrustStoreError) in
            (try store.pins(), try store.sources())
        }
        let views = pins.map { pin in
            PinView(
                sha256: Hexadecimal.encode(pin.sha256), note: pin.note, added: "\(pin.added)",
                lists: sources.filter { $0.standing == .pinned(pin.sha256) }.map(\.source.name))
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(["pins": views])
        } else if views.isEmpty {
            Terminal.print("Nothing is pinned.")
        } else {
            for view in views {
                Terminal.print(view.sha256.lowercased())
                let lists = view.lists.isEmpty ? "no list" : view.lists.joined(separator: "; ")
                let rows = [("Note", view.note ?? "–"), ("Added", String(view.added.prefix(10))), ("Lists", lists)]
                Terminal.print(
                    TextLayout.table(rows.map { ($0.0, SafeText.clean($0.1)) }, width: Terminal.width))
            }
        }
        try StoreLocation.requireWhole(store, isPrinted: true)
        return .success
    }
}

private struct PinView: Encodable {
    let sha256: String
    let note: String?
    let added: String
    let lists: [String]
}

/// What a pin, or its end, changed.
private struct PinChange: Encodable {
    let verb: String
    let sha256: String
    let newAnchors: Int
    let noLongerTrusted: Int
    let states: [String]
    /// The lists that count by the pin; left out where it was taken away.
    let lists: [String]?

    init(verb: String, sha256: [UInt8], _ report: TrustImportReport, lists: [String]? = nil) {
        self.verb = verb
        self.lists = lists
        self.sha256 = Hexadecimal.encode(sha256)
        newAnchors = report.states.values.reduce(0) { $0 + $1.anchors + $1.links }
        noLongerTrusted = report.states.values.reduce(0) { $0 + $1.noLongerTrusted }
        states = report.states.keys.filter { !$0.isEmpty }.sorted()
    }

    func print(asJSON: Bool) throws {
        guard !asJSON else { return try Terminal.printJSON(self) }
        Terminal.print("\(verb) \(sha256.lowercased())")
        let place = "of \(Counted.text(states.count, "state"))"
        if newAnchors > 0 {
            let verb = newAnchors == 1 ? "is" : "are"
            Terminal.print("\(Counted.text(newAnchors, "certificate")) \(place) \(verb) trusted now")
        }
        if noLongerTrusted > 0 {
            let verb = noLongerTrusted == 1 ? "is" : "are"
            Terminal.print("\(Counted.text(noLongerTrusted, "certificate")) \(place) \(verb) not trusted any more")
        }
        guard let lists else { return }
        Terminal.print(
            lists.isEmpty
                ? "no list in the store counts by it yet"
                : SafeText.clean("lists that count by it: \(lists.joined(separator: "; "))"))
    }
}

/// A pin as a user writes it.
enum PinInput {
    private static let hint =
        "a pin is the SHA-256 hash of a certificate, 64 digits, or a file that holds the certificate"

    /// The hash that is meant.
    static func hash(_ text: String) throws -> [UInt8] {
        if let digits = digits(text), !FileManager.default.fileExists(atPath: text) {
            guard digits.count == 64, let hash = Hexadecimal.decode(digits) else {
                throw CommandError("'\(text)' has \(Counted.text(digits.count, "digit")), and a pin has 64", hint: hint)
            }
            guard Set(hash).count > 4 else { throw CommandError("'\(text)' is not the hash of anything", hint: hint) }
            return hash
        }
        let certificates: [Certificate]
        try RegularFile.require(text)
        let file = try InputText.bytes(text, limit: 1 << 20)
        do { certificates = try CertificateFile.certificates(in: file) } catch {
            throw CommandError("'\(text)' holds no certificate: \(error)", hint: hint)
        }
        guard let certificate = certificates.first, certificates.count == 1 else {
            throw CommandError(
                "'\(text)' holds \(Counted.text(certificates.count, "certificate"))", hint: "pin one at a time")
        }
        return HashAlgorithm.sha256.hash(certificate.encoded)
    }

    /// The first digits of the hash that is meant, in upper case.
    static func prefix(_ text: String) throws -> String {
        guard let digits = digits(text), !FileManager.default.fileExists(atPath: text) else {
            return Hexadecimal.encode(try hash(text))
        }
        guard (6...64).contains(digits.count) else {
            throw CommandError("'\(text)' is no beginning of a pin", hint: "give six digits at least")
        }
        return digits.uppercased()
    }

    private static func digits(_ text: String) -> String? {
        let digits = text.filter { $0 != ":" && $0 != " " }
        return !digits.isEmpty && digits.allSatisfy(\.isHexDigit) ? digits : nil
    }
}
