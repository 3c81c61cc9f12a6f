import Foundation
import TestSupport
import Testing

/// A folder in which the built program makes an authority, a document verifier and a terminal, as a user would.
struct CVWorkplace {
    let folder = TemporaryFolder()

    func path(_ name: String) -> String { folder.url.appending(path: name).path(percentEncoded: false) }

    /// Runs `emrtd` with the arguments of a line in this folder; `@name` stands for the path of a file in it.
    @discardableResult
    func run(_ line: String, input: String = "") throws -> BuiltProgram.Outcome {
        try BuiltProgram.run(
            line.split(separator: " ").map { $0.hasPrefix("@") ? path(String($0.dropFirst())) : String($0) },
            input: input)
    }

    /// The same, and it has to be done.
    func done(_ line: String) throws {
        let outcome = try run(line)
        try #require(outcome.status == 0, "\(line): \(outcome.errors)")
    }

    /// Writes a file that only its owner reads.
    func write(_ text: String, _ name: String, mode: Int = 0o600) throws {
        try #require(
            FileManager.default.createFile(
                atPath: path(name), contents: Data(text.utf8), attributes: [.posixPermissions: mode]))
    }

    /// An authority, a document verifier below it, and a terminal that may read fingerprints.
    init(curve: String = "--curve brainpoolP256r1") throws {
        for (name, holder) in [("cvca", "UTCVCA00001"), ("dv", "UTDVAB00001"), ("terminal", "UTTERM00001")] {
            try done("cvc request --key @\(name).key \(curve) --holder \(holder) --out @\(name).request")
        }
        let dates = "--from 2026-01-01 --to 2026-12-31"
        try done(
            "cvc issue --issuer-key @cvca.key --holder UTCVCA00001 --role cvca --rights dg3,dg4 \(dates) --out @cvca.cvcert"
        )
        try done(
            "cvc issue --issuer-certificate @cvca.cvcert --issuer-key @cvca.key --role dv-domestic --rights dg3,dg4 "
                + "\(dates) --out @dv.cvcert @dv.request")
        try write("", "chain.cvcert")
        let both =
            try Data(contentsOf: URL(filePath: path("dv.cvcert")))
            + Data(contentsOf: URL(filePath: path("cvca.cvcert")))
        try both.write(to: URL(filePath: path("chain.cvcert")))
        try done(
            "cvc issue --issuer-certificate @chain.cvcert --issuer-key @dv.key --role terminal --rights dg3 "
                + "\(dates) --out @terminal.cvcert @terminal.request")
    }
}
