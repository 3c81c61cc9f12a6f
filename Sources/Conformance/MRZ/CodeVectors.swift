import MRZ
import Standards

/// A code of a state, an organisation or a kind of person.
package struct CountryVector: ConformanceVector {
    package static let places = ["mrz/codes/doc9303-3-countries.json"]

    /// The code without fillers.
    package let id: String
    package let mrz: String
    package let alpha2: String?
    /// The part of Doc 9303-3 §5; nil for ISO 3166-1.
    package let part: String?
    package let name: String

    package func check() throws {
        let country = CountryCode(mrz)
        try compare("code", country?.code, with: id)
        try compare("alpha2", country?.alpha2, with: alpha2)
        try compare("part", country?.group.rawValue, with: part ?? "ISO 3166-1")
        try compare("name", country?.name, with: name)
        try compare("faults of a zone", strictFaults(zone), with: [])
    }

    /// A passport that this code issued.
    private var zone: String {
        """
        PP\(mrz)ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
        L898902C36UTO7408122F3404159ZE184226B<<<<<16
        """
    }
}

/// A document code and whether a format allows it.
package struct DocumentCodeVector: ConformanceVector {
    package static let places = ["mrz/codes/doc9303-document-codes.json"]

    package let id: String
    package let format: String
    package let code: String
    package let allowed: Bool

    package func check() throws {
        guard let format = DocumentFormat(rawValue: format) else {
            throw Mismatch("format", expected: "a format of Doc 9303", found: format)
        }
        try compare("allowed", DocumentCode(code, in: format) != nil, with: allowed)
    }
}
