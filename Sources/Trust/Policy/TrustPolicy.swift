import LDS
public import Standards

/// What departures, missing data and time count for.
///
/// All policies judge the same facts. `strict` follows BSI TR-03105-5.1, `operational` TR-03135, and `archive` judges a
/// document at the time it was signed. A policy of one's own is one of these with some rows changed.
public struct TrustPolicy: Hashable, Sendable {
    /// The policy that this one is, or whose rows it has where it does not say otherwise.
    public let base: Name
    /// The name as it is printed.
    public private(set) var name: String
    /// SHA-256 of the file it comes from; nil for the policies of this program.
    public private(set) var sha256: [UInt8]?

    /// The policies of this program, by name.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case strict, operational, archive
    }

    public static let strict = TrustPolicy(name: .strict)
    public static let operational = TrustPolicy(name: .operational)
    public static let archive = TrustPolicy(name: .archive)

    /// Departures that are noted and no more, whatever the policy says of them.
    public private(set) var accepted: Set<Deviation> = []
    /// Rows that are not those of `base`.
    private var own = Rows()

    /// Rows of a policy of one's own.
    struct Rows: Hashable, Sendable {
        var rulings: [Deviation: Ruling] = [:]
        var obligations: [CheckID: Obligation] = [:]
        var validityTime: ValidityTime?
    }

    public init(name: Name) {
        base = name
        self.name = name.rawValue
    }

    init(name: String, base: Name, rows: Rows, sha256: [UInt8]) {
        self.base = base
        self.name = name
        self.sha256 = sha256
        own = rows
    }

    /// This policy, but for departures that somebody has asked to accept; the report names each that was met.
    public func accepting(_ deviations: Set<Deviation>) -> TrustPolicy {
        var policy = self
        policy.accepted.formUnion(deviations)
        return policy
    }

    /// What a departure does to the check that meets it.
    public enum Ruling: String, CaseIterable, Hashable, Sendable {
        /// The check fails.
        case fails
        /// The check stays open.
        case leavesOpen
        /// The check goes on, and the report names what was met.
        case isNoted
    }

    /// What a check counts for; the words are those of a report.
    public enum Obligation: String, CaseIterable, Hashable, Sendable {
        case mandatory, optional, recorded
    }

    /// Which moment certificates have to be valid at.
    public enum ValidityTime: String, CaseIterable, Hashable, Sendable {
        /// The time of checking.
        case now
        /// The signing time, else the time of reading.
        case signing
    }

    /// Which moment certificates have to be valid at.
    public var validityTime: ValidityTime { own.validityTime ?? Conflicts.validityTime[base] }

    /// What a departure counts for.
    public func ruling(on deviation: Deviation) -> Ruling {
        accepted.contains(deviation)
            ? .isNoted : own.rulings[deviation] ?? Self.rulings[deviation]?[base] ?? .fails
    }

    /// What a check counts for.
    ///
    /// - Parameters:
    ///   - hasRevocationLists: Whether a revocation list that a trusted key of the document's state signed is at
    ///     hand: then its absence in the judgement would be noticed, and revocation decides under `operational` too.
    ///   - result: How the check ended: some failures decide where a doubt does not.
    public func obligation(
        of check: CheckID, hasRevocationLists: Bool = false, endedIn result: CheckResult? = nil
    ) -> Obligation {
        let row = Self.obligations[check]?[base] ?? .mandatory
        if case .failed(let reason)? = result, failureDecides(check, reason, row: row) { return .mandatory }
        if let given = givenObligation(of: check) { return given }
        if check == .documentSignerRevocation, hasRevocationLists { return Conflicts.revocationOnceImported[base] }
        return row
    }

    /// Whether a failure decides whatever the check counts for else: one that decides under every policy, and a
    /// departure that a policy of one's own makes fail. A row of its own that is not its base's has the last word.
    private func failureDecides(_ check: CheckID, _ reason: Reason, row: Obligation) -> Bool {
        keepsRow(of: check, row)
            && (Conflicts.decisiveFailures.contains(check) || Deviation(rawValue: reason.code).map(makesFail) == true)
    }

    /// Whether a policy of one's own makes a departure fail that the policy it is based on lets pass.
    package func makesFail(_ deviation: Deviation) -> Bool {
        ruling(on: deviation) == .fails && Self.rulings[deviation]?[base] ?? .fails != .fails
    }

    /// Why a departure passes on somebody's request, by name or by a policy of one's own; nil where the policy of this
    /// program lets it pass too.
    package func leniency(towards deviation: Deviation, _ text: String) -> Reason? {
        guard ruling(on: deviation) == .isNoted, Self.rulings[deviation]?[base] ?? .fails != .isNoted else {
            return nil
        }
        let way = accepted.contains(deviation) ? "on request" : "by the policy \(name)"
        return Reason(deviation.rawValue, "Let pass \(way), and not by \(base.rawValue): \(text)")
    }

    /// What a check counts for under the policy that this one is, or is based on.
    package func obligationOfBase(
        of check: CheckID, hasRevocationLists: Bool, endedIn result: CheckResult?
    ) -> Obligation {
        TrustPolicy(name: base).obligation(of: check, hasRevocationLists: hasRevocationLists, endedIn: result)
    }

    /// Whether a policy of one's own says nothing else of a check than the policy it is based on.
    package func keepsRow(of check: CheckID, _ row: Obligation) -> Bool {
        givenObligation(of: check).map { $0 == row } ?? true
    }

    /// What a policy of one's own says that a check counts for; nil where it says nothing.
    public func givenObligation(of check: CheckID) -> Obligation? {
        own.obligations[check] ?? own.obligations[check.kind]
    }
}

