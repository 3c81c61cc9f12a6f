import Foundation

/// As much of JSON Schema (draft 2020-12) as this project's own schemas use; any other keyword is a fault.
public struct SchemaValidator {
    private let root: [String: Any]

    public init(_ schema: String) throws {
        root = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any] ?? [:]
    }

    /// What in a JSON text does not keep the schema, each with its path; empty where all does.
    public func faults(in json: String) throws -> [String] {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: [.fragmentsAllowed])
        return faults(value, root, "$")
    }

    private static let known: Set<String> = [
        "$schema", "$id", "$defs", "$ref", "title", "description", "type", "const", "enum", "required", "properties",
        "additionalProperties", "items", "minimum", "maximum", "pattern", "oneOf",
    ]

    private func faults(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
        var faults = schema.keys.filter { !Self.known.contains($0) }.map { "\(path): keyword '\($0)' is not known" }
        if let reference = schema["$ref"] as? String {
            let name = reference.replacingOccurrences(of: "#/$defs/", with: "")
            guard let target = (root["$defs"] as? [String: Any])?[name] as? [String: Any] else {
                return faults + ["\(path): no definition '\(reference)'"]
            }
            return faults + self.faults(value, target, path)
        }
        if let type = schema["type"] as? String, !isOf(type, value) { return faults + ["\(path): not of type \(type)"] }
        if let types = schema["type"] as? [String], !types.contains(where: { isOf($0, value) }) {
            return faults + ["\(path): of none of the types \(types)"]
        }
        if let choices = schema["oneOf"] as? [[String: Any]] {
            let fitting = choices.count { self.faults(value, $0, path).isEmpty }
            if fitting != 1 { faults.append("\(path): fits \(fitting) of \(choices.count) forms") }
        }
        if let constant = schema["const"] as? String, value as? String != constant {
            faults.append("\(path): not '\(constant)'")
        }
        if let choices = schema["enum"] as? [String], !choices.contains(value as? String ?? "") {
            faults.append("\(path): not one of \(choices)")
        }
        if let pattern = schema["pattern"] as? String, let text = value as? String,
            text.range(of: pattern, options: .regularExpression) == nil
        {
            faults.append("\(path): does not match \(pattern)")
        }
        if let number = (value as? NSNumber)?.intValue {
            if let least = schema["minimum"] as? Int, number < least { faults.append("\(path): below \(least)") }
            if let most = schema["maximum"] as? Int, number > most { faults.append("\(path): above \(most)") }
        }
        if let object = value as? [String: Any] { faults += members(of: object, schema, path) }
        if let items = value as? [Any], let schema = schema["items"] as? [String: Any] {
            for (index, item) in items.enumerated() { faults += self.faults(item, schema, "\(path)[\(index)]") }
        }
        return faults
    }

    private func members(of object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
        let required = schema["required"] as? [String] ?? []
        var faults = required.filter { object[$0] == nil }.map { "\(path): no '\($0)'" }
        let properties = schema["properties"] as? [String: Any] ?? [:]
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            if let schema = properties[name] as? [String: Any] {
                faults += self.faults(value, schema, "\(path).\(name)")
            } else if let schema = schema["additionalProperties"] as? [String: Any] {
                faults += self.faults(value, schema, "\(path).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                faults.append("\(path): '\(name)' is not allowed")
            }
        }
        return faults
    }

    private func isOf(_ type: String, _ value: Any) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "integer":
            !isBoolean(value) && (value as? NSNumber).map { floor($0.doubleValue) == $0.doubleValue } ?? false
        case "boolean": isBoolean(value)
        case "null": value is NSNull
        default: false
        }
    }

    private func isBoolean(_ value: Any) -> Bool {
        guard let number = value as? NSNumber else { return false }
        return ["c", "B"].contains(String(cString: number.objCType))
    }
}
