import PKI
import Standards

/// Countries of certificates and of machine readable zones.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §5; Doc 9303-12 §7.1.1.
enum CertificateCountry {
    /// States whose keys sign each other's: the United Kingdom's and Bermuda's are linked.
    static let linked: Set<Set<String>> = [["GB", "BM"]]

    /// Codes of certificates, beside the one in the table, that sign documents of an issuing state.
    private static let others: [String: Set<String>] = [
        "UNO": ["UN", "ZZ"], "UNA": ["UN", "ZZ"], "UNK": ["UN", "ZZ"],
        "EUE": ["EU"], "XOM": ["XO"], "RKS": ["KS", "XK"],
        "GBD": ["GB", "BM"], "GBN": ["GB"], "GBO": ["GB"], "GBP": ["GB"], "GBS": ["GB"],
    ]

    /// Two letters, upper case.
    ///
    /// Tolerated: lower case and three letters, where Doc 9303-12 §7.1.1 asks for ISO 3166-1 alpha-2 in upper case.
    ///
    /// A name without a country may begin with one in its common name: `RSM-CSCA`.
    static func normalised(_ name: DistinguishedName) -> String? {
        guard let code = name.countryCode else { return inCommonName(name) }
        guard code.count == 3 else { return code }
        return code == "DEU" ? "DE" : CountryCode(code)?.alpha2 ?? code
    }

    /// Codes of states as they call themselves in common names, beside those of the table.
    private static let ownNames = ["RSM": "SM"]

    /// Tolerated: a common name that begins with the code of the state, where Doc 9303-12 §7.1.1 asks for a country.
    private static func inCommonName(_ name: DistinguishedName) -> String? {
        let parts = name.value(of: .commonName)?.uppercased().split(separator: "-", omittingEmptySubsequences: false)
        guard let code = parts?.first.map(String.init), parts?.count ?? 0 > 1, code.count == 3 else { return nil }
        return ownNames[code] ?? CountryCode(code)?.alpha2
    }

    /// The state a certificate belongs to: that of its subject, else that of its issuer.
    static func state(of certificate: Certificate) -> String? {
        normalised(certificate.subject) ?? normalised(certificate.issuer)
    }

    /// Whether a certificate's country signs documents of an issuing state; nil where the state's code is not known.
    static func agrees(_ country: String, issuingState: String) -> Bool? {
        let known = CountryCode(issuingState)
        var allowed = others[known?.code ?? issuingState] ?? []
        if let alpha2 = known?.alpha2 { allowed.insert(alpha2) }
        return allowed.isEmpty ? nil : allowed.contains(country)
    }
}
