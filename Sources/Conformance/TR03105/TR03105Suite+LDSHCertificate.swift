import ByteCoding
import Issuing
import PKI
import Standards
import Trust

/// LDS_H: the certificate of the document signer.
extension TR03105Suite {
    /// A case whose signer's certificate cannot be decoded: a field is missing.
    private static func malformed(
        _ id: String, without field: SignedCertificateField, _ subject: String
    ) -> SuiteCase {
        .fails(id, "certificate without \(subject)", at: .documentSignerFound, "signerMalformed") {
            $0.certificateFields = { $0[field] = nil }
        }
    }

    /// A case whose signer's certificate lacks something beside what is signed.
    private static func malformed(_ id: String, without field: CertificateField, _ subject: String) -> SuiteCase {
        .fails(id, "certificate without \(subject)", at: .documentSignerFound, "signerMalformed") {
            $0.certificate = { $0[field] = nil }
        }
    }

    /// Puts an extension in the place of the one with its identifier.
    private static func replacing(
        _ identifier: OID, isCritical: Bool = false, by value: [UInt8]
    ) -> Change<Parts<SignedCertificateField>> {
        { fields in
            var outer = ByteReader(fields[.extensions] ?? [])
            var explicit = try outer.dataObject(0xA3).reader
            let all = try explicit.dataObject(0x30).children(limit: 32)
            let changed = all.map { entry -> [UInt8] in
                let isIt = (try? entry.children(limit: 3).first)?.value.elementsEqual(identifier.contents) ?? false
                guard isIt else { return Array(entry.encoded) }
                let flag = isCritical ? [DER.boolean(true)] : []
                return DER.sequence(of: [DER.oid(identifier)] + flag + [DER.octetString(value)])
            }
            fields[.extensions] = DER.explicit(3, DER.sequence(of: changed))
        }
    }

    private static let md5WithRSA = DER.sequence(DER.oid(OID(1, 2, 840, 113_549, 1, 1, 4)), DER.null)
    private static let issuerNamed = "the issuer is then found by its name; TR-03135-1 §5.6.4.3.3 takes and names it"
    private static let usageNamed = "real signers lack or widen it; the signature decides, and it is named"

    static let signerCertificates: [SuiteCase] =
        certificateForm + certificateExtensions + certificateSignatures

    private static let certificateForm: [SuiteCase] = [
        .fails("LDS_H_48", "certificate of version 2", at: .documentSignerProfile, "version") {
            $0.certificateFields = { $0[.version] = DER.explicit(0, DER.integer(1)) }
        },
        .fails("LDS_H_49", "certificate without version", at: .documentSignerProfile, "version") {
            $0.certificateFields = { $0[.version] = nil }
        },
        malformed("LDS_H_50", without: .serialNumber, "serial number"),
        .fails(
            "LDS_H_51", "certificate with another algorithm inside than outside", at: .documentSignerProfile,
            "algorithmsDiffer"
        ) {
            $0.certificateFields = { $0[.signature] = DER.sequence(DER.oid(.ecdsaWithSHA384)) }
        },
        malformed("LDS_H_52", without: .signature, "algorithm inside"),
        .fails(
            "LDS_H_53", "issuer named with an empty country", at: .documentSignerProfile, "countryMissing",
            .open(
                at: .documentSignerProfile, "countryMissing",
                "without a country it is not known whose signer it is, so trust stays open")
        ) {
            $0.authorityName = DirectoryName(country: "", organization: "Utopia", commonName: "Suite CSCA")
        },
        .fails(
            "LDS_H_54", "issuer is not the subject of the CSCA certificate", at: .issuerName, "issuerNameDiffers"
        ) {
            $0.issuerName = DirectoryName(country: "UT", organization: "Utopia", commonName: "Another CSCA")
        },
        malformed("LDS_H_55", without: .issuer, "issuer"),
        .fails(
            "LDS_H_56", "certificate whose validity ends before it begins", at: .documentSignerValidity, "expired"
        ) {
            $0.certificateFields = {
                $0[.validity] = DER.sequence(
                    DER.time(SuiteDocument.moment(2025, 8, 1)), DER.time(SuiteDocument.moment(2024, 8, 1)))
            }
        },
        malformed("LDS_H_57", without: .validity, "validity"),
        .fails(
            "LDS_H_58", "a key of an algorithm that is not allowed (X25519)", at: .sodSignature, "unknownAlgorithm",
            .open("a signature that cannot be computed is undetermined, TR-03135-1 §5.6.4.2.1")
        ) {
            $0.certificateFields = {
                $0[.subjectPublicKeyInfo] = DER.sequence(
                    DER.sequence(DER.oid(OID(1, 3, 101, 110))),
                    DER.bitString([UInt8](repeating: 0x09, count: 32)))
            }
        },
        malformed("LDS_H_59", without: .subjectPublicKeyInfo, "public key"),
    ]

