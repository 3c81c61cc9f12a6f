import Issuing
import LDS

extension Command {
    static let issue = Command(
        "issue",
        summary: "issue a test document from a profile, as files",
        discussion:
            "Writes what the chip would hold as EF_COM.bin, EF_DG1.bin and so on, records of LDS2 as "
            + "EF_EntryRecords_1.bin and so on, the country signing certificate "
            + "as csca.cer, the document signer certificate as ds.cer and the lines of the machine readable zone as "
            + "mrz.txt. Keys that the profile does not bring along are made anew each time and thrown away.",
        options: ProfileInput.options + [
            .value("out", "DIR", "where the files go"),
            .flag("json", "print what was written as JSON"),
        ],
        examples: [
            Example("emrtd issue --out issued/", "the files of the specimen of Utopia, ready for 'emrtd verify'")
        ]
    ) { invocation in
        guard let folder = invocation["out"] else { throw UsageError("missing '--out'", command: invocation.command) }
        let document = try ProfileInput.document(invocation)
        var written: [String] = []
        for (file, bytes) in document.files.sorted(by: { $0.key.name < $1.key.name }) {
            let name = "EF_\(file.name.filter { $0 != "/" }).bin"
            written.append(try ProfileInput.write(bytes, name, in: folder))
        }
        for (file, records) in document.records.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (index, record) in records.enumerated() {
                written.append(try ProfileInput.write(record, "EF_\(file.rawValue)_\(index + 1).bin", in: folder))
            }
        }
        if !document.cscaCertificates.isEmpty { written += try ProfileInput.writeTrust(document, to: folder) }
        if let authorities = document.authorities {
            written.append(try ProfileInput.write(authorities.documentSigner.certificate, "ds.cer", in: folder))
            for (kind, signer) in authorities.recordSigners.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                written.append(try ProfileInput.write(signer.certificate, "lds2-\(kind).cer", in: folder))
            }
        }
        let lines = document.mrzLines.map { $0 + "\n" }.joined()
        written.append(try ProfileInput.write(Array(lines.utf8), "mrz.txt", in: folder))
        if invocation[flag: "json"] {
            try Terminal.printJSON(["files": written])
        } else {
            for path in written { Terminal.print(path) }
        }
        return .success
    }
}
