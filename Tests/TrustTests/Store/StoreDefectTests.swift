import Cryptography
import Issuing
import PKI
import Standards
import Testing
import Trust

@Suite("Trust store: known defects")
struct StoreDefectTests {
    let place = TestStore()
    let now = TestDocument.day(2026)
    let authority = TestAuthority()
    static let hashWrong = OID(2, 23, 136, 1, 1, 7, 2, 2)

    private func take(
        _ documents: DeviationListContents.Documents, country: String? = "UT",
        standing: TrustDelivery.Standing = .accepted
    ) throws -> (TrustStore, TrustImportReport) {
        let contents = DeviationListContents(deviations: [
            .init(documents: documents, descriptions: [.init(Self.hashWrong, text: "a hash is wrong")])
        ])
        var delivery = TrustDelivery.test(.deviationList, "deviations", standing)
        delivery.source.country = country
        let signer = ListSigner(
            key: TestKeys.signer, certificate: try authority.documentSigner().encoded,
            algorithm: .ecdsa(.sha256, encoding: .der))
        let signed = try SignedData(contentInfo: signer.deviationList(contents, options: .init(signingTime: now)))
        delivery.deviationLists = [.init(try DeviationList(encoded: signed.eContent ?? []))]
        let store = try place.open()
        return (store, try store.take([delivery], at: now))
    }

    /// A defect list that says a signer is revoked, and so that it may be any state's.
    private func take(
        revoked signer: DefectListContents.Signer, hash: [UInt8]? = nil, standing: TrustDelivery.Standing = .accepted
    ) throws -> (TrustStore, TrustImportReport) {
        let contents = DefectListContents(defects: [
            .init(signer: signer, certificateHash: hash, known: [.revoked(status: 3)])
        ])
        var delivery = TrustDelivery.test(.defectList, "defects", standing)
        let key = ListSigner(
            key: TestKeys.signer, certificate: try authority.documentSigner().encoded,
            algorithm: .ecdsa(.sha256, encoding: .der))
        let signed = try SignedData(contentInfo: key.defectList(contents, options: .init(signingTime: now)))
        delivery.defectLists = [.init(try DefectList(encoded: signed.eContent ?? []))]
        let store = try place.open()
        return (store, try store.take([delivery], at: now))
    }

    private func document(_ number: String = "UT7402193", signer: Certificate? = nil) throws -> DocumentIdentity {
        DocumentIdentity(
            documentCode: "P", documentNumber: number, signer: try signer ?? authority.documentSigner())
    }

    private func defects(_ store: TrustStore, _ document: DocumentIdentity) throws -> [OID] {
        try store.material(at: now).defects(of: document).map(\.type)
    }

    @Test
    func `finds a document by its number, however it is written, and the list that says so`() throws {
        let (store, report) = try take(.init(documentNumbers: ["UT7402193", "UT7402194"]))
        #expect(report.states["UT"]?.deviationLists == 1)
        #expect(try defects(store, document("UT7402193<")) == [Self.hashWrong])
        #expect(try defects(store, document("UT7402195")) == [])
        let found = try store.material(at: now).defects(of: document())
        #expect(found.first?.source.name == "deviations")
        #expect(found.first?.text == "a hash is wrong")
        #expect(try store.statistics(at: now).documentNumbers == 2)
    }

    @Test
    func `tells what lists say of a number, trusted or not, by state, and counts lists by state`() throws {
        let (store, _) = try take(.init(documentNumbers: ["UT7402193"]), standing: TrustDelivery.unpinned)
        for number in ["UT7402193", "ut7402193", "UT7402193<"] {
            let found = try store.rules(ofDocument: number)
            #expect(found.map(\.rule.country) == ["UT"], "\(number)")
            #expect(found.first?.rule.defects.map(\.type) == [Self.hashWrong])
            #expect(found.first?.source.standing.isTrusted == false)
        }
        #expect(try store.rules(ofDocument: "UT7402194").isEmpty)
        #expect(try store.rules(ofDocument: "UT7402193", ofCountry: "UT").count == 1)
        #expect(try store.rules(ofDocument: "UT7402193", ofCountry: "DE").isEmpty)
        let state = try #require(store.statistics(at: now).states.first { $0.country == "UT" })
        #expect((state.deviationLists, state.defectLists, state.documentNumbers) == (1, 0, 1))
    }

