import ByteCoding
import Standards
import Testing

extension Array where Element == UInt8 {
    /// Bytes from hexadecimal digits; empty where they are none.
    init(hex: String) {
        self = Hexadecimal.decode(hex) ?? []
    }

    var hex: String { Hexadecimal.encode(self) }
}

extension Array where Element == Reason {
    var codes: [String] { map(\.code) }
}
