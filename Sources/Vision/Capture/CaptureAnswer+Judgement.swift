public import MRZ
public import Standards

extension CaptureAnswer.Zone {
    /// How a zone is to be taken.
    public enum Result: String, CaseIterable, Hashable, Sendable {
        /// Read for certain, and no rule is broken.
        case valid
        /// Read for certain, and what is printed breaks a rule.
        case invalid
        /// Not read for certain: what was read is a proposal.
        case undetermined
    }

    /// How the zone is to be taken; worked out from the lines, whatever the worker says of them.
    public func result(asOf reference: Timestamp) -> Result {
        guard isCertain else { return .undetermined }
        return isValid(asOf: reference) ? .valid : .invalid
    }

    /// Whether the lines break no rule that counts, as `emrtd mrz check` has it.
    public func isValid(asOf reference: Timestamp) -> Bool {
        zone.faults(asOf: reference).allSatisfy(\.isTolerable)
    }

    /// The least confidence of the characters of a field; nil where the format lacks the field.
    public func confidence(of field: MRZField) -> Double? {
        guard let range = MRZLayout.of(zone.format).range(of: field), range.upperBound <= characters.count else {
            return nil
        }
        return characters[range].map(\.confidence).min()
    }

    /// What a chip wants to know before it opens: document number, birth and expiry with their check digits.
    public struct Key: Hashable, Sendable {
        /// The parts, in this order; a format without dates of expiry has no third.
        public let parts: [Part]

        /// Whether the zone holds a key: all three parts with check digits that hold.
        public var isSound: Bool { parts.count == 3 && parts.allSatisfy(\.isSound) }
        /// Whether it is rather right than wrong, so that it may go to a chip.
        public var isSure: Bool { confidence >= CapturedMRZ.leastKeyChance }
        /// The chance that all of its characters are right, as far as each tells for itself.
        public var confidence: Double { parts.reduce(1) { $0 * $1.confidence } }

        /// A field and its check digit.
        public struct Part: Hashable, Sendable {
            public let id: MRZCheckDigit.ID
            /// Whether the check digit holds.
            public let isSound: Bool
            /// The chance that all characters are right, as far as each tells for itself.
            public let confidence: Double
            /// The characters, in order, the check digit being the last.
            public let characters: [CaptureAnswer.Zone.Character]
        }
    }

    /// What opens the chip, and how sure it is.
    public var key: Key {
        let layout = MRZLayout.of(zone.format)
        let length = zone.format.lineLength
        var parts: [Key.Part] = []
        for digit in zone.checkDigits {
            let fields: [Range<Int>?] =
                switch digit.id {
                case .documentNumber: [layout.documentNumber]
                case .dateOfBirth: [layout.dateOfBirth]
                case .dateOfExpiry: [layout.dateOfExpiry]
                case .optionalData, .composite: []
                }
            guard let range = fields.first ?? nil else { continue }
            let end = (digit.line - 1) * length + digit.position - 1
            // The digit of a long number stands in the optional data, behind the rest of the number.
            guard end >= range.upperBound, end < characters.count else { continue }
            let covered = characters[range.lowerBound...end]
            parts.append(
                Key.Part(
                    id: digit.id, isSound: digit.isCorrect,
                    confidence: covered.reduce(1) { $0 * $1.confidence }, characters: Array(covered)))
        }
        return Key(parts: parts)
    }
}

extension CaptureAnswer.Zone.Character {
    /// Whether a person should look at it: it is not sure, or the picture alone says something else.
    public var isDoubtful: Bool { isUncertain || reason != nil }
    /// Whether it may well be another character.
    public var isUncertain: Bool { confidence < CapturedMRZ.sureConfidence }
}
