import Foundation
import TestSupport
import Testing

@Suite("emrtd issue: trust data from an empty folder, judged by openssl")
struct IssueCommandTests {
    @Test(
        .enabled(if: IssueWorkplace.hasOpenSSL), arguments: ["secp256r1", "brainpoolP384r1", "rsa-2048", "rsa-2048-3"])
    func `makes a chain that openssl verifies`(_ keyType: String) throws {
        let place = try IssueWorkplace(keyType: keyType)
        try place.signer("ds")
        let (status, output) = try place.openssl("verify -x509_strict -CAfile @csca.pem @ds.cer")
        #expect(status == 0, "\(output)")
        let attributes = try FileManager.default.attributesOfItem(atPath: place.path("ds.key"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test(.enabled(if: IssueWorkplace.hasOpenSSL))
    func `signs with DSA`() throws {
        let place = try IssueWorkplace(keyType: "dsa-1024")
        let (status, output) = try place.openssl("verify -check_ss_sig -auth_level 0 -CAfile @csca.pem @csca.cer")
        #expect(status == 0, "\(output)")
    }

    @Test(.enabled(if: IssueWorkplace.hasOpenSSL))
    func `leads from the old key to the new one by a link`() throws {
        let place = try IssueWorkplace()
        try place.done(
            "csca --key-type rsa-2048 --key-out @new.key --profile - --out @new.cer",
            input: #"{"name": {"country": "UT", "commonName": "CSCA 2"}}"#)
        try place.done("link \(IssueWorkplace.authority) --out @link.cer @new.cer")
        let (status, output) = try place.openssl("verify -CAfile @csca.pem @link.cer")
        #expect(status == 0, "\(output)")
        let (_, link) = try place.openssl("x509 -in @link.cer -noout -text")
        let (_, new) = try place.openssl("x509 -in @new.cer -noout -subject -ext subjectKeyIdentifier")
        #expect(link.contains("Subject: C = UT, CN = CSCA 2") && link.contains("2.23.136.1.1.6.1"), "\(link)")
        for line in new.split(separator: "\n").dropFirst() { #expect(link.contains(line)) }
    }

    @Test(.enabled(if: IssueWorkplace.hasOpenSSL))
    func `revokes what it is told`() throws {
        let place = try IssueWorkplace()
        try place.signer("ds")
        try place.done("crl \(IssueWorkplace.authority) --out @csca.crl @ds.cer")
        let (_, output) = try place.openssl("crl -in @csca.crl -CAfile @csca.pem -noout -text")
        let (_, serial) = try place.openssl("x509 -in @ds.cer -noout -serial")
        #expect(output.contains("verify OK"), "\(output)")
        let number = serial.split(separator: "=").last.map { $0.filter { !$0.isNewline } } ?? "-"
        #expect(output.contains("Serial Number: \(number)"), "\(output)")
    }

    @Test(
        .enabled(if: IssueWorkplace.hasOpenSSL),
        arguments: [
            ("master-list", "2.23.136.1.1.2"), ("deviation-list", "2.23.136.1.1.7"),
            ("defect-list", "0.4.0.127.0.7.3.1.5"),
        ])
    func `signs lists`(_ kind: String, type: String) throws {
        let place = try IssueWorkplace()
        try place.signer("signer", role: kind)
        try place.signer("ds")
        let signer =
            "--signer-certificate @signer.cer --signer-key @signer.key --issuer-certificate @csca.cer --out @list"
        switch kind {
        case "master-list": try place.done("\(kind) \(signer) @csca.cer")
        default:
            let profile = Repository.testVectors.appending(path: "profiles/trust/\(kind).json").path(
                percentEncoded: false)
            try place.done("\(kind) \(signer) --profile \(profile) --base \(place.path("."))")
        }
        let (status, output) = try place.openssl(
            "cms -verify -inform DER -in @list -CAfile @csca.pem -purpose any -out @content")
        #expect(status == 0, "\(output)")
        let (_, structure) = try place.openssl("asn1parse -inform DER -in @list")
        #expect(structure.contains(":\(type)"))
        let (_, certificate) = try place.openssl("x509 -in @signer.cer -noout -ext extendedKeyUsage")
        #expect(certificate.contains("Extended Key Usage: critical"))
    }

    @Test(.enabled(if: IssueWorkplace.hasOpenSSL))
    func `signs a security object with which a document is accepted`() throws {
        let place = try IssueWorkplace()
        try place.signer("ds")
        try place.done("--out @document")
        for name in place.folder.names("document") where !["EF_DG1.bin", "EF_DG2.bin"].contains(name) {
            try FileManager.default.removeItem(atPath: place.path("document/\(name)"))
        }
        try place.done(
            "sod --signer-certificate @ds.cer --signer-key @ds.key --out @document/EF_SOD.bin @document/EF_DG2.bin "
                + "@document/EF_DG1.bin")
        let accepted = try BuiltProgram.run(["verify", "--csca", place.path("csca.cer"), place.path("document")])
        #expect(accepted.status == 0, "\(accepted.output)")

        try FileManager.default.removeItem(atPath: place.path("document/EF_SOD.bin"))
        try place.done(
            "sod --signer-certificate @ds.cer --signer-key @ds.key --deviation wrongHash-DG2 "
                + "--out @document/EF_SOD.bin @document/EF_DG2.bin @document/EF_DG1.bin")
        let refused = try BuiltProgram.run(["verify", "--csca", place.path("csca.cer"), place.path("document")])
        #expect(refused.status == 1, "\(refused.output)")
    }

    @Test
    func `writes a security object as the profile wants it`() throws {
        let place = try IssueWorkplace()
        try place.signer("ds")
        try place.write("\u{61}\u{00}", "dg")
        try place.write(
            #"{"contentType": "1.3.27.1.1.1", "otherCertificates": ["csca.cer"], "version": 1, "signingTime": "2025-01-01"}"#,
            "sod.json")
        try place.done("sod --profile @sod.json --signer-certificate @ds.cer --signer-key @ds.key --out @sod @dg")
        let object = try place.bytes("sod")
        let hasCertificate = { (name: String) in
            try Data(object).range(of: Data(place.bytes(name))) != nil
        }
        #expect(try hasCertificate("csca.cer") && hasCertificate("ds.cer"))
        #expect(Data(object).range(of: Data([0x06, 0x05, 0x2B, 0x1B, 0x01, 0x01, 0x01])) != nil)
        #expect(Data(object).range(of: Data("0108".utf8)) != nil)
    }

    @Test
    func `personalises a chip with keys and certificates that were issued`() throws {
        let place = try IssueWorkplace()
        try place.signer("ds")
        try place.write(
            """
            {"format": 1, "accessControl": "none",
             "mrz": {"lines": ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]},
             "pki": {"csca": {"key": {"file": "csca.key"}, "certificate": "csca.cer"},
                     "documentSigner": {"key": {"file": "ds.key"}, "certificate": "ds.cer"}}}
            """, "chip.json")
        try place.done("--profile @chip.json --out @chip")
        #expect(try place.bytes("chip/csca.cer") == place.bytes("csca.cer"))
        #expect(try place.bytes("chip/ds.cer") == place.bytes("ds.cer"))
        let outcome = try BuiltProgram.run(["verify", "--csca", place.path("csca.cer"), place.path("chip")])
        #expect(outcome.output.contains("✔ Issuer trust"), "\(outcome.output)")
    }

    @Test
    func `departs from the rules where it is asked to`() throws {
        let place = try IssueWorkplace()
        try place.signer("ds", "--deviation withoutKeyUsage --deviation negativeSerialNumber")
        let (_, output) = try place.openssl("x509 -in @ds.cer -noout -text")
        #expect(!output.contains("Key Usage: critical") && output.contains("-"), "\(output)")
        try place.done("crl \(IssueWorkplace.authority) --deviation brokenSignature --out @csca.crl")
        #expect(try place.openssl("crl -in @csca.crl -CAfile @csca.pem -noout").output.contains("verify failure"))
        try place.done(
            "master-list --signer-certificate @csca.cer --signer-key @csca.key --deviation bareContent --out @list @csca.cer"
        )
        #expect(try place.bytes("list").dropFirst(4).starts(with: [0x02, 0x01, 0x00, 0x31]))
    }

    @Test
    func `prints what was issued as JSON`() throws {
        let place = try IssueWorkplace()
        let outcome = try place.issue("crl \(IssueWorkplace.authority) --json @csca.cer")
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        let content = object?["content"] as? [String: Any]
        #expect(content?["revoked"] as? Int == 1 && content?["kind"] as? String == "revocationList")
        #expect((object?["encoded"] as? String)?.hasPrefix("30") == true)
    }
}
