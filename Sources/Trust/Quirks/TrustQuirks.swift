/// Everything that is tolerated and has a name in reports.
public enum TrustQuirks {
    /// Whatever may be named, each once, by the table it stands in.
    public static let all: [Quirk] =
        Deviation.allCases.map(\.quirk) + SecurityObjectQuirk.allCases.map(\.quirk)
        + CertificateQuirk.allCases.map(\.quirk) + ListDeparture.allCases.map(\.quirk)
}
