import Standards

/// The signer in the terms of GetDocumentSignerInformation.
///
/// Spec: BSI TR-03129-2.
struct TRSigner {
    let report: InspectionReport
    let signer: SignerSummary

    var json: JSONValue {
        .members([
            "trustStatus": .string(Self.status(of: signer.trust)),
            "certificateChainValidity": .members([
                "caCertificateValidity": validity(of: signer.anchor, "pa.issuer.validity"),
                "signerCertificateValidity": validity(of: signer.certificate, "pa.documentSigner.validity"),
            ]),
            "signerCertificateSignature": .members([
                "status": .string(Self.signature(check("pa.documentSigner.signature")?.result)),
                "message": check("pa.documentSigner.signature")?.result.reason.map { .string($0.text) },
            ]),
            "knownDefects": .array(report.knownDefects.map(defect)),
            "unknownCriticalExtension": .strings(
                (check("pa.documentSigner.extensions")?.evidence ?? [])
                    .filter { $0.name == "unknown critical extension" }.map(\.value)),
            "caCertificate": signer.anchor.map(Self.certificate),
            "signerCertificate": signer.certificate.map(Self.certificate),
        ])
    }

    private func check(_ id: CheckID) -> Check? { report.checks.first { $0.id == id } }

    private static func status(of trust: SignerSummary.Trust) -> String {
        switch trust {
        case .trusted: "certificate_ok"
        case .notTrusted: "certificate_invalid"
        case .undetermined: "certificate_undetermined"
        }
    }

    private static func signature(_ result: CheckResult?) -> String {
        switch result {
        case .successful: "signature_ok"
        case .failed: "signature_invalid"
        case .undetermined, .notSupported, .aborted, nil: "signature_not_checked"
        }
    }

    /// What the dates say at the moment the report judges, whatever the policy makes of it.
    private func validity(of certificate: SignerSummary.Certificate?, _ id: CheckID) -> JSONValue {
        guard let certificate else { return .members(["status": .string("certificate_not_available")]) }
        let moment = report.policy.judgedAt
        let status =
            if moment < certificate.notBefore {
                "certificate_not_yet_valid"
            } else {
                moment > certificate.notAfter ? "certificate_expired" : "certificate_valid"
            }
        return .members([
            "status": .string(status), "effectiveDate": .string(certificate.notBefore.description),
            "expirationDate": .string(certificate.notAfter.description),
            "message": check(id)?.result.reason.map { .string($0.text) },
        ])
    }

    private func defect(_ entry: KnownDefectEntry) -> JSONValue {
        func before(_ id: CheckID) -> CheckResult? { check(id).map { $0.preDefectResult ?? $0.result } }
        let validities = [before("pa.issuer.validity"), before("pa.documentSigner.validity")].compactMap { $0 }
        let isExpired = validities.contains(where: \.isFailure)
        return .members([
            "critical": .bool(entry.isCritical), "applied": .bool(entry.isApplied),
            "preDefectResult": .members([
                "trustStatus": .string(Self.status(of: entry.trustBefore)),
                "signatureStatus": .string(Self.signature(before("pa.documentSigner.signature"))),
                "certChainValidity": .string(
                    isExpired
                        ? "certificate_expired"
                        : validities.allSatisfy { $0 == .successful }
                            ? "certificate_valid" : "certificate_not_available"),
            ]),
            "defect": .members([
                "type": .string(entry.type), "text": entry.text.map(JSONValue.string),
                "list": .string(entry.listKind), "issuer": entry.country.map(JSONValue.string),
                "sha256": entry.sha256.map(JSONValue.string),
                "checks": .strings(entry.changedChecks.map(\.rawValue)),
            ]),
        ])
    }

    private static func certificate(_ certificate: SignerSummary.Certificate) -> JSONValue {
        .members([
            "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
            "serialNumber": .string(certificate.serialNumber), "sha256": .string(certificate.sha256),
        ])
    }
}
