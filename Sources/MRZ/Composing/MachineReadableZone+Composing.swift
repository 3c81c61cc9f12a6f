public import Standards

extension MachineReadableZone {
    /// Writes a zone that breaks no rule and says what the contents say.
    ///
    /// - Parameter referenceDate: The day from which a reader tells the centuries: dates that would be read in another
    ///   century are refused.
    /// - Throws: `MRZError.unusable` with the first field that cannot be written.
    ///
    /// Spec: ICAO Doc 9303-3 §4.6 to §4.9; Doc 9303-4, -5, -6 §4.2.2, Doc 9303-7 §4.2.2 and §7.2.2 (8th ed.).
    public init(composing contents: MRZContents, referenceDate: Timestamp) throws(MRZError) {
        var composer = MRZComposer(contents)
        try composer.writeDocument()
        try composer.writeNames()
        try composer.writeNumberAndOptionalData()
        try composer.writeHolder(asOf: referenceDate)
        self = composer.finish()
    }
}

/// Fills the fields of a zone one by one.
private struct MRZComposer {
    let contents: MRZContents
    let layout: MRZLayout
    var characters: [UInt8]

    init(_ contents: MRZContents) {
        self.contents = contents
        layout = MRZLayout.of(contents.format)
        characters = Array(repeating: MRZAlphabet.filler, count: contents.format.characterCount)
    }

    mutating func writeDocument() throws(MRZError) {
        let code = contents.documentCode.uppercased()
        guard DocumentCode(code, in: contents.format) != nil else { throw .unusable(.documentCode, .notACode) }
        write(Array(code.utf8), layout.documentCode)
        try write(country: contents.issuingState, .issuingState, layout.issuingState)
        guard let nationality = layout.nationality else {
            guard contents.nationality.isEmpty || contents.nationality == "FRA" else {
                throw .unusable(.nationality, .notInThisFormat)
            }
            guard contents.issuingState.uppercased() == "FRA" else { throw .unusable(.issuingState, .notACode) }
            return
        }
        try write(country: contents.nationality, .nationality, nationality)
    }

    mutating func writeNames() throws(MRZError) {
        let primary = try components(of: contents.primaryIdentifier, .name)
        let secondary = try components(of: contents.secondaryIdentifier, .name)
        guard !primary.isEmpty else { throw .unusable(.name, .empty) }
        guard let givenNames = layout.givenNames else {
            write(
                NameField.compose(primary: primary, secondary: secondary, width: layout.name.count), layout.name)
            return
        }
        guard !secondary.isEmpty else { throw .unusable(.givenNames, .empty) }
        write(NameField.compose(primary: primary, secondary: [], width: layout.name.count), layout.name)
        write(NameField.composeFrench(secondary, width: givenNames.count), givenNames)
    }

    mutating func writeNumberAndOptionalData() throws(MRZError) {
        var number = try text(contents.documentNumber, .documentNumber)
        while number.last == MRZAlphabet.filler { number.removeLast() }
        guard !number.isEmpty else { throw .unusable(.documentNumber, .empty) }
        var optional = try text(contents.optionalData, .optionalData)
        let width = layout.documentNumber.count
        switch contents.format {
        case .td1, .td2:
            if number.count > width {
                // Doc 9303-5 and -6 §4.2.2 note j: the rest, the check digit and a filler lead the optional data.
                let limit = width + (layout.optionalData?.count ?? 0) - 2
                guard number.count <= limit else { throw .unusable(.documentNumber, .tooLong(limit: limit)) }
                optional = number[width...] + digit(over: number) + [MRZAlphabet.filler] + optional
                write(Array(number[..<width]), layout.documentNumber)
            } else {
                try writeNumber(number, width)
            }
        case .mrvA, .mrvB: try writeNumber(Array(number.prefix(width)), width)  // Doc 9303-7: the first nine alone
        case .td3, .frenchIdentityCard: try writeNumber(number, width)
        }
        try write(optional, .optionalData, layout.optionalData)
        if layout.hasOptionalDataCheckDigit, let field = layout.optionalData {
            characters[field.upperBound] = digit(over: Array(characters[field]))[0]
        }
        try write(text(contents.optionalData2, .optionalData2), .optionalData2, layout.optionalData2)
        try write(text(contents.issuingOffice, .issuingOffice), .issuingOffice, layout.issuingOffice)
    }

