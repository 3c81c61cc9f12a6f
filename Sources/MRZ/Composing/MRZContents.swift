/// What a zone is to say, as the document prints it: the input of composing.
public struct MRZContents: Hashable, Sendable {
    /// The layout to write.
    public var format: DocumentFormat
    /// One or two letters, such as `P`, `PP`, `ID`.
    public var documentCode: String
    /// A code of Doc 9303-3 §5, with or without fillers.
    public var issuingState: String
    /// The primary identifier (the surname) in the letters of the document.
    public var primaryIdentifier: String
    /// The secondary identifier (the given names) in the letters of the document; may be empty.
    public var secondaryIdentifier: String
    /// As printed; what is no letter or digit becomes a filler.
    public var documentNumber: String
    /// A code of Doc 9303-3 §5; the French identity card has no place for it.
    public var nationality: String
    /// With unknown parts where the document has them.
    public var dateOfBirth: PartialDate
    public var sex: Sex
    /// The French identity card has none.
    public var dateOfExpiry: PartialDate?
    public var optionalData: String
    /// Of a TD1 alone.
    public var optionalData2: String
    /// Of the French identity card alone.
    public var issuingOffice: String
    /// How names are written; nil for the way of the issuing State.
    public var transliteration: Transliteration?

    public init(
        format: DocumentFormat, documentCode: String, issuingState: String, primaryIdentifier: String,
        secondaryIdentifier: String = "", documentNumber: String, nationality: String, dateOfBirth: PartialDate,
        sex: Sex = .unspecified, dateOfExpiry: PartialDate?, optionalData: String = "", optionalData2: String = "",
        issuingOffice: String = "", transliteration: Transliteration? = nil
    ) {
        self.format = format
        self.documentCode = documentCode
        self.issuingState = issuingState
        self.primaryIdentifier = primaryIdentifier
        self.secondaryIdentifier = secondaryIdentifier
        self.documentNumber = documentNumber
        self.nationality = nationality
        self.dateOfBirth = dateOfBirth
        self.sex = sex
        self.dateOfExpiry = dateOfExpiry
        self.optionalData = optionalData
        self.optionalData2 = optionalData2
        self.issuingOffice = issuingOffice
        self.transliteration = transliteration
    }
}
