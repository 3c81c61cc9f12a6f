public import Standards

extension MachineReadableZone {
    /// Every rule of Doc 9303 that the zone breaks, in the order of the places; empty where it breaks none.
    ///
    /// - Parameter referenceDate: The day from which the centuries of the dates are told.
    public func faults(asOf referenceDate: Timestamp) -> [MRZFault] {
        var faults: [MRZFault] = []
        if !characters.allSatisfy(MRZAlphabet.contains) { judgeCharacters(&faults) }
        let layout = layout
        judgeDocument(layout, &faults)
        judgeName(layout, &faults)
        judgeDates(layout, referenceDate, &faults)
        judgeCheckDigits(layout, &faults)
        if faults.count > 1 {
            faults.sort {
                ($0.line ?? 0, $0.positions?.lowerBound ?? 0) < ($1.line ?? 0, $1.positions?.lowerBound ?? 0)
            }
        }
        return faults
    }

    /// Whether no rule is broken but such as tolerant mode takes.
    public func isValid(asOf referenceDate: Timestamp) -> Bool {
        faults(asOf: referenceDate).allSatisfy(\.isTolerable)
    }

    /// One fault for each run of characters outside the alphabet.
    private func judgeCharacters(_ faults: inout [MRZFault]) {
        for number in 0..<format.lineCount {
            let line = characters[number * format.lineLength..<(number + 1) * format.lineLength]
            faults += MRZFault.strangeCharacters(Array(line), line: number + 1)
        }
    }

    private func judgeDocument(_ layout: MRZLayout, _ faults: inout [MRZFault]) {
        let code = layout.documentCode
        if !DocumentCode.isAllowed(characters[code.lowerBound], characters[code.lowerBound + 1], in: format) {
            faults.append(fault(.documentCode, code, .documentCode, clause(of: .documentCode)))
        }
        judgeCountry(layout.issuingState, .issuingState, &faults)
        if let nationality = layout.nationality { judgeCountry(nationality, .nationality, &faults) }
        if end(of: layout.documentNumber) == layout.documentNumber.lowerBound {
            faults.append(fault(.missing, layout.documentNumber, .documentNumber, clause(of: .documentNumber)))
        }
        let sex = characters[layout.sex]
        if sex != UInt8(ascii: "F"), sex != UInt8(ascii: "M"), sex != MRZAlphabet.filler {
            let isSexX = sex == UInt8(ascii: "X")
            faults.append(fault(.sex, layout.sex..<layout.sex + 1, .sex, clause(of: .sex), isSexX: isSexX))
        }
        guard let overflow = documentNumberOverflow else { return }
        let range = overflow.digits.lowerBound..<overflow.digits.upperBound + 1
        if format == .td3 {
            faults.append(fault(.longDocumentNumber, range, .documentNumber, clause(of: .documentNumber)))
        } else if !overflow.isTerminated {
            faults.append(fault(.unterminatedDocumentNumber, range, .documentNumber, clause(of: .documentNumber)))
        }
    }

    private func judgeCountry(_ range: Range<Int>, _ field: MRZField, _ faults: inout [MRZFault]) {
        let (first, second, third) = (
            characters[range.lowerBound], characters[range.lowerBound + 1], characters[range.lowerBound + 2]
        )
        guard !CountryCode.isListed(first, second, third) else { return }
        let letters = end(of: range)
        guard letters > range.lowerBound else {
            faults.append(fault(.missing, range, field, .doc9303(3, "4.7")))
            return
        }
        let isWellFormed = characters[range.lowerBound..<letters].allSatisfy(MRZAlphabet.isLetter)
        faults.append(
            isWellFormed
                ? fault(.unlistedCountryCode, range, field, .doc9303(3, "5"))
                : fault(.malformedCountryCode, range, field, .doc9303(3, "4.7")))
    }

    private func judgeName(_ layout: MRZLayout, _ faults: inout [MRZFault]) {
        judgeNameField(layout.name, .name, isDivided: layout.givenNames == nil, &faults)
        guard let givenNames = layout.givenNames else { return }
        judgeNameField(givenNames, .givenNames, isDivided: false, &faults)
    }

