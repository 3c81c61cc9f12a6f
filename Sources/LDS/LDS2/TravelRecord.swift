public import ByteCoding
public import Standards

/// A record of EF.EntryRecords or EF.ExitRecords: one crossing of a border.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3 and Table 86.
public struct TravelRecord: Hashable, Sendable {
    /// The state for which the record can be searched (5F44 outside of the signed part).
    public let state: String?
    /// The state of embarkation or debarkation, as signed.
    public let signedState: String?
    public let visaApprovals: String?
    public let travelDate: RecordedDate?
    public let inspectionAuthority: String?
    public let inspectionLocation: String?
    public let inspectorReference: String?
    public let inspectionResult: String?
    public let modeOfTravel: ModeOfTravel?
    /// In days.
    public let durationOfStay: Int?
    public let conditions: String?
    /// Signed fields of other tags, in stored order.
    public let otherFields: [StoredField]
    /// The signature; nil where the record has none.
    public let seal: RecordSeal?
    /// What was tolerated.
    public let notes: [Reason]

    public enum ModeOfTravel: String, CaseIterable, Hashable, Sendable {
        case air = "A"
        case sea = "S"
        case land = "L"
    }

    /// Decodes the record.
    ///
    /// - Throws: `DecodingFailure` where there is no signed part (73).
    public init(encoded record: [UInt8]) throws(DecodingFailure) {
        var decoder = TolerantDecoder()
        let sealed = try SealedRecord(decoder.sequence(record), signed: 0x73, &decoder)
        if let object = sealed.outer[0x5F44] {
            state = decoder.text(object.value, of: "the state of the record")
        } else {
            state = nil
            decoder.note("missingField", "the state of the record (5F44) is missing")
        }
        signedState = sealed.text(0x5F44, "the signed state", isMandatory: true, &decoder)
        if let state, let signedState, state != signedState {
            decoder.note("otherState", "the record is filed under '\(state)' and signed for '\(signedState)'")
        }
        visaApprovals = sealed.text(0x5F4C, "visa approvals", &decoder)
        travelDate = sealed.date(0x5F45, "the date of travel", &decoder)
        inspectionAuthority = sealed.text(0x5F4B, "the inspection authority", isMandatory: true, &decoder)
        inspectionLocation = sealed.text(0x5F46, "the inspection location", isMandatory: true, &decoder)
        inspectorReference = sealed.text(0x5F4A, "the inspector", isMandatory: true, &decoder)
        inspectionResult = sealed.text(0x5F4D, "the result of the inspection", &decoder)
        let mode = sealed.text(0x5F49, "the mode of travel", &decoder)
        modeOfTravel = mode.flatMap(ModeOfTravel.init)
        if mode != nil, modeOfTravel == nil { decoder.note("unknownCode", "the mode of travel is none of A, S and L") }
        durationOfStay = sealed.number(0x5F48, "the duration of stay", &decoder)
        conditions = sealed.text(0x5F4E, "the conditions", &decoder)
        otherFields = sealed.others(than: Self.knownTags)
        seal = sealed.seal
        notes = decoder.notes
    }

    private static let knownTags: Set<Int> = [
        0x5F44, 0x5F4C, 0x5F45, 0x5F4B, 0x5F46, 0x5F4A, 0x5F4D, 0x5F49, 0x5F48, 0x5F4E,
    ]
}
