import ByteCoding
import LDS

/// What a decoded value says, as texts by name: every stored property that is not nil, those of inner values after a dot.
///
/// By reflection, so that a property that is added to a type is compared without further work.
enum StoredFacts {
    static func all(of value: Any) -> [String: String] {
        var facts: [String: String] = [:]
        collect(value, "", &facts)
        return facts
    }

    private static func collect(_ value: Any, _ name: String, _ facts: inout [String: String]) {
        switch value {
        // The dynamic type, since an empty array of anything casts to one of bytes.
        case let bytes as [UInt8] where type(of: value) == [UInt8].self: facts[name] = Hexadecimal.encode(bytes)
        case let bytes as ArraySlice<UInt8> where type(of: value) == ArraySlice<UInt8>.self:
            facts[name] = Hexadecimal.encode(bytes)
        case let date as RecordedDate: facts[name] = date.description
        case let identifier as RegistryIdentifier: facts[name] = identifier.description
        default:
            let mirror = Mirror(reflecting: value)
            func inner(_ label: String) -> String { name.isEmpty ? label : "\(name).\(label)" }
            switch mirror.displayStyle {
            case .optional: if let child = mirror.children.first { collect(child.value, name, &facts) }
            case .struct where !mirror.children.isEmpty && !(value is String):
                for child in mirror.children { collect(child.value, inner(child.label ?? ""), &facts) }
            case .collection:
                for (index, child) in mirror.children.enumerated() { collect(child.value, "\(name)[\(index)]", &facts) }
            case .set:
                let elements = mirror.children.map { "\($0.value)" }.sorted()
                if !elements.isEmpty { facts[name] = elements.joined(separator: " ") }
            default: facts[name] = "\(value)"
            }
        }
    }
}
