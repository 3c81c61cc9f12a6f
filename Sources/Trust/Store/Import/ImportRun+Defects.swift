import ByteCoding
import PKI
import Standards

extension ImportRun {
    mutating func take(
        _ item: TrustDelivery.Item<DeviationList>, of origin: TrustDelivery.Source, from source: RecordedSource,
        _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let rules = DefectRule.rules(of: item.value, from: origin, numbers: false)
        if rules.isEmpty, !item.value.deviations.isEmpty {
            let reason = Reason(
                "publisherUnknown", "the list does not say whose documents it is about, so nothing of it is used")
            result.refused.append(.init(place: item.place ?? "the list", reason: reason))
        }
        guard let list = try record(version: item.value.version, of: origin, from: source) else {
            result.deviationLists.add(isNew: false)
            return
        }
        result.deviationLists.add(isNew: true)
        report.states[origin.country ?? "", default: .init()].deviationLists += 1
        for (rule, entry) in zip(rules, item.value.deviations) {
            try insert(rule, numbers: entry.documents.documentNumbers, in: list)
        }
    }

    /// A defect list speaks of documents of every state.
    mutating func take(
        _ item: TrustDelivery.Item<DefectList>, of origin: TrustDelivery.Source, from source: RecordedSource,
        _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let list = try record(version: item.value.version, of: origin, from: source)
        result.defectLists.add(isNew: list != nil)
        guard let list else { return }
        for rule in DefectRule.rules(of: item.value, from: origin) { try insert(rule, numbers: nil, in: list) }
    }

    /// - Returns: the number of the list; nil where the store has it.
    private mutating func record(
        version: Int, of origin: TrustDelivery.Source, from source: RecordedSource
    ) throws(SQLiteFailure) -> Int64? {
        let known = try connection.first("SELECT id FROM defect_list WHERE source = ?", .integer(source.id)) {
            $0.integer(0)
        }
        guard known == nil else { return nil }
        changes.append("defects \(Hexadecimal.encode(origin.sha256))")
        return try connection.insert(
            "INSERT INTO defect_list (source, version) VALUES (?, ?)", .integer(source.id), .integer(version))
    }

    /// - Parameter numbers: the document numbers as the list has them.
    private func insert(_ rule: DefectRule, numbers: Set<String>?, in list: Int64) throws(SQLiteFailure) {
        var signer = [SQLiteValue](repeating: .null, count: 5)
        switch rule.signer {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            signer[0] = .blob(issuer.encoded)
            // In the one length of DER, so that it is found however the list pads it.
            let significant = SerialNumber.significant(serialNumber)
            signer[1] = .blob((significant.first ?? 0) >= 0x80 ? [0] + significant : significant)
        case .subjectKeyIdentifier(let identifier): signer[2] = .blob(identifier)
        case .certificateDigest(let algorithm, let digest):
            signer[3] = .blob(digest)
            signer[4] = .text("\(algorithm)")
        case nil: break
        }
        let id = try connection.insert(
            """
            INSERT INTO defect_rule (list, country, document_type, signer_issuer, signer_serial, signer_key_id, \
            signer_digest, signer_digest_algorithm, issued_from, issued_to, numbers) \
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .integer(list), .text(rule.country), .text(rule.documentType), signer[0], signer[1], signer[2], signer[3],
            signer[4], .time(rule.issuingDates?.lowerBound), .time(rule.issuingDates?.upperBound),
            numbers.map { .integer($0.count) } ?? .null)
        for (position, defect) in rule.defects.enumerated() {
            try connection.run(
                "INSERT INTO defect VALUES (?, ?, ?, ?, ?)", .integer(id), .integer(position), .text("\(defect.type)"),
                .blob(defect.parameters), .text(defect.text))
        }
        // In order, so that the table grows at its end.
        let normalised = Set((numbers ?? []).map(DocumentIdentity.normalised(documentNumber:)))
        for number in normalised.sorted() {
            try connection.run("INSERT INTO defect_number VALUES (?, ?)", .text(number), .integer(id))
        }
    }
}
