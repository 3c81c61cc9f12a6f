import FoundationEssentials
import Standards

extension InspectionReport {
    /// The name and version of the JSON form.
    public static let schemaName = "emrtd/inspection-report/1"

    /// The report as JSON, with sorted keys and a line end.
    ///
    /// What is derived (`verdict`, `answers`, `nextSteps`) is written for readers and derived again when it is read.
    public func json() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // A tree of strings, whole numbers and lists: there is nothing in it that an encoder refuses.
        let data = (try? encoder.encode(jsonValue)) ?? Data()
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The report as one line of JSON, without a line end.
    public func jsonLine() -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: (try? encoder.encode(jsonValue)) ?? Data(), as: UTF8.self)
    }

    private var jsonValue: JSONValue {
        .members([
            "schema": .string(Self.schemaName),
            "verdict": .string(verdict.rawValue),
            "answers": .object(
                Dictionary(answers.map { ($0.answer.rawValue, $0.json) }, uniquingKeysWith: { first, _ in first })),
            "transactionId": .string(transactionID),
            "component": .members(["name": .string(component.name), "version": .string(component.version)]),
            "startedAt": .string(startedAt.description),
            "endedAt": .string(endedAt.description),
            "policy": .members([
                "name": .string(policy.name), "base": policy.base.map(JSONValue.string),
                "sha256": policy.sha256.map(JSONValue.string), "access": .string(policy.access),
                "judgedAt": .string(policy.judgedAt.description), "basis": .string(policy.basis),
            ]),
            "trustLists": .array(trustLists.map(\.json)),
            "document": document?.json,
            "portrait": portrait?.json,
            "capture": capture?.json,
            "reading": reading.json,
            "files": .array(files.map(\.json)),
            "records": records.isEmpty ? nil : .array(records.map(\.json)),
            "dataGroups": .array(dataGroups.map(\.json)),
            "signer": signer?.json,
            "knownDefects": knownDefects.isEmpty ? nil : .array(knownDefects.map(\.json)),
            "nextSteps": .array(nextSteps.map { .string($0) }),
            "checks": .array(checks.map(\.json)),
            "remarks": .array(remarks.map(\.json)),
        ])
    }

    /// Reads what `json()` writes.
    ///
    /// - Throws: `ReportDecodingError`, also for a report whose stored verdict is not what its checks say.
    public init(json text: String) throws(ReportDecodingError) {
        let value: JSONValue
        do { value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) } catch { throw .notJSON }
        let object = try JSONObject(value, path: "")
        let schema = try object.string("schema")
        guard schema == Self.schemaName else { throw .schema(schema) }
        let component = try object.required("component", JSONObject.init)
        let policy = try object.required("policy", JSONObject.init)
        self.init(
            transactionID: try object.string("transactionId"),
            component: Component(name: try component.string("name"), version: try component.string("version")),
            startedAt: try object.required("startedAt", Timestamp.read),
            endedAt: try object.required("endedAt", Timestamp.read),
            policy: Policy(
                name: try policy.string("name"), base: try policy.optional("base", JSONObject.string),
                sha256: try policy.optional("sha256", JSONObject.string), access: try policy.string("access"),
                judgedAt: try policy.required("judgedAt", Timestamp.read), basis: try policy.string("basis")),
            trustLists: try object.list("trustLists", TrustList.init),
            document: try object.optional("document", DocumentSummary.init),
            portrait: try object.optional("portrait", Portrait.init),
            reading: try object.required("reading", ReadingSummary.init),
            files: try object.list("files", FileEntry.init),
            records: try object.optional("records", RecordEntry.list) ?? [],
            dataGroups: try object.list("dataGroups", DataGroupEntry.init),
            signer: try object.optional("signer", SignerSummary.init),
            checks: try object.list("checks", Check.init),
            remarks: try object.list("remarks", Reason.init))
        capture = try object.optional("capture", CaptureSummary.init)
        knownDefects = try object.optional("knownDefects", KnownDefectEntry.list) ?? []
        let stored = try object.string("verdict")
        guard stored == verdict.rawValue else { throw .verdict(stored: stored, derived: verdict.rawValue) }
    }
}

extension AnswerSummary {
    fileprivate var json: JSONValue {
        .members([
            "result": .string(result.name), "reason": result.reason?.json, "remarkCount": .number(remarkCount),
        ])
    }
}

extension Timestamp {
    static func read(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Timestamp {
        guard let time = Timestamp(iso8601: try JSONObject.string(value, path)) else { throw .member(path) }
        return time
    }
}

extension Reason {
    var json: JSONValue { .members(["code": .string(code), "text": .string(text)]) }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(try object.string("code"), try object.string("text"))
    }

    static func read(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Reason {
        try Reason(JSONObject(value, path: path))
    }
}

extension InspectionReport.TrustList {
    fileprivate var json: JSONValue {
        .members([
            "kind": .string(kind), "name": .string(name), "certificateCount": .number(certificateCount),
            "sha256": sha256.map(JSONValue.string), "country": country.map(JSONValue.string),
            "signingTime": signingTime.map { .string($0.description) },
            "signerSHA256": signerSHA256.map(JSONValue.string),
            "generation": generation.map(JSONValue.string),
        ])
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            kind: try object.string("kind"), name: try object.string("name"),
            certificateCount: try object.number("certificateCount"),
            sha256: try object.optional("sha256", JSONObject.string),
            country: try object.optional("country", JSONObject.string),
            signingTime: try object.optional("signingTime", Timestamp.read),
            signerSHA256: try object.optional("signerSHA256", JSONObject.string),
            generation: try object.optional("generation", JSONObject.string))
    }
}

extension Portrait {
    var json: JSONValue {
        .members([
            "mediaType": .string(mediaType.rawValue), "base64": .string(Data(bytes).base64EncodedString()),
            "width": width.map(JSONValue.number), "height": height.map(JSONValue.number),
        ])
    }

    init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        guard let data = Data(base64Encoded: try object.string("base64")) else { throw .member("\(path).base64") }
        self.init(
            mediaType: try object.required("mediaType", JSONObject.choice), bytes: Array(data),
            width: try object.optional("width", JSONObject.number),
            height: try object.optional("height", JSONObject.number))
    }
}
