import Cryptography
import LDS
import MRZ
import Standards

/// Reads the parts of a JSON profile.
struct ProfileReader {
    let load: (String) -> [UInt8]?

    func file(_ path: String, _ node: ProfileNode) throws(IssuingError) -> [UInt8] {
        guard let bytes = load(path) else { throw .unreadableFile(path: path) }
        return bytes
    }

    func fileNames(_ node: ProfileNode) throws(IssuingError) -> [ElementaryFile] {
        var files: [ElementaryFile] = []
        for name in try node.strings() {
            guard let file = ElementaryFile(name: name) else { throw node.malformed("'\(name)' is no file of a chip") }
            files.append(file)
        }
        return files
    }

    func personalDetails(_ node: ProfileNode) throws(IssuingError) -> PersonalDetails {
        try node.allow(
            "fullName", "otherNames", "personalNumber", "dateOfBirth", "placeOfBirth", "address", "telephone",
            "profession", "title", "summary", "custody")
        return PersonalDetails(
            fullName: try node["fullName"]?.string(), otherNames: try node["otherNames"]?.strings(),
            personalNumber: try node["personalNumber"]?.string(), dateOfBirth: try date(node["dateOfBirth"]),
            placeOfBirth: try node["placeOfBirth"]?.strings(), address: try node["address"]?.strings(),
            telephone: try node["telephone"]?.string(), profession: try node["profession"]?.string(),
            title: try node["title"]?.string(), summary: try node["summary"]?.string(),
            custody: try node["custody"]?.string())
    }

    func documentDetails(_ node: ProfileNode) throws(IssuingError) -> DocumentDetails {
        try node.allow(
            "issuingAuthority", "dateOfIssue", "otherPersons", "endorsements", "taxOrExitRequirements",
            "personalizationTime", "personalizationSystem")
        return DocumentDetails(
            issuingAuthority: try node["issuingAuthority"]?.string(), dateOfIssue: try date(node["dateOfIssue"]),
            otherPersons: try node["otherPersons"]?.strings(), endorsements: try node["endorsements"]?.string(),
            taxOrExitRequirements: try node["taxOrExitRequirements"]?.string(),
            personalizationTime: try node["personalizationTime"].map { node throws(IssuingError) in
                String(decoding: try node.moment().digits, as: UTF8.self)
            },
            personalizationSystem: try node["personalizationSystem"]?.string())
    }

    func detailForm(_ node: ProfileNode) throws(IssuingError) -> DetailForm {
        try node.allow("dates", "lists", "announcesTemplate", "emptyElements")
        var form = DetailForm()
        if let dates = node["dates"] {
            form.dates = try dates.choice(
                Dictionary(uniqueKeysWithValues: DetailForm.Dates.allCases.map { ($0.rawValue, $0) }))
        }
        if let lists = node["lists"] {
            form.lists = try lists.choice(
                Dictionary(uniqueKeysWithValues: DetailForm.Lists.allCases.map { ($0.rawValue, $0) }))
        }
        if let flag = node["announcesTemplate"] { form.announcesTemplate = try flag.boolean() }
        if let flag = node["emptyElements"] { form.hasEmptyElements = try flag.boolean() }
        return form
    }

    func contactPerson(_ node: ProfileNode) throws(IssuingError) -> ContactPerson {
        try node.allow("dateRecorded", "name", "telephone", "address")
        return ContactPerson(
            dateRecorded: try date(node.required("dateRecorded")) ?? "", name: try node.required("name").string(),
            telephone: try node.required("telephone").string(), address: try node.required("address").strings())
    }

    /// `YYYYMMDD`, as the data groups hold it.
    func date(_ node: ProfileNode?) throws(IssuingError) -> String? {
        guard let node else { return nil }
        return String(decoding: try node.moment().digits.prefix(8), as: UTF8.self)
    }
}
