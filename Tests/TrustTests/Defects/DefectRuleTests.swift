import ByteCoding
import Cryptography
import Foundation
import Issuing
import PKI
import Standards
import TestSupport
import Testing
import Trust

@Suite("Which documents a list of defects means: Doc 9303-12 §9")
struct DefectRuleTests {
    static let source: TrustDelivery.Source = {
        var source = TrustDelivery.Source(kind: .deviationList, name: "list", sha256: [1])
        source.country = "UT"
        return source
    }()
    static let defect = KnownDefect(type: .deviationList.appending(2), source: source)

    private func identity(_ change: (inout DocumentIdentity) -> Void = { _ in }) throws -> DocumentIdentity {
        var identity = DocumentIdentity(
            documentCode: "PM", documentNumber: "L898902C3", issuingDate: TestDocument.day(2024, 6, 1),
            signer: try Certificate(encoded: TestDocument().signerCertificate()))
        change(&identity)
        return identity
    }

    private func isMeant(
        _ rule: DefectRule, _ change: (inout DocumentIdentity) -> Void = { _ in }
    ) throws -> Bool {
        var catalogue = DefectCatalogue()
        catalogue.add([rule], from: Self.source, standing: .direct)
        return try catalogue.defects(of: identity(change)) == [Self.defect]
    }

    private func rule(_ change: (inout DefectRule) -> Void) -> DefectRule {
        var rule = DefectRule(country: "UT", defects: [Self.defect])
        change(&rule)
        return rule
    }

    @Test
    func `are those of the state that published the list, and no others`() throws {
        #expect(try isMeant(rule { _ in }))
        #expect(try isMeant(rule { $0.country = nil }), "a list of all states")
        #expect(try !isMeant(rule { $0.country = "XO" }))
        #expect(try !isMeant(rule { _ in }) { $0.signer = nil }, "a document of nobody knows whom")
    }

