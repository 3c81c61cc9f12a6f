/// Identifiers of what lists of deviations and defects name.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §9; BSI TR-03129-2.
extension OID {
    /// A deviation: its arcs below `deviationList`.
    public static func deviation(_ arcs: UInt8...) -> OID { arcs.reduce(.deviationList) { $0.appending($1) } }

    /// A defect: its arcs below `defectList`.
    public static func defect(_ kind: UInt8, _ number: UInt8) -> OID { defectList.appending(kind).appending(number) }
}
