import ByteCoding
import LDS

/// What can be fuzzed: a name, and what is done with each input. Any error is fine; a trap is a finding.
enum FuzzTarget {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "tlv": { input in
            var reader = ByteReader(input)
            _ = try? reader.dataObjects().map { try $0.children() }
        },
        "lds-com": { _ = try? COM(encoded: $0) },
        "lds-sod": { _ = try? SOD(encoded: $0) },
        "lds-security-object": { _ = try? LDSSecurityObject(encoded: $0) },
        "lds-security-infos": { _ = try? SecurityInfos(encoded: $0) },
        "lds-card-security": { _ = try? CardSecurity(encoded: $0) },
        "lds-attributes": { _ = try? CardAttributes(encoded: $0) },
        "lds-directory": { _ = try? ApplicationDirectory(encoded: $0) },
        "lds-dg1": { _ = try? DG1(encoded: $0).machineReadableZone() },
        "lds-dg2": { _ = try? DG2(encoded: $0) },
        "lds-dg11": { _ = try? DG11(encoded: $0) },
        "lds-dg12": { _ = try? DG12(encoded: $0) },
        "lds-dg15": { _ = try? DG15(encoded: $0) },
        "lds-dg16": { _ = try? DG16(encoded: $0) },
        "lds-detect": { input in
            guard let file = ElementaryFile.detect(input) else { return }
            _ = try? DecodedFile(file, encoded: input)
        },
    ]
}
