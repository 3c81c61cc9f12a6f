/// What an entry or exit record says; an element that is nil is left out.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3 and Table 86.
public struct TravelRecordContents: Hashable, Sendable, Codable {
    /// Three letters.
    public var state: String
    public var visaApprovals: String?
    /// `YYYYMMDD`.
    public var travelDate: String
    public var inspectionAuthority: String
    public var inspectionLocation: String
    public var inspectorReference: String
    public var inspectionResult: String?
    /// `A`, `S` or `L`.
    public var modeOfTravel: String?
    /// In days, at most 65,535.
    public var durationOfStay: Int?
    public var conditions: String?

    public init(
        state: String, visaApprovals: String? = nil, travelDate: String, inspectionAuthority: String,
        inspectionLocation: String, inspectorReference: String, inspectionResult: String? = nil,
        modeOfTravel: String? = nil, durationOfStay: Int? = nil, conditions: String? = nil
    ) {
        self.state = state
        self.visaApprovals = visaApprovals
        self.travelDate = travelDate
        self.inspectionAuthority = inspectionAuthority
        self.inspectionLocation = inspectionLocation
        self.inspectorReference = inspectorReference
        self.inspectionResult = inspectionResult
        self.modeOfTravel = modeOfTravel
        self.durationOfStay = durationOfStay
        self.conditions = conditions
    }
}

/// What a visa record says; an element that is nil is left out.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3 and Table 90.
public struct VisaRecordContents: Hashable, Sendable, Codable {
    /// Three letters.
    public var issuer: String
    /// Two characters, such as `V<`.
    public var documentType: String
    /// 48 characters.
    public var machineReadableVisaA: String?
    /// 44 characters.
    public var machineReadableVisaB: String?
    public var numberOfEntries: Int?
    /// Days, months and years, one number each.
    public var durationOfStay: [Int]?
    /// Nine characters.
    public var passportNumber: String?
    /// At most four bytes, in hexadecimal.
    public var visaType: String?
    /// At most eight bytes, in hexadecimal.
    public var territory: String?
    public var placeOfIssuance: String
    /// `YYYYMMDD`.
    public var effectiveDate: String
    /// `YYYYMMDD`.
    public var expirationDate: String
    /// Nine characters.
    public var documentNumber: String
    public var additionalInformation: String?
    public var holderName: String
    public var primaryIdentifier: String
    public var secondaryIdentifier: String
    /// `M`, `F` or `<`.
    public var sex: String
    /// `YYYYMMDD`; unknown parts are `<`.
    public var dateOfBirth: String
    /// Three letters.
    public var nationality: String
    /// The lines of the visa.
    public var machineReadableZone: String
    /// The number of the file of additional biometrics that belongs to the visa.
    public var biometrics: Int?

    public init(
        issuer: String, documentType: String, placeOfIssuance: String, effectiveDate: String, expirationDate: String,
        documentNumber: String, holderName: String, primaryIdentifier: String, secondaryIdentifier: String,
        sex: String, dateOfBirth: String, nationality: String, machineReadableZone: String
    ) {
        self.issuer = issuer
        self.documentType = documentType
        self.placeOfIssuance = placeOfIssuance
        self.effectiveDate = effectiveDate
        self.expirationDate = expirationDate
        self.documentNumber = documentNumber
        self.holderName = holderName
        self.primaryIdentifier = primaryIdentifier
        self.secondaryIdentifier = secondaryIdentifier
        self.sex = sex
        self.dateOfBirth = dateOfBirth
        self.nationality = nationality
        self.machineReadableZone = machineReadableZone
    }
}
