import ByteCoding
import Cryptography
import Standards

extension ProfileReader {
    // MARK: Deviation lists

    /// `digest` and `entries`.
    func deviationList(_ node: ProfileNode) throws(IssuingError) -> DeviationListContents {
        let digest = try node["digest"]?.choice(Self.hashes)
        var contents = DeviationListContents(digest: digest, deviations: [])
        for entry in try node.required("entries").elements() {
            try entry.allow("documents", "descriptions")
            var descriptions: [DeviationListContents.Description] = []
            for description in try entry.required("descriptions").elements() {
                descriptions.append(try self.description(description))
            }
            contents.deviations.append(
                DeviationListContents.Deviation(
                    documents: try documents(entry.required("documents"), digest ?? .sha256),
                    descriptions: descriptions))
        }
        return contents
    }

    private func documents(
        _ node: ProfileNode, _ digest: HashAlgorithm
    ) throws(IssuingError) -> DeviationListContents.Documents {
        try node.allow("type", "signer", "issued", "numbers", "numbersFile")
        var documents = DeviationListContents.Documents(documentType: try node["type"]?.string())
        if let signer = node["signer"] { documents.signer = try self.signer(signer, digest) }
        if let issued = node["issued"] { documents.issued = try period(issued) }
        if let numbers = node["numbers"] { documents.documentNumbers = try numbers.strings() }
        if let path = node["numbersFile"] {
            let lines = try file(path.string(), path).split { $0 == 0x0A || $0 == 0x0D }
            documents.documentNumbers += lines.map { String(decoding: $0, as: UTF8.self) }
        }
        return documents
    }

    private func signer(
        _ node: ProfileNode, _ digest: HashAlgorithm
    ) throws(IssuingError) -> DeviationListContents.Signer {
        try node.allow("certificate", "by", "subjectKeyIdentifier", "digest")
        if let identifier = node["subjectKeyIdentifier"] { return .subjectKeyIdentifier(try identifier.bytes()) }
        if let digest = node["digest"] { return .digest(try digest.bytes()) }
        let certificate = try certificate(node.required("certificate"))
        let ways: [String: DeviationListContents.Signer] = [
            "issuerAndSerialNumber": .named(by: certificate), "subjectKeyIdentifier": .keyIdentifier(of: certificate),
            "digest": .digest(digest.hash(certificate)),
        ]
        return try node["by"]?.choice(ways) ?? .named(by: certificate)
    }

    private func description(_ node: ProfileNode) throws(IssuingError) -> DeviationListContents.Description {
        try node.allow("deviation", "text", "parameter", "nationalUse")
        var description = DeviationListContents.Description(
            try node.required("deviation").identifier(below: .deviationList), text: try node["text"]?.string())
        if let parameter = node["parameter"] {
            description.parameter =
                parameter.isNumber ? .number(try parameter.integer(0...127)) : .identifier(try parameter.identifier())
        }
        description.nationalUse = try node["nationalUse"]?.bytes()
        return description
    }

    // MARK: Defect lists

    /// `digest` and `entries`.
    func defectList(_ node: ProfileNode) throws(IssuingError) -> DefectListContents {
        var contents = DefectListContents(digest: try node["digest"]?.choice(Self.hashes) ?? .sha256, defects: [])
        for entry in try node.required("entries").elements() {
            try entry.allow("signer", "known")
            let (signer, hash) = try defectSigner(entry.required("signer"), contents.digest)
            var known: [DefectListContents.KnownDefect] = []
            for defect in try entry.required("known").elements() { known.append(try self.defect(defect)) }
            contents.defects.append(
                DefectListContents.Defect(signer: signer, certificateHash: hash, known: known))
        }
        return contents
    }

    private func defectSigner(
        _ node: ProfileNode, _ digest: HashAlgorithm
    ) throws(IssuingError) -> (DefectListContents.Signer, hash: [UInt8]?) {
        try node.allow("certificate", "by", "subjectKeyIdentifier", "hash")
        if let identifier = node["subjectKeyIdentifier"] { return (.subjectKeyIdentifier(try identifier.bytes()), nil) }
        let certificate = try certificate(node.required("certificate"))
        let ways: [String: DefectListContents.Signer] = [
            "issuerAndSerialNumber": .named(by: certificate), "subjectKeyIdentifier": .keyIdentifier(of: certificate),
        ]
        let hasHash = try node["hash"]?.boolean() ?? false
        return (
            try node["by"]?.choice(ways) ?? .named(by: certificate), hash: hasHash ? digest.hash(certificate) : nil
        )
    }

    /// `defect`, and as `parameter` a number (ENUMERATED) or a list of numbers (SET OF INTEGER), or a `certificate`, or
    /// the value in `der`.
    private func defect(_ node: ProfileNode) throws(IssuingError) -> DefectListContents.KnownDefect {
        try node.allow("defect", "parameter", "certificate", "der")
        var defect = DefectListContents.KnownDefect(
            try node.required("defect").identifier(below: DefectListContents.identifier))
        if let parameter = node["parameter"] {
            if parameter.isNumber {
                defect.parameters = DER.enumerated(UInt8(clamping: try parameter.integer(0...255)))
            } else {
                var numbers: [[UInt8]] = []
                for element in try parameter.elements() { numbers.append(DER.integer(try element.integer(0...127))) }
                defect.parameters = DER.setOf(numbers)
            }
        }
        if let file = node["certificate"] { defect.parameters = try certificate(file) }
        if let value = node["der"] { defect.parameters = try value.bytes() }
        return defect
    }
}
