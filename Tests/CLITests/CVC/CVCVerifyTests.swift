import Foundation
import PKI
import TestSupport
import Testing

@Suite("emrtd cvc verify: nothing that was given is overlooked")
struct CVCVerifyTests {
    private static let trust = "cvc verify --at 2026-06-01 --trust @cvca.cvcert"

    private func changed(_ place: CVWorkplace, _ name: String, to other: String) throws {
        var bytes = try Data(contentsOf: URL(filePath: place.path(name)))
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: URL(filePath: place.path(other)))
    }

    private func folder(_ place: CVWorkplace, _ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: place.path(name), withIntermediateDirectories: true)
    }

    @Test func `says yes to nothing where there is nothing`() throws {
        let place = try CVWorkplace()
        try folder(place, "empty")
        try folder(place, "broken")
        try place.write("7F21", "broken/a.txt")
        try place.write("", "broken/b.cvcert")
        try place.write("no certificate", "broken/readme")
        for flag in ["", " --json"] {
            let empty = try place.run("\(Self.trust) @empty\(flag)")
            #expect(empty.status == 3)
            #expect(empty.errors.contains("there is nothing to verify, no certificate was given"))
            let broken = try place.run("\(Self.trust) @broken\(flag)")
            #expect(broken.status == 3)
            #expect(broken.errors.contains("broken/a.txt' is no card verifiable certificate"))
            #expect(broken.errors.contains("broken/b.cvcert' is no card verifiable certificate"))
            #expect(!broken.errors.contains("readme"))
            let trusted = try place.run("\(Self.trust) @cvca.cvcert\(flag)")
            #expect(trusted.status == 3)
            #expect(trusted.errors.contains("there is nothing to verify but what --trust names"))
        }
        for path in ["@empty", "@dv.cvcert"] {
            let untrusted = try place.run("cvc verify --trust \(path) @dv.cvcert @terminal.cvcert")
            #expect(untrusted.status == 3)
            #expect(untrusted.errors.contains("no certificate of an authority among those of --trust"))
        }
    }

    @Test func `names a bad certificate beside a chain that is valid`() throws {
        let place = try CVWorkplace()
        try changed(place, "dv.cvcert", to: "altered.cvcert")
        let outcome = try place.run("\(Self.trust) @altered.cvcert @dv.cvcert @terminal.cvcert")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("UTTERM00001: valid"))
        #expect(outcome.output.contains("UTDVAB00001: not valid"))
        #expect(outcome.output.contains("/altered.cvcert"))
        let json = try place.run("\(Self.trust) --json @altered.cvcert @dv.cvcert @terminal.cvcert")
        #expect(json.status == 1)
        #expect(json.output.contains("\"code\" : \"wrongCertificateSignature\""))
        #expect(json.output.contains("/altered.cvcert\""))
    }

    @Test func `names a file of a folder that cannot be read, in operands and in trust`() throws {
        let place = try CVWorkplace()
        try folder(place, "pool")
        for name in ["dv.cvcert", "terminal.cvcert", "cvca.cvcert", "dv.request", "dv.key"] {
            try FileManager.default.copyItem(atPath: place.path(name), toPath: place.path("pool/\(name)"))
        }
        #expect(try place.run("\(Self.trust) @pool").status == 0)
        let whole = try Data(contentsOf: URL(filePath: place.path("dv.cvcert")))
        try whole.prefix(100).write(to: URL(filePath: place.path("pool/short")))
        for line in [
            "\(Self.trust) @pool", "cvc verify --at 2026-06-01 --trust @pool @dv.cvcert @terminal.cvcert",
        ] {
            let outcome = try place.run(line)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains("UTTERM00001: valid"))
            #expect(outcome.output.contains("pool/short: not readable"))
            #expect(try place.run("\(line) --json").output.contains("pool/short\""))
        }
    }

    @Test func `refuses another key under the name of a trusted authority`() throws {
        let (place, other) = (try CVWorkplace(), try CVWorkplace())
        let foreign = other.path("cvca.cvcert")
        let outcome = try place.run("\(Self.trust) \(foreign) @dv.cvcert @terminal.cvcert")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("UTTERM00001: valid"))
        #expect(outcome.output.contains("UTCVCA00001: not valid"))
        #expect(outcome.output.contains(foreign))
    }

    @Test func `says that a trusted certificate is not signed with its own key`() throws {
        let place = try CVWorkplace()
        try changed(place, "cvca.cvcert", to: "bad.cvcert")
        let line = "cvc verify --at 2026-06-01 --trust @bad.cvcert @dv.cvcert @terminal.cvcert"
        let outcome = try place.run(line)
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("UTCVCA00001: not valid, although trusted"))
        #expect(outcome.output.contains("/bad.cvcert"))
        let json = try place.run("\(line) --json")
        #expect(json.status == 1)
        #expect(json.output.contains("\"code\" : \"wrongCertificateSignature\""))
        #expect(try place.run("cvc verify --trust @bad.cvcert @bad.cvcert").status == 1)
    }

    @Test(arguments: [UInt8(0x83), 0x43, 0x03])
    func `refuses a verifier or a terminal that bears the name of its authority`(rights: UInt8) throws {
        let root = try CVAuthority("UTCVCA00001")
        let named = try root.certify(root, rights: rights)
        let place = TemporaryFolder()
        let path = { (name: String) in place.url.appending(path: name).path(percentEncoded: false) }
        try Data(root.certify(root, rights: 0xC3, withParameters: true).encoded).write(
            to: URL(filePath: path("root")))
        try Data(named.encoded).write(to: URL(filePath: path("named")))
        let outcome = try BuiltProgram.run([
            "cvc", "verify", "--at", "2026-06-15", "--trust", path("root"), path("named"),
        ])
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("is none that its authority may issue"))
    }
}
