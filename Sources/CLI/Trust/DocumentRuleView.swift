import ByteCoding
import PKI
import Standards
import Trust

/// What a list says of documents of one number.
struct DocumentRuleView: Encodable {
    let documentNumber: String
    /// The state whose documents are meant; left out where the list does not say.
    let country: String?
    let documentType: String?
    /// Who has to have signed the document: the issuer and serial number, the key or the hash of its signer.
    let signer: String?
    let issuedFrom: String?
    let issuedTo: String?
    let defects: [Defect]
    let list: SourceView
    /// Whether the list is trusted, so that judgements use what it says.
    let used: Bool

    struct Defect: Encodable {
        let type: String
        let parameters: String?
        let text: String?
    }

    init(_ number: String, _ stored: StoredDocumentRule, storeWords: String) {
        documentNumber = number
        country = stored.rule.country
        documentType = stored.rule.documentType
        signer = stored.rule.signer.map(Self.words)
        issuedFrom = stored.rule.issuingDates.map { "\($0.lowerBound)" }
        issuedTo = stored.rule.issuingDates.map { "\($0.upperBound)" }
        defects = stored.rule.defects.map {
            Defect(type: "\($0.type)", parameters: $0.parameters.map { Hexadecimal.encode($0) }, text: $0.text)
        }
        list = SourceView(stored.source, storeWords: storeWords)
        used = stored.source.standing.isTrusted
    }

    /// Whether somebody may mean a document by a text.
    static func mayBeNumber(_ text: String) -> Bool {
        (1...32).contains(text.count)
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "<- ".contains($0)) }
            && text.contains(where: \.isNumber)
    }

    /// Name and text of each row, for people.
    var rows: [(String, String)] {
        var rows = [
            ("Document", documentNumber), ("State", country ?? "the list names none"),
            ("Type", documentType ?? "any"),
        ]
        if let signer { rows.append(("Signed by", signer)) }
        if let issuedFrom, let issuedTo {
            rows.append(("Issued", "\(issuedFrom.prefix(10)) to \(issuedTo.prefix(10))"))
        }
        for defect in defects {
            let parameters = defect.parameters.map { ", \($0)" } ?? ""
            rows.append(("Says", "\(defect.text ?? "a defect") (\(defect.type)\(parameters))"))
        }
        let signed = list.signingTime.map { ", signed \($0.prefix(10))" } ?? ""
        rows.append(("Said by", "\(list.name) (\(list.kind)\(signed), \(list.standing))"))
        if !used { rows.append(("Used", "no: \(list.reason ?? "nobody vouches for the list")")) }
        return rows
    }

    private static func words(_ signer: DefectRule.Signer) -> String {
        switch signer {
        case .issuerAndSerialNumber(let issuer, let serialNumber):
            "\(issuer), serial number \(Hexadecimal.encode(serialNumber))"
        case .subjectKeyIdentifier(let identifier): "the key \(Hexadecimal.encode(identifier))"
        case .certificateDigest(_, let digest): "the certificate with the hash \(Hexadecimal.encode(digest))"
        }
    }
}
