/// A name written into the width of its field.
///
/// Spec: ICAO Doc 9303-3 (8th ed.) §4.6; Doc 9303-4 §4.2.3, whose truncation leaves the choice of letters to the issuer.
enum NameField {
    /// Components with their separators, padded with fillers; a name that is too long is cut so that it ends with a
    /// letter in the last position.
    ///
    /// Every component keeps at least its first letter: first the secondary identifier is shortened from its last
    /// component on, then the primary one. Only where that is not enough are components left out, the last ones first.
    static func compose(primary: [String], secondary: [String], width: Int) -> [UInt8] {
        var primary = primary.map { Array($0.utf8) }
        var secondary = secondary.map { Array($0.utf8) }
        while shortest(primary, secondary) > width, secondary.count > 1 { secondary.removeLast() }
        while shortest(primary, secondary) > width, primary.count > 1 { primary.removeLast() }
        var surplus = join(primary, secondary).count - width
        shorten(&secondary, by: &surplus)
        shorten(&primary, by: &surplus)
        let name = join(primary, secondary).prefix(width)
        return Array(name) + Array(repeating: MRZAlphabet.filler, count: width - name.count)
    }

    /// Given names of the French identity card, two fillers between them, cut where the field ends.
    static func composeFrench(_ names: [String], width: Int) -> [UInt8] {
        let name = names.joined(separator: "<<").utf8.prefix(width)
        return Array(name) + Array(repeating: MRZAlphabet.filler, count: width - name.count)
    }

    private static func join(_ primary: [[UInt8]], _ secondary: [[UInt8]]) -> [UInt8] {
        let filler = [MRZAlphabet.filler]
        let first = Array(primary.joined(separator: filler))
        return secondary.isEmpty ? first : first + filler + filler + Array(secondary.joined(separator: filler))
    }

    /// The width with one letter of each component.
    private static func shortest(_ primary: [[UInt8]], _ secondary: [[UInt8]]) -> Int {
        let first = primary.count * 2 - 1
        return secondary.isEmpty ? first : first + 2 + secondary.count * 2 - 1
    }

    private static func shorten(_ components: inout [[UInt8]], by surplus: inout Int) {
        for index in components.indices.reversed() where surplus > 0 {
            let cut = min(surplus, components[index].count - 1)
            components[index].removeLast(cut)
            surplus -= cut
        }
    }
}

extension HolderName {
    /// Whether this can be the MRZ form of a full name: the same components, or, where the field is full, their
    /// beginnings, of which the last ones may be missing.
    ///
    /// Spec: ICAO Doc 9303-3 (8th ed.) §4.6.
    public func agrees(
        withPrimary primary: some StringProtocol, secondary: some StringProtocol,
        transliteration: Transliteration = Transliteration()
    ) -> Bool {
        guard let full = try? transliteration.components(of: primary),
            let given = try? transliteration.components(of: secondary)
        else { return false }
        guard mayBeTruncated else { return primaryParts == full && secondaryParts == given }
        guard given.isEmpty == secondaryParts.isEmpty else { return false }
        return Self.abbreviates(primaryParts, full) && Self.abbreviates(secondaryParts, given)
    }

    private static func abbreviates(_ parts: [String], _ full: [String]) -> Bool {
        parts.count <= full.count && zip(parts, full).allSatisfy { $1.hasPrefix($0) }
    }
}
