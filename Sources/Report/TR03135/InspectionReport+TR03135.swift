import FoundationEssentials
import Standards

/// The report in the terms of BSI TR-03135-1: its numbers, values and rules of aggregation.
///
/// The XML schemas of the publication were not at hand: this follows its names and claims no conformity.
///
/// Spec: BSI TR-03135-1 v2.5 §5 and §6; BSI TR-03129-2, GetDocumentSignerInformation, for the signer.
extension InspectionReport {
    /// The name and version of the form.
    public static let tr03135SchemaName = "emrtd/tr03135-report/1"

    /// How much a log says.
    public enum LogProfile: String, CaseIterable, Sendable {
        /// Nothing about the holder.
        case standard
        /// What the document says of its holder too, and what was compared.
        case full
    }

    /// The report as JSON in the terms of TR-03135, with sorted keys and a line end.
    public func tr03135JSON(_ profile: LogProfile = .standard) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(tr03135Value(profile))) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    private func tr03135Value(_ profile: LogProfile) -> JSONValue {
        let overall = TRResult(overallOf: self)
        return .members([
            "schema": .string(Self.tr03135SchemaName),
            "derivedFrom": .string("BSI TR-03135-1 v2.5; its XML schemas were not at hand, no conformity is claimed"),
            "profile": .string(profile.rawValue),
            "transactionId": .string(transactionID),
            "component": .members(["name": .string(component.name), "version": .string(component.version)]),
            "timing": .members(["start": .string(startedAt.description), "end": .string(endedAt.description)]),
            "policy": .members([
                "name": .string(policy.name), "basedOn": policy.base.map(JSONValue.string),
                "sha256": policy.sha256.map(JSONValue.string), "judgedAt": .string(policy.judgedAt.description),
                "validityTime": .string(policy.basis),
            ]),
            "usedLists": .array(trustLists.map(\.tr03135)),
            "document": document.map { $0.tr03135(profile) },
            "overall": overall.json(["id": .string("5.4"), "name": .string("overallDocument")]),
            "checks": .array(TRCheck.all(in: self).map { $0.json(profile) }),
            "dataGroups": .array(
                dataGroups.map {
                    .members([
                        "dg": .number($0.number), "integrity": .string($0.integrity.rawValue),
                        "algorithm": $0.algorithm.map(JSONValue.string),
                    ])
                }),
            "signer": signer.map { TRSigner(report: self, signer: $0).json },
            "quirks": .strings(remarks.map(\.code).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }),
        ])
    }
}

extension InspectionReport.TrustList {
    fileprivate var tr03135: JSONValue {
        .members([
            "type": .string(kind), "name": .string(name), "issuer": country.map(JSONValue.string),
            "signingTime": signingTime.map { .string($0.description) }, "sha256": sha256.map(JSONValue.string),
            "signerCertSha256": signerSHA256.map(JSONValue.string), "count": .number(certificateCount),
        ])
    }
}

extension DocumentSummary {
    /// What names no person is always said.
    fileprivate func tr03135(_ profile: InspectionReport.LogProfile) -> JSONValue {
        let isFull = profile == .full
        func personal(_ text: String) -> JSONValue? { isFull ? .string(text) : nil }
        return .members([
            "documentCode": .string(documentCode), "issuingState": .string(issuingState), "format": .string(format),
            "origin": .string(origin.rawValue), "documentNumber": personal(documentNumber),
            "primaryIdentifier": personal(primaryIdentifier), "secondaryIdentifier": personal(secondaryIdentifier),
            "nationality": personal(nationality), "dateOfBirth": personal(dateOfBirth), "sex": personal(sex),
            "dateOfExpiry": personal(dateOfExpiry), "lines": isFull ? .strings(lines) : nil,
        ])
    }
}
