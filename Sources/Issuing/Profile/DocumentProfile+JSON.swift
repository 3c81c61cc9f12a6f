import LDS

extension DocumentProfile {
    /// Reads a JSON profile.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8; the shape is described in `TestVectors/profiles/README.md`.
    ///   - load: Reads a file that the profile names, relative as it stands there; nil where it cannot.
    /// - Throws: `IssuingError` with the path of the field at fault.
    public init(json bytes: [UInt8], load: @escaping (String) -> [UInt8]?) throws(IssuingError) {
        let root = try ProfileNode(json: bytes)
        try root.allow(
            "format", "note", "mrz", "portrait", "biometricEncoding", "fingerprints", "irises", "displayedPortrait",
            "signatureImage",
            "personalDetails", "documentDetails", "detailForm", "contactPersons", "files",
            "omit", "accessControl", "offersPACE", "pace", "chipAuthentication", "terminalAuthentication", "attributes",
            "lds2",
            "activeAuthentication", "readableWithoutTerminalAuthentication", "pki")
        _ = try root.required("format").integer(1...1)
        let reader = ProfileReader(load: load)

        var profile = DocumentProfile(mrzLines: try reader.mrzLines(root.required("mrz")))
        if let node = root["portrait"] {
            for path in try node.strings() {
                let image = try reader.file(path, node)
                guard let portrait = try? Portrait(image: image) else {
                    throw .invalidField(path: node.name, problem: "\(path) is neither JPEG nor JPEG 2000")
                }
                profile.portraits.append(portrait)
            }
        }
        try reader.pictures(root, &profile)
        if let node = root["personalDetails"] { profile.personalDetails = try reader.personalDetails(node) }
        if let node = root["documentDetails"] { profile.documentDetails = try reader.documentDetails(node) }
        if let node = root["detailForm"] { profile.detailForm = try reader.detailForm(node) }
        if let node = root["contactPersons"] {
            for person in try node.elements() { profile.contactPersons.append(try reader.contactPerson(person)) }
        }
        if let node = root["files"] {
            for (name, path) in try node.fields() {
                guard let file = ElementaryFile(name: name) else {
                    throw path.malformed("no file of a chip has this name; COM, SOD, DG1 and so on do")
                }
                profile.files[file] = try reader.file(path.string(), path)
            }
        }
        if let node = root["omit"] { profile.omittedFiles = Set(try reader.fileNames(node)) }
        try reader.access(root, &profile)
        if let node = root["chipAuthentication"] { profile.chipAuthentication = try reader.chipAuthentication(node) }
        if let node = root["terminalAuthentication"] {
            profile.terminalAuthentication = try reader.terminalAuthentication(node)
        }
        if let node = root["attributes"] { profile.attributes = try reader.attributes(node) }
        if let node = root["offersPACE"] { profile.offersPACE = try node.boolean() }
        if let node = root["activeAuthentication"] {
            profile.activeAuthentication = try reader.activeAuthentication(node)
        }
        if let node = root["readableWithoutTerminalAuthentication"] {
            let files = try reader.fileNames(node)
            profile.readableWithoutTerminalAuthentication = Set(files.compactMap { $0.dataGroup })
        }
        if let node = root["pki"] { profile.issuer = try reader.issuer(node) }
        if let node = root["lds2"] { profile.lds2 = try reader.lds2(node) }
        self = profile
    }
}

extension ProfileReader {
    /// `accessControl` and `pace`, which go together.
    fileprivate func access(_ root: ProfileNode, _ profile: inout DocumentProfile) throws(IssuingError) {
        let choices: [String: (IssuedDocument.AccessControl, speaksPACE: Bool)] = [
            "bac": (.bac, false), "pace": (.pace, true), "both": (.bac, true), "none": (.open, false),
        ]
        let (access, speaksPACE) = try root["accessControl"]?.choice(choices) ?? (.bac, false)
        profile.accessControl = access
        if let node = root["pace"] {
            guard speaksPACE else { throw node.malformed("'pace' goes with the accessControl pace or both") }
            profile.pace = try pace(node)
        } else if speaksPACE {
            throw root.malformed("'pace' is missing, which the accessControl asks for")
        }
    }
}
