import PKI
import Seals
import Standards
package import Trust

/// A seal in JSON with its issuer and the issuer's revocation list: all of it verifies.
package struct SealChainVector: ConformanceVector {
    package static let places = ["trust/seals/australia.json"]

    package let id: String
    package let json: String
    package let csca: HexBytes
    package let crl: HexBytes
    /// Of the signer's certificate.
    package let serialNumber: String
    /// What the signer's certificate allows.
    package let documentTypes: String

    package func check() throws {
        let result = try evaluate()
        let open = result.checks.filter { $0.finding.result.reason != nil && $0.obligation == .mandatory }
        try compare(
            "open checks", open.map { "\($0.finding.id): \($0.finding.result)" }.sorted(), with: [dates, expiry])
        try compare("verdict", result.verdict, with: .accepted)
        try compare("revocation", result[.sealSignerRevocation]?.result, with: .successful)
        try compare("serialNumber", result.signer?.serialNumber, with: serialNumber)
        let types = result[.sealSignerDocumentType]?.evidence.first { $0.name == "types" }?.value
        try compare("documentTypes", types, with: documentTypes)
    }

    /// Such seals have no dates.
    private var dates: String {
        let text = "the seal says neither when it was signed nor when the document was issued"
        return "seal.dates: \(CheckResult.notSupported(Reason("noDates", text)))"
    }

    private var expiry: String {
        let text = "the seal does not say until when its document holds"
        return "seal.expiry: \(CheckResult.notSupported(Reason("noExpiry", text)))"
    }

    /// The judgement of the seal, in the time of its list.
    package func evaluate() throws -> SealResult {
        var anchors = CSCAAnchors()
        try anchors.add(file: csca.bytes)
        let lists = try CertificateFile.revocationLists(in: crl.bytes)
        return PassiveAuthentication(anchors: anchors, at: Self.time, revocationLists: lists)
            .evaluateSeal(.nonConstrained(try NonConstrainedSeal(json: Array(json.utf8))))
    }

    private static let time = Timestamp(secondsSince1970: 1_636_000_000)  // 2021-11-04
}
