import MRZ
public import Standards

/// Where files depart from their form, though they can be decoded and nothing is read wrong by it.
///
/// Real documents do; whether one is taken is for a policy to say. Each is named by a stable code, in the order it was
/// met. What decoding merely steps over (filling, text in another encoding) is no fault of the form, only a note.
extension DecodedFile {
    /// The departures of this file.
    ///
    /// - Parameter referenceDate: The day from which the centuries of the dates in DG1 are told.
    public func formFaults(asOf referenceDate: Timestamp) -> [Reason] {
        switch self {
        case .attributes(let file): file.formFaults
        case .securityInfos(let file): file.formFaults
        case .com(let file): file.formFaults
        case .dg1(let file): file.formFaults(asOf: referenceDate)
        case .dg2(let file): file.formFaults
        case .dg3(let file): file.formFaults
        case .dg4(let file): file.formFaults
        case .cardSecurity, .directory, .authorityReferences, .sod, .displayedPictures, .dg11, .dg12, .dg15, .dg16,
            .raw, .biometrics:
            []
        }
    }
}

extension [Reason] {
    /// Those notes that are faults of the form.
    func faults(_ codes: Set<String>) -> [Reason] { filter { codes.contains($0.code) } }
}

/// Lengths inside a file that do not fit, whatever the file.
let faultsOfLengths: Set<String> = ["lengthTooLong", "undecodableRest"]

extension COM {
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.6.1: versions 1.7 and 1.8 of the LDS, Unicode 4.0.
    public var formFaults: [Reason] {
        var faults: [Reason] = []
        switch ldsVersion {
        case nil: faults.append(Reason("missingLDSVersion", "the LDS version (5F01) is missing"))
        case "0107", "0108": break
        case .some: faults.append(Reason("unknownLDSVersion", "the LDS version is neither 0107 nor 0108"))
        }
        switch unicodeVersion {
        case nil: faults.append(Reason("missingUnicodeVersion", "the Unicode version (5F36) is missing"))
        case "040000": break
        case .some: faults.append(Reason("unknownUnicodeVersion", "the Unicode version is not 040000"))
        }
        return faults + notes.faults(faultsOfLengths.union(["unknownTag", "repeatedTag"]))
    }
}

extension DG1 {
    /// The rules of the machine readable zone that are broken, but for check digits, which are a check of their own, and
    /// for codes of states that are not on the list, which grows.
    ///
    /// Spec: ICAO Doc 9303-10 (8th ed.) §4.7.1; Doc 9303-3 §4.
    public func formFaults(asOf referenceDate: Timestamp) -> [Reason] {
        let faults = notes.faults(faultsOfLengths.union(["unusualLength", "lineEnds"]))
        guard let zone = try? machineReadableZone() else { return faults }
        let rules = zone.faults(asOf: referenceDate).filter {
            $0.rule != .checkDigit && $0.rule != .unlistedCountryCode
        }
        return faults + rules.map { Reason($0.rule.rawValue, "\($0)") }
    }
}

extension SecurityInfos {
    /// Entries that cannot be decoded, and those of Chip Authentication that no chip could mean, as DG14 has them:
    /// EF.CardAccess lists protocols whose keys are elsewhere.
    ///
    /// Spec: ICAO Doc 9303-11 (8th ed.) §9.2, §9.2.5 and §9.2.6.
    public var formFaults: [Reason] {
        var faults = notes.faults(faultsOfLengths.union(["unknownTag", "malformedSecurityInfo"]))
        for info in infos {
            switch info.content {
            case .chipAuthentication(let entry) where !(1...2).contains(entry.version):
                faults.append(
                    Reason("chipAuthenticationVersion", "Chip Authentication of version \(entry.version) is offered"))
            case .unknown where info.identifier.contents.starts(with: OID.idCA.contents):
                faults.append(
                    Reason(
                        "chipAuthenticationProtocol",
                        "\(info.identifier) is offered, which is no variant of Chip Authentication"))
            default: continue
            }
        }
        let keys = chipAuthenticationPublicKeys
        for entry in chipAuthentication where entry.version == 1 {
            let hasKey = keys.contains { entry.keyID == nil || $0.keyID == entry.keyID }
            guard !hasKey else { continue }
            faults.append(
                Reason(
                    "chipAuthenticationKeyMissing",
                    "Chip Authentication is offered with a key "
                        + (entry.keyID.map { "of the number \($0) " } ?? "") + "that is not there"))
        }
        return faults
    }
}

extension CardAttributes {
    /// Spec: ICAO Doc 9303-10 (8th ed.) §3.11.1: a chip of extended length says how long its commands and answers are.
    public var formFaults: [Reason] {
        var faults = notes.faults(["malformedBufferSizes", "undecodableRest"])
        if supportsExtendedLength == true, bufferSizes == nil, faults.isEmpty {
            faults.append(
                Reason(
                    "missingBufferSizes", "extended length is announced, and its information (7F66) is missing"))
        }
        return faults
    }
}
