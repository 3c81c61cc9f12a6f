import ByteCoding
import Issuing
import LDS
import PKI
import Standards
import Testing
import Trust

@Suite("Passive Authentication: signers that somebody slipped in")
struct ForgedSignerTests {
    private let genuine = TestDocument()

    /// The same document, names and numbers under keys of the forger's.
    private var forged: TestDocument {
        var forged = TestDocument()
        (forged.cscaKey, forged.signerKey) = (TestKeys.other, TestKeys.other)
        return forged
    }

    @Test(arguments: TrustPolicy.Name.allCases)
    func `takes of two certificates of the same issuer and number the one that signed, for every check`(
        name: TrustPolicy.Name
    ) throws {
        let certificates = try [genuine.signerCertificate(), forged.signerCertificate()]
        let authentication = try genuine.authentication(TrustPolicy(name: name))
        for (isForged, document) in [(false, genuine), (true, forged)] {
            for isForgedFirst in [false, true] {
                var object = HandmadeSOD(document)
                object.signedData[.certificates] = DataObjectWriter.encode(
                    0xA0, containing: isForgedFirst ? certificates.reversed() : certificates)
                let result = try authentication.evaluate(document.reading(sod: object.encoded()))
                // Whichever comes first; the forger's own is then not trusted, for all that the other is there.
                #expect(result[.sodSignature]?.result == .successful)
                #expect((result.trust == .trusted) == (!isForged && name != .strict))
                #expect((result.verdict == .accepted) == (!isForged && name != .strict))
            }
        }
    }

    @Test(arguments: TrustPolicy.Name.allCases)
    func `takes no country signing certificate for a document signer`(name: TrustPolicy.Name) throws {
        var document = genuine
        document.signerKey = genuine.cscaKey
        let csca = try genuine.cscaCertificate()
        var object = HandmadeSOD(document)
        object.signedData[.certificates] = DataObjectWriter.encode(0xA0, csca.encoded)
        object.signerInfo[.sid] = HandmadeSOD.sequence(
            csca.issuer.encoded, DataObjectWriter.encode(0x02, csca.serialNumber))
        let result = try genuine.authentication(TrustPolicy(name: name)).evaluate(
            document.reading(sod: object.encoded()))

        #expect(result[.sodSignature]?.result == .successful)
        #expect(result.code(.documentSignerKeyUsage) == "notForSignatures")
        #expect(result.verdict == .rejected)
    }
}
