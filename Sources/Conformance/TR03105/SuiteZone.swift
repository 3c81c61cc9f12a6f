import MRZ

/// The machine readable zone of a passport by its fields, each as it stands there.
struct SuiteZone: Hashable, Sendable {
    var documentCode = "P<"
    var issuingState = "UTO"
    /// Filled up to its length.
    var name = "LUMEN<<ADA<MIRA"
    var documentNumber = "UT7402202"
    var nationality = "UTO"
    var dateOfBirth = "900217"
    var sex = "F"
    var dateOfExpiry = "350831"
    /// Filled up to its length.
    var optionalData = "SPEC1990"
    /// Check digits that stand there in place of the right ones.
    var digits: [MRZCheckDigit.ID: Character] = [:]
    /// Check digits that are one too high.
    var wrongDigits: Set<MRZCheckDigit.ID> = []

    /// The two lines.
    ///
    /// Spec: ICAO Doc 9303-4 (8th ed.) §4.2.2.
    var lines: [String] {
        get throws {
            var second = Array(documentNumber + "0" + nationality + dateOfBirth + "0" + sex + dateOfExpiry + "0")
            second += Array(filled(optionalData, to: 14) + "00")
            let first = documentCode + issuingState + filled(name, to: 39)
            // The composite digit covers the others, so it comes last.
            for isComposite in [false, true] {
                let zone = try MachineReadableZone(concatenated: (first + String(second)).utf8)
                for digit in zone.checkDigits where (digit.id == .composite) == isComposite {
                    let index = digit.position - 1
                    guard second.indices.contains(index) else { continue }
                    second[index] = digits[digit.id] ?? digit.expected ?? "0"
                    guard wrongDigits.contains(digit.id), let right = second[index].wholeNumberValue else { continue }
                    second[index] = Character("\((right + 1) % 10)")
                }
            }
            return [first, String(second)]
        }
    }

    private func filled(_ text: String, to count: Int) -> String {
        text + String(repeating: "<", count: max(0, count - text.count))
    }
}