extension CheckID {
    /// `pa.dataGroup` for `pa.dataGroup.DG2`, `files` for `files.DG2`: checks that are made of each data group.
    var kind: CheckID {
        guard let point = rawValue.lastIndex(of: "."), rawValue[point...].hasPrefix(".DG") else { return self }
        return CheckID(rawValue: String(rawValue[..<point]))
    }

    /// Whether it is about one data group, and about one that there is.
    var isOfDataGroup: Bool {
        DataGroup.allCases.contains { rawValue == "\(kind.rawValue).\($0.name)" }
    }
}

/// One row of a table with a column for each policy.
package struct PolicyRow<Value: Hashable & Sendable>: Hashable, Sendable {
    package let strict: Value
    package let operational: Value
    package let archive: Value

    package init(_ strict: Value, _ operational: Value, _ archive: Value) {
        self.strict = strict
        self.operational = operational
        self.archive = archive
    }

    package subscript(name: TrustPolicy.Name) -> Value {
        switch name {
        case .strict: strict
        case .operational: operational
        case .archive: archive
        }
    }
}

extension TrustPolicy {
    /// Departures: strict, operational, archive.
    static let rulings: [Deviation: PolicyRow<Ruling>] = [
        // EF.SOD
        .wrapperMissing: .init(.fails, .isNoted, .isNoted),
        .indefiniteLengths: .init(.fails, .isNoted, .isNoted),
        .trailingBytes: .init(.isNoted, .isNoted, .isNoted),
        .signedDataVersion1: .init(.fails, .isNoted, .isNoted),
        .genericContentType: .init(.fails, .isNoted, .isNoted),
        .earlyContentType: .init(.fails, .isNoted, .isNoted),
        .unsortedAttributes: .init(.isNoted, .isNoted, .isNoted),
        .malformedSigningTime: .init(.fails, .isNoted, .isNoted),
        .keyAlgorithmOnly: .init(.isNoted, .isNoted, .isNoted),
        .digestInfoWithoutNull: .init(.fails, .fails, .fails),
        .unknownAlgorithm: .init(.fails, .leavesOpen, .leavesOpen),
        .reorderedIssuerName: .init(.isNoted, .isNoted, .isNoted),
        .differentlyWrittenName: .init(.isNoted, .isNoted, .isNoted),
        .computedKeyIdentifier: .init(.isNoted, .isNoted, .isNoted),
        .signerOutsideSOD: .init(.isNoted, .isNoted, .isNoted),
        .signerOutsideVersion1: .init(.fails, .isNoted, .isNoted),
        // The LDS security object and the data groups
        .unknownVersion: .init(.fails, .leavesOpen, .leavesOpen),
        .versionMismatch: .init(.fails, .isNoted, .isNoted),
        .repeatedDataGroup: .init(.fails, .isNoted, .isNoted),
        .singleDataGroup: .init(.fails, .isNoted, .isNoted),
        .dataGroupNotListed: .init(.fails, .leavesOpen, .leavesOpen),
        .comDisagrees: Conflicts.comDisagrees,
        // The document signer and its issuer
        .authorityKeyIdentifierMissing: Conflicts.authorityKeyIdentifierMissing,
        .authorityKeyIdentifierDisagrees: .init(.fails, .isNoted, .isNoted),
        .linkCertificateOnly: .init(.isNoted, .isNoted, .isNoted),
        .otherCountryIssuer: .init(.isNoted, .isNoted, .isNoted),
        .keyUsageMissing: .init(.fails, .isNoted, .isNoted),
        .keyUsageExtra: .init(.fails, .isNoted, .isNoted),
        .extendedKeyUsage: .init(.fails, .isNoted, .isNoted),
        .authoritySigner: .init(.fails, .isNoted, .isNoted),
        .constraintsInSigner: .init(.fails, .isNoted, .isNoted),
        .malformedExtension: .init(.fails, .isNoted, .isNoted),
        .countryMissing: .init(.fails, .leavesOpen, .leavesOpen),
        .countryInCommonName: .init(.fails, .isNoted, .isNoted),
        .localityDiffers: .init(.fails, .isNoted, .isNoted),
        .differentCountry: .init(.fails, .fails, .fails),
        .weakHash: Conflicts.earlierSHA1,
        .weakHashRecently: Conflicts.recentSHA1,
        .shortKey: .init(.isNoted, .isNoted, .isNoted),
        .smallExponent: .init(.isNoted, .isNoted, .isNoted),
        .signingTimeOutside: .init(.leavesOpen, .leavesOpen, .leavesOpen),
        // Revocation
        .noCRL: Conflicts.noRevocationList,
        .crlUnusable: .init(.leavesOpen, .leavesOpen, .leavesOpen),
        .crlStale: .init(.leavesOpen, .leavesOpen, .leavesOpen),
        .revokedAfterSigning: .init(.fails, .fails, .isNoted),
        .revokedPerhaps: .init(.leavesOpen, .leavesOpen, .leavesOpen),
        // Visible digital seals
        .sealReferenceDiffers: .init(.fails, .isNoted, .isNoted),
        .sealPurposeMissing: .init(.fails, .leavesOpen, .leavesOpen),
        .sealAlgorithmName: .init(.fails, .isNoted, .isNoted),
        // The form of files: what the issuer signed is what it is, and is named
        .comForm: .init(.fails, .isNoted, .isNoted),
        .zoneForm: .init(.fails, .isNoted, .isNoted),
        .biometricForm: .init(.fails, .isNoted, .isNoted),
        .securityInfosForm: .init(.fails, .isNoted, .isNoted),
        .attributesForm: .init(.fails, .isNoted, .isNoted),
    ]

    /// Checks that do not decide under every policy: strict, operational, archive. All others are mandatory.
    static let obligations: [CheckID: PolicyRow<Obligation>] = [
        .documentSignerRevocation: Conflicts.revocation,
        .comAgreement: Conflicts.comAgreement,
        .sodSigningTime: .init(.recorded, .recorded, .recorded),
        .algorithmStrength: .init(.mandatory, .mandatory, .recorded),
        .knownDefects: .init(.recorded, .recorded, .recorded),
        // As of documents: the archive holds what was valid once.
        .sealExpiry: .init(.mandatory, .mandatory, .recorded),
    ]
}
