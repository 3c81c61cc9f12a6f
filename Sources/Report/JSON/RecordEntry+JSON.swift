import Standards

extension RecordEntry {
    var json: JSONValue {
        .members([
            "name": .string(name), "kind": .string(kind.rawValue),
            "fields": .array(fields.map { .members(["name": .string($0.name), "value": .string($0.value)]) }),
            "result": .string(result.name), "reason": result.reason?.json,
        ])
    }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            name: try object.string("name"), kind: try object.required("kind", JSONObject.choice),
            fields: try object.list("fields") { (item) throws(ReportDecodingError) -> Field in
                Field(try item.string("name"), try item.string("value"))
            },
            result: try CheckResult(in: object))
    }

    static func list(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> [RecordEntry] {
        guard case .array(let items) = value else { throw .member(path) }
        return try items.enumerated().map { (index, item) throws(ReportDecodingError) in
            try RecordEntry(JSONObject(item, path: "\(path)[\(index)]"))
        }
    }
}
