import Standards

extension DocumentSummary {
    var json: JSONValue {
        .members([
            "origin": .string(origin.rawValue), "format": .string(format), "documentCode": .string(documentCode),
            "documentKind": documentKind.map(JSONValue.string), "issuingState": .string(issuingState),
            "issuingStateName": issuingStateName.map(JSONValue.string), "documentNumber": .string(documentNumber),
            "primaryIdentifier": .string(primaryIdentifier), "secondaryIdentifier": .string(secondaryIdentifier),
            "nationality": .string(nationality), "dateOfBirth": .string(dateOfBirth), "sex": .string(sex),
            "dateOfExpiry": .string(dateOfExpiry), "lines": .strings(lines),
            "details": .array(
                details.map { detail in
                    .members([
                        "group": .string(detail.group), "name": .string(detail.name), "value": .string(detail.value),
                    ])
                }),
        ])
    }

    init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        let lines = try object.required("lines") { (value, path) throws(ReportDecodingError) -> [String] in
            guard case .array(let items) = value else { throw .member(path) }
            return try items.map { (item) throws(ReportDecodingError) in try JSONObject.string(item, path) }
        }
        self.init(
            origin: try object.required("origin", JSONObject.choice), format: try object.string("format"),
            documentCode: try object.string("documentCode"),
            documentKind: try object.optional("documentKind", JSONObject.string),
            issuingState: try object.string("issuingState"),
            issuingStateName: try object.optional("issuingStateName", JSONObject.string),
            documentNumber: try object.string("documentNumber"),
            primaryIdentifier: try object.string("primaryIdentifier"),
            secondaryIdentifier: try object.string("secondaryIdentifier"),
            nationality: try object.string("nationality"), dateOfBirth: try object.string("dateOfBirth"),
            sex: try object.string("sex"), dateOfExpiry: try object.string("dateOfExpiry"), lines: lines,
            details: try object.list("details") { (item) throws(ReportDecodingError) -> Detail in
                Detail(group: try item.string("group"), name: try item.string("name"), value: try item.string("value"))
            })
    }
}

extension ReadingSummary {
    var json: JSONValue {
        .members([
            "origin": .string(origin.rawValue), "startedAt": .string(startedAt.description),
            "readerName": readerName.map(JSONValue.string), "accessProtocol": accessProtocol.map(JSONValue.string),
            "offersPACE": offersPACE.map(JSONValue.bool), "brokenOff": brokenOff?.json,
            "evidence": evidence?.json, "steps": .array(steps.map(\.json)),
        ])
    }

    init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        self.init(
            origin: try object.required("origin", JSONObject.choice),
            startedAt: try object.required("startedAt", Timestamp.read),
            readerName: try object.optional("readerName", JSONObject.string),
            accessProtocol: try object.optional("accessProtocol", JSONObject.string),
            offersPACE: try object.optional("offersPACE", JSONObject.bool),
            brokenOff: try object.optional("brokenOff", Reason.read),
            steps: try object.list("steps", Step.init), evidence: try object.optional("evidence", Evidence.read))
    }
}

extension ReadingSummary.Evidence {
    fileprivate var json: JSONValue {
        switch self {
        case .notKept: .members(["isKept": .bool(false)])
        case .kept(let folder): .members(["isKept": .bool(true), "folder": .string(folder)])
        }
    }

    fileprivate static func read(_ value: JSONValue, _ path: String) throws(ReportDecodingError) -> Self {
        let object = try JSONObject(value, path: path)
        guard try object.required("isKept", JSONObject.bool) else { return .notKept }
        return .kept(try object.string("folder"))
    }
}

extension ReadingSummary.Step {
    fileprivate var json: JSONValue {
        .members([
            "name": .string(name), "apduCount": .number(apduCount), "sentByteCount": .number(sentByteCount),
            "receivedByteCount": .number(receivedByteCount), "microseconds": .number(duration.microseconds),
        ])
    }

    fileprivate init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            name: try object.string("name"), apduCount: try object.number("apduCount"),
            sentByteCount: try object.number("sentByteCount"),
            receivedByteCount: try object.number("receivedByteCount"),
            duration: .microseconds(try object.number("microseconds")))
    }
}

extension Duration {
    /// Whole microseconds.
    var microseconds: Int { Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000) }
}

extension FileEntry {
    var json: JSONValue {
        .members([
            "name": .string(name), "state": .string(state.rawValue), "byteCount": byteCount.map(JSONValue.number),
            "sha256": sha256.map(JSONValue.string), "status": status.map(JSONValue.string),
            "note": note.map(JSONValue.string),
        ])
    }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            name: try object.string("name"), state: try object.required("state", JSONObject.choice),
            byteCount: try object.optional("byteCount", JSONObject.number),
            sha256: try object.optional("sha256", JSONObject.string),
            status: try object.optional("status", JSONObject.string),
            note: try object.optional("note", JSONObject.string))
    }
}

extension DataGroupEntry {
    var json: JSONValue {
        .members([
            "number": .number(number), "integrity": .string(integrity.rawValue),
            "algorithm": algorithm.map(JSONValue.string),
        ])
    }

    init(_ object: JSONObject) throws(ReportDecodingError) {
        self.init(
            number: try object.number("number"), integrity: try object.required("integrity", JSONObject.choice),
            algorithm: try object.optional("algorithm", JSONObject.string))
    }
}

extension SignerSummary {
    var json: JSONValue {
        .members([
            "trust": .string(trust.rawValue), "certificate": certificate?.json, "anchor": anchor?.json,
            "signatureAlgorithm": signatureAlgorithm.map(JSONValue.string),
            "signedAt": signedAt.map { .string($0.description) },
        ])
    }

    init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        self.init(
            trust: try object.required("trust", JSONObject.choice),
            certificate: try object.optional("certificate", Certificate.init),
            anchor: try object.optional("anchor", Certificate.init),
            signatureAlgorithm: try object.optional("signatureAlgorithm", JSONObject.string),
            signedAt: try object.optional("signedAt", Timestamp.read))
    }
}

extension SignerSummary.Certificate {
    fileprivate var json: JSONValue {
        .members([
            "subject": .string(subject), "issuer": .string(issuer), "serialNumber": .string(serialNumber),
            "notBefore": .string(notBefore.description), "notAfter": .string(notAfter.description),
            "sha256": .string(sha256),
        ])
    }

    fileprivate init(_ value: JSONValue, _ path: String) throws(ReportDecodingError) {
        let object = try JSONObject(value, path: path)
        self.init(
            subject: try object.string("subject"), issuer: try object.string("issuer"),
            serialNumber: try object.string("serialNumber"),
            notBefore: try object.required("notBefore", Timestamp.read),
            notAfter: try object.required("notAfter", Timestamp.read), sha256: try object.string("sha256"))
    }
}
