import ByteCoding
import Cryptography
import Issuing
import PKI
import Standards
import Testing

@Suite("Deviation lists of ICAO and defect lists of the BSI: content and signature")
struct DeviationListTests {
    static func content(_ list: [UInt8]) throws -> (SignedData, [UInt8]) {
        let data = try SignedData(contentInfo: list)
        return (data, try #require(data.eContent))
    }

    @Test
    func `name documents by number, as the list of Estonia does`() throws {
        let contents = DeviationListContents(deviations: [
            .init(
                documents: .init(documentNumbers: ["BB0000002", "BB0000001"]),
                descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 2, 3))])
        ])
        let (data, content) = try Self.content(
            TestState().signer(.deviationList).deviationList(contents, options: TestState.options))

        #expect(data.eContentType == .deviationList)
        #expect(data.certificates[0].extendedKeyUsage == [.deviationListSigningKey])
        #expect(
            Hexadecimal.encode(content)
                == "302F020100312A3028"
                + "3018A516130942423030303030303113094242303030303030" + "32" + "310C300A06086781080101070203")
    }

    @Test
    func `name documents by all that there is, and say where the deviation lies`() throws {
        let documents = DeviationListContents.Documents(
            documentType: "P", signer: .subjectKeyIdentifier([0xAA, 0xBB]),
            issued: TestState.day(2024)...TestState.day(2025))
        let contents = DeviationListContents(
            digest: .sha1,
            deviations: [
                .init(
                    documents: documents,
                    descriptions: [
                        .init(OID(2, 23, 136, 1, 1, 7, 2, 2), text: "Hash", parameter: .number(12)),
                        .init(
                            OID(2, 23, 136, 1, 1, 7, 1, 2), parameter: .identifier(.keyUsage),
                            nationalUse: [0x05, 0x00]),
                    ])
            ])
        let (_, content) = try Self.content(
            TestState().signer(.deviationList).deviationList(contents, options: TestState.options))
        let text = Hexadecimal.encode(content)

        #expect(text.hasPrefix("306") && text.contains("020100300706052B0E03021A31"))
        // [0] type, [2] key identifier, [4] first and last day.
        #expect(
            text.contains(
                "8001508202AABBA422180F32303234303130313030303030305A180F32303235303130313030303030305A"))
        #expect(text.contains("13044861736806086781080101070202A00302010C"))
        #expect(text.contains("06086781080101070102A0050603551D0FA1020500"))
    }

    @Test
    func `name signers by certificate and by digest`() throws {
        let csca = try TestState().csca()
        let decoded = try Certificate(encoded: csca)
        guard case .issuerAndSerialNumber(let issuer, let serialNumber) = DeviationListContents.Signer.named(by: csca)
        else { throw DecodingFailure(.missing("issuer"), at: 0) }

        #expect(issuer == TestState.name.encoded && serialNumber == decoded.serialNumber)
        #expect(
            DeviationListContents.Signer.keyIdentifier(of: csca)
                == .subjectKeyIdentifier(try #require(decoded.subjectKeyIdentifier)))
        let list = DeviationListContents(deviations: [
            .init(documents: .init(signer: .digest([0x11])), descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 1, 1))]),
            .init(
                documents: .init(signer: .named(by: csca)), descriptions: [.init(OID(2, 23, 136, 1, 1, 7, 1, 1))]),
        ])
        let (_, content) = try Self.content(
            TestState().signer(.deviationList).deviationList(list, options: TestState.options))
        let text = Hexadecimal.encode(content)
        #expect(text.contains("830111"))
        #expect(text.contains(Hexadecimal.encode(issuer) + "020101"))
    }

    @Test
    func `list the defects of a signer`() throws {
        let contents = DefectListContents(defects: [
            .init(signer: .subjectKeyIdentifier([0xAA]), certificateHash: [0x22], known: [.revoked(status: 2)]),
            .init(
                signer: .named(by: try TestState().csca()), known: [.malformedDataGroups([2, 1]), .comDiscrepancy]),
        ])
        let (data, content) = try Self.content(
            TestState().signer(.defectList).defectList(contents, options: TestState.options))
        let text = Hexadecimal.encode(content)

        #expect(data.eContentType == OID(0, 4, 0, 127, 0, 7, 3, 1, 5))
        #expect(data.certificates[0].extendedKeyUsage == [OID(0, 4, 0, 127, 0, 7, 3, 11, 2, 1, 2)])
        #expect(text.contains("0201000609608648016503040201"))
        #expect(text.contains("8001AA0401223111300F060A04007F000703010501010A0102"))
        #expect(text.contains("060A04007F000703010502013106020101020102"))
    }

    @Test(.enabled(if: OpenSSLProgram.isInstalled), arguments: CertificateProfile.ListKind.allCases)
    func `are signed as openssl wants it`(_ kind: CertificateProfile.ListKind) throws {
        let state = TestState.rsa
        let signer = try state.signer(kind)
        let list =
            switch kind {
            case .masterList: try signer.masterList([], options: TestState.options)
            case .deviationList: try signer.deviationList(.init(deviations: []), options: TestState.options)
            case .defectList: try signer.defectList(.init(defects: []), options: TestState.options)
            }
        let (status, output) = try MasterListTests.verify(list, csca: state.csca())

        #expect(status == 0, "\(output)")
    }
}
