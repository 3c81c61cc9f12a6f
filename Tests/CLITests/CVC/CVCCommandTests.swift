import ByteCoding
import Conformance
import Foundation
import PKI
import TestSupport
import Testing

@Suite("emrtd cvc")
struct CVCCommandTests {
    @Test(arguments: ["--curve brainpoolP256r1", "--curve secp384r1", "--rsa 2048"])
    func `makes an authority, a verifier and a terminal that verify`(kind: String) throws {
        let place = try CVWorkplace(curve: kind)
        let valid = try place.run("cvc verify --trust @cvca.cvcert --at 2026-06-01 @dv.cvcert @terminal.cvcert")
        #expect(valid.status == 0, "\(valid.errors)")
        #expect(valid.output.hasPrefix("UTTERM00001: valid\n"))
        #expect(valid.output.contains("UTCVCA00001 → UTDVAB00001 → UTTERM00001"))
        #expect(valid.output.contains("DG3 (fingerprints)"))
        #expect(!valid.output.contains("DG4"))
        #expect(try place.folder.mode("terminal.key") == 0o600)
    }

    @Test func `says which certificate breaks which rule`() throws {
        let place = try CVWorkplace()
        let late = try place.run("cvc verify --trust @cvca.cvcert --at 2027-01-01 --json @dv.cvcert @terminal.cvcert")
        #expect(late.status == 1)
        #expect(late.output.contains("\"code\" : \"certificateExpired\""))
        #expect(late.output.contains("UTDVAB00001 expired on 2026-12-31"))
        let early = try place.run("cvc verify --trust @cvca.cvcert --at 2025-12-31 @dv.cvcert @terminal.cvcert")
        #expect(early.status == 1)
        #expect(early.output.contains("UTDVAB00001 is not valid before 2026-01-01"))
        let gap = try place.run("cvc verify --trust @cvca.cvcert --at 2026-06-01 @terminal.cvcert")
        #expect(gap.status == 1)
        #expect(gap.output.contains("no certificates at hand lead from UTCVCA00001"))

        var bytes = try Data(contentsOf: URL(filePath: place.path("dv.cvcert")))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: place.path("dv.cvcert")))
        let forged = try place.run("cvc verify --trust @cvca.cvcert --at 2026-06-01 @dv.cvcert @terminal.cvcert")
        #expect(forged.status == 1)
        #expect(forged.output.contains("UTDVAB00001 is not signed by the authority that it names"))
        let shown = try place.run("cvc show --issuer @cvca.cvcert @dv.cvcert")
        #expect(shown.status == 1)
        #expect(shown.output.contains("WRONG: not by the key of UTCVCA00001"))
    }

    @Test func `trusts no authority that the chain brings along itself`() throws {
        let (trusted, forged) = (try CVWorkplace(), try CVWorkplace())
        let trust = "--trust \(trusted.path("cvca.cvcert")) --at 2026-06-01"
        let outcome = try forged.run("cvc verify \(trust) @cvca.cvcert @dv.cvcert @terminal.cvcert")
        #expect(outcome.status == 1)
        #expect(!outcome.output.contains(": valid"))
        #expect(try forged.run("cvc verify @dv.cvcert").status == 64)
    }

    @Test func `goes over a link with another curve`() throws {
        let place = try CVWorkplace()
        try place.done("cvc request --key @new.key --curve secp384r1 --holder UTCVCA00002 --out @new.request")
        try place.done(
            "cvc issue --issuer-certificate @cvca.cvcert --issuer-key @cvca.key --role cvca --rights dg3 "
                + "--domain-parameters --from 2026-02-01 --to 2027-12-31 --out @link.cvcert @new.request")
        try place.done("cvc request --key @dv2.key --curve secp384r1 --holder UTDVAB00002 --out @dv2.request")
        try place.done(
            "cvc issue --issuer-certificate @link.cvcert --issuer-key @new.key --role dv-foreign --rights dg3,dg4 "
                + "--from 2026-02-01 --to 2026-04-01 --out @dv2.cvcert @dv2.request")
        let outcome = try place.run("cvc verify --trust @cvca.cvcert --at 2026-03-01 @link.cvcert @dv2.cvcert")
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.output.contains("UTCVCA00001 → UTCVCA00002 → UTDVAB00002"))
        #expect(!outcome.output.contains("DG4"))
    }

    @Test func `issues nothing that a chip would not take, and tells what is granted in vain`() throws {
        let place = try CVWorkplace()
        let issuer = "--issuer-certificate @chain.cvcert --issuer-key"
        let role = try place.run("cvc issue \(issuer) @dv.key --role dv-foreign --out @x @terminal.request")
        #expect(role.status == 3)
        #expect(role.errors.contains("none that its authority may issue"))
        let key = try place.run("cvc issue \(issuer) @cvca.key --role terminal --out @x @terminal.request")
        #expect(key.status == 3)
        #expect(key.errors.contains("the key of the authority is not the one of its certificate"))
        #expect(!FileManager.default.fileExists(atPath: place.path("x")))

        try place.done(
            "cvc issue --issuer-certificate @cvca.cvcert --issuer-key @cvca.key --role dv-domestic --rights dg3 "
                + "--out @small.cvcert @dv.request")
        let chain =
            try Data(contentsOf: URL(filePath: place.path("small.cvcert")))
            + Data(contentsOf: URL(filePath: place.path("cvca.cvcert")))
        try chain.write(to: URL(filePath: place.path("small-chain.cvcert")))
        let more = try place.run(
            "cvc issue --issuer-certificate @small-chain.cvcert --issuer-key @dv.key --role terminal --rights dg3,dg4 "
                + "@terminal.request")
        #expect(more.status == 0)
        #expect(more.errors.contains("grants more than its authority may"))
    }

    @Test func `asks with an encrypted key and lets the key before vouch for it`() throws {
        let place = try CVWorkplace()
        try place.write("correct horse\n", "passphrase")
        try place.done(
            "cvc request --key @next.key --key-passphrase-file @passphrase --curve brainpoolP256r1 --holder UTTERM00002 "
                + "--previous-key @terminal.key --previous UTTERM00001 --out @next.request")
        let text = try String(contentsOfFile: place.path("next.key"), encoding: .utf8)
        #expect(text.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
        #expect(try place.run("cvc request --key @next.key --holder UTTERM00002").status == 3)
        let shown = try place.run(
            "cvc show --issuer @chain.cvcert --issuer @terminal.cvcert --json @next.request")
        #expect(shown.status == 0)
        #expect(shown.output.contains("\"outerSignature\" : \"valid\""))
        #expect(shown.output.contains("\"outerAuthorityReference\" : \"UTTERM00001\""))
        // Alone it cannot be verified, and that is no fault of it.
        #expect(try place.run("cvc show @next.request").output.contains("the key of UTTERM00001 is not at hand"))
    }

    @Test func `never writes over a key and takes none that others may read`() throws {
        let place = try CVWorkplace()
        let again = try place.run("cvc request --key @dv.key --curve secp256r1 --holder UTDVAB00002")
        #expect(again.status == 3)
        #expect(again.errors.contains("a key is never written over"))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place.path("dv.key"))
        let exposed = try place.run("cvc request --key @dv.key --holder UTDVAB00002")
        #expect(exposed.status == 3)
        #expect(exposed.errors.contains("lets others at it"))
        #expect(exposed.errors.contains("chmod 600"))
    }

    @Test(arguments: [
        "cvc request --holder UTDVAB00001", "cvc request --key k --holder nobody", "cvc request --key k",
        "cvc request --key k --curve secp256r1 --rsa 2048 --holder UTDVAB00001",
        "cvc request --curve secp256r1 --holder UTDVAB00001", "cvc request --key k --token t --holder UTDVAB00001",
        "cvc request --key k --previous UTDVAB00001 --holder UTDVAB00002", "cvc issue --role cvca",
        "cvc issue --issuer-key k --role king", "cvc show", "cvc verify --trust",
    ])
    func `refuses a wrong command line`(line: String) throws {
        let place = TemporaryFolder()
        let words = line.split(separator: " ").map { $0 == "k" ? place.url.appending(path: "k").path() : String($0) }
        #expect(try BuiltProgram.run(words).status == 64)
        #expect(place.names().isEmpty)
    }

    @Test func `reads hexadecimal, Base64, PEM and standard input, and names what is none`() throws {
        let vector = try #require(try CVCertificateVector.published().first { $0.expect == nil })
        let place = TemporaryFolder()
        let base64 = Data(vector.certificate.bytes).base64EncodedString(options: .lineLength64Characters)
        let pem = "-----BEGIN CV CERTIFICATE-----\n\(base64)\n-----END CV CERTIFICATE-----\n"
        let outputs = try [Hexadecimal.encode(vector.certificate.bytes), base64, pem].map { text in
            let outcome = try BuiltProgram.run(["cvc", "show", "-"], input: text)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }
        #expect(Set(outputs).count == 1)
        for text in ["", "hello", "7F21", "30820100"] {
            #expect(try BuiltProgram.run(["cvc", "show", "-"], input: text).status == 3, "\(text)")
        }
        #expect(place.names().isEmpty)
    }

    @Test(arguments: ["ECDH", "DH"])
    func `shows the published certificates as text and as JSON`(agreement: String) throws {
        let vectors = try CVCertificateVector.published().filter {
            $0.expect == nil && $0.id.hasPrefix(agreement + ",")
        }
        let input = vectors.map { Hexadecimal.encode($0.certificate.bytes) }.joined(separator: "\n")
        let text = try BuiltProgram.run(["cvc", "show", "-"], input: input)
        let json = try BuiltProgram.run(["cvc", "show", "-", "--json"], input: input)
        #expect(vectors.count == 3)
        #expect(text.status == 0)
        #expect(try Golden.difference(text.output, "cli/cvc/\(agreement.lowercased()).txt") == nil)
        #expect(try Golden.difference(json.output, "cli/cvc/\(agreement.lowercased()).json") == nil)
    }
}
