import ByteCoding

/// A value as the report of a mismatch shows it: bytes in hexadecimal, an absent value as such.
func legible(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional { return mirror.children.first.map { legible($0.value) } ?? "nothing" }
    if let bytes = value as? [UInt8] { return bytes.isEmpty ? "nothing" : Hexadecimal.encode(bytes) }
    if let text = value as? String { return "'\(text)'" }
    return "\(value)"
}
