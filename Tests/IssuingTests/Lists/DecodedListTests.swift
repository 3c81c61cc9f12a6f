import Cryptography
import Issuing
import PKI
import Standards
import Testing

@Suite("Lists of ours: read by the decoders")
struct DecodedListTests {
    @Test
    func `a deviation list keeps all that was put in`() throws {
        let signer = try TestState().signer(.deviationList)
        let csca = try TestState().csca()
        let list = try signer.deviationList(
            DeviationListContents(
                digest: .sha256,
                deviations: [
                    .init(
                        documents: .init(
                            documentType: "P", signer: .named(by: csca),
                            issued: TestState.day(2024)...TestState.day(2025), documentNumbers: ["A1", "A2"]),
                        descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 2, 2), text: "x", parameter: .number(2))])
                ]), options: TestState.options)
        let decoded = try DeviationList(encoded: #require(SignedData(contentInfo: list).eContent))
        let entry = try #require(decoded.deviations.first)

        #expect(decoded.digestAlgorithm?.oid == .sha256 && decoded.deviations.count == 1)
        #expect(entry.documents.documentType == "P" && entry.documents.documentNumbers == ["A1", "A2"])
        #expect(entry.documents.issuingDates == TestState.day(2024)...TestState.day(2025))
        #expect(entry.documents.documentSigner != nil)
        #expect(entry.descriptions.map(\.type) == [OID(2, 23, 136, 1, 1, 7, 2, 2)])
        #expect(entry.descriptions[0].text == "x" && entry.descriptions[0].parameters == [0x02, 0x01, 0x02])
    }

    @Test
    func `a defect list keeps all that was put in`() throws {
        let csca = try TestState().csca()
        let list = try TestState().signer(.defectList).defectList(
            DefectListContents(defects: [
                .init(signer: .named(by: csca), certificateHash: [1], known: [.revoked(status: 3)]),
                .init(signer: .keyIdentifier(of: csca), known: [.chipAuthenticationKeyRevoked]),
            ]), options: TestState.options)
        let decoded = try DefectList(encoded: #require(SignedData(contentInfo: list).eContent))

        #expect(decoded.hashAlgorithm == .sha256 && decoded.defects.count == 2)
        #expect(Set(decoded.defects.map(\.certificateHash)) == [[1], nil])
        #expect(
            Set(decoded.defects.flatMap(\.known).map(\.parameters)) == [[0x0A, 0x01, 0x03], nil])
    }
}
