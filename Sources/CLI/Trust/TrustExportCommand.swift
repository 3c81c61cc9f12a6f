import ByteCoding
import Foundation
import PKI
import Standards
import Trust

extension Command {
    static let trustExport = Command(
        "trust", "export",
        summary: "write the trusted certificates of the store as files for other programs",
        discussion: """
            The forms: pem, one text with all certificates; der, a folder with a file for each, named by state and hash; \
            master-list, the content of a master list without a signature (Doc 9303-12 §8), which nobody vouches for; json, \
            with all that the store knows of each.
            """,
        options: [
            StoreLocation.option,
            .value("format", "FORM", "the form (default pem)", choices: TrustExport.Form.allCases.map(\.rawValue)),
            .value("out", "PATH", "a new file, or for der a folder; - or nothing is standard output"),
            .value("state", "XX", "only this state, in two letters"),
            .value(
                "kind", "KIND", "what to write (default csca and link); may be repeated",
                choices: CertificateKind.allCases.map { OptionName.text(of: $0.rawValue) }, isRepeatable: true),
            .flag("untrusted", "also what is not trusted"),
            .flag("json", "the same as --format json"),
        ],
        examples: [
            Example("emrtd trust export --out anchors.pem", "every anchor, for a program that takes PEM"),
            Example("emrtd trust export --format der --state UT --out anchors/", "a file for each anchor of Utopia"),
        ]
    ) { invocation in
        let form = invocation["format"].flatMap(TrustExport.Form.init) ?? (invocation[flag: "json"] ? .json : .pem)
        let path = invocation["out"] == "-" ? nil : invocation["out"]
        guard form != .der || path != nil else {
            throw UsageError("'--format der' needs a folder, in '--out'", command: invocation.command)
        }
        guard form != .masterList || path != nil || !Terminal.isInteractive else {
            throw UsageError("a master list is binary: name a file for it with '--out'", command: invocation.command)
        }
        let state = try TrustListing.state(invocation)
        let asked = Set(invocation[all: "kind"].compactMap { OptionName.value($0) as CertificateKind? })
        let kinds: Set<CertificateKind> = asked.isEmpty ? [.csca, .link] : asked
        let needsTrust = !invocation[flag: "untrusted"] && kinds.isSubset(of: [.csca, .link])
        let store = try StoreLocation.open(invocation)
        let certificates = try StoreLocation.run { () throws(TrustStoreError) in
            try store.certificates(CertificateQuery(country: state, kinds: kinds, isTrusted: needsTrust ? true : nil))
        }
        try StoreLocation.requireWhole(store)
        guard !certificates.isEmpty else {
            throw CommandError(
                "the store holds nothing of this \(state == nil ? "kind" : "state")",
                hint: "'emrtd trust stats' shows what there is")
        }
        try TrustExport(certificates: certificates).write(form, to: path)
        return .success
    }
}

/// Certificates on their way out of the store.
struct TrustExport {
    let certificates: [StoredCertificate]

    enum Form: String, CaseIterable {
        case pem, der
        case masterList = "master-list"
        case json
    }

    /// - Parameter path: nil for standard output.
    func write(_ form: Form, to path: String?) throws {
        switch form {
        case .pem: try write(Array(pem.utf8), to: path)
        case .der: try writeFolder(path ?? ".")
        case .masterList: try write(masterList, to: path)
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let views = certificates.map { stored in
                var view = CertificateView(stored)
                view.der = Data(stored.certificate.encoded).base64EncodedString()
                return view
            }
            let text = Terminal.harmlessJSON(
                String(decoding: try encoder.encode(["certificates": views]), as: UTF8.self))
            try write(Array((text + "\n").utf8), to: path)
        }
    }

    var pem: String {
        certificates.map { stored in
            let base64 = Data(stored.certificate.encoded).base64EncodedString(
                options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n"
        }.joined()
    }

    /// Spec: ICAO Doc 9303-12 (8th ed.) §8: version 0 and the certificates as a SET, sorted as DER asks.
    var masterList: [UInt8] {
        let members = certificates.map(\.certificate.encoded).sorted { $0.lexicographicallyPrecedes($1) }
        return DataObjectWriter.encode(
            0x30, containing: [[0x02, 0x01, 0x00], DataObjectWriter.encode(0x31, containing: members)])
    }

    private func write(_ bytes: [UInt8], to path: String?) throws {
        guard let path else { return Terminal.write(bytes) }
        try NewFile.write(
            bytes, to: path, mode: 0o644, hint: "no file is written over: name another one, or move this one away")
        Terminal.note("\(Counted.text(certificates.count, "certificate")) in \(path)")
    }

    private func writeFolder(_ path: String) throws {
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for stored in certificates {
            let state = (stored.country ?? "XX").filter { $0.isASCII && $0.isLetter }
            let file = folder.appending(path: "\(state)-\(stored.kind.rawValue)-\(stored.shortID).cer")
            // The name is a hash of what is in the file, so one that is there holds the same already.
            try Data(stored.certificate.encoded).write(to: file)
        }
        Terminal.note("\(Counted.text(certificates.count, "certificate")) in \(path)")
    }
}
