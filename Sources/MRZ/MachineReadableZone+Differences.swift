extension MachineReadableZone {
    /// The fields whose characters another zone has otherwise, in the order of `MRZField`; nil for another format.
    package func differences(from other: MachineReadableZone) -> [MRZField]? {
        guard format == other.format else { return nil }
        return MRZField.allCases.filter { field in
            layout.range(of: field).map { characters[$0] != other.characters[$0] } ?? false
        }
    }
}
