import LDS

extension Specimen {
    /// One document that the project ships.
    public struct Entry: Sendable {
        /// `specimen`, `specimen-pace` and so on.
        public let name: String
        /// What the document has, in one line.
        public let summary: String
    }

    /// Every document that the project ships, all signed under one country signing certificate.
    public static let all =
        [
            Entry(name: "specimen", summary: "passport: BAC, Active Authentication")
        ]
        + chips.map { Entry(name: $0.name, summary: $0.summary) }

    /// The document with a name; nil where none has it.
    ///
    /// - Throws: `IssuingError` where what is embedded is not whole; a test makes sure that it is.
    public static func named(_ name: String) throws(IssuingError) -> IssuedDocument? {
        if name == "specimen" { return try utopia() }
        return try chips.first { $0.name == name }?.issue()
    }

    /// Card verifiable certificates of Utopia, the certification authority's first, and the key of the terminal in
    /// PKCS #8: with them, `specimen-eac` gives out its fingers. They are test keys and open nothing else.
    public static var terminal: (certificates: [[UInt8]], key: [UInt8]) {
        let names = ["cvca", "dv", "terminal"].map { "cv/specimen-\($0).cvcert" }
        return (names.map { file($0) ?? [] }, file("keys/specimen-cv-terminal.pkcs8") ?? [])
    }

    private static let chips = [
        Chip(
            name: "specimen-pace", summary: "passport: PACE or BAC, Chip and Active Authentication",
            signed: signedForPACE),
        Chip(
            name: "specimen-cam", summary: "passport: PACE with Chip Authentication Mapping, EF.CardSecurity",
            signed: signedForCAM),
        Chip(
            name: "specimen-eac",
            summary: "passport: PACE, Chip and Terminal Authentication; fingers, an eye and a signature",
            signed: signedForEAC),
        Chip(
            name: "specimen-identity-card", summary: "identity card (TD1): PACE alone, by zone, CAN, PIN or PUK",
            signed: signedForIdentityCard),
        Chip(
            name: "specimen-lds2", summary: "passport: travel records, a visa and additional biometrics (LDS2)",
            signed: signedForLDS2),
    ]

    /// A file below `TestVectors/profiles` that is embedded.
    fileprivate static func file(_ path: String) -> [UInt8]? {
        switch path {
        case "portrait.jpg": portrait
        case "pictures/finger.wsq": fingerprint(.wsq)
        case "pictures/finger.jp2": fingerprint(.jpeg2000)
        case "pictures/finger.png": fingerprint(.png)
        case "pictures/iris.jpg": iris
        case "pictures/signature.jpg": signature
        case "keys/specimen-csca.pkcs8": decode(cscaKey)
        case "keys/specimen-ds.pkcs8": decode(documentSignerKey)
        case "keys/specimen-aa.pkcs8": decode(activeAuthenticationKey)
        case "certificates/specimen-csca.cer": decode(cscaCertificate)
        case "certificates/specimen-ds.cer": decode(documentSignerCertificate)
        default: chipFiles[path].map(decode)
        }
    }
}

/// A document whose profile is embedded with what was signed for it.
private struct Chip {
    let name: String
    let summary: String
    /// The profile as `profile`, signed files and records under the names that `emrtd issue` gives them.
    let signed: [String: String]

    func issue() throws(IssuingError) -> IssuedDocument {
        var profile = try DocumentProfile(json: Specimen.decode(signed["profile"] ?? ""), load: Specimen.file)
        for file in [ElementaryFile.sod, .cardSecurity] + (1...64).compactMap(ElementaryFile.additionalBiometrics) {
            profile.files[file] = signed["EF_\(file.name).bin"].map(Specimen.decode)
        }
        for file in RecordFile.allCases {
            let records = (1...254).lazy.map { signed["EF_\(file.rawValue)_\($0).bin"] }.prefix { $0 != nil }
            guard records.first != nil else { continue }
            profile.lds2?.records[file] = records.compactMap { $0.map(Specimen.decode) }
        }
        return try profile.issue()
    }
}
