import MRZ
import Standards

extension ProfileReader {
    /// `{"lines": [...]}`, or what the lines are to say.
    func mrzLines(_ node: ProfileNode) throws(IssuingError) -> [String] {
        if node["lines"] != nil {
            try node.allow("lines")
            return try node.required("lines").strings()
        }
        let contents = try contents(node)
        do {
            return try MachineReadableZone(
                composing: contents, referenceDate: try node.required("referenceDate").moment()
            ).lines
        } catch let error as IssuingError {
            throw error
        } catch {
            throw .invalidField(path: node.name, problem: "\(error)")
        }
    }

    private func contents(_ node: ProfileNode) throws(IssuingError) -> MRZContents {
        try node.allow(
            "lines", "format", "documentCode", "issuingState", "primaryIdentifier", "secondaryIdentifier",
            "documentNumber", "nationality", "dateOfBirth", "sex", "dateOfExpiry", "optionalData", "optionalData2",
            "referenceDate")
        let formats: [String: DocumentFormat] = Dictionary(
            uniqueKeysWithValues: DocumentFormat.allCases.map { ($0.rawValue, $0) })
        let sexes: [String: Sex] = ["M": .male, "F": .female, "X": .unspecified]
        return MRZContents(
            format: try node.required("format").choice(formats),
            documentCode: try node.required("documentCode").string(),
            issuingState: try node.required("issuingState").string(),
            primaryIdentifier: try node.required("primaryIdentifier").string(),
            secondaryIdentifier: try node["secondaryIdentifier"]?.string() ?? "",
            documentNumber: try node.required("documentNumber").string(),
            nationality: try node.required("nationality").string(),
            dateOfBirth: try partialDate(node.required("dateOfBirth")),
            sex: try node["sex"]?.choice(sexes) ?? .unspecified,
            dateOfExpiry: try partialDate(node.required("dateOfExpiry")),
            optionalData: try node["optionalData"]?.string() ?? "",
            optionalData2: try node["optionalData2"]?.string() ?? "")
    }

    private func partialDate(_ node: ProfileNode) throws(IssuingError) -> PartialDate {
        guard let date = PartialDate(iso8601: try node.string()) else {
            throw node.malformed("a date such as 1990-02-17, 1990-02 or 1990 is expected")
        }
        return date
    }
}
