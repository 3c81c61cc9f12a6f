public import Standards

/// The checks this project knows: their titles, and the numbers BSI TR-03135-1 gives them.
public enum CheckCatalogue {
    /// One kind of check.
    public struct Entry: Hashable, Sendable {
        public let id: CheckID
        /// A few words, as the heading of a row.
        public let title: String
        /// The clause of BSI TR-03135-1 that describes the check; nil where it has none.
        public let trNumber: String?

        init(_ id: CheckID, _ title: String, _ trNumber: String? = nil) {
            self.id = id
            self.title = title
            self.trNumber = trNumber
        }
    }

    /// The title of a check; its id where it is not known.
    public static func title(of id: CheckID) -> String {
        if let entry = byID[id] { return entry.title }
        guard let (group, prefix) = dataGroup(in: id), let entry = byID[prefix] else { return id.rawValue }
        return "\(entry.title) \(group)"
    }

    /// The clause of BSI TR-03135-1 for a check.
    public static func trNumber(of id: CheckID) -> String? {
        if let entry = byID[id] { return entry.trNumber }
        return dataGroup(in: id).flatMap { byID[$0.prefix]?.trNumber }
    }

    /// Splits `pa.dataGroup.dg2` into `DG2` and `pa.dataGroup`.
    private static func dataGroup(in id: CheckID) -> (name: String, prefix: CheckID)? {
        let parts = id.rawValue.split(separator: ".")
        guard let last = parts.last, last.lowercased().hasPrefix("dg"), Int(last.dropFirst(2)) != nil else {
            return nil
        }
        return (last.uppercased(), CheckID(rawValue: parts.dropLast().joined(separator: ".")))
    }

    private static let byID = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// Every known check.
    public static let entries: [Entry] = [
        Entry("access.offered", "What the chip offers"),
        Entry("access.bac", "Basic Access Control", "5.6.3.1"),
        Entry("access.pace", "PACE (Password Authenticated Connection Establishment)", "5.6.3.2"),
        Entry("access.downgrade", "Strongest protocol used"),
        Entry("ta.terminal", "Terminal Authentication"),
        Entry("files.complete", "Read to the end"),
        Entry("files.attributes", "EF.ATR/INFO well-formed"),
        Entry("files.com", "EF.COM read"),
        Entry("files.sod", "EF.SOD read"),
        Entry("files", "Readable:"),
        Entry("files.agreement", "EF.COM, EF.SOD and chip agree", "5.6.4.4.1"),
        Entry("pa.sod.structure", "Security object well-formed"),
        Entry("pa.sod.messageDigest", "Signed digest fits the content", "5.6.4.2.1"),
        Entry("pa.sod.securityObject", "List of hashes well-formed"),
        Entry("pa.dataGroup", "As it was signed:", "5.6.4.4.2"),
        Entry("pa.sod.algorithms", "Algorithms of the security object agree"),
        Entry("pa.documentSigner.found", "Document signer certificate found"),
        Entry("pa.sod.signature", "Signature of the security object", "5.6.4.2.2"),
        Entry("pa.issuer.found", "Trusted certificate of the issuing state found"),
        Entry("pa.documentSigner.signature", "Document signer certificate signed by it", "5.6.4.3.3"),
        Entry("pa.issuer.name", "Document signer names it as its issuer"),
        Entry("pa.documentSigner.validity", "Document signer certificate valid", "5.6.4.3.4"),
        Entry("pa.issuer.validity", "Issuing state's certificate valid", "5.6.4.3.4"),
        Entry("pa.sod.signingTime", "Signed while the certificate was in use"),
        Entry("pa.documentSigner.extensions", "No unknown critical extension"),
        Entry("pa.documentSigner.profile", "Document signer certificate of the right form"),
        Entry("pa.documentSigner.keyUsage", "Key may sign documents"),
        Entry("pa.documentSigner.documentType", "Key may sign documents of this type"),
        Entry("pa.algorithms.strength", "No weak algorithm in use"),
        Entry("pa.knownDefects", "No defect known of documents like it"),
        Entry("pa.documentSigner.revocation", "Document signer certificate not revoked", "5.6.4.3.5"),
        Entry("pa.issuer.trust", "Document signer trusted", "5.6.4.3.6"),
        Entry("pa.cardSecurity.structure", "EF.CardSecurity well-formed"),
        Entry("pa.cardSecurity.algorithms", "Algorithms of EF.CardSecurity agree"),
        Entry("pa.cardSecurity.messageDigest", "Signed digest of EF.CardSecurity fits its content", "5.6.4.2.1"),
        Entry("pa.cardSecurity.signer", "Signer certificate of EF.CardSecurity found"),
        Entry("pa.cardSecurity.signature", "Signature of EF.CardSecurity", "5.6.4.2.2"),
        Entry("pa.cardSecurity.securityInfos", "Content of EF.CardSecurity well-formed"),
        Entry("pa.cardSecurity.trust", "Signer of EF.CardSecurity trusted", "5.6.4.3.6"),
        Entry("lds2.travel", "Travel records signed"),
        Entry("lds2.visa", "Visas on the chip signed"),
        Entry("lds2.biometrics", "Additional biometrics signed"),
        Entry("aa.chip", "Active Authentication", "5.6.4.1.1"),
        Entry("ca.chip", "Chip Authentication", "5.6.4.1.2"),
        Entry("cam.chip", "PACE with Chip Authentication Mapping", "5.6.4.1.3"),
        Entry("consistency.expiry", "Document not expired", "5.7.1"),
        Entry("consistency.printedMRZ", "Printed lines and chip agree", "5.7.2"),
        Entry("consistency.checkDigits", "Check digits of the chip's lines", "5.7.2"),
        Entry("consistency.cardAccess", "EF.CardAccess and DG14 agree"),
        Entry("consistency.cardSecurity", "EF.CardSecurity belongs to this chip"),
        Entry("consistency.issuingState", "Issuing state and signer agree", "5.6.4.5"),
    ]
}