    @Test
    func `finds documents by their signer, and all documents of a type`() throws {
        let signer = try authority.documentSigner(serial: 7)
        let (store, _) = try take(
            .init(signer: .issuerAndSerialNumber(issuer: signer.issuer.encoded, serialNumber: signer.serialNumber)))
        #expect(try defects(store, document(signer: signer)) == [Self.hashWrong])
        #expect(try defects(store, document()) == [])
    }

    @Test(arguments: [true, false])
    func `spares documents of the signer, and of the type, whose numbers are not named`(namesSigner: Bool) throws {
        let signer = try authority.documentSigner(serial: 7)
        var documents = DeviationListContents.Documents(documentType: "P", documentNumbers: ["UT7402193"])
        if namesSigner {
            documents.signer = .issuerAndSerialNumber(
                issuer: signer.issuer.encoded, serialNumber: signer.serialNumber)
        }
        let (store, _) = try take(documents)
        #expect(try defects(store, document("UT7402193", signer: signer)) == [Self.hashWrong])
        #expect(try defects(store, document("UT7402194", signer: signer)) == [])
    }

    @Test
    func `finds all documents of a type`() throws {
        let (store, _) = try take(.init(documentType: "P"))
        #expect(try defects(store, document()) == [Self.hashWrong])
        var card = try document()
        card.documentCode = "ID"
        #expect(try defects(store, card) == [])
    }

    @Test
    func `does not let a list that nobody vouches for excuse anything`() throws {
        let (store, _) = try take(.init(documentNumbers: ["UT7402193"]), standing: TrustDelivery.unpinned)
        #expect(try defects(store, document()) == [])
    }

    @Test
    func `does not let a state excuse documents of another`() throws {
        let (store, _) = try take(.init(documentNumbers: ["UT7402193"]), country: "XX")
        #expect(try defects(store, document()) == [])
    }

    @Test
    func `uses nothing of a list that does not say whose it is, and says so`() throws {
        let (store, report) = try take(.init(documentNumbers: ["UT7402193"]), country: nil)
        #expect(report.sources.first?.refused.map(\.reason.code) == ["publisherUnknown"])
        #expect(try defects(store, document()) == [])
    }

    @Test
    func `takes in a defect list, which speaks of signers of every state`() throws {
        let signer = try authority.documentSigner(serial: 7)
        let named = DefectListContents.Signer.issuerAndSerialNumber(
            issuer: signer.issuer.encoded, serialNumber: signer.serialNumber)
        let (store, report) = try take(revoked: named)
        let revoked = OID(0, 4, 0, 127, 0, 7, 3, 1, 5, 1, 1)
        #expect(report.sources.first?.defectLists == .init(new: 1, known: 0))
        #expect(try defects(store, document(signer: signer)) == [revoked])
        #expect(try defects(store, document()) == [])
        #expect(try store.material(at: now).defects(of: document(signer: signer)).first?.source.name == "defects")

        let (_, again) = try take(revoked: named)
        #expect(again.sources.first?.defectLists == .init(new: 0, known: 1))
    }

    @Test
    func `finds a signer by the hash of its certificate`() throws {
        let signer = try authority.documentSigner(serial: 7)
        let (store, _) = try take(
            revoked: .subjectKeyIdentifier([1, 2, 3]), hash: HashAlgorithm.sha256.hash(signer.encoded))
        #expect(try defects(store, document(signer: signer)).count == 1)
        #expect(try defects(store, document()) == [])
    }

    @Test
    func `uses nothing of a defect list that nobody vouches for`() throws {
        let signer = try authority.documentSigner(serial: 7)
        let (store, _) = try take(
            revoked: .issuerAndSerialNumber(issuer: signer.issuer.encoded, serialNumber: signer.serialNumber),
            standing: TrustDelivery.unpinned)
        #expect(try defects(store, document(signer: signer)) == [])
    }
}
