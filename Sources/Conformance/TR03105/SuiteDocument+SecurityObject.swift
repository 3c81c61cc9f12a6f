import ByteCoding
import Cryptography
import Issuing
import LDS
import PKI
import Standards

extension SuiteDocument {
    /// EF.SOD over the groups, with the changes made.
    func securityObject(_ groups: [DataGroup: [UInt8]], _ certificates: SuiteCertificates) throws -> [UInt8] {
        let issued = try certificates.signer.issue(groups, options: options)
        guard !sod.isEmpty || certificates.changedCertificate != nil else { return issued }
        var file = ByteReader(issued)
        var object = try SignedObjectParts(SignedObjectParts.contentInfo(in: file.dataObject(0x77).value))
        try object.change(by: sod, certificates.signer)
        if let changed = certificates.changedCertificate { object.hold(changed) }
        return DataObjectWriter.encode(0x77, try object.encode())
    }
}

/// The signed data of EF.SOD, taken apart.
private struct SignedObjectParts {
    private var signedData: Parts<SignedDataField>
    private var encapsulated: Parts<ContentField>
    private var signerInfo: Parts<SignerInfoField>

    /// The SignedData inside a ContentInfo.
    static func contentInfo(in bytes: ArraySlice<UInt8>) throws -> [UInt8] {
        var reader = ByteReader(bytes)
        let parts = try reader.dataObject(0x30).children(limit: 2)
        guard let explicit = parts.last else { throw DecodingFailure(.missing("content"), at: 0) }
        var inner = explicit.reader
        return Array(try inner.dataObject(0x30).encoded)
    }

    init(_ encoded: [UInt8]) throws {
        var reader = ByteReader(encoded)
        let count = try reader.dataObject(0x30).children(limit: 8).count
        let names = SignedDataField.allCases.filter { $0 != .certificates || count == 5 }
        signedData = try Parts(of: encoded, names)
        encapsulated = try Parts(of: signedData[.content] ?? [], [.type, .content])
        var infos = ByteReader(signedData[.signerInfos] ?? [])
        let info = try infos.dataObject(0x31).children(limit: 1).first
        signerInfo = try Parts(of: info.map { Array($0.encoded) } ?? [], SignerInfoField.allCases)
    }

    mutating func change(by changes: SecurityObjectChanges, _ signer: SODIssuer) throws {
        if let change = changes.content { try changeContent(change, signer) }
        if let change = changes.attributes { try changeAttributes(change, signer) }
        try changes.signerInfo?(&signerInfo)
        try changes.encapsulated?(&encapsulated)
        signedData[.content] = encapsulated.encode()
        signedData[.signerInfos] = DataObjectWriter.encode(0x31, signerInfo.encode())
        try changes.signedData?(&signedData)
    }

    /// Puts a certificate in the place of the one inside.
    mutating func hold(_ certificate: [UInt8]) {
        signedData[.certificates] = DataObjectWriter.encode(0xA0, certificate)
    }

    func encode() throws -> [UInt8] {
        DER.sequence(DER.oid(.signedData), DER.explicit(0, signedData.encode()))
    }

    /// Changes the list of hashes, hashes it and signs.
    private mutating func changeContent(
        _ change: Change<Parts<SecurityObjectField>>, _ signer: SODIssuer
    ) throws {
        var outer = ByteReader(encapsulated[.content] ?? [])
        var explicit = try outer.dataObject(0xA0).reader
        let content = Array(try explicit.dataObject(0x04).value)
        var list = ByteReader(content)
        let count = try list.dataObject(0x30).children(limit: 4).count
        var parts = try Parts<SecurityObjectField>(of: content, Array(SecurityObjectField.allCases.prefix(count)))
        try change(&parts)
        let changed = parts.encode()
        encapsulated[.content] = DER.explicit(0, DER.octetString(changed))
        let digest = signer.algorithm.hash.hash(changed)
        try changeAttributes(
            { attributes in
                attributes = attributes.map { attribute in
                    SignedAttribute.isMessageDigest(attribute) ? SignedAttribute.messageDigest(digest) : attribute
                }
            }, signer)
    }

    /// Changes the signed attributes and signs.
    private mutating func changeAttributes(_ change: Change<[[UInt8]]>, _ signer: SODIssuer) throws {
        var reader = ByteReader(signerInfo[.signedAttributes] ?? [])
        var attributes = try reader.dataObject(0xA0).children(limit: 16).map { Array($0.encoded) }
        try change(&attributes)
        signerInfo[.signedAttributes] = DER.setOf(attributes, tag: 0xA0)
        signerInfo[.signature] = DER.octetString(
            try signer.key.sign(DER.setOf(attributes), algorithm: signer.algorithm))
    }
}

/// Signed attributes of CMS.
///
/// Spec: RFC 5652 §11.
enum SignedAttribute {
    static func messageDigest(_ digest: [UInt8]) -> [UInt8] { encode(.messageDigestAttribute, DER.octetString(digest)) }

    static func contentType(_ type: OID) -> [UInt8] { encode(.contentTypeAttribute, DER.oid(type)) }

    static func signingTime(_ value: [UInt8]) -> [UInt8] { encode(.signingTimeAttribute, value) }

    static func isMessageDigest(_ attribute: [UInt8]) -> Bool { isOf(.messageDigestAttribute, attribute) }

    /// Whether an attribute is of a type.
    static func isOf(_ type: OID, _ attribute: [UInt8]) -> Bool {
        var reader = ByteReader(attribute)
        guard var parts = try? reader.dataObject(0x30).reader else { return false }
        return (try? parts.dataObject(0x06))?.value.elementsEqual(type.contents) ?? false
    }

    private static func encode(_ type: OID, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(DER.oid(type), DER.setOf([value]))
    }
}
