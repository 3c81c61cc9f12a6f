import Foundation
import Issuing
import Standards

extension Command {
    static let sealIssue = Command(
        "issue", "seal",
        summary: "issue test seals: a visa, an emergency travel document and one in JSON",
        discussion: "Writes visa.vds, emergency.vds and test.json, the printed lines beside them as visa.txt and "
            + "emergency.txt, the certificate of the signer as signer.cer, the country signing certificate as csca.cer, "
            + "and a revocation list of the state as csca.crl. The state is the specimen Utopia, whose key is published; "
            + "the keys of the signers are made anew each time and thrown away. With --flaw something is wrong with "
            + "every seal, so that a verifier can be tried.",
        options: [
            .value("out", "DIR", "where the files go"),
            .value(
                "flaw", "NAME", "what is to be wrong with the seals; may be repeated",
                choices: SealDeviation.allCases.map(\.rawValue), isRepeatable: true),
            .value("at", "TIME", "sign as of this day, such as 2026-01-31 (default today)"),
            .flag("json", "print what was written as JSON"),
        ],
        examples: [Example("emrtd issue seal --out seals/", "test seals, ready for 'emrtd seal check'")]
    ) { invocation in
        guard let folder = invocation["out"] else { throw UsageError("missing '--out'", command: invocation.command) }
        var day = Timestamp.now
        if let text = invocation["at"] {
            guard let given = Timestamp(iso8601: text) else {
                throw UsageError(
                    "'--at \(text)' is no time", hint: "write it as 2026-01-31.", command: invocation.command)
            }
            day = given
        }
        let midnight = Timestamp(secondsSince1970: day.secondsSince1970 - (day.secondsSince1970 % 86_400))
        let seals = try SpecimenSeals(
            signedOn: midnight, deviations: Set(invocation[all: "flaw"].compactMap(SealDeviation.init)))
        func lines(_ lines: [String]) -> [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8) }
        let files: [(String, [UInt8])] = [
            ("visa.vds", seals.visa), ("visa.txt", lines(seals.visaLines)),
            ("emergency.vds", seals.emergencyTravelDocument),
            ("emergency.txt", lines(seals.emergencyTravelDocumentLines)), ("test.json", seals.message),
            ("signer.cer", seals.signer), ("csca.cer", seals.csca), ("csca.crl", seals.revocationList),
        ]
        var written: [String] = []
        for (name, bytes) in files { written.append(try ProfileInput.write(bytes, name, in: folder)) }
        if invocation[flag: "json"] {
            try Terminal.printJSON(["files": written])
        } else {
            for path in written { Terminal.print(path) }
        }
        return .success
    }
}
