import ByteCoding
import LDS
import Standards

/// What the protocols of a read came to, in the JSON form.
extension Manifest {
    /// The run of PACE that opened the chip.
    struct PACE: Codable {
        var identifier: String
        var parameterID: Int?
        /// `MRZ`, `CAN`, `PIN` or `PUK`; never the password itself.
        var password: String
        /// What the Chip Authentication Mapping left to be verified.
        var mappingPublicKey: String?
        var chipAuthenticationData: String?
    }

    /// One attempt to open the chip that failed.
    struct Attempt: Codable {
        var method: String
        var identifier: String?
        var reason: Note
    }

    struct ChipAuthentication: Codable {
        var version: Int
        var identifier: String
        var keyID: Int?
        /// The name of the file that the key comes from.
        var source: String
        var subjectPublicKeyInfo: String
        /// `confirmed`, `refused` or `failed`.
        var outcome: String
        var status: String?
        var reason: Note?
    }

    struct TerminalAuthentication: Codable {
        var version: Int
        var trustPoints: [String]
        var chain: [String]
        /// `accepted`, `refused` or `notTried`.
        var outcome: String
        var groups: [String]?
        var status: String?
        var step: String?
        var reason: Note?
    }
}

extension Manifest.PACE {
    init(_ reading: PACEReading) {
        identifier = reading.identifier.description
        parameterID = reading.parameterID
        password = reading.password.name
        mappingPublicKey = reading.chipAuthenticationMapping.map { Hexadecimal.encode($0.mappingPublicKey) }
        chipAuthenticationData = reading.chipAuthenticationMapping.map {
            Hexadecimal.encode($0.chipAuthenticationData)
        }
    }

    func reading() throws(EvidenceError) -> PACEReading {
        guard let kind = PACEPasswordKind.allCases.first(where: { $0.name == password }) else {
            throw .manifest("PACE with '\(password.prefix(40))' is not known")
        }
        var mapping: PACEReading.ChipAuthenticationMapping?
        if mappingPublicKey != nil || chipAuthenticationData != nil {
            mapping = .init(
                mappingPublicKey: try Manifest.bytes(mappingPublicKey, "access.pace.mappingPublicKey"),
                chipAuthenticationData: try Manifest.bytes(
                    chipAuthenticationData, "access.pace.chipAuthenticationData"))
        }
        return PACEReading(
            identifier: try Manifest.identifier(identifier, "access.pace"), parameterID: parameterID, password: kind,
            chipAuthenticationMapping: mapping)
    }
}

extension Manifest.Attempt {
    init(_ attempt: AccessAttempt) {
        method = attempt.method.rawValue
        identifier = attempt.identifier?.description
        reason = Manifest.Note(attempt.reason)
    }

    func attempt() throws(EvidenceError) -> AccessAttempt {
        AccessAttempt(
            method: try Manifest.method(method),
            identifier: try identifier.map { (text) throws(EvidenceError) in
                try Manifest.identifier(text, "access.attempts")
            },
            reason: reason.reason)
    }
}

extension Manifest.ChipAuthentication {
    init(_ reading: ChipAuthenticationReading) {
        version = reading.version
        identifier = reading.identifier.description
        keyID = reading.keyID
        source = reading.source.name
        subjectPublicKeyInfo = Hexadecimal.encode(reading.subjectPublicKeyInfo)
        switch reading.outcome {
        case .confirmed: outcome = "confirmed"
        case .refused(let status): (outcome, self.status) = ("refused", Manifest.status(status))
        case .failed(let reason): (outcome, self.reason) = ("failed", Manifest.Note(reason))
        }
    }

    func reading() throws(EvidenceError) -> ChipAuthenticationReading {
        guard let file = ElementaryFile(name: source) else {
            throw .manifest("there is no file '\(source.prefix(40))' on a chip")
        }
        return ChipAuthenticationReading(
            version: version, identifier: try Manifest.identifier(identifier, "chipAuthentication"), keyID: keyID,
            source: file,
            subjectPublicKeyInfo: try Manifest.bytes(subjectPublicKeyInfo, "chipAuthentication.subjectPublicKeyInfo"),
            outcome: try outcomeReading())
    }

    private func outcomeReading() throws(EvidenceError) -> ChipAuthenticationReading.Outcome {
        switch outcome {
        case "confirmed": return .confirmed
        case "refused":
            guard let status = status.flatMap(Manifest.status) else {
                throw .manifest("a refused Chip Authentication has no status")
            }
            return .refused(status: status)
        case "failed":
            guard let reason else { throw .manifest("a failed Chip Authentication has no reason") }
            return .failed(reason.reason)
        default: throw .manifest("Chip Authentication with '\(outcome.prefix(40))' is not known")
        }
    }
}

extension Manifest.TerminalAuthentication {
    init(_ reading: TerminalAuthenticationReading) {
        version = reading.version
        trustPoints = reading.trustPoints
        chain = reading.chain
        switch reading.outcome {
        case .accepted(let groups): (outcome, self.groups) = ("accepted", groups.map(\.name))
        case .refused(let status, let step):
            (outcome, self.status, self.step) = ("refused", Manifest.status(status), step)
        case .notTried(let reason): (outcome, self.reason) = ("notTried", Manifest.Note(reason))
        }
    }

    func reading() throws(EvidenceError) -> TerminalAuthenticationReading {
        TerminalAuthenticationReading(
            version: version, trustPoints: trustPoints, chain: chain, outcome: try outcomeReading())
    }

    private func outcomeReading() throws(EvidenceError) -> TerminalAuthenticationReading.Outcome {
        switch outcome {
        case "accepted":
            return .accepted(
                groups: try (groups ?? []).map { (name) throws(EvidenceError) in
                    guard let group = DataGroup.allCases.first(where: { $0.name == name }) else {
                        throw .manifest("there is no data group '\(name.prefix(40))'")
                    }
                    return group
                })
        case "refused":
            guard let status = status.flatMap(Manifest.status), let step else {
                throw .manifest("a refused Terminal Authentication has no status or no step")
            }
            return .refused(status: status, at: step)
        case "notTried":
            guard let reason else { throw .manifest("a Terminal Authentication that was not tried has no reason") }
            return .notTried(reason.reason)
        default: throw .manifest("Terminal Authentication with '\(outcome.prefix(40))' is not known")
        }
    }
}

extension Manifest {
    static func bytes(_ text: String?, _ member: String) throws(EvidenceError) -> [UInt8] {
        guard let bytes = text.flatMap({ Hexadecimal.decode($0) }) else {
            throw .manifest("'\(member)' is not hexadecimal")
        }
        return bytes
    }

    static func identifier(_ text: String, _ member: String) throws(EvidenceError) -> OID {
        guard let identifier = OID(dotted: text) else { throw .manifest("'\(member)' names no protocol") }
        return identifier
    }

    static func method(_ text: String) throws(EvidenceError) -> AccessReading.Method {
        guard let method = AccessReading.Method(rawValue: text) else {
            throw .manifest("access by '\(text.prefix(40))' is not known")
        }
        return method
    }
}
