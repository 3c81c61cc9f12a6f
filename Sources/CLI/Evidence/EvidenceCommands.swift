import Evidence
import Foundation
import LDS
import Standards

extension Command {
    static let evidenceLines = Command(
        "evidence", "lines",
        summary: "print evidence as one line of JSON each, for 'verify'",
        discussion:
            "A line holds everything that a folder holds, the bytes of the files too. What is printed shows who "
            + "the holders are: keep it as carefully as the folders.",
        operands: [Operand("DIR", "folders of evidence or of dumps", arity: .oneOrMore)],
        options: [.alwaysJSON],
        examples: [
            Example(
                "emrtd evidence lines evidence/ > readings.ndjson", "a file that 'emrtd verify readings.ndjson' judges")
        ]
    ) { invocation in
        for path in invocation.operands {
            guard EvidenceSource.isFolder(path) else { throw CommandError("'\(path)' is no folder of evidence") }
            try EvidenceSource.forEachReading(at: path, importedAt: .now) { reading in
                Terminal.write(try reading.get().line())
                try Terminal.requireOutput()
            }
        }
        return .success
    }

    static let evidenceRedact = Command(
        "evidence", "redact",
        summary: "take personal data out of evidence and keep its hashes",
        discussion: "Without --groups, every data group that tells who the holder is goes (all but DG14 and DG15), and "
            + "with them the records of travel and visas, the printed lines with their picture and the trace. What is left can still be judged as far as it goes. The "
            + "security object keeps the signed hash of each group, from which short contents could be guessed.",
        operands: [Operand("DIR", "folders of evidence", arity: .oneOrMore)],
        options: [
            .value("groups", "LIST", "the data groups to take out, such as 2,11"),
            .flag("json", "print what was taken out as JSON"),
        ],
        examples: [Example("emrtd evidence redact --groups 2 evidence/", "the face images are gone, all else stays")]
    ) { invocation in
        let groups = try DataGroupList.parse(invocation["groups"], command: invocation.command)
        // All are read whole before the first is changed.
        let folders = try invocation.operands.map { path in
            let folder = try EvidenceAccess.open(path)
            do throws(EvidenceError) { return (path, folder, try folder.read()) } catch {
                throw CommandError(
                    "\(error); nothing was taken out of '\(path)'",
                    hint: "evidence that was changed cannot be redacted, only deleted as a whole: "
                        + "emrtd evidence delete '\(path)'")
            }
        }
        var results: [RedactionResult] = []
        for (path, folder, before) in folders {
            let after = try EvidenceAccess.run { () throws(EvidenceError) in
                try folder.redact(groups.map { Set($0.map { .dataGroup($0) }) })
            }
            results.append(RedactionResult(path, before, after))
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(results)
        } else {
            for result in results {
                Terminal.print("\(result.evidence): \(result.words)")
            }
        }
        return .success
    }

    static let evidenceDelete = Command(
        "evidence", "delete",
        summary: "delete evidence, and nothing else",
        discussion:
            "Only files that this program wrote are deleted, and a folder only where nothing else is in it. What "
            + "a disk keeps of deleted files is up to the disk: use an encrypted one.",
        operands: [Operand("DIR", "folders of evidence", arity: .oneOrMore)],
        options: [.flag("json", "print what stayed as JSON")],
        examples: [Example("emrtd evidence delete evidence/", "the folder is gone")]
    ) { invocation in
        // All are looked at before the first goes, and one that is named twice goes once.
        var seen: Set<URL> = []
        let folders = try invocation.operands.compactMap { path in
            let folder = try EvidenceAccess.open(path)
            return seen.insert(folder.url.resolvingSymlinksInPath().standardizedFileURL).inserted ? (path, folder) : nil
        }
        var results: [DeletionResult] = []
        for (path, folder) in folders {
            let left = try EvidenceAccess.run { () throws(EvidenceError) in try folder.delete() }
            results.append(DeletionResult(evidence: path, left: left))
        }
        if invocation[flag: "json"] {
            try Terminal.printJSON(results)
        } else {
            for result in results {
                let rest =
                    result.left.isEmpty
                    ? "deleted" : "deleted, but for other things: \(result.left.joined(separator: ", "))"
                Terminal.print("\(result.evidence): \(rest)")
            }
        }
        return .success
    }
}

private struct RedactionResult: Encodable {
    let evidence: String
    /// Files and records.
    let redacted: [String]
    let printedLines: Bool
    /// The zone cut out of a picture.
    let picture: Bool
    let trace: Bool

    init(_ path: String, _ before: StoredReading, _ after: StoredReading) {
        evidence = path
        redacted =
            after.redactions.map(\.file.name) + after.recordRedactions.map { "\($0.file.rawValue) \($0.number)" }
        printedLines = !before.printedLines.isEmpty && after.printedLines.isEmpty
        picture = before.zonePicture != nil && after.zonePicture == nil
        trace = before.trace != nil && after.trace == nil
    }

    var words: String {
        let parts =
            redacted + (printedLines ? ["the printed lines"] : [])
            + (picture ? ["the picture of them"] : []) + (trace ? ["the trace"] : [])
        return parts.isEmpty ? "nothing was taken out" : "without \(parts.joined(separator: ", "))"
    }
}

private struct DeletionResult: Encodable {
    let evidence: String
    let left: [String]
}
