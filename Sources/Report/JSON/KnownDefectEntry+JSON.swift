import Standards

extension KnownDefectEntry {
    var json: JSONValue {
        .members([
            "type": .string(type), "text": text.map(JSONValue.string), "listKind": .string(listKind),
            "listName": .string(listName), "country": country.map(JSONValue.string),
            "sha256": sha256.map(JSONValue.string), "critical": .bool(isCritical), "applied": .bool(isApplied),
            "changedChecks": .strings(changedChecks.map(\.rawValue)), "trustBefore": .string(trustBefore.rawValue),
        ])
    }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        let checks = try object.required("changedChecks") { (value, path) throws(ReportDecodingError) -> [CheckID] in
            guard case .array(let items) = value else { throw .member(path) }
            return try items.map { (item) throws(ReportDecodingError) in
                CheckID(rawValue: try JSONObject.string(item, path))
            }
        }
        self.init(
            type: try object.string("type"), text: try object.optional("text", JSONObject.string),
            listKind: try object.string("listKind"), listName: try object.string("listName"),
            country: try object.optional("country", JSONObject.string),
            sha256: try object.optional("sha256", JSONObject.string),
            isCritical: try object.required("critical", JSONObject.bool), changedChecks: checks,
            trustBefore: try object.required("trustBefore", JSONObject.choice))
    }

    static func list(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> [KnownDefectEntry] {
        guard case .array(let items) = value else { throw .member(path) }
        return try items.enumerated().map { (index, item) throws(ReportDecodingError) in
            try KnownDefectEntry(JSONObject(item, path: "\(path)[\(index)]"))
        }
    }
}
