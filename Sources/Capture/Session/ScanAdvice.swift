import MRZ

/// What to tell the person who holds the document.
enum ScanAdvice {
    /// Where no zone was found.
    static func hint(withoutZone quality: FrameQuality?) -> ScanHint {
        switch quality?.hint {
        case .tooDark: .tooDark
        case .tooBright: .tooBright
        default: .noZone
        }
    }

    /// Where a zone was found that is not read yet: first what is wrong with the picture, then what with the text.
    ///
    /// - Parameters:
    ///   - zone: What all frames say together.
    ///   - seen: What the last frame says.
    static func hint(for zone: CapturedZone, seen: CapturedZone, _ quality: FrameQuality?) -> ScanHint {
        if !zone.isCertain, let hint = quality?.hint { return hint }
        let broken = zone.zone.checkDigits.filter { !$0.isCorrect }.map { checkDigit($0.id) }
        if !broken.isEmpty { return .checkDigits(broken) }
        if zone.isCertain { return .holdStill }
        let isTurned = seen.rotation > 30 && seen.rotation < 330
        if isTurned, seen.confidence < 0.5 { return .turned(degrees: Int(seen.rotation.rounded()) % 360) }
        let names = [MRZField.name, .givenNames].map { zone.decoded.confidence(of: $0) }.min() ?? 1
        let whole = zone.characters.map(\.confidence).min() ?? 1
        return names <= whole ? .namesUncertain : .charactersUncertain
    }

    private static func checkDigit(_ id: MRZCheckDigit.ID) -> ScanHint.CheckDigit {
        switch id {
        case .documentNumber: .documentNumber
        case .dateOfBirth: .dateOfBirth
        case .dateOfExpiry: .dateOfExpiry
        case .optionalData: .optionalData
        case .composite: .composite
        }
    }
}
