import ByteCoding

/// What can be fuzzed: a name, and what is done with each input. Any error is fine; a trap is a finding.
enum FuzzTarget {
    static let all: [String: @Sendable ([UInt8]) -> Void] = [
        "tlv": { input in
            var reader = ByteReader(input)
            _ = try? reader.dataObjects().map { try $0.children() }
        }
    ]
}
