import ByteCoding
import Cryptography
import PKI
import Standards

extension ImportRun {
    mutating func take(
        _ item: TrustDelivery.Item<CertificateRevocationList>, from source: RecordedSource,
        _ result: inout TrustImportReport.SourceResult
    ) throws(SQLiteFailure) {
        let list = item.value
        let fingerprint = HashAlgorithm.sha256.hash(list.encoded)
        let known = try connection.first("SELECT id FROM revocation_list WHERE sha256 = ?", .blob(fingerprint)) {
            $0.integer(0)
        }
        let id: Int64
        if let known {
            id = known
        } else {
            let country = CertificateCountry.normalised(list.issuer)
            id = try connection.insert(
                """
                INSERT INTO revocation_list (sha256, country, issuer_key, authority_key_id, number, this_update, \
                next_update, entries, der) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .blob(fingerprint), .text(country), .text(list.issuer.lookupKey), .blob(list.authorityKeyIdentifier),
                .text(list.number), .time(list.thisUpdate), .time(list.nextUpdate), .integer(list.revoked.count),
                .blob(list.encoded))
            changes.append("revocationList \(Hexadecimal.encode(fingerprint))")
            statesWithNewLists.insert(country ?? "")
            report.states[country ?? "", default: .init()].revocationLists += 1
        }
        result.revocationLists.add(isNew: known == nil)
        let isNewHere =
            try connection.run(
                "UPDATE revocation_list_source SET last_seen = ? WHERE list = ? AND source = ?", .time(time),
                .integer(id), .integer(source.id)) == 0
        guard isNewHere else { return }
        try connection.run(
            "INSERT INTO revocation_list_source VALUES (?, ?, ?, ?, ?, ?)", .integer(id), .integer(source.id),
            .time(time), .time(time), .text(item.place), .text(item.conformance))
    }
}

extension CertificateRevocationList {
    /// The number of the list, as hexadecimal; nil where it has none.
    var number: String? {
        guard let value = extensions.first(where: { $0.oid == .crlNumber })?.value else { return nil }
        var reader = ByteReader(value)
        guard let number = try? reader.dataObject(DERTag.integer).value else { return nil }
        return Hexadecimal.encode(number)
    }
}
