public import Cryptography
public import Standards

/// A revocation list that is to be issued, and how it is signed.
public struct RevocationListOrder: Sendable {
    public var profile: RevocationListProfile
    /// What the issuer signs with; nil takes the usual algorithm of its key.
    public var algorithm: SignatureAlgorithm?

    /// A list from today for 90 days, which JSON may change.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.2.
    public init(today: Timestamp) {
        profile = RevocationListProfile(thisUpdate: today, nextUpdate: today.adding(days: 90))
    }

    /// Revokes a certificate, in DER.
    public mutating func revoke(_ certificate: [UInt8], at date: Timestamp) {
        profile.entries.append(
            RevocationListProfile.Entry(
                serialNumber: CertificateFields(certificate).serialNumberValue, date: date))
    }

    /// Takes over what a JSON file says; the keys are described in `TestVectors/profiles/README.md`.
    ///
    /// - Parameter load: The bytes of a file that is named there; nil where it cannot be read.
    /// - Throws: `IssuingError` with the place in the file.
    public mutating func read(json: [UInt8], load: (String) -> [UInt8]?) throws(IssuingError) {
        try withoutActuallyEscaping(load) { (load) throws(IssuingError) in
            try read(ProfileNode(json: json), ProfileReader(load: load))
        }
    }

    private mutating func read(_ node: ProfileNode, _ reader: ProfileReader) throws(IssuingError) {
        try node.allow(
            "note", "number", "thisUpdate", "nextUpdate", "revoked", "algorithm", "authorityKeyIdentifier",
            "deviations")
        if let number = node["number"] {
            profile.number = try number.unlessNone { (node) throws(IssuingError) in
                try node.integer(0...Int(Int32.max))
            }
        }
        if let moment = node["thisUpdate"] {
            profile.thisUpdate = try moment.moment()
            profile.nextUpdate = profile.thisUpdate.adding(days: 90)
        }
        if let moment = node["nextUpdate"] {
            profile.nextUpdate = try moment.unlessNone { (node) throws(IssuingError) in try node.moment() }
        }
        if let name = node["algorithm"] { algorithm = try reader.algorithm(name) }
        if let identifier = node["authorityKeyIdentifier"] { profile.authorityKeyIdentifier = try identifier.bytes() }
        if let list = node["deviations"] {
            profile.deviations = try reader.choices(list, RevocationListProfile.Deviation.self)
        }
        for entry in try node["revoked"]?.elements() ?? [] { profile.entries.append(try self.entry(entry, reader)) }
    }

    private func entry(
        _ node: ProfileNode, _ reader: ProfileReader
    ) throws(IssuingError) -> RevocationListProfile.Entry {
        try node.allow("serialNumber", "certificate", "date", "reason")
        let number: [UInt8] =
            if let certificate = node["certificate"] {
                CertificateFields(try reader.certificate(certificate)).serialNumberValue
            } else {
                try reader.serialNumber(node.required("serialNumber"))
            }
        let reason = try node["reason"]?.integer(0...10)
        return RevocationListProfile.Entry(
            serialNumber: number, date: try node["date"]?.moment() ?? profile.thisUpdate,
            reason: reason.map { UInt8(clamping: $0) })
    }
}
