import Foundation
import TestSupport
import Testing

@Suite("emrtd issue: what is wrong is named")
struct IssueFailureTests {
    @Test(arguments: [
        ("csca --out @x", "missing '--key' or '--key-out'"),
        ("csca --key @csca.key --key-out @y --out @x", "name two keys"),
        ("csca --key-out @x --out @x", "name the same file"),
        ("csca --key-out - --out @x", "a key goes to no standard output"),
        ("csca --key @csca.key --key-type rsa-2048 --out @x", "'--key-type' goes with '--key-out'"),
        ("csca --key-out @y --key-type rsa-2048-4 --out @x", "'--key-type rsa-2048-4' is no kind of key"),
        ("ds --key-out @y --out @x", "missing '--issuer-certificate'"),
        ("ds --issuer-certificate @csca.cer --key-out @y --out @x", "missing '--issuer-key'"),
        ("crl --out @x", "missing '--issuer-certificate'"),
        ("master-list --out @x", "missing '--signer-certificate'"),
        ("master-list --signer-certificate @csca.cer --out @x", "missing '--signer-key'"),
        ("deviation-list --out @x", "missing '--profile'"),
        ("defect-list --out @x", "missing '--profile'"),
        ("crl --base @. --out @x", "'--base' goes with '--profile'"),
        ("cscs", "there is no command 'issue cscs'"),
        ("sod --deviation anythingWhatever @csca.cer", "'emrtd issue sod --help' lists them"),
        ("sod --deviation brokenSignatur @csca.cer", "did you mean 'brokenSignature'?"),
    ])
    func `on the command line`(_ line: String, words: String) throws {
        let place = try IssueWorkplace()
        let outcome = try place.issue(line)
        #expect(outcome.status == 64 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(place.folder.names() == ["csca.cer", "csca.key"])
    }

    @Test(arguments: [
        ("csca --key-out @csca.key --out @x", "csca.key' is there already"),
        ("csca --key @csca.key --out @csca.cer", "csca.cer' is there already"),
        ("csca --key @csca.cer --out @x", "lets others at it"),
        ("csca --key-out @y --out @missing/x", "cannot be written"),
        (
            "link --issuer-certificate @csca.cer --issuer-key @csca.key --out @x @csca.key",
            "does not hold one certificate"
        ),
        ("link --issuer-certificate @csca.cer --issuer-key @csca.key --out @x @missing", "there is no"),
        (
            "ds --issuer-certificate @csca.cer --issuer-key @other.key --key-out @y --out @x",
            "it is not for the issuer's key"
        ),
        ("sod --signer-certificate @csca.cer --signer-key @csca.key --out @x @csca.key", "does not begin with the tag"),
        ("sod --signer-certificate @csca.cer --signer-key @csca.key --out @x @dg @dg", "is a second file of DG1"),
        ("crl --issuer-certificate @csca.cer --issuer-key @csca.key --out @x @dg", "does not hold one certificate"),
    ])
    func `in files`(_ line: String, words: String) throws {
        let place = try IssueWorkplace()
        try place.done("csca --key-out @other.key --out @other.cer")
        try place.write("\u{61}\u{00}", "dg")
        let before = place.folder.names()
        let outcome = try place.issue(line)
        #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(place.folder.names() == before)
    }

    @Test(arguments: [
        ("csca --key @csca.key", #"{"name": {"country": 7, "commonName": "x"}}"#, "name.country: a string is expected"),
        ("csca --key @csca.key", #"{"serial": 7}"#, "unknown key 'serial'"),
        ("csca --key @csca.key", #"{"documentTypes": ["P"]}"#, "documentTypes: document types belong to"),
        ("csca --key @csca.key", #"{"deviations": ["no"]}"#, "deviations[0]: one of"),
        ("csca --key @csca.key", #"{"extensions": [{"identifier": "x", "value": "00"}]}"#, "extensions[0].identifier"),
        ("csca --key @csca.key", #"{"algorithm": {"name": "ecdsa-sha256", "saltLength": 3}}"#, "only PSS has a salt"),
        ("csca --key @csca.key", #"{"algorithm": "rsa-sha256"}"#, "no signature could be made"),
        (
            "csca --key @csca.key", #"{"privateKeyUsage": {"from": "2026-01-02", "to": "2026-01-01"}}"#,
            "privateKeyUsage: 'to' lies"
        ),
        ("csca --key @csca.key", "{", "it is not JSON"),
        (
            "crl \(IssueWorkplace.authority)", #"{"revoked": [{"certificate": "none.cer"}]}"#,
            "'none.cer', which the profile names"
        ),
        ("crl \(IssueWorkplace.authority)", #"{"revoked": [{"serialNumber": "XY"}]}"#, "revoked[0].serialNumber"),
        ("crl \(IssueWorkplace.authority)", #"{"revoked": [{"serialNumber": 1, "reason": 11}]}"#, "revoked[0].reason"),
        (
            "deviation-list --signer-certificate @csca.cer --signer-key @csca.key",
            #"{"entries": [{"documents": {}, "descriptions": [{"deviation": "x"}]}]}"#,
            "entries[0].descriptions[0].deviation: an object identifier"
        ),
        (
            "defect-list --signer-certificate @csca.cer --signer-key @csca.key",
            #"{"entries": [{"signer": {}, "known": []}]}"#, "entries[0].signer: 'certificate' is missing"
        ),
        (
            "master-list --signer-certificate @csca.cer --signer-key @csca.key",
            #"{"signerIdentifier": "name"}"#, "signerIdentifier: one of"
        ),
    ])
    func `in a profile, by its place`(_ line: String, profile: String, words: String) throws {
        let place = try IssueWorkplace()
        let outcome = try place.issue("\(line) --profile - --out @x", input: profile)
        #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(place.folder.names() == ["csca.cer", "csca.key"])
    }
}
