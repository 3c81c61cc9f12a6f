import Standards

extension CaptureSummary {
    var json: JSONValue {
        .members([
            "source": .string(source), "page": page.map(JSONValue.number), "format": .string(format),
            "lines": .strings(lines), "confidence": .number(confidence),
            "doubts": doubts.isEmpty ? nil : .array(doubts.map(\.json)), "doubtful": .array(doubtful.map(\.json)),
            "overruled": .array(overruled.map(\.json)),
            "differences": differences.map { .array($0.map(\.json)) },
            "rereadings": rereadings.isEmpty ? nil : .array(rereadings.map(\.json)), "picture": picture?.json,
        ])
    }

    init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        self.init(
            source: try object.string("source"), page: try object.optional("page", JSONObject.number),
            format: try object.string("format"), lines: try object.required("lines", JSONObject.strings),
            confidence: try object.required("confidence", JSONObject.chance),
            doubtful: try object.list("doubtful", Mark.init), overruled: try object.list("overruled", Mark.init),
            rereadings: [], picture: try object.optional("picture", Portrait.init))
        if object.members["doubts"] != nil { doubts = try object.list("doubts", Reason.init) }
        if object.members["differences"] != nil { differences = try object.list("differences", Difference.init) }
        if object.members["rereadings"] != nil { rereadings = try object.list("rereadings", Rereading.init) }
    }
}

extension CaptureSummary.Place {
    /// Line, position and field, with what else stands beside them.
    fileprivate func members(_ others: [String: JSONValue?]) -> JSONValue {
        let own: [String: JSONValue?] = [
            "line": .number(line), "position": .number(position), "field": field.map(JSONValue.string),
        ]
        return .object(own.merging(others) { first, _ in first }.compactMapValues { $0 })
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            line: try object.number("line"), position: try object.number("position"),
            field: try object.optional("field", JSONObject.string))
    }
}

extension CaptureSummary.Mark {
    fileprivate var json: JSONValue {
        place.members([
            "character": .string(character), "confidence": .number(confidence),
            "seen": seen.map(JSONValue.string), "overruledBy": overruledBy.map(JSONValue.string),
            "alternatives": .strings(alternatives),
        ])
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            place: try CaptureSummary.Place(object), character: try object.string("character"),
            confidence: try object.required("confidence", JSONObject.chance),
            seen: try object.optional("seen", JSONObject.string),
            overruledBy: try object.optional("overruledBy", JSONObject.string),
            alternatives: try object.required("alternatives", JSONObject.strings))
    }
}

extension CaptureSummary.Difference {
    fileprivate var json: JSONValue {
        place.members(["printed": .string(printed), "chip": .string(chip), "doubtful": .bool(isDoubtful)])
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            place: try CaptureSummary.Place(object), printed: try object.string("printed"),
            chip: try object.string("chip"), isDoubtful: try object.required("doubtful", JSONObject.bool))
    }
}

extension CaptureSummary.Rereading {
    fileprivate var json: JSONValue {
        .members([
            "replacements": .array(
                replacements.map {
                    $0.place.members(["character": .string($0.character), "alternative": .string($0.alternative)])
                }),
            "share": .number(share), "outcome": .string(outcome.rawValue),
        ])
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            replacements: try object.list("replacements") { (item) throws(ReportDecodingError) -> Replacement in
                Replacement(
                    place: try CaptureSummary.Place(item), character: try item.string("character"),
                    alternative: try item.string("alternative"))
            },
            share: try object.required("share", JSONObject.chance),
            outcome: try object.required("outcome", JSONObject.choice))
    }
}

extension JSONObject {
    fileprivate static func strings(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> [String] {
        guard case .array(let items) = value else { throw .member(path) }
        return try items.map { (item) throws(ReportDecodingError) in try string(item, path) }
    }

    /// A chance in thousandths.
    fileprivate static func chance(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Int {
        let number = try number(value, path)
        guard number <= 1000 else { throw .member(path) }
        return number
    }
}
