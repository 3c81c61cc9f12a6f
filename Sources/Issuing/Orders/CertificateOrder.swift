public import Cryptography
public import Standards

/// A certificate that is to be issued, with the key it is for and how it is signed.
public struct CertificateOrder: Sendable {
    public var profile: CertificateProfile
    /// Where the certified key comes from.
    public var key = KeySource.ellipticCurve(.brainpoolP256r1)
    /// What the issuer signs with; nil takes the usual algorithm of its key.
    public var algorithm: SignatureAlgorithm?
    /// Whether an elliptic curve is written out in the certificate, as Doc 9303-12 wants it.
    public var hasExplicitParameters = true

    public init(_ profile: CertificateProfile) {
        self.profile = profile
    }

    /// A certificate of Utopia as its profile wants it, which JSON may change.
    ///
    /// - Parameters:
    ///   - issuer: Who issues it; nil for a country signing certificate.
    ///   - serialNumber: Big endian.
    ///   - today: The first day of the validity, whose length is the usual one of the role.
    ///
    /// Spec: ICAO Doc 9303-12 (8th ed.) §4.2 (validity periods).
    public init(
        _ role: CertificateProfile.Role, issuer: DirectoryName?, serialNumber: [UInt8], today: Timestamp
    ) {
        let (name, keyDays, days) = Self.usual(role)
        let country = issuer?.country ?? "UT"
        profile = CertificateProfile(
            role: role, serialNumber: serialNumber,
            subject: DirectoryName(
                country: country, organization: issuer.map(\.organization) ?? "Utopia", commonName: name),
            notBefore: today, notAfter: today.adding(days: days),
            privateKeyUsage: today...today.adding(days: keyDays),
            stateCode: country == "UT" ? "UTO" : country)
    }

    /// Takes over what a JSON file says; the keys are described in `TestVectors/profiles/README.md`.
    ///
    /// - Throws: `IssuingError` with the place in the file.
    public mutating func read(json: [UInt8]) throws(IssuingError) {
        let node = try ProfileNode(json: json)
        try node.allow(
            "note", "name", "serialNumber", "notBefore", "notAfter", "privateKeyUsage", "state", "contact",
            "revocationListLocation", "documentTypes", "key", "algorithm", "parameters", "subjectKeyIdentifier",
            "authorityKeyIdentifier", "pathLength", "nameChange", "extensions", "deviations")
        let reader = ProfileReader { _ in nil }
        if let name = node["name"] { profile.subject = try reader.name(name) }
        if let number = node["serialNumber"] { profile.serialNumber = try reader.serialNumber(number) }
        try readValidity(node, reader)
        if let state = node["state"] { profile.stateCode = try state.string() }
        if let contact = node["contact"] { profile.contact = try contact.string() }
        if let place = node["revocationListLocation"] { profile.revocationListLocation = try place.string() }
        if let types = node["documentTypes"] {
            guard case .documentSigner = profile.role else {
                throw types.malformed("document types belong to a document signer")
            }
            profile.role = .documentSigner(documentTypes: try types.strings())
        }
        if let source = node["key"] { key = try reader.keySource(source) }
        if let name = node["algorithm"] { algorithm = try reader.algorithm(name) }
        if let parameters = node["parameters"] {
            hasExplicitParameters = try parameters.choice(["explicit": true, "named": false])
        }
        if let identifier = node["subjectKeyIdentifier"] { profile.subjectKeyIdentifier = try identifier.bytes() }
        if let identifier = node["authorityKeyIdentifier"] { profile.authorityKeyIdentifier = try identifier.bytes() }
        if let length = node["pathLength"] {
            profile.pathLength = try length.unlessNone { (node) throws(IssuingError) in try node.integer(0...1000) }
        }
        if let flag = node["nameChange"] { profile.hasNameChange = try flag.boolean() }
        if let list = node["extensions"] { profile.otherExtensions = try reader.extensions(list) }
        if let list = node["deviations"] { profile.deviations = try reader.deviations(list) }
    }

    private mutating func readValidity(_ node: ProfileNode, _ reader: ProfileReader) throws(IssuingError) {
        let days = profile.notAfter.secondsSince1970 - profile.notBefore.secondsSince1970
        if let moment = node["notBefore"] {
            profile.notBefore = try moment.moment()
            profile.notAfter = Timestamp(secondsSince1970: profile.notBefore.secondsSince1970 + days)
            profile.privateKeyUsage = profile.privateKeyUsage.map { usage in
                let length = usage.upperBound.secondsSince1970 - usage.lowerBound.secondsSince1970
                let begin = profile.notBefore.secondsSince1970
                return profile.notBefore...Timestamp(secondsSince1970: begin + length)
            }
        }
        if let moment = node["notAfter"] { profile.notAfter = try moment.moment() }
        if let usage = node["privateKeyUsage"] {
            profile.privateKeyUsage = try usage.unlessNone { (node) throws(IssuingError) in try reader.period(node) }
        }
    }

    /// Name of the subject, days in which the key signs, and days of validity.
    private static func usual(_ role: CertificateProfile.Role) -> (name: String, keyDays: Int64, days: Int64) {
        switch role {
        case .csca, .link: ("CSCA Utopia", 5 * 365, 15 * 365)
        case .documentSigner: ("Document Signer Utopia", 90, 3740)
        case .recordSigner: ("LDS2", 90, 3740)
        case .sealSigner: ("VS", 730, 3740)
        case .listSigner(.masterList): ("Master List Signer Utopia", 365, 455)
        case .listSigner(.deviationList): ("Deviation List Signer Utopia", 365, 455)
        case .listSigner(.defectList): ("Defect List Signer Utopia", 365, 455)
        }
    }
}

extension Timestamp {
    func adding(days: Int64) -> Timestamp { Timestamp(secondsSince1970: secondsSince1970 + days * 86_400) }
}
