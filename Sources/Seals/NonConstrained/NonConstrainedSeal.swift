public import PKI

/// A seal in JSON: header and message, which are signed, and the signature with the certificate of the signer.
///
/// Spec: ICAO Technical Report VDS-NC §3; RFC 8785 (the form that is signed).
public struct NonConstrainedSeal: Hashable, Sendable {
    /// The text as it was read.
    public let encoded: [UInt8]
    /// What the message is, such as `icao.vacc` or `icao.test`.
    public let type: String
    public let version: Int
    /// The issuing State in three letters.
    public let issuer: String
    /// The message.
    public let message: SealJSON
    /// How the signature was made, as written: `ES256`.
    public let algorithmName: String
    /// The certificate of the signer; nil where the seal leaves it out, since another of a set has it.
    public let certificate: Certificate?
    /// r ‖ s.
    public let signature: [UInt8]
    /// Header and message in the form that is signed.
    public let signedPart: [UInt8]

    /// Reads a whole text.
    public init(json: [UInt8]) throws(SealError) {
        guard json.count <= VisibleDigitalSeal.byteLimit else { throw .oversized(limit: VisibleDigitalSeal.byteLimit) }
        let root = try SealJSONReader.value(json)
        let data = try Self.object(root, "data", in: "")
        let header = try Self.object(data, "hdr", in: "data.")
        message = try Self.object(data, "msg", in: "data.")
        let seal = try Self.object(root, "sig", in: "")
        type = try Self.text(header, "t", in: "data.hdr.")
        issuer = try Self.text(header, "is", in: "data.hdr.")
        guard let version = header["v"] else { throw .missingMember(path: "data.hdr.v") }
        guard let number = version.integer else { throw .wrongMember(path: "data.hdr.v", expected: "a whole number") }
        self.version = number
        algorithmName = try Self.text(seal, "alg", in: "sig.")
        signature = try Self.octets(seal, "sigvl")
        certificate = seal["cer"] == nil ? nil : try Self.certificate(seal)
        signedPart = data.canonical
        encoded = json
    }

    private static func member(_ object: SealJSON, _ name: String, in path: String) throws(SealError) -> SealJSON {
        guard let member = object[name] else { throw .missingMember(path: path + name) }
        return member
    }

    private static func object(_ object: SealJSON, _ name: String, in path: String) throws(SealError) -> SealJSON {
        let member = try member(object, name, in: path)
        guard case .object = member else { throw .wrongMember(path: path + name, expected: "an object") }
        return member
    }

    private static func text(_ object: SealJSON, _ name: String, in path: String) throws(SealError) -> String {
        guard let text = try member(object, name, in: path).text, !text.isEmpty else {
            throw .wrongMember(path: path + name, expected: "text")
        }
        return text
    }

    private static func octets(_ seal: SealJSON, _ name: String) throws(SealError) -> [UInt8] {
        let octets = Base64Text.decodeURL(try text(seal, name, in: "sig.").utf8)
        guard let octets, !octets.isEmpty else { throw .wrongMember(path: "sig." + name, expected: "base64url") }
        return octets
    }

    private static func certificate(_ seal: SealJSON) throws(SealError) -> Certificate {
        let octets = try octets(seal, "cer")
        do { return try Certificate(encoded: octets) } catch { throw .malformedCertificate(error) }
    }
}

extension NonConstrainedSeal {
    /// Who the message is about, where it is of a kind that says so.
    public var holder: Holder? {
        guard let person = message["pid"] else { return nil }
        return Holder(
            name: person["n"]?.text, dateOfBirth: person["dob"]?.text, sex: person["sex"]?.text,
            documentNumber: (person["dn"] ?? person["i"])?.text)
    }

    /// The person of a message, as written.
    public struct Holder: Hashable, Sendable {
        public let name: String?
        public let dateOfBirth: String?
        public let sex: String?
        /// The number of the travel document.
        public let documentNumber: String?
    }

    /// The values of the message with the path of each, such as `pid.n`, in stored order.
    public var fields: [(path: String, value: String)] { Self.fields(message, "") }

    private static func fields(_ value: SealJSON, _ path: String) -> [(path: String, value: String)] {
        switch value {
        case .object(let members):
            members.flatMap { fields($0.value, path.isEmpty ? $0.name : "\(path).\($0.name)") }
        case .list(let values): values.enumerated().flatMap { fields($0.element, "\(path)[\($0.offset)]") }
        case .text(let text): [(path, text)]
        case .null, .boolean, .number: [(path, String(decoding: value.canonical, as: UTF8.self))]
        }
    }
}
