/// What a document says of itself and of its holder, as text to show.
public struct DocumentSummary: Hashable, Sendable {
    /// Where the fields come from.
    public enum Origin: String, CaseIterable, Sendable {
        /// DG1 of the chip.
        case chip
        /// The lines printed on the document, because DG1 was not read.
        case printed
    }

    public var origin: Origin
    /// The layout of the machine readable zone: `TD3`.
    public var format: String
    /// The document code as printed: `P`.
    public var documentCode: String
    /// What the code means, in words: `passport`.
    public var documentKind: String?
    /// The issuing state as printed: `UTO`, `D`.
    public var issuingState: String
    /// The name of that state, where it is known.
    public var issuingStateName: String?
    public var documentNumber: String
    /// The surname, as far as the zone gives it.
    public var primaryIdentifier: String
    /// The given names.
    public var secondaryIdentifier: String
    public var nationality: String
    /// `1974-08-12`; parts that are not known are `??`.
    public var dateOfBirth: String
    /// `M`, `F`, `X` or `<`.
    public var sex: String
    /// As `dateOfBirth`; empty where the document does not expire.
    public var dateOfExpiry: String
    /// The lines of the machine readable zone.
    public var lines: [String]
    /// What other data groups add, in their order.
    public var details: [Detail]

    /// One field of a data group other than DG1.
    public struct Detail: Hashable, Sendable {
        /// `DG11`.
        public var group: String
        /// A stable name: `fullName`.
        public var name: String
        public var value: String

        public init(group: String, name: String, value: String) {
            self.group = group
            self.name = name
            self.value = value
        }
    }

    public init(
        origin: Origin, format: String, documentCode: String, documentKind: String? = nil, issuingState: String,
        issuingStateName: String? = nil, documentNumber: String, primaryIdentifier: String,
        secondaryIdentifier: String, nationality: String, dateOfBirth: String, sex: String, dateOfExpiry: String,
        lines: [String] = [], details: [Detail] = []
    ) {
        self.origin = origin
        self.format = format
        self.documentCode = documentCode
        self.documentKind = documentKind
        self.issuingState = issuingState
        self.issuingStateName = issuingStateName
        self.documentNumber = documentNumber
        self.primaryIdentifier = primaryIdentifier
        self.secondaryIdentifier = secondaryIdentifier
        self.nationality = nationality
        self.dateOfBirth = dateOfBirth
        self.sex = sex
        self.dateOfExpiry = dateOfExpiry
        self.lines = lines
        self.details = details
    }
}

/// A picture that every browser shows.
public struct Portrait: Hashable, Sendable {
    /// A format of the picture.
    public enum MediaType: String, CaseIterable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    public var mediaType: MediaType
    public var bytes: [UInt8]
    /// Width and height in pixels, where they are known.
    public var width: Int?
    public var height: Int?

    public init(mediaType: MediaType, bytes: [UInt8], width: Int? = nil, height: Int? = nil) {
        self.mediaType = mediaType
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}
