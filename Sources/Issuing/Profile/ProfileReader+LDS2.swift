import ByteCoding
import LDS

extension ProfileReader {
    func lds2(_ node: ProfileNode) throws(IssuingError) -> LDS2Profile {
        try node.allow("travel", "visa", "biometrics", "records")
        var profile = LDS2Profile()
        if let travel = node["travel"] {
            try travel.allow("signer", "entries", "exits")
            profile.travelSigner = try signer(travel.required("signer"))
            for entry in try travel["entries"]?.elements() ?? [] { profile.entries.append(try travelRecord(entry)) }
            for exit in try travel["exits"]?.elements() ?? [] { profile.exits.append(try travelRecord(exit)) }
        }
        if let visa = node["visa"] {
            try visa.allow("signer", "visas")
            profile.visaSigner = try signer(visa.required("signer"))
            for record in try visa["visas"]?.elements() ?? [] { profile.visas.append(try visaRecord(record)) }
        }
        if let biometrics = node["biometrics"] {
            try biometrics.allow("signer", "files")
            profile.biometricsSigner = try signer(biometrics.required("signer"))
            for element in try biometrics["files"]?.elements() ?? [] {
                let number = try element.required("number").integer(1...64)
                profile.biometrics[number] = try biometricData(element)
            }
        }
        for (name, place) in try node["records"]?.fields() ?? [] {
            guard let recordFile = RecordFile(rawValue: name) else {
                let names = RecordFile.allCases.map(\.rawValue).joined(separator: ", ")
                throw place.malformed("no file of records has this name; known are \(names)")
            }
            profile.records[recordFile] = try place.strings().map { path throws(IssuingError) in
                try file(path, place)
            }
        }
        return profile
    }

    /// A file as it is, or the record of a finger.
    private func biometricData(_ node: ProfileNode) throws(IssuingError) -> [UInt8] {
        try node.allow("number", "data", "fingerprint")
        if let print = node["fingerprint"] { return FileEncoder.fingerRecord(try fingerprint(print)) }
        let place = try node.required("data")
        return try file(place.string(), place)
    }

    private func travelRecord(_ node: ProfileNode) throws(IssuingError) -> TravelRecordContents {
        try node.allow(
            "state", "visaApprovals", "travelDate", "inspectionAuthority", "inspectionLocation", "inspectorReference",
            "inspectionResult", "modeOfTravel", "durationOfStay", "conditions")
        return TravelRecordContents(
            state: try node.required("state").string(), visaApprovals: try node["visaApprovals"]?.string(),
            travelDate: try date(node.required("travelDate")) ?? "",
            inspectionAuthority: try node.required("inspectionAuthority").string(),
            inspectionLocation: try node.required("inspectionLocation").string(),
            inspectorReference: try node.required("inspectorReference").string(),
            inspectionResult: try node["inspectionResult"]?.string(),
            modeOfTravel: try node["modeOfTravel"]?.choice(["air": "A", "sea": "S", "land": "L"]),
            durationOfStay: try node["durationOfStay"]?.integer(0...65_535),
            conditions: try node["conditions"]?.string())
    }

    private func visaRecord(_ node: ProfileNode) throws(IssuingError) -> VisaRecordContents {
        try node.allow(
            "issuer", "documentType", "machineReadableVisaA", "machineReadableVisaB", "numberOfEntries",
            "durationOfStay", "passportNumber", "visaType", "territory", "placeOfIssuance", "effectiveDate",
            "expirationDate", "documentNumber", "additionalInformation", "holderName", "primaryIdentifier",
            "secondaryIdentifier", "sex", "dateOfBirth", "nationality", "machineReadableZone", "biometrics")
        var visa = VisaRecordContents(
            issuer: try node.required("issuer").string(), documentType: try node.required("documentType").string(),
            placeOfIssuance: try node.required("placeOfIssuance").string(),
            effectiveDate: try date(node.required("effectiveDate")) ?? "",
            expirationDate: try date(node.required("expirationDate")) ?? "",
            documentNumber: try node.required("documentNumber").string(),
            holderName: try node.required("holderName").string(),
            primaryIdentifier: try node.required("primaryIdentifier").string(),
            secondaryIdentifier: try node.required("secondaryIdentifier").string(),
            sex: try node["sex"]?.choice(["M": "M", "F": "F", "X": "<"]) ?? "<",
            dateOfBirth: try date(node.required("dateOfBirth")) ?? "",
            nationality: try node.required("nationality").string(),
            machineReadableZone: try node.required("machineReadableZone").string())
        visa.machineReadableVisaA = try node["machineReadableVisaA"]?.string()
        visa.machineReadableVisaB = try node["machineReadableVisaB"]?.string()
        visa.numberOfEntries = try node["numberOfEntries"]?.integer(0...255)
        if let parts = try node["durationOfStay"]?.elements() {
            guard parts.count == 3 else { throw node.malformed("'durationOfStay' is days, months and years") }
            visa.durationOfStay = try parts.map { part throws(IssuingError) in try part.integer(0...255) }
        }
        visa.passportNumber = try node["passportNumber"]?.string()
        visa.visaType = try hexadecimal(node["visaType"])
        visa.territory = try hexadecimal(node["territory"])
        visa.additionalInformation = try node["additionalInformation"]?.string()
        visa.biometrics = try node["biometrics"]?.integer(1...64)
        return visa
    }

    private func hexadecimal(_ node: ProfileNode?) throws(IssuingError) -> String? {
        guard let node else { return nil }
        let text = try node.string()
        guard Hexadecimal.decode(text) != nil else { throw node.malformed("hexadecimal digits are expected") }
        return text
    }
}
