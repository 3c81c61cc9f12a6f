public import Standards

extension MachineReadableZone {
    /// The document code without fillers: `P`, `PP`, `ID`.
    public var documentCode: String { value(in: layout.documentCode) }

    /// The issuing State or organisation without fillers: `UTO`, `D`.
    public var issuingState: String { value(in: layout.issuingState) }

    /// The nationality without fillers; the French identity card has none, since all its holders are French.
    public var nationality: String { layout.nationality.map { value(in: $0) } ?? "FRA" }

    /// The holder's name.
    public var name: HolderName {
        guard let givenNames = layout.givenNames else {
            return HolderName(field: characters[layout.name])
        }
        return HolderName(
            primary: characters[layout.name], secondary: characters[givenNames],
            mayBeTruncated: end(of: layout.name) == layout.name.upperBound
                || end(of: givenNames) == givenNames.upperBound)
    }

    /// The document number without the fillers at its end; one longer than its field is put together.
    public var documentNumber: String {
        guard let overflow = documentNumberOverflow else { return value(in: layout.documentNumber) }
        return text(in: layout.documentNumber) + text(in: overflow.digits)
    }

    /// The sex; nil where another character stands.
    public var sex: Sex? {
        switch characters[layout.sex] {
        case UInt8(ascii: "M"): .male
        case UInt8(ascii: "F"): .female
        case UInt8(ascii: "<"): .unspecified
        case UInt8(ascii: "X"): .unspecifiedAsX
        default: nil
        }
    }

    /// The date of birth: the latest that is neither after the reference date nor after the document's own date of expiry
    /// (of a French identity card: the month of issue, with which its number begins); nil where there is no such date.
    public func dateOfBirth(asOf reference: Timestamp) -> PartialDate? {
        SixCharacterDate(characters, at: layout.dateOfBirth.lowerBound)
            .birth(asOf: reference, notAfter: dateOfExpiry(asOf: reference) ?? monthOfIssue(asOf: reference))
    }

    /// The month in which a French identity card was issued; nil for other formats, and where its number tells none.
    private func monthOfIssue(asOf reference: Timestamp) -> PartialDate? {
        guard format == .frenchIdentityCard else { return nil }
        let start = layout.documentNumber.lowerBound
        let month = Array(characters[start..<start + 4]) + [MRZAlphabet.filler, MRZAlphabet.filler]
        return SixCharacterDate(month, at: 0).birth(asOf: reference, notAfter: nil)
    }

    /// The date of expiry (of a visa: the last day of validity), from 84 years before to 15 years after the reference
    /// date; nil where there is no such date.
    public func dateOfExpiry(asOf reference: Timestamp) -> PartialDate? {
        layout.dateOfExpiry.flatMap { SixCharacterDate(characters, at: $0.lowerBound).expiry(asOf: reference) }
    }

    /// The optional data (of a TD3 often a personal number) without the fillers at its end and without what belongs to
    /// a long document number; inner and leading fillers are kept.
    public var optionalData: String {
        guard let field = layout.optionalData else { return "" }
        guard let overflow = documentNumberOverflow else { return value(in: field) }
        return value(in: min(overflow.end, field.upperBound)..<field.upperBound)
    }

    /// The second optional data of a TD1.
    public var optionalData2: String { layout.optionalData2.map { value(in: $0) } ?? "" }

    /// The office that issued a French identity card.
    public var issuingOffice: String? { layout.issuingOffice.map { value(in: $0) } }

    /// What the chip's access keys are derived from; nil where one of the three check digits is wrong, where a date is
    /// none, or where the format has no chip.
    public var keyInformation: MRZKeyInformation? {
        guard let expiry = layout.dateOfExpiry, format != .frenchIdentityCard,
            checkDigits.allSatisfy({ $0.isCorrect || $0.id == .optionalData || $0.id == .composite }),
            // Letters whose values differ from a digit's by ten pass for it in a check digit.
            !SixCharacterDate(characters, at: layout.dateOfBirth.lowerBound).isMalformed,
            !SixCharacterDate(characters, at: expiry.lowerBound).isMalformed
        else { return nil }
        var bytes = Array(characters[layout.documentNumber])
        if let overflow = documentNumberOverflow {
            bytes += characters[overflow.digits.lowerBound...overflow.digits.upperBound]
        } else {
            bytes.append(characters[layout.documentNumberCheckDigit])
        }
        bytes += characters[layout.dateOfBirth.lowerBound...layout.dateOfBirth.upperBound]
        bytes += characters[expiry.lowerBound...expiry.upperBound]
        return MRZKeyInformation(checked: bytes)
    }
}

/// Where the rest of a document number stands that is longer than its field.
struct DocumentNumberOverflow {
    /// The rest of the number; its check digit follows.
    let digits: Range<Int>
    /// The first character that belongs to the optional data again.
    let end: Int
    /// Whether the filler stands that ends the number.
    let isTerminated: Bool
}

extension MachineReadableZone {
    /// The rest of a long number, which `<` in the place of the check digit announces; nil where the number fits.
    ///
    /// Tolerated: a long number in a TD3, which Doc 9303-4 does not know, where its check digit confirms it.
    ///
    /// Spec: ICAO Doc 9303-5 (8th ed.) §4.2.2 note j, Doc 9303-6 §4.2.2 note j.
    var documentNumberOverflow: DocumentNumberOverflow? {
        let layout = layout
        guard characters[layout.documentNumberCheckDigit] == MRZAlphabet.filler else { return nil }
        guard format == .td1 || format == .td2 || format == .td3, let field = layout.optionalData else { return nil }
        let start = field.lowerBound
        let end = characters[field].firstIndex(of: MRZAlphabet.filler) ?? field.upperBound
        // One character is the check digit alone; a leading filler is optional data that begins so.
        guard end - start >= 2 else { return nil }
        let overflow = DocumentNumberOverflow(
            digits: start..<end - 1, end: min(end + 1, field.upperBound), isTerminated: end < field.upperBound)
        guard format == .td3 else { return overflow }
        return checkDigit(ofLongNumber: overflow) == characters[end - 1] ? overflow : nil
    }

    /// The check digit over the whole number, without the filler in its middle.
    func checkDigit(ofLongNumber overflow: DocumentNumberOverflow) -> UInt8? {
        var sum = CheckDigitSum()
        sum.add(characters[layout.documentNumber])
        sum.add(characters[overflow.digits])
        return sum.digit
    }
}
