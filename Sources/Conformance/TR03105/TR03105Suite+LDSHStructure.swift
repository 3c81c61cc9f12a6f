import ByteCoding
import Issuing
import LDS
import Standards
import Trust

/// LDS_H: the form of EF.SOD and of its signed data.
extension TR03105Suite {
    /// MD5 as an AlgorithmIdentifier.
    static let md5 = DER.sequence(DER.oid(.md5), DER.null)

    private static let sodFile: CheckID = "files.sod"

    /// A case whose EF.SOD as a file is changed.
    private static func file(
        _ id: String, _ subject: String, _ code: String, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) -> SuiteCase {
        .fails(id, subject, at: sodFile, code, alongside: [.sodStructure]) {
            $0.files = { $0[.sod] = $0[.sod].map(change) }
        }
    }

    /// A case whose EF.SOD cannot be decoded.
    private static func malformed(
        _ id: String, _ subject: String, _ fault: @escaping Change<SuiteDocument>
    ) -> SuiteCase {
        .fails(id, subject, at: .sodStructure, "malformed", alongside: [sodFile], fault: fault)
    }

    static let securityObjectStructure: [SuiteCase] = [
        file("LDS_H_17", "tag 78 in place of 77", "damaged") { Template.tagged(0x78, $0) },
        file("LDS_H_18", "length of tag 77 too small", "malformed") { Template.lengthChanged($0, by: -1) },
        file("LDS_H_19", "length of tag 77 too big", "damaged") { Template.lengthChanged($0, by: 1) },
        .fails("LDS_H_20", "SignedData of version 2", at: .sodStructure, "signedDataVersion") {
            $0.sod.signedData = { $0[.version] = DER.integer(2) }
        },
        malformed("LDS_H_21", "SignedData without version") { $0.sod.signedData = { $0[.version] = nil } },
        .fails("LDS_H_22", "MD5 among the digests of SignedData", at: .sodAlgorithms, "algorithmNotAllowed") {
            $0.sod.signedData = { $0[.digestAlgorithms] = DER.setOf([md5]) }
        },
        malformed("LDS_H_23", "SignedData without list of digests") {
            $0.sod.signedData = { $0[.digestAlgorithms] = nil }
        },
        .fails("LDS_H_24", "content type of another object", at: .sodStructure, "contentType") {
            $0.options.contentType = OID(2, 23, 136, 1, 1, 2)
        },
        malformed("LDS_H_25", "no content type") { $0.sod.encapsulated = { $0[.type] = nil } },
    ]

    static let signerInformation: [SuiteCase] = [
        .fails("LDS_H_26", "SignerInfo of version 2", at: .sodStructure, "signerVersion") {
            $0.sod.signerInfo = { $0[.version] = DER.integer(2) }
        },
        malformed("LDS_H_27", "SignerInfo without version") { $0.sod.signerInfo = { $0[.version] = nil } },
        .fails("LDS_H_28", "version 1, another serial number", at: .documentSignerFound, "otherSigner") {
            $0.options.deviations = [.otherSigner]
        },
        .fails(
            "LDS_H_29", "version 3, another key identifier", at: .documentSignerFound, "otherSigner",
            sound: { $0.options.signerIdentifier = .subjectKeyIdentifier },
            fault: {
                $0.options.deviations = [.otherSigner]
            }),
        .fails(
            "LDS_H_30", "SignerInfo names MD5", at: .sodAlgorithms, "algorithmNotAllowed",
            alongside: [.sodMessageDigest, .sodSignature]
        ) {
            $0.sod.signerInfo = { $0[.digestAlgorithm] = md5 }
        },
        malformed("LDS_H_31", "SignerInfo without digest algorithm") {
            $0.sod.signerInfo = { $0[.digestAlgorithm] = nil }
        },
        .fails("LDS_H_32", "message digest of something else", at: .sodMessageDigest, "differs") {
            $0.options.deviations = [.wrongMessageDigest]
        },
        .fails("LDS_H_33", "no message digest", at: .sodStructure, "messageDigestMissing") {
            $0.options.deviations = [.withoutMessageDigest]
        },
        .fails(
            "LDS_H_34", "a signing time that is no time", at: .sodStructure, "malformedSigningTime",
            .noted("signing-time-malformed", "the time of signing proves nothing, so it is named and no more"),
            origin: .ownReading(
                .rfc(5652, "11.3"), "the catalogue's answer is not at hand; run with a month of 13")
        ) {
            $0.sod.attributes = { attributes in
                attributes.removeAll { SignedAttribute.isOf(.signingTimeAttribute, $0) }
                attributes.append(
                    SignedAttribute.signingTime(DataObjectWriter.encode(0x17, Array("251301000000Z".utf8))))
            }
        },
        .passes(
            "LDS_H_35", "no signing time",
            .ownReading(
                .doc9303(10, "4.6.2.2"),
                "the catalogue's answer is not at hand; the profile asks for content type and digest alone")
        ) {
            $0.options.signingTime = nil
        },
        .fails(
            "LDS_H_36", "signature algorithm MD5 with RSA", at: .sodAlgorithms, "algorithmNotAllowed",
            alongside: [.sodSignature]
        ) {
            $0.sod.signerInfo = {
                $0[.signatureAlgorithm] = DER.sequence(DER.oid(OID(1, 2, 840, 113_549, 1, 1, 4)), DER.null)
            }
        },
        .fails("LDS_H_37", "one bit of the signature flipped", at: .sodSignature, "signatureWrong") {
            $0.options.deviations = [.brokenSignature]
        },
        malformed("LDS_H_38", "SignerInfo without signature") { $0.sod.signerInfo = { $0[.signature] = nil } },
        .fails("LDS_H_84", "issuer and serial number under version 3", at: .sodStructure, "signerVersion") {
            $0.options.deviations = [.wrongSignerVersion]
        },
        .fails(
            "LDS_H_85", "key identifier under version 1", at: .sodStructure, "signerVersion",
            sound: { $0.options.signerIdentifier = .subjectKeyIdentifier },
            fault: {
                $0.options.deviations = [.wrongSignerVersion]
            }),
    ]
}
