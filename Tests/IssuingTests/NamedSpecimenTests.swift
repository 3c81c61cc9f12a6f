import Cryptography
import Foundation
import Issuing
import LDS
import PKI
import TestSupport
import Testing

@Suite("The other specimens of Utopia")
struct NamedSpecimenTests {
    static let names = Specimen.all.map(\.name)

    static func document(_ name: String) throws -> IssuedDocument { try #require(try Specimen.named(name)) }

    @Test(arguments: names)
    func `are the same each time and signed under the one CSCA`(_ name: String) throws {
        let document = try Self.document(name)
        let again = try Self.document(name)

        #expect(document.files == again.files && document.records == again.records)
        #expect(document.cscaCertificates == (try Specimen.utopia().cscaCertificates))
    }

    @Test(arguments: names)
    func `have a security object that covers their data groups as they are`(_ name: String) throws {
        let document = try Self.document(name)
        let sod = try SOD(encoded: #require(document.files[.sod]))
        let issued = document.dataGroups

        #expect(sod.notes.isEmpty)
        #expect(Set(sod.securityObject.dataGroupHashes.map(\.number)) == Set(issued.keys.map(\.rawValue)))
        for entry in sod.securityObject.dataGroupHashes {
            let group = try #require(DataGroup(rawValue: entry.number))
            #expect(HashAlgorithm.sha256.hash(try #require(issued[group])) == Array(entry.hash))
        }
    }

    @Test(arguments: names.dropFirst())
    func `were made from the profiles that are checked in`(_ name: String) throws {
        let folder = Repository.testVectors.appending(path: "profiles")
        let json = try Data(contentsOf: folder.appending(path: "utopia-\(name.dropFirst(9)).json"))
        let fresh = try DocumentProfile(json: Array(json)) { path in
            (try? Data(contentsOf: folder.appending(path: path))).map(Array.init)
        }.issue()
        let embedded = try Self.document(name)

        #expect(fresh.dataGroups == embedded.dataGroups)
        #expect(Set(fresh.files.keys) == Set(embedded.files.keys))
        #expect(fresh.files[.cardAccess] == embedded.files[.cardAccess])
        #expect(fresh.records.mapValues(\.count) == embedded.records.mapValues(\.count))
        for file in [RecordFile.travelCertificates, .visaCertificates, .biometricCertificates] {
            #expect(fresh.records[file] == embedded.records[file])
        }
    }

    @Test(arguments: names)
    func `have signers whose certificates the CSCA has signed`(_ name: String) throws {
        let document = try Self.document(name)
        let authorities = try #require(document.authorities)
        let csca = try Certificate(encoded: document.cscaCertificates[0])
        let key = try PublicKey(subjectPublicKeyInfo: csca.subjectPublicKeyInfo)
        for encoded in [authorities.documentSigner.certificate]
            + authorities.recordSigners.values.map(\.certificate)
        {
            let certificate = try Certificate(encoded: encoded)
            #expect(certificate.issuer == csca.subject)
            #expect(
                try key.verify(
                    signature: certificate.signature, over: certificate.tbs,
                    algorithm: .ecdsa(.sha384, encoding: .der)))
        }
    }

    @Test
    func `offer what their names say`() throws {
        let pace = try Self.document("specimen-pace")
        #expect(pace.accessControl == .bac && pace.pace != nil && pace.activeAuthentication != nil)
        #expect(pace.chipAuthentication.count == 1)

        let cam = try Self.document("specimen-cam")
        let security = try CardSecurity(encoded: #require(cam.files[.cardSecurity]))
        let offered = try SecurityInfos(encoded: #require(cam.files[.cardAccess]))
        #expect(offered.pace.map(\.variant.mapping).contains(.chipAuthentication))
        #expect(security.securityInfos.chipAuthenticationPublicKeys.map(\.keyID) == [13])
        #expect(security.securityInfos.pace == offered.pace && security.notes.isEmpty)

        let eac = try Self.document("specimen-eac")
        #expect(Set(eac.dataGroups.keys) == [.dg1, .dg2, .dg3, .dg4, .dg7, .dg12, .dg14])
        #expect(eac.terminalAuthentication?.currentDate == [2, 5, 0, 9, 0, 1])
        #expect(
            try AuthorityReferences(encoded: #require(eac.files[.cvca])).references == ["UTSPECCVCA00001"])

        let card = try Self.document("specimen-identity-card")
        #expect(card.mrzLines.count == 3 && card.accessControl == .pace)
        #expect(card.pace?.can == Array("500540".utf8) && card.pace?.pin != nil && card.pace?.puk != nil)

        let records = try Self.document("specimen-lds2")
        #expect(records.records[.entryRecords]?.count == 2 && records.records[.visaRecords]?.count == 1)
        #expect(records.files.keys.contains { $0.name == "Biometrics1" })
        #expect(
            try ApplicationDirectory(encoded: #require(records.files[.directory])).applicationIdentifiers.count == 4)
        #expect(try Specimen.named("specimen-nobody") == nil)
    }

    @Test
    func `come with a terminal's certificates, each named by the next`() throws {
        let (encoded, key) = Specimen.terminal
        var certificates: [CVCertificate] = []
        for certificate in encoded { certificates.append(try CVCertificate(encoded: certificate)) }

        #expect(certificates.count == 3)
        #expect(certificates[0].isSelfIssued)
        #expect(certificates[1].authorityReference == certificates[0].holderReference)
        #expect(certificates[2].authorityReference == certificates[1].holderReference)
        #expect(try Specimen.named("specimen-eac")?.terminalAuthentication?.trustPoints == [encoded[0]])
        let issuers = [certificates[0], certificates[0], certificates[1]]
        for (certificate, issuer) in zip(certificates, issuers) {
            guard case .ellipticCurve(_, let point) = issuer.publicKey.key else {
                Issue.record("no key on a curve")
                continue
            }
            let publicKey = try PublicKey(point: CurvePoint(point, on: .brainpoolP256r1))
            #expect(
                try publicKey.verify(
                    signature: certificate.signature, over: certificate.body,
                    algorithm: .ecdsa(.sha256, encoding: .plain)))
        }
        guard case .ellipticCurve(_, let point) = certificates[2].publicKey.key else { return }
        #expect(try PrivateKey(pkcs8: key).publicKey.point?.encoded == point)
    }

    @Test
    func `come with a terminal's certificates that the issuer makes from the keys that are checked in`() throws {
        let folder = Repository.testVectors.appending(path: "profiles/keys")
        let keys = try ["cvca", "dv", "terminal"].map { name in
            try PrivateKey(pkcs8: Array(Data(contentsOf: folder.appending(path: "specimen-cv-\(name).pkcs8"))))
        }
        let stored = try Specimen.terminal.certificates.map { try CVCertificate(encoded: $0) }
        for (index, signer) in [0, 0, 1].enumerated() {
            let certificate = stored[index]
            let issuer = try CVCertificateIssuer(
                reference: stored[signer].holderReference, key: keys[signer],
                algorithm: .ecdsa(.sha256, encoding: .plain))
            var profile = CVCertificateProfile(
                holderReference: certificate.holderReference, authorization: certificate.authorization,
                effectiveDate: certificate.effectiveDate, expirationDate: certificate.expirationDate)
            profile.extensions = certificate.extensions.map {
                CVCertificateProfile.Extension(identifier: $0.identifier, contents: $0.contents)
            }
            profile.includesDomainParameters = index == 0
            let issued = try issuer.issue(
                profile, for: keys[index].publicKey, algorithm: .ecdsa(.sha256, encoding: .plain))
            #expect(try CVCertificate(encoded: issued).body == certificate.body)
        }
    }
}
