import CLI
import Foundation
import PKI
import TestSupport
import Testing
import Trust

/// The folder in which somebody tries the examples: the files that they name, made by the program itself.
private struct Workplace {
    let folder = TemporaryFolder()

    static let preparation = """
        set -e
        emrtd simulate --print-mrz > lines.txt
        emrtd simulate --trust-out csca
        echo 9876543210 > puk.txt
        emrtd inspect --simulated specimen --mrz-file lines.txt --csca csca --out evidence --full-trace trace.jsonl \
            --report report.json
        emrtd evidence lines evidence > readings.ndjson
        cp evidence/DG11.bin DG11.bin
        mkdir cv
        for name in cvca dv terminal; do
            case $name in cvca) holder=UTCVCA00001 ;; dv) holder=UTDVAB00001 ;; *) holder=UTTERM00001 ;; esac
            emrtd cvc request --key cv/$name.key --curve brainpoolP256r1 --holder $holder --out cv/$name.request
        done
        emrtd cvc issue --issuer-key cv/cvca.key --holder UTCVCA00001 --role cvca --rights dg3,dg4 --out cv/cvca.cvcert
        emrtd cvc issue --issuer-certificate cv/cvca.cvcert --issuer-key cv/cvca.key --role dv-domestic --rights dg3 \
            --out cv/dv.cvcert cv/dv.request
        cat cv/dv.cvcert cv/cvca.cvcert > cv/chain.cvcert
        emrtd cvc issue --issuer-certificate cv/chain.cvcert --issuer-key cv/dv.key --role terminal --rights dg3 \
            --out cv/terminal.cvcert cv/terminal.request
        mkdir -p .local/share/bash-completion/completions
        """

    /// What the commands find that issue trust data.
    static let authorities = """
        set -e
        mkdir pki
        emrtd issue --out pki
        rm pki/csca* pki/ds.cer
        emrtd issue csca --key-out pki/csca.key --out pki/csca.cer
        emrtd issue csca --key-out pki/csca-2.key --out pki/csca-2.cer
        authority="--issuer-certificate pki/csca.cer --issuer-key pki/csca.key"
        emrtd issue ds $authority --key-out pki/ds.key --out pki/ds.cer
        emrtd issue ds $authority --role master-list --key-out pki/mls.key --out pki/mls.cer
        emrtd issue ds $authority --role deviation-list --key-out pki/dls.key --out pki/dls.cer
        emrtd issue ds $authority --role defect-list --key-out pki/defects.key --out pki/defects.cer
        """

    init(for name: String) throws {
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "TestVectors"), withDestinationURL: Repository.testVectors)
        let outcome = try run(Self.preparation)
        try #require(outcome.status == 0, "\(outcome.text)")
        if name.hasPrefix("trust ") { try makeStore() }
        guard name.hasPrefix("issue ") else { return }
        let authorities = try run(Self.authorities)
        try #require(authorities.status == 0, "\(authorities.text)")
    }

    /// This user's trust store, with the authority of Utopia, and what the examples name beside it.
    private func makeStore() throws {
        var anchors = CSCAAnchors()
        try anchors.add(path: folder.url.appending(path: "csca").path())
        var delivery = TrustDelivery(
            source: .init(kind: .certificates, name: "csca", sha256: [1]), standing: .direct)
        delivery.certificates = anchors.certificates.map { .init($0) }
        let path = folder.url.appending(path: ".local/share/emrtd/trust.sqlite").path()
        _ = try TrustStore(path: path, access: .readWrite(create: true))
            .take([delivery], at: TrustWorkplace.day("2026-01-01"))
        let outcome = try run(
            """
            set -e
            cp csca/csca.cer csca.cer
            emrtd trust export --format master-list --out list.ml
            emrtd trust pin add csca.cer
            cp .local/share/emrtd/trust.sqlite .
            """)
        try #require(outcome.status == 0, "\(outcome.text)")
    }

    /// Runs a line as a shell does, without a PC/SC service.
    func run(_ line: String) throws -> (status: Int32, text: String) {
        let output = folder.url.appending(path: ".output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        // A pager is not part of what is tried.
        process.arguments = ["-c", "set -o pipefail; man() { cat; }; " + line]
        process.currentDirectoryURL = folder.url
        process.environment = [
            "PATH": BuiltProgram.executable.deletingLastPathComponent().path() + ":/usr/bin:/bin", "LANG": "C.UTF-8",
            "HOME": folder.url.path(), "PCSCLITE_CSOCK_NAME": folder.url.path() + "/no-service",
        ]
        process.standardInput = FileHandle.nullDevice
        let handle = try FileHandle(forWritingTo: output)
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
    }
}

@Suite("Command line: the examples of the help pages")
struct HelpExampleTests {
    /// What needs a reader or a virtual one, and says so without.
    static let needsReader = ["readers", "chip read", "chip probe", "chip watch", "inspect", "simulate", "doctor"]

    @Test(arguments: CommandTable.commands.map(\.name))
    func `work as they stand`(name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        let workplace = try Workplace(for: name)
        for example in command.examples {
            let line = Help.lines(of: example).joined(separator: "\n").replacing("--out evidence", with: "--out new")
            let (status, text) = try workplace.run(line)
            // 2: the specimen, read without a certificate to trust.
            let isDone = status == 0 || status == 2 && name == "inspect"
            let lacksReader =
                status == 3 && Self.needsReader.contains(name)
                && (text.contains("PC/SC service") || text.contains("no virtual reader"))
            let lacksServer = status == 3 && name == "trust fetch" && text.contains("gives no answer")
            #expect(isDone || lacksReader || lacksServer, "\(line): \(status)\n\(text)")
        }
    }

    @Test(arguments: CommandTable.commands.map(\.name))
    func `every command has JSON`(name: String) throws {
        let command = try #require(CommandTable.commands.first { $0.name == name })
        #expect(command.options.contains { $0.name == "json" })
    }

    @Test(arguments: [
        ["completions", "zsh"], ["manual"], ["manual", "mrz", "check"], ["report", "schema"], ["bench", "mrz"],
        ["simulate", "--list-faults"], ["readers"], ["doctor"], ["mrz", "check", "/nowhere"],
    ])
    func `prints nothing but JSON on standard output where it is asked to`(arguments: [String]) throws {
        let outcome = try BuiltProgram.run(
            arguments + ["--json"], environment: ["PCSCLITE_CSOCK_NAME": "/nowhere/pcscd.comm"])
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
    }
}