    mutating func writeHolder(asOf reference: Timestamp) throws(MRZError) {
        let birth = contents.dateOfBirth
        write(birth.mrzBytes, layout.dateOfBirth)
        characters[layout.dateOfBirth.upperBound] = digit(over: birth.mrzBytes)[0]
        guard
            SixCharacterDate(birth.mrzBytes, at: 0).birth(asOf: reference, notAfter: contents.dateOfExpiry) == birth
        else {
            throw .unusable(.dateOfBirth, .outsideCentury)
        }
        let sex = contents.sex == .unspecifiedAsX ? Sex.unspecified : contents.sex
        characters[layout.sex] = sex.rawValue.utf8.first ?? MRZAlphabet.filler
        guard let field = layout.dateOfExpiry else {
            guard contents.dateOfExpiry == nil else { throw .unusable(.dateOfExpiry, .notInThisFormat) }
            return
        }
        guard let expiry = contents.dateOfExpiry else { throw .unusable(.dateOfExpiry, .empty) }
        guard expiry.isComplete else { throw .unusable(.dateOfExpiry, .notADate) }
        write(expiry.mrzBytes, field)
        characters[field.upperBound] = digit(over: expiry.mrzBytes)[0]
        guard SixCharacterDate(expiry.mrzBytes, at: 0).expiry(asOf: reference) == expiry else {
            throw .unusable(.dateOfExpiry, .outsideCentury)
        }
    }

    mutating func finish() -> MachineReadableZone {
        if !layout.composite.isEmpty {
            var sum = CheckDigitSum()
            for range in layout.composite { sum.add(characters[range]) }
            characters[layout.compositeCheckDigit] = sum.digit ?? MRZAlphabet.filler
        }
        return MachineReadableZone(contents.format, characters)
    }

    private mutating func writeNumber(_ number: [UInt8], _ width: Int) throws(MRZError) {
        guard number.count <= width else { throw .unusable(.documentNumber, .tooLong(limit: width)) }
        write(number, layout.documentNumber)
        characters[layout.documentNumberCheckDigit] = digit(over: Array(characters[layout.documentNumber]))[0]
    }

    private mutating func write(country code: String, _ field: MRZField, _ range: Range<Int>) throws(MRZError) {
        guard let country = CountryCode(code.uppercased()) else { throw .unusable(field, .notACode) }
        write(Array(country.code.utf8), range)
    }

    private mutating func write(_ value: [UInt8], _ field: MRZField, _ range: Range<Int>?) throws(MRZError) {
        guard let range else {
            guard value.isEmpty else { throw .unusable(field, .notInThisFormat) }
            return
        }
        guard value.count <= range.count else { throw .unusable(field, .tooLong(limit: range.count)) }
        write(value, range)
    }

    private mutating func write(_ value: [UInt8], _ range: Range<Int>) {
        characters.replaceSubrange(range.lowerBound..<range.lowerBound + value.count, with: value)
    }

    private func components(of name: String, _ field: MRZField) throws(MRZError) -> [String] {
        let transliteration =
            contents.transliteration ?? Transliteration(issuingState: contents.issuingState.uppercased())
        do { return try transliteration.components(of: name) } catch {
            throw .unusable(field, .character(error.character))
        }
    }

    /// Letters and digits as they are, everything else of ASCII as a filler.
    private func text(_ value: String, _ field: MRZField) throws(MRZError) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in value.uppercased() {
            guard let byte = character.asciiValue, byte >= 0x20 else { throw .unusable(field, .character(character)) }
            bytes.append(MRZAlphabet.contains(byte) ? byte : MRZAlphabet.filler)
        }
        return bytes
    }

    /// The check digit as a list of one; there always is one, since only MRZ characters are written.
    private func digit(over value: [UInt8]) -> [UInt8] {
        [CheckDigit.compute(over: value) ?? MRZAlphabet.filler]
    }
}