    private func judgeNameField(
        _ field: Range<Int>, _ name: MRZField, isDivided: Bool, _ faults: inout [MRZFault]
    ) {
        var firstDigit: Int?
        var doubles = 0
        var runStart: Int?
        let end = end(of: field)
        guard end > field.lowerBound else {
            faults.append(fault(.missing, field, name, .doc9303(3, "4.6")))
            return
        }
        var isMisdivided = characters[field.lowerBound] == MRZAlphabet.filler
        var index = field.lowerBound
        while index < end {
            let character = characters[index]
            if character == MRZAlphabet.filler {
                if runStart == nil { runStart = index }
            } else {
                if let start = runStart, index - start >= 2 {
                    doubles += 1
                    if index - start > 2 { isMisdivided = true }
                }
                runStart = nil
                if firstDigit == nil, MRZAlphabet.isDigit(character) { firstDigit = index }
            }
            index += 1
        }
        if let firstDigit {
            faults.append(fault(.digitInName, firstDigit..<firstDigit + 1, name, .doc9303(3, "4.6")))
        }
        // The French card divides its given names by two fillers each.
        if isMisdivided || isDivided && doubles > 1 {
            faults.append(fault(.nameSeparators, field, name, .doc9303(3, "4.6")))
        }
    }

    private func judgeDates(_ layout: MRZLayout, _ referenceDate: Timestamp, _ faults: inout [MRZFault]) {
        let birth = SixCharacterDate(characters, at: layout.dateOfBirth.lowerBound)
        if let rule = rule(brokenBy: birth, dateOfBirth(asOf: referenceDate), mayBePartial: true) {
            faults.append(fault(rule, layout.dateOfBirth, .dateOfBirth, .doc9303(3, "4.8")))
        }
        guard let range = layout.dateOfExpiry else { return }
        let expiry = SixCharacterDate(characters, at: range.lowerBound)
        if let rule = rule(brokenBy: expiry, dateOfExpiry(asOf: referenceDate), mayBePartial: false) {
            faults.append(fault(rule, range, .dateOfExpiry, .doc9303(3, "4.8")))
        }
    }

    private func rule(brokenBy raw: SixCharacterDate, _ date: PartialDate?, mayBePartial: Bool) -> MRZFault.Rule? {
        if raw.isMalformed { return .malformedDate }
        if date == nil { return .impossibleDate }
        return raw.hasZeroParts || !mayBePartial && !raw.isComplete ? .incompleteDate : nil
    }

    private func judgeCheckDigits(_ layout: MRZLayout, _ faults: inout [MRZFault]) {
        forEachCheckDigit { state in
            guard !state.isCorrect else { return }
            let field: MRZField =
                switch state.id {
                case .documentNumber: .documentNumberCheckDigit
                case .dateOfBirth: .dateOfBirthCheckDigit
                case .dateOfExpiry: .dateOfExpiryCheckDigit
                case .optionalData: .optionalDataCheckDigit
                case .composite: .compositeCheckDigit
                }
            faults.append(fault(.checkDigit, state.index..<state.index + 1, field, .doc9303(3, "4.9")))
        }
    }

    private func fault(
        _ rule: MRZFault.Rule, _ range: Range<Int>, _ field: MRZField?, _ clause: SpecReference, isSexX: Bool = false
    ) -> MRZFault {
        let first = format.place(of: range.lowerBound)
        let last = format.place(of: range.upperBound - 1)
        return MRZFault(
            rule, line: first.line, positions: first.position...last.position, field: field, clause: clause,
            isSexX: isSexX)
    }

    /// The clause that lays a field out.
    private func clause(of field: MRZField) -> SpecReference {
        let isUpper = field == .documentCode
        return switch format {
        case .td1: .doc9303(5, "4.2.2")
        case .td2: .doc9303(6, "4.2.2")
        case .td3: .doc9303(4, isUpper ? "4.2.2.1" : "4.2.2.2")
        case .mrvA: .doc9303(7, isUpper ? "4.2.2.1" : "4.2.2.2")
        case .mrvB: .doc9303(7, isUpper ? "7.2.2.1" : "7.2.2.2")
        case .frenchIdentityCard: .doc9303(3, "4.2")
        }
    }
}
