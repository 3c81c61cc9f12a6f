import ByteCoding
import Cryptography
import PKI

/// What was issued, in a few lines for JSON.
enum IssuedFields {
    static func certificate(_ encoded: [UInt8]) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", "certificate")
        if let certificate = try? Certificate(encoded: encoded) {
            tree.add("subject", "Subject", "\(certificate.subject)")
            tree.add("issuer", "Issuer", "\(certificate.issuer)")
            tree.add("serialNumber", "Serial number", bytes: certificate.serialNumber)
            tree.add("notBefore", "Valid from", "\(certificate.notBefore)")
            tree.add("notAfter", "Valid until", "\(certificate.notAfter)")
            tree.add("subjectKeyIdentifier", "Key identifier", bytes: certificate.subjectKeyIdentifier)
            tree.add("authorityKeyIdentifier", "Key of the issuer", bytes: certificate.authorityKeyIdentifier)
        }
        return finished(tree, encoded)
    }

    static func revocationList(_ encoded: [UInt8]) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", "revocationList")
        if let list = try? CertificateRevocationList(encoded: encoded) {
            tree.add("issuer", "Issuer", "\(list.issuer)")
            tree.add("thisUpdate", "Issued", "\(list.thisUpdate)")
            tree.add("nextUpdate", "Next", list.nextUpdate.map { "\($0)" })
            tree.add("revoked", "Revoked", list.revoked.count)
        }
        return finished(tree, encoded)
    }

    static func list(_ encoded: [UInt8], _ kind: String, entries: Int) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", kind)
        tree.add("entries", "Entries", entries)
        return finished(tree, encoded)
    }

    static func securityObject(_ encoded: [UInt8], groups: [String]) -> FieldTree {
        var tree = FieldTree()
        tree.add("kind", "Kind", "securityObject")
        tree.add("dataGroups", "Data groups", groups)
        return finished(tree, encoded)
    }

    private static func finished(_ tree: FieldTree, _ encoded: [UInt8]) -> FieldTree {
        var tree = tree
        tree.add("sha256", "SHA-256", bytes: HashAlgorithm.sha256.hash(encoded))
        return tree
    }
}
