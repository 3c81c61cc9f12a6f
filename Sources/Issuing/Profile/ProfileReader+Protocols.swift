import Cryptography
import LDS
import PKI
import Standards

extension ProfileReader {
    func pace(_ node: ProfileNode) throws(IssuingError) -> PACEProfile {
        try node.allow(
            "entries", "domainParameters", "can", "pin", "puk", "pinTries", "pinTriesLeft", "pinActivated", "pukUses",
            "form")
        var profile = PACEProfile(entries: [])
        for entry in try node.required("entries").elements() { profile.entries.append(try paceEntry(entry)) }
        for parameters in try node["domainParameters"]?.elements() ?? [] {
            profile.domainParameters.append(try paceParameters(parameters))
        }
        profile.passwords = PACEPasswords(
            can: try digits(node["can"]), pin: try digits(node["pin"]), puk: try digits(node["puk"]))
        if let count = node["pinTries"] { profile.passwords.pinTryCount = try count.integer(1...15) }
        if let count = node["pinTriesLeft"] {
            profile.passwords.pinTriesLeft = try count.integer(0...profile.passwords.pinTryCount)
        }
        if let flag = node["pinActivated"] { profile.passwords.isPINActivated = try flag.boolean() }
        if let count = node["pukUses"] { profile.passwords.pukUseCount = try count.integer(0...15) }
        if let form = node["form"] { profile.form = try form.choice(Self.securityInfosForms) }
        return profile
    }

    private func paceEntry(_ node: ProfileNode) throws(IssuingError) -> PACEProfile.Entry {
        try node.allow("protocol", "version", "parameterId")
        return PACEProfile.Entry(
            try node.required("protocol").choice(Self.paceProtocols),
            version: try node["version"]?.integer(0...255) ?? 2,
            parameterID: try node["parameterId"]?.integer(0...65_535))
    }

    private func paceParameters(_ node: ProfileNode) throws(IssuingError) -> PACEProfile.DomainParameters {
        try node.allow("mapping", "parameters", "parameterId", "form")
        let form = try node["form"]?.choice(Self.parameterForms) ?? .explicit
        let place = try node.required("parameters")
        let parameters: KeyParameters =
            switch try keySource(place) {
            case .ellipticCurve(let curve): KeyParameters(of: curve, form)
            case .diffieHellman(let group): KeyParameters(of: group, form)
            default: throw place.malformed("the name of a curve, or dh-0, dh-1 or dh-2, is expected")
            }
        return PACEProfile.DomainParameters(
            try node.required("mapping").choice(Self.paceMappings), parameters,
            parameterID: try node["parameterId"]?.integer(0...65_535))
    }

    func chipAuthentication(_ node: ProfileNode) throws(IssuingError) -> ChipAuthenticationProfile {
        try node.allow("keys", "protocols", "form")
        var profile = ChipAuthenticationProfile(keys: [], variants: [])
        for key in try node.required("keys").elements() { profile.keys.append(try chipAuthenticationKey(key)) }
        for variant in try node["protocols"]?.elements() ?? [] {
            try variant.allow("protocol", "version", "keyId")
            profile.variants.append(
                ChipAuthenticationProfile.Variant(
                    try variant.required("protocol").choice(Self.chipAuthenticationProtocols),
                    version: try variant["version"]?.integer(1...2) ?? 1,
                    keyID: try variant["keyId"]?.integer(0...Int(Int32.max))))
        }
        if let form = node["form"] { profile.form = try form.choice(Self.securityInfosForms) }
        return profile
    }

    private func chipAuthenticationKey(_ node: ProfileNode) throws(IssuingError) -> ChipAuthenticationProfile.Key {
        try node.allow("key", "keyId", "parameters", "withoutOrder", "in")
        var key = ChipAuthenticationProfile.Key(
            try keySource(node.required("key")), keyID: try node["keyId"]?.integer(0...Int(Int32.max)))
        if let form = node["parameters"] { key.parameters = try form.choice(Self.parameterForms) }
        if let flag = node["withoutOrder"], try flag.boolean() {
            guard case .diffieHellman(let group) = key.source,
                let bare = try? DHGroup(p: group.p, g: group.g, q: nil)
            else { throw flag.malformed("only the keys dh-0, dh-1 and dh-2 have an order to leave out") }
            key.source = .diffieHellman(bare)
        }
        if let places = node["in"] {
            let choices = Dictionary(
                uniqueKeysWithValues: ChipAuthenticationProfile.Place.allCases.map { ($0.rawValue, $0) })
            key.places = []
            for place in try places.elements() { key.places.insert(try place.choice(choices)) }
        }
        return key
    }

