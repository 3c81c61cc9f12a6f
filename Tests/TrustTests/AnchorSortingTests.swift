import Issuing
import PKI
import TestSupport
import Testing
import Trust

@Suite("Certificates of files: which of them are authorities")
struct AnchorSortingTests {
    private let authority = ListAuthority()

    private func sorted(_ certificate: [UInt8]) throws -> CSCAAnchors {
        var anchors = CSCAAnchors()
        anchors.sort(try Certificate(encoded: certificate))
        return anchors
    }

    @Test(arguments: [
        CertificateProfile.Role.documentSigner(documentTypes: ["P"]), .listSigner(.masterList),
        .listSigner(.deviationList), .listSigner(.defectList),
    ])
    func `take no signer for an authority, whatever it signs`(role: CertificateProfile.Role) throws {
        let anchors = try sorted(LintCases.certificate(role))
        #expect(anchors.certificates.isEmpty)
        #expect(anchors.documentSigners.count == 1)
    }

    @Test(arguments: [CertificateProfile.Deviation.withoutKeyUsage, .basicConstraintsInSigner])
    func `take no signer for one that does not say what it is for`(deviation: CertificateProfile.Deviation) throws {
        let signer = try LintCases.certificate(.documentSigner(documentTypes: ["P"])) { $0.deviations = [deviation] }
        #expect(try sorted(signer).certificates.isEmpty)
    }

    @Test
    func `take what signed itself, and what says that it signs certificates`() throws {
        #expect(try sorted(authority.csca()).certificates.count == 1)
        let silent = try authority.csca(serialNumber: [0x01], [.withoutBasicConstraints, .withoutKeyUsage])
        #expect(try sorted(silent).certificates.count == 1)
        #expect(try sorted(LintCases.certificate(.link(hasNewName: false))).certificates.count == 1)
    }
}