    @Test
    func `are those for which each stated field holds, and none where it is not known`() throws {
        #expect(try isMeant(rule { $0.documentType = "P" }))
        #expect(try isMeant(rule { $0.documentType = "PM" }))
        #expect(try !isMeant(rule { $0.documentType = "PD" }))
        #expect(try !isMeant(rule { $0.documentType = "PM" }) { $0.documentCode = "PMA" })
        #expect(try !isMeant(rule { $0.documentType = "P" }) { $0.documentCode = nil })

        let dates = TestDocument.day(2024)...TestDocument.day(2025)
        #expect(try isMeant(rule { $0.issuingDates = dates }))
        #expect(try !isMeant(rule { $0.issuingDates = dates }) { $0.issuingDate = TestDocument.day(2023) })
        #expect(try !isMeant(rule { $0.issuingDates = dates }) { $0.issuingDate = nil })

        #expect(try isMeant(rule { $0.documentNumbers = ["X", "L898902C3"] }))
        #expect(try isMeant(rule { $0.documentNumbers = ["L898902C3"] }) { $0.documentNumber = "l898902c3<" })
        #expect(try !isMeant(rule { $0.documentNumbers = ["X"] }))
        #expect(try !rule { $0.documentNumbers = ["X"] }.holds(for: identity()))
        #expect(try !isMeant(rule { $0.documentNumbers = ["L898902C3"] }) { $0.documentNumber = nil })

        #expect(
            try !isMeant(
                rule {
                    $0.documentNumbers = ["L898902C3"]
                    $0.documentType = "V"
                }), "all of them, not one of them")
    }

    @Test
    func `are named by their signer in three ways`() throws {
        let signer = try Certificate(encoded: TestDocument().signerCertificate())
        let key = try #require(signer.subjectKeyIdentifier)
        let ways: [(DefectRule.Signer, DefectRule.Signer)] = [
            (
                .issuerAndSerialNumber(signer.issuer, serialNumber: signer.serialNumber),
                .issuerAndSerialNumber(signer.issuer, serialNumber: [0x2B])
            ),
            (.subjectKeyIdentifier(key), .subjectKeyIdentifier(key.reversed())),
            (
                .certificateDigest(algorithm: .sha1, HashAlgorithm.sha1.hash(signer.encoded)),
                .certificateDigest(algorithm: .sha256, HashAlgorithm.sha1.hash(signer.encoded))
            ),
        ]
        for (right, wrong) in ways {
            #expect(try isMeant(rule { $0.signer = right }) { $0.signer = signer })
            #expect(try !isMeant(rule { $0.signer = wrong }) { $0.signer = signer })
        }
        let sid = SignerInfo.Identifier.issuerAndSerialNumber(signer.issuer, serialNumber: [0x2B])
        #expect(try isMeant(rule { $0.signer = ways[0].1 }) { $0.signerIdentifier = sid }, "as the object names it")

        var document = TestDocument()
        document.cscaName = TestDocument.name("Another CSCA")
        let namesake = try Certificate(encoded: document.signerCertificate())
        try #require(namesake.serialNumber == signer.serialNumber && namesake.issuer.match(signer.issuer) == nil)
        let other = DefectRule.Signer.issuerAndSerialNumber(namesake.issuer, serialNumber: signer.serialNumber)
        #expect(try !isMeant(rule { $0.signer = other }), "a number counts under its issuer's name")
        let named = SignerInfo.Identifier.issuerAndSerialNumber(signer.issuer, serialNumber: signer.serialNumber)
        #expect(try !isMeant(rule { $0.signer = other }) { $0.signerIdentifier = named })
    }

    @Test(arguments: [[0x2A], [0x00, 0x2A], [0x00, 0x00, 0x2A]] as [[UInt8]])
    func `are found by a serial number however the list pads it, and the signer`(_ listed: [UInt8]) throws {
        for deviations in [[], [.paddedSerialNumber]] as [Set<CertificateProfile.Deviation>] {
            var document = TestDocument()
            document.signer.deviations = deviations
            let signer = try Certificate(encoded: document.signerCertificate())
            let named = DefectRule.Signer.issuerAndSerialNumber(signer.issuer, serialNumber: listed)
            #expect(try isMeant(rule { $0.signer = named }) { $0.signer = signer })
            let sid = SignerInfo.Identifier.issuerAndSerialNumber(signer.issuer, serialNumber: signer.serialNumber)
            let other = try Certificate(encoded: TestDocument().cscaCertificate().encoded)
            #expect(
                try isMeant(rule { $0.signer = named }) { ($0.signer, $0.signerIdentifier) = (other, sid) })
        }
    }

    @Test
    func `are nobody's where nobody vouches for the list`() throws {
        var catalogue = DefectCatalogue()
        let isTaken = catalogue.add(
            [rule { _ in }], from: Self.source, standing: .untrusted(Reason("noPin", "no pin is known")))
        #expect(!isTaken)
        #expect(try catalogue.defects(of: identity()) == [])
        #expect(
            LoadedTrustMaterial(anchors: CSCAAnchors(), defects: catalogue).generation
                == LoadedTrustMaterial(anchors: CSCAAnchors()).generation)
        catalogue.add([rule { _ in }], from: Self.source, standing: .accepted)
        let material = LoadedTrustMaterial(anchors: CSCAAnchors(), defects: catalogue)
        #expect(try material.defects(of: identity()) == [Self.defect])
        #expect(material.generation != LoadedTrustMaterial(anchors: CSCAAnchors()).generation)
    }

    /// The Estonian list of 2018: 169,422 document numbers whose security objects are signed wrongly.
    @Test(.enabled(if: Repository.hasShared))
    func `are found by number in a real list`() throws {
        let url = Repository.shared.appending(path: "data/deviation/EE_DL_2018-06-26.bin")
        let signed = try SignedData(contentInfo: Array(Data(contentsOf: url)))
        let list = try DeviationList(encoded: try #require(signed.eContent))
        var source = TrustDelivery.Source(kind: .deviationList, name: "EE", sha256: [2])
        #expect(DefectRule.rules(of: list, from: source).isEmpty, "a publisher that is not known excuses nobody")
        source.country = "EE"
        var catalogue = DefectCatalogue()
        catalogue.add(list, from: source, standing: .accepted)
        let numbers = catalogue.rules.flatMap { $0.documentNumbers ?? [] }
        #expect(numbers.count == 169_422)
        var document = TestDocument()
        document.cscaName = TestDocument.name("CSCA", country: "EE")
        let signer = try Certificate(encoded: document.signerCertificate())
        let number = try #require(numbers.first)
        for rule in catalogue.rules {
            let type = rule.documentType
            let identity = DocumentIdentity(
                documentCode: type, documentNumber: number, issuingDate: rule.issuingDates?.lowerBound, signer: signer)
            #expect(
                rule.signer != nil || catalogue.defects(of: identity).map(\.type) == [OID(2, 23, 136, 1, 1, 7, 2, 3)])
        }
        #expect(catalogue.defects(of: DocumentIdentity(documentNumber: "NONE", signer: signer)) == [])
    }
}
