import Foundation
import Issuing
import LDS

/// The document that a command is to simulate or to issue: a profile, or one of the specimens of Utopia.
enum ProfileInput {
    static let options: [Option] = [
        Option.value(
            "profile", "PROFILE",
            "the document: a JSON file, or the name of a specimen (\(specimenNames)); without it, specimen"
        ).suggesting(names),
        .value("base", "DIR", "where the files lie that the profile names; without it, beside the profile"),
    ]

    /// The names of the documents that the program has inside.
    static let names = Specimen.all.map(\.name)
    static let specimenNames = names.joined(separator: ", ")

    /// Issues the document.
    static func document(_ invocation: Invocation) throws -> IssuedDocument {
        guard let path = invocation["profile"] else {
            guard invocation["base"] == nil else {
                throw UsageError("'--base' goes with '--profile'", command: invocation.command)
            }
            return try Specimen.utopia()
        }
        return try document(path, base: invocation["base"])
    }

    /// Issues a specimen, or the document of a profile, whose files lie in `base`, or beside it.
    static func document(_ path: String, base: String? = nil) throws -> IssuedDocument {
        if base == nil, let specimen = try Specimen.named(path) { return specimen }
        // A word without a folder or an end is meant as a name.
        if base == nil, path != "-", !path.contains("/"), !path.contains("."),
            !FileManager.default.fileExists(atPath: path)
        {
            let meant = Suggestion.closest(to: path, among: Specimen.all.map(\.name))
            throw UsageError(
                "there is no specimen and no file '\(path)'",
                hint: meant.map { "did you mean '\($0)'?" } ?? "the specimens are \(specimenNames).")
        }
        let profile = try InputText.bytes(path, limit: 1 << 20)
        let base = base ?? (path == "-" ? "." : URL(filePath: path).deletingLastPathComponent().path)
        do {
            return try DocumentProfile(json: profile) { name in
                try? InputText.bytes(name.hasPrefix("/") ? name : "\(base)/\(name)", limit: 1 << 24)
            }.issue()
        } catch IssuingError.unreadableFile(let name) {
            throw CommandError(
                "'\(name)', which the profile names, cannot be read in '\(base)'",
                hint: "'--base DIR' says where the files of a profile lie")
        } catch {
            throw CommandError("\(error)", hint: "profiles are described in TestVectors/profiles/README.md")
        }
    }

    /// Writes the certificates that a verifier has to trust as `csca.cer`, `csca-2.cer` and so on, and a revocation list
    /// that names nobody, current as long as the signer's certificate, as `csca.crl`.
    @discardableResult
    static func writeTrust(_ document: IssuedDocument, to folder: String) throws -> [String] {
        guard !document.cscaCertificates.isEmpty else {
            throw CommandError("this document has no country signing certificate to write")
        }
        var written = try document.cscaCertificates.enumerated().map { index, certificate in
            try write(certificate, index == 0 ? "csca.cer" : "csca-\(index + 1).cer", in: folder)
        }
        if let authorities = document.authorities {
            let signer = authorities.documentSignerProfile
            let list = try authorities.csca.revocationList(
                number: 1, revoked: [], thisUpdate: signer.notBefore, nextUpdate: signer.notAfter)
            written.append(try write(list, "csca.crl", in: folder))
        }
        return written
    }

    /// Writes one file into a folder that is made where it is not there.
    static func write(_ bytes: [UInt8], _ name: String, in folder: String) throws -> String {
        let path = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandError("'\(path)' cannot be written: \(CommandError.words(of: error))")
        }
        return path
    }
}
