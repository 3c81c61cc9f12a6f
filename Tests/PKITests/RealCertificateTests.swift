import ByteCoding
import Foundation
import PKI
import Standards
import TestSupport
import Testing

/// Certificates and signed data of real authorities, read from beside the checkout where they are at hand.
@Suite("Real certificates", .enabled(if: Repository.hasShared))
struct RealCertificateTests {
    /// File, certificates inside, content type.
    static let lists = [
        ("DE_ML_2024-08-07-07-38-24.ml", 541), ("DE_ML_2025-06-25-09-31-57.ml", 559), ("ICAO_ML_2023-09.ml", 394),
        ("IT_ML_2023-07-31.ml", 333), ("NL_ML_2025-12-20.ml", 395),
    ]

    static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Repository.shared.appending(path: "data/\(path)")))
    }

    @Test(arguments: lists)
    func `decodes every certificate of a published master list`(file: String, count: Int) throws {
        let list = try SignedData(contentInfo: Self.bytes("masterlists/\(file)"))
        #expect(list.eContentType == .cscaMasterList)
        #expect(list.signerInfos.count == 1)
        #expect(list.malformedCertificates.isEmpty)

        var content = ByteReader(try #require(list.eContent))
        var fields = try content.dataObject(0x30).reader
        _ = try fields.dataObject(0x02)
        let certificates = try fields.dataObject(0x31).children().map { try Certificate($0) }
        #expect(certificates.count == count)
        for certificate in certificates {
            #expect(certificate.malformedExtensions.isEmpty, "\(certificate.subject)")
            #expect(!certificate.description.isEmpty)
            #expect(throws: Never.self) { try SignatureScheme(certificate.signatureAlgorithm) }
            #expect(certificate.notBefore < certificate.notAfter)
            #expect(certificate.subject.match(certificate.subject) == .identical)
        }
    }

    @Test(arguments: ["DE_ROOT_CA_CSCA07.cer", "NL_ROOT_CA.cer"])
    func `decodes a certificate file as published`(file: String) throws {
        let certificates = try CertificateFile.certificates(in: Self.bytes("masterlists/\(file)"))
        #expect(certificates.count == 1)
        #expect(certificates.first?.basicConstraints?.isAuthority == true)
        #expect(certificates.first?.keyUsage?.contains(.keyCertSign) == true)
    }
}
