import ByteCoding
import LDS
import PKI
import Standards

extension DecodedFile {
    /// The content of the file, to show.
    var fields: FieldTree {
        var tree = FieldTree()
        switch self {
        case .attributes(let file): tree.add(file)
        case .directory(let file):
            tree.add(
                "applications", "Applications",
                file.applications.map { application in
                    let label = application.label.map { " (\($0))" } ?? ""
                    return Hexadecimal.encode(application.identifier) + label
                })
        case .securityInfos(let file): tree.add(file)
        case .cardSecurity(let file):
            tree.add(file.signedData)
            tree.add(file.securityInfos)
        case .authorityReferences(let file): tree.add("references", "Trusted authorities", file.references)
        case .com(let file): tree.add(file)
        case .sod(let file):
            tree.add(file.securityObject)
            tree.add(file.signedData)
        case .dg1(let file): tree.add(file)
        case .dg2(let file): tree.add(file)
        case .dg3(let file): tree.add(file)
        case .dg4(let file): tree.add(file)
        case .displayedPictures(let file): tree.add(file)
        case .dg11(let file): tree.add(file)
        case .dg12(let file): tree.add(file)
        case .dg15(let file):
            tree.add("algorithm", "Key algorithm", AlgorithmNames.name(of: file.algorithm))
            tree.add("subjectPublicKeyInfo", "Public key", bytes: file.subjectPublicKeyInfo)
        case .dg16(let file): tree.add(file)
        case .raw(let file): tree.add(file)
        case .biometrics(let file): tree.add(file)
        }
        return tree
    }
}

extension FieldTree {
    fileprivate mutating func add(_ file: CardAttributes) {
        add("capabilities", "Capabilities", file.capabilities.map(Hexadecimal.encode))
        add("selectsByShortIdentifier", "Short identifiers", file.selectsByShortIdentifier)
        add("supportsCommandChaining", "Command chaining", file.supportsCommandChaining)
        add("supportsExtendedLength", "Extended length", file.supportsExtendedLength)
        add("maximumCommandByteCount", "Longest command", file.bufferSizes?.command)
        add("maximumResponseByteCount", "Longest answer", file.bufferSizes?.response)
        add("serviceData", "Service data", file.serviceData.map { Hexadecimal.encode([$0]) })
        add("otherFields", "Other fields", file.otherFields.map(\.text))
    }

    fileprivate mutating func add(_ file: COM) {
        add("ldsVersion", "LDS version", file.ldsVersion)
        add("unicodeVersion", "Unicode version", file.unicodeVersion)
        add("dataGroups", "Data groups", file.dataGroups.map(\.name), inOneLine: true)
    }

    fileprivate mutating func add(_ object: LDSSecurityObject) {
        add("version", "Version", object.version)
        add("hashAlgorithm", "Hash algorithm", AlgorithmNames.name(of: object.hashAlgorithm))
        add("ldsVersion", "LDS version", object.ldsVersion)
        add("unicodeVersion", "Unicode version", object.unicodeVersion)
        add(
            "dataGroupHashes", "Hashes",
            object.dataGroupHashes.map { entry in
                var tree = FieldTree()
                tree.add("dataGroup", "Data group", "DG\(entry.number)")
                tree.add("hash", "Value", bytes: entry.hash)
                return tree
            },
            shown: object.dataGroupHashes.map { entry in
                "DG\(entry.number): \(Hexadecimal.encode(entry.hash))"
            })
    }

    fileprivate mutating func add(_ signedData: SignedData) {
        add("contentType", "Content type", AlgorithmNames.name(of: signedData.eContentType))
        add(
            "signers", "Signer",
            signedData.signerInfos.map { signer in
                var tree = FieldTree()
                tree.add("digestAlgorithm", "Digest", AlgorithmNames.name(of: signer.digestAlgorithm.oid))
                tree.add("signatureAlgorithm", "Signature", AlgorithmNames.name(of: signer.signatureAlgorithm.oid))
                let time = signer.signedAttributes.flatMap { try? $0.signingTime() }
                tree.add("signingTime", "Signing time", time?.description)
                return tree
            })
        add(
            "certificates", "Certificate",
            signedData.certificates.map { certificate in
                var tree = FieldTree()
                tree.add("subject", "Subject", "\(certificate.subject)")
                tree.add("issuer", "Issuer", "\(certificate.issuer)")
                tree.add("serialNumber", "Serial number", certificate.serialNumberText)
                tree.add("notBefore", "Valid from", "\(certificate.notBefore)")
                tree.add("notAfter", "Valid until", "\(certificate.notAfter)")
                tree.add(
                    "signatureAlgorithm", "Signature", AlgorithmNames.name(of: certificate.signatureAlgorithm.oid))
                return tree
            })
    }

    fileprivate mutating func add(_ infos: SecurityInfos) {
        add(
            "securityInfos", "Protocol",
            infos.infos.map { info in
                var tree = FieldTree()
                tree.add("name", "Name", info.content.name)
                tree.add("identifier", "Identifier", "\(info.identifier)")
                tree.add(info.content)
                return tree
            })
    }

    private mutating func add(_ content: SecurityInfo.Content) {
        switch content {
        case .pace(let info):
            add("version", "Version", info.version)
            add("parameterID", "Domain parameters", info.parameterID)
        case .paceDomainParameters(let info): add("parameterID", "Domain parameters", info.parameterID)
        case .chipAuthentication(let info):
            add("version", "Version", info.version)
            add("keyID", "Key", info.keyID)
        case .chipAuthenticationPublicKey(let info):
            add("keyID", "Key", info.keyID)
            add("subjectPublicKeyInfo", "Public key", bytes: info.subjectPublicKeyInfo)
        case .terminalAuthentication(let info):
            add("version", "Version", info.version)
            add("cvcaFile", "EF.CVCA", info.cvcaFile.map { Hexadecimal.encode($0.identifier) })
        case .activeAuthentication(let info):
            add("version", "Version", info.version)
            add("signatureAlgorithm", "Signature", AlgorithmNames.name(of: info.signatureAlgorithm))
        case .applicationDirectory(let bytes): add("directory", "EF.DIR", bytes: bytes)
        case .malformed(let failure): add("failure", "Fault", "\(failure)")
        case .unknown: break
        }
    }
}

extension SecurityInfo.Content {
    /// The protocol by its usual name.
    fileprivate var name: String {
        switch self {
        case .pace(let info):
            "PACE \(info.variant.mapping.label), \(info.variant.agreement.label), \(info.variant.cipher.label)"
        case .paceDomainParameters(let info): "PACE domain parameters, \(info.agreement.label)"
        case .chipAuthentication(let info):
            "Chip Authentication, \(info.variant.agreement.label), \(info.variant.cipher.label)"
        case .chipAuthenticationPublicKey(let info): "Chip Authentication public key, \(info.agreement.label)"
        case .terminalAuthentication: "Terminal Authentication"
        case .activeAuthentication: "Active Authentication"
        case .applicationDirectory: "copy of EF.DIR"
        case .unknown: "another protocol"
        case .malformed: "a protocol whose data are damaged"
        }
    }
}

extension PACEMapping {
    fileprivate var label: String {
        switch self {
        case .generic: "Generic Mapping"
        case .integrated: "Integrated Mapping"
        case .chipAuthentication: "Chip Authentication Mapping"
        }
    }
}

extension KeyAgreementKind {
    fileprivate var label: String { self == .dh ? "DH" : "ECDH" }
}

extension SessionCipher {
    fileprivate var label: String {
        switch self {
        case .tripleDES: "3DES"
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        }
    }
}
