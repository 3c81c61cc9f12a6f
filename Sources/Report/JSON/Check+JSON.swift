import Standards

extension Check {
    var json: JSONValue {
        .members([
            "id": .string(id.rawValue), "answer": .string(answer.rawValue),
            "obligation": .string(obligation.rawValue), "result": .string(result.name),
            "reason": result.reason?.json, "source": source.json,
            "trNumber": CheckCatalogue.trNumber(of: id).map(JSONValue.string),
            "evidence": .array(
                evidence.map { .members(["name": .string($0.name), "value": .string($0.value)]) }),
            "preDefectResult": preDefectResult.map {
                .members(["result": .string($0.name), "reason": $0.reason?.json])
            },
            "leniency": leniency?.json,
        ])
    }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            id: CheckID(rawValue: try object.string("id")), result: try CheckResult(in: object),
            obligation: try object.required("obligation", JSONObject.choice),
            answer: try object.required("answer", JSONObject.choice),
            source: try object.required("source", SpecReference.read),
            evidence: try object.list("evidence") { (item) throws(ReportDecodingError) -> Finding.Evidence in
                Finding.Evidence(try item.string("name"), try item.string("value"))
            },
            preDefectResult: try object.optional("preDefectResult") {
                (value, path) throws(ReportDecodingError) -> CheckResult in
                try CheckResult(in: JSONObject(value, path: path))
            },
            leniency: try object.optional("leniency", Reason.read))
    }
}

extension CheckResult {
    /// Reads the members `result` and `reason` of an object.
    init(in object: JSONObject) throws(ReportDecodingError) {
        let name = try object.string("result")
        let reason = try object.optional("reason", Reason.read)
        if name == CheckResult.successful.name, reason == nil {
            self = .successful
            return
        }
        guard let reason else { throw .member(object.path(to: "reason")) }
        let results: [CheckResult] = [.failed(reason), .undetermined(reason), .notSupported(reason), .aborted(reason)]
        guard let result = results.first(where: { $0.name == name }) else {
            throw .member(object.path(to: "result"))
        }
        self = result
    }
}

extension SpecReference {
    fileprivate var json: JSONValue {
        .members([
            "publication": .string(publication), "clause": .string(clause), "step": step.map(JSONValue.string),
        ])
    }

    fileprivate static func read(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> SpecReference {
        let object = try JSONObject(value, path: path)
        return SpecReference(
            publication: try object.string("publication"), clause: try object.string("clause"),
            step: try object.optional("step", JSONObject.string))
    }
}