    private static let certificateExtensions: [SuiteCase] = [
        .fails(
            "LDS_H_60", "authority key identifier without key identifier", at: .documentSignerProfile,
            "authorityKeyIdentifierMissing", .noted("Q14-aki-missing", issuerNamed)
        ) {
            $0.certificateFields = replacing(
                .authorityKeyIdentifier, by: DER.sequence(DER.implicit(2, [0x03, 0xE9])))
        },
        .fails(
            "LDS_H_61", "no authority key identifier", at: .documentSignerProfile, "authorityKeyIdentifierMissing",
            .noted("Q14-aki-missing", issuerNamed)
        ) {
            $0.signerDeviations = [.withoutAuthorityKeyIdentifier]
        },
        .fails(
            "LDS_H_62", "key usage with keyCertSign beside digitalSignature", at: .documentSignerKeyUsage,
            "keyUsageExtra", .noted("key-usage-extra", usageNamed)
        ) {
            $0.certificateFields = replacing(.keyUsage, isCritical: true, by: DER.bitString(named: [0, 5]))
        },
        .fails(
            "LDS_H_63", "key usage without digitalSignature", at: .documentSignerKeyUsage, "notForSignatures"
        ) {
            $0.signerDeviations = [.wrongKeyUsage]
        },
        .fails(
            "LDS_H_64", "no key usage", at: .documentSignerKeyUsage, "keyUsageMissing",
            .noted("Q37-key-usage-missing", usageNamed)
        ) {
            $0.signerDeviations = [.withoutKeyUsage]
        },
    ]

    private static let certificateSignatures: [SuiteCase] = [
        .fails(
            "LDS_H_65", "certificate by MD5 with RSA", at: .documentSignerSignature, "algorithmNotAllowed"
        ) {
            $0.certificateFields = { $0[.signature] = md5WithRSA }
            $0.certificate = { $0[.signatureAlgorithm] = md5WithRSA }
        },
        malformed("LDS_H_66", without: .signatureAlgorithm, "signature algorithm"),
        .fails(
            "LDS_H_67", "one bit of the certificate's signature flipped", at: .documentSignerSignature,
            "signatureWrong"
        ) {
            $0.signerDeviations = [.brokenSignature]
        },
        malformed("LDS_H_68", without: .signatureValue, "signature"),
        .fails(
            "LDS_H_69", "every hash right and the signature wrong", at: .sodSignature, "signatureWrong",
            origin: .ownReading(
                .doc9303(11, "5.1"), "the signature is that over another message digest; the hashes are all right")
        ) {
            $0.sod.signerInfo = { parts in
                // The signed attributes are exchanged for those of the same digest at another time; nothing signs them.
                var reader = ByteReader(parts[.signedAttributes] ?? [])
                let attributes = try reader.dataObject(0xA0).children(limit: 16).map { Array($0.encoded) }
                let others = attributes.filter { !SignedAttribute.isOf(.signingTimeAttribute, $0) }
                parts[.signedAttributes] = DER.setOf(
                    others + [SignedAttribute.signingTime(DER.time(SuiteDocument.moment(2025, 9, 2)))], tag: 0xA0)
            }
        },
    ]
}
