import Cryptography
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: Chip Authentication, Doc 9303-11 §6.2")
struct ChipAuthenticationCheckTests {
    private let fixture: ProtocolFixture
    private let dg14 = ElementaryFile.dataGroup(.dg14)

    init() throws {
        // No mapping to stand in for it.
        fixture = try ProtocolFixture {
            $0.pace?.entries.removeFirst()
            $0.chipAuthentication?.keys.removeLast()
        }
    }

    private func judge(_ change: (inout ChipReading) throws -> Void = { _ in }) throws -> InspectionReport {
        try fixture.judge(change)
    }

    @Test func `takes the proof of a key that a trusted issuer signed`() throws {
        let report = try judge()
        let check = try #require(report["ca.chip"])
        #expect(check.result == .successful)
        #expect(check.obligation == .mandatory)
        #expect(check.evidence.contains(.init("anchored", "yes")))
        #expect(check.evidence.contains(.init("verified", "by the reader, recorded")))
        #expect(report.answer(.chipGenuineness) == .successful)
        #expect(report.code("aa.chip") == "notOffered")
        #expect(report.code("cam.chip") == "notOffered")
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test(arguments: [
        (ChipAuthenticationReading.Outcome.refused(status: 0x6A80), "refused"),
        (.failed(Reason("noRoundTrip", "No answer verified under the new keys.")), "notAuthenticated"),
    ])
    func `fails a chip that does not use the key its issuer gave it`(
        outcome: ChipAuthenticationReading.Outcome, code: String
    ) throws {
        let report = try judge { $0.chipAuthentication = try fixture.chipAuthentication(outcome) }
        #expect(report.code("ca.chip") == code)
        #expect(report.answer(.chipGenuineness)?.isFailure == true)
        #expect(report.verdict == .rejected)
    }

    @Test func `leaves open a key that this program cannot use`() throws {
        let report = try judge {
            $0.chipAuthentication = try fixture.chipAuthentication(
                .failed(Reason("unsupportedKey", "The key lies on a curve that is not known.")))
        }
        #expect(report.code("ca.chip") == "unsupportedKey")
        #expect(report.verdict == .undecided)
    }

    @Test(arguments: [
        FileReading.Outcome.absent(status: 0x6A82), .refused(status: 0x6982),
        .damaged([0x60, 0], Reason("tag", "Tag.")),
    ])
    func `fails a chip that withholds the DG14 that its issuer signed`(outcome: FileReading.Outcome) throws {
        let report = try judge { reading in
            reading.chipAuthentication = nil
            reading.replace(dg14, outcome)
        }
        #expect(report.code("ca.chip") == "keyWithheld")
        #expect(report.verdict == .rejected)
    }

    @Test(arguments: [FileReading.Outcome.skipped, nil])
    func `leaves open a chip whose DG14 nobody asked for`(outcome: FileReading.Outcome?) throws {
        let report = try judge { reading in
            reading.chipAuthentication = nil
            reading.replace(dg14, outcome)
        }
        #expect(report.code("ca.chip") == "notAsked")
        #expect(report.verdict == .undecided)
    }

    @Test func `leaves open a chip that was not asked, and one whose read was broken off`() throws {
        #expect(try judge { $0.chipAuthentication = nil }.code("ca.chip") == "notAsked")
        #expect(try judge { $0.chipAuthentication = nil }.verdict == .undecided)
        let report = try judge {
            $0.chipAuthentication = nil
            $0.ending = .brokenOff(Reason("cardRemoved", "Taken away."))
        }
        #expect(report["ca.chip"]?.result.name == "aborted")
    }

    @Test func `lets a key prove nothing that is not the one signed`() throws {
        var random = SystemRandomSource()
        let own = ChipAuthenticationKey(keyID: 1, pair: .ecdh(try ECDHKeyPair(on: .secp256r1, random: &random)))
        let group = FileEncoder.dg14(
            securityInfos: [
                SecurityInfoEncoder.chipAuthenticationPublicKey(own),
                SecurityInfoEncoder.chipAuthentication(ProtocolFixture.chipAuthentication, keyID: 1),
            ])
        let key = try #require(try SecurityInfos(encoded: group).chipAuthenticationPublicKeys.first)
        // The key alone, and with a DG14 that the security object does not vouch for.
        for outcome in [nil, FileReading.Outcome.read(group)] {
            let report = try judge { reading in
                reading.chipAuthentication?.subjectPublicKeyInfo = key.subjectPublicKeyInfo
                if let outcome { reading.replace(dg14, outcome) }
            }
            #expect(report.code("ca.chip") == "notAnchored")
            #expect(report.verdict == (outcome == nil ? .undecided : .rejected))
        }
    }

    /// An identity card has its key in EF.CardSecurity alone.
    @Test func `takes the proof of a key in a verified EF.CardSecurity, and no other there`() throws {
        let card = try ProtocolFixture {
            $0.pace?.entries.removeFirst()
            $0.chipAuthentication?.keys.removeFirst()
            $0.chipAuthentication?.variants = [.init(ProtocolFixture.chipAuthentication, version: 2, keyID: 13)]
        }
        func judge(_ change: (inout ChipReading) throws -> Void = { _ in }) throws -> InspectionReport {
            try card.judge { reading in
                reading.access.pace = PACEReading(identifier: ProtocolFixture.generic, parameterID: 13, password: .can)
                reading.chipAuthentication = try card.chipAuthentication(.confirmed, in: .cardSecurity)
                try change(&reading)
            }
        }
        #expect(try judge()["ca.chip"]?.result == .successful)
        #expect(try judge().verdict == .accepted)
        #expect(try judge { $0.chipAuthentication?.keyID = 12 }.code("ca.chip") == "notAnchored")
        #expect(try judge { $0.chipAuthentication?.source = dg14 }.code("ca.chip") == "notAnchored")
        #expect(try judge { $0.chipAuthentication = nil }.code("ca.chip") == "terminalNeeded")
        let refused = try judge {
            $0.chipAuthentication = try card.chipAuthentication(.refused(status: 0x6A80), in: .cardSecurity)
        }
        #expect(refused.verdict == .rejected)
    }

    @Test func `lets a number prove nothing that is another key's`() throws {
        #expect(try judge { $0.chipAuthentication?.keyID = 2 }.code("ca.chip") == "notAnchored")
    }

    @Test func `knows no trusted signer without a certificate`() throws {
        var unknown = fixture
        unknown.anchors = CSCAAnchors()
        let report = try unknown.judge()
        #expect(report.code("ca.chip") == "signerNotTrusted")
        #expect(report.verdict == .undecided)
    }

    @Test func `takes no proof by a key that anybody can break`() throws {
        // A DG14 with a DH key of 512 bits, signed all the same.
        let group = try DHGroup(
            p: [0xFF] + [UInt8](repeating: 0xA5, count: 62) + [0x0D], g: [2], q: nil)
        var weak = fixture
        weak.document.files[dg14] = FileEncoder.dg14(securityInfos: [
            SecurityInfoEncoder.chipAuthenticationPublicKey(
                .idPKDH, .group(group), bits: [0x02, 0x01, 0x05], keyID: nil)
        ])
        try weak.document.reissue()
        #expect(try weak.judge().code("ca.chip") == "unverifiable")
    }

    @Test func `asks nothing of a chip without a key`() throws {
        let plain = try ProtocolFixture {
            $0.chipAuthentication = nil
            $0.pace?.entries.removeFirst()
        }
        let report = try plain.judge()
        #expect(report.code("ca.chip") == "notOffered")
        #expect(report["ca.chip"]?.obligation == .recorded)
        #expect(report.answer(.chipGenuineness)?.name == "notSupported")
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `takes one proof for enough, but not beside a failure`() throws {
        let both = try ProtocolFixture()
        let open = try both.judge { $0.chipAuthentication = nil }
        #expect(open.code("ca.chip") == "notAsked")
        #expect(open["ca.chip"]?.obligation == .optional)
        #expect(open.answer(.chipGenuineness) == .successful)
        #expect(open.verdict == .accepted, "\(open.obstacles)")

        let failed = try both.judge { $0.chipAuthentication = try both.chipAuthentication(.refused(status: 0x6982)) }
        #expect(failed.answer(.chipGenuineness)?.isFailure == true)
        #expect(failed.verdict == .rejected)
    }
}

@Suite("Inspection: PACE with Chip Authentication Mapping, Doc 9303-11 §4.4.3.5")
struct ChipAuthenticationMappingCheckTests {
    private let fixture: ProtocolFixture

    init() throws {
        fixture = try ProtocolFixture {
            $0.chipAuthentication?.keys.removeFirst()
        }
    }

    private func judge(_ change: (inout ChipReading) throws -> Void = { _ in }) throws -> InspectionReport {
        try fixture.judge(change)
    }

    @Test func `takes the proof of the key in a verified EF.CardSecurity`() throws {
        let report = try judge()
        let check = try #require(report["cam.chip"])
        #expect(check.result == .successful)
        #expect(check.evidence.contains(.init("key", "EF.CardSecurity, number 13")))
        #expect(check.evidence.contains(.init("anchored", "yes")))
        #expect(report["consistency.cardSecurity"]?.result == .successful)
        #expect(report["pa.cardSecurity.trust"]?.result == .successful)
        #expect(report.verdict == .accepted, "\(report.obstacles)")
        for check in report.checks { #expect(CheckCatalogue.title(of: check.id) != check.id.rawValue) }
        #expect(Set(report.checks.map(\.id)).count == report.checks.count)
    }

    /// Whoever has the key of one chip could else make every document of that state prove itself.
    @Test func `takes no proof of an EF.CardSecurity that no signed DG14 repeats`() throws {
        var loose = fixture
        loose.document.files[.dataGroup(.dg14)] = nil
        try loose.document.reissue()
        #expect(try loose.judge().code("cam.chip") == "notBound")
        #expect(try loose.judge().verdict == .undecided)
        let unsigned = try judge { reading in
            let files = [PACEProfile.Entry(ProtocolFixture.mapping, parameterID: 13)].map {
                SecurityInfoEncoder.pace($0.protocolIdentifier, parameterIdentifier: $0.parameterID)
            }
            reading.replace(.dataGroup(.dg14), .read(FileEncoder.dg14(securityInfos: files)))
        }
        #expect(unsigned.code("cam.chip") == "notBound")
    }

    @Test func `tries the other keys of EF.CardSecurity after the one with the number of the parameters`() throws {
        let several = try ProtocolFixture {
            $0.chipAuthentication?.keys = [
                .init(.ellipticCurve(.brainpoolP256r1), keyID: 2, places: [.cardSecurity]),
                .init(.ellipticCurve(.secp256r1), keyID: 13, places: [.cardSecurity]),
            ]
        }
        let check = try several.judge()["cam.chip"]
        #expect(check?.result == .successful)
        #expect(check?.evidence.contains(.init("key", "EF.CardSecurity, number 2")) == true)
    }

    @Test(arguments: ["data", "point", "zero", "long", "offCurve"])
    func `fails a proof that does not fit`(fault: String) throws {
        let report = try judge { reading in
            var proof = try fixture.proof()
            switch fault {
            case "data": proof.chipAuthenticationData[0] ^= 1
            case "point": proof.mappingPublicKey = EllipticCurve.brainpoolP256r1.generator.encoded
            case "zero": proof.chipAuthenticationData = [UInt8](repeating: 0, count: 32)
            case "long": proof.chipAuthenticationData = [UInt8](repeating: 0, count: 300) + proof.chipAuthenticationData
            default: proof.mappingPublicKey[5] ^= 1
            }
            reading.access.pace?.chipAuthenticationMapping = proof
        }
        #expect(report.code("cam.chip") == "keyDiffers")
        #expect(report.verdict == .rejected)
    }

    @Test func `fails a chip that sent no proof, or an empty one`() throws {
        let reports = [
            try judge { $0.access.pace?.chipAuthenticationMapping = nil },
            try judge { $0.access.pace?.chipAuthenticationMapping?.chipAuthenticationData = [] },
        ]
        for report in reports {
            #expect(report.code("cam.chip") == "noProof")
            #expect(report.verdict == .rejected)
        }
    }

    @Test(arguments: [FileReading.Outcome.absent(status: 0x6A82), .refused(status: 0x6982)])
    func `fails a chip that withholds the key to its proof`(outcome: FileReading.Outcome) throws {
        let report = try judge { $0.replace(.cardSecurity, outcome) }
        #expect(report.code("cam.chip") == "keyWithheld")
        #expect(report.verdict == .rejected)
    }

    @Test func `leaves open a proof without the key to it`() throws {
        #expect(try judge { $0.replace(.cardSecurity, nil) }.code("cam.chip") == "noCardSecurity")
        let report = try judge {
            $0.replace(.cardSecurity, nil)
            $0.ending = .brokenOff(Reason("cardRemoved", "Taken away."))
        }
        #expect(report["cam.chip"]?.result.name == "aborted")
        #expect(report.verdict == .undecided)
    }

    @Test func `anchors nothing in an EF.CardSecurity whose signature is wrong`() throws {
        let report = try judge { reading in
            var file = try #require(fixture.document.files[.cardSecurity])
            file[file.count - 3] ^= 1
            reading.replace(.cardSecurity, .read(file))
        }
        #expect(report.code("pa.cardSecurity.signature") == "signatureWrong")
        #expect(report.code("cam.chip") == "notAnchored")
        #expect(report.verdict == .rejected)
    }

    @Test func `does not take another chip's EF.CardSecurity`() throws {
        // The same issuer signed it, for another chip.
        let other = try ProtocolFixture { $0.chipAuthentication?.keys.removeFirst() }
        let authorities = try #require(fixture.document.authorities)
        let infos = try other.infos(.cardSecurity).infos.map(\.encoded)
        let foreign = try authorities.documentSigner.issueCardSecurity(infos, options: authorities.sodOptions)
        let report = try judge { $0.replace(.cardSecurity, .read(foreign)) }
        #expect(report["pa.cardSecurity.signature"]?.result == .successful)
        #expect(report.code("cam.chip") == "keyDiffers")
        #expect(report.verdict == .rejected)
    }

    @Test func `does not take the proof of another chip with its own EF.CardSecurity`() throws {
        // Both are genuine, and the other one offers something else.
        let other = try ProtocolFixture {
            $0.pace?.entries.removeLast()
            $0.chipAuthentication?.keys.removeFirst()
        }
        var fixture = fixture
        for certificate in other.document.cscaCertificates { try fixture.anchors.add(file: certificate) }
        let report = try fixture.judge { reading in
            reading.replace(.cardSecurity, .read(try #require(other.document.files[.cardSecurity])))
            reading.access.pace?.chipAuthenticationMapping = try other.proof()
        }
        #expect(report["pa.cardSecurity.trust"]?.result == .successful)
        #expect(report.code("consistency.cardSecurity") == "paceEntriesMissing")
        #expect(report.code("cam.chip") == "foreignCardSecurity")
        #expect(report.verdict == .rejected)
    }

    @Test func `does not take an EF.CardSecurity of another state`() throws {
        let issuer = try ProtocolFixture.issuer("FR")
        let other = try ProtocolFixture {
            $0.chipAuthentication?.keys.removeFirst()
            $0.issuer = issuer
        }
        var fixture = fixture
        for certificate in other.document.cscaCertificates { try fixture.anchors.add(file: certificate) }
        let report = try fixture.judge { reading in
            reading.replace(.cardSecurity, .read(try #require(other.document.files[.cardSecurity])))
            reading.access.pace?.chipAuthenticationMapping = try other.proof()
        }
        #expect(report.code("consistency.cardSecurity") == "signedByOtherState")
        #expect(report.code("cam.chip") == "foreignCardSecurity")
    }

    @Test func `does not take an EF.CardSecurity that holds another key under a number of DG14`() throws {
        let both = try ProtocolFixture { profile in
            profile.chipAuthentication?.keys[0].keyID = 13
        }
        let report = try both.judge()
        #expect(report.code("consistency.cardSecurity") == "keysDiffer")
        #expect(report.verdict == .rejected)
    }

    @Test func `takes a self-made signer of EF.CardSecurity for nobody`() throws {
        let maker = try ProtocolFixture { $0.chipAuthentication?.keys.removeFirst() }
        let report = try judge { reading in
            reading.replace(.cardSecurity, .read(try #require(maker.document.files[.cardSecurity])))
            reading.access.pace?.chipAuthenticationMapping = try maker.proof()
        }
        #expect(report.code("cam.chip") == "signerNotTrusted")
        #expect(report["pa.cardSecurity.trust"]?.result.isOpen == true)
        #expect(report.verdict == .undecided)
    }

    @Test(arguments: [(EllipticCurve.secp256r1, "noKey"), (.brainpoolP256r1, nil)] as [(EllipticCurve, String?)])
    func `wants a key on the curve of the parameters`(curve: EllipticCurve, code: String?) throws {
        let other = try ProtocolFixture {
            $0.chipAuthentication?.keys = [.init(.ellipticCurve(curve), keyID: 13, places: [.cardSecurity])]
        }
        #expect(try other.judge().code("cam.chip") == code)
    }

    @Test func `leaves open a chip that offers it and was opened in another way`() throws {
        let report = try judge {
            $0.access.pace = PACEReading(identifier: ProtocolFixture.generic, parameterID: 13, password: .can)
        }
        #expect(report.code("cam.chip") == "notAsked")
        #expect(report["cam.chip"]?.obligation == .mandatory)
        let broken = try judge {
            $0.access = AccessReading(offersPACE: true)
            $0.ending = .brokenOff(Reason("cardRemoved", "Taken away."))
        }
        #expect(broken["cam.chip"]?.result.name == "aborted")
    }
}