    func terminalAuthentication(_ node: ProfileNode) throws(IssuingError) -> TerminalAuthenticationProfile {
        try node.allow("trustPoints", "date", "version")
        var trustPoints: [[UInt8]] = []
        let list = try node.required("trustPoints")
        for path in try list.strings() {
            let certificate = try file(path, list)
            guard (try? CVCertificate(encoded: certificate)) != nil else {
                throw .invalidField(path: list.name, problem: "\(path) is no card verifiable certificate")
            }
            trustPoints.append(certificate)
        }
        guard (1...2).contains(trustPoints.count) else { throw list.malformed("one or two trust points are expected") }
        let date = try node.required("date").moment().digits[2..<8].map { $0 - 0x30 }
        return TerminalAuthenticationProfile(
            version: try node["version"]?.integer(1...2) ?? 1,
            trust: TerminalAuthenticationTrust(trustPoints: trustPoints, currentDate: date))
    }

    func attributes(_ node: ProfileNode) throws(IssuingError) -> CardAttributesProfile {
        try node.allow("maximumCommand", "maximumResponse", "chaining")
        return CardAttributesProfile(
            maximumCommandByteCount: try node["maximumCommand"]?.integer(1...65_544),
            maximumResponseByteCount: try node["maximumResponse"]?.integer(1...65_544),
            chainsCommands: try node["chaining"]?.boolean() ?? false)
    }

    /// A password of digits.
    private func digits(_ node: ProfileNode?) throws(IssuingError) -> [UInt8]? {
        guard let node else { return nil }
        let digits = Array(try node.string().utf8)
        guard (1...16).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw node.malformed("one to sixteen digits are expected, as a string")
        }
        return digits
    }

    private static let ciphers: [String: SessionCipher] = [
        "3des": .tripleDES, "aes-128": .aes128, "aes-192": .aes192, "aes-256": .aes256,
    ]

    private static let paceMappings: [String: OID] = {
        let mappings: [(String, PACEMapping)] = [
            ("gm", .generic), ("im", .integrated), ("cam", .chipAuthentication),
        ]
        var identifiers: [String: OID] = [:]
        for (name, mapping) in mappings {
            identifiers["dh-\(name)"] = OID.paceMapping(mapping, .dh)
            identifiers["ecdh-\(name)"] = OID.paceMapping(mapping, .ecdh)
        }
        return identifiers
    }()

    /// `ecdh-gm-aes-128` and so on.
    private static let paceProtocols: [String: OID] = {
        var identifiers: [String: OID] = [:]
        for (name, parent) in paceMappings {
            for (cipherName, cipher) in ciphers {
                let identifier = parent.appending(cipher.rawValue)
                if PACEVariant(identifier) != nil { identifiers["\(name)-\(cipherName)"] = identifier }
            }
        }
        return identifiers
    }()

    /// `ecdh-aes-128` and so on.
    private static let chipAuthenticationProtocols: [String: OID] = {
        var identifiers: [String: OID] = [:]
        for (name, cipher) in ciphers {
            identifiers["dh-\(name)"] = OID.chipAuthentication(.dh, cipher)
            identifiers["ecdh-\(name)"] = OID.chipAuthentication(.ecdh, cipher)
        }
        return identifiers
    }()

    private static let parameterForms = Dictionary(
        uniqueKeysWithValues: KeyParameters.Form.allCases.map { ($0.rawValue, $0) })
    private static let securityInfosForms = Dictionary(
        uniqueKeysWithValues: SecurityInfosForm.allCases.map { ($0.rawValue, $0) })
}
