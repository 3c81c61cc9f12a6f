import MRZ
import Seals
import Standards

/// What is sealed against what is printed.
extension SealEvaluation {
    /// Spec: BSI TR-03135-1 §5.7.7; ICAO Doc 9303-13 (8th ed.) §3.
    mutating func checkAgreement() {
        guard let printed else { return }
        var draft = Draft()
        switch seal {
        case .constrained(let seal): compare(seal, with: printed, &draft)
        case .nonConstrained(let seal): compare(seal, with: printed, &draft)
        }
        evaluation.conclude(.sealAgreement, draft, .tr03135("5.7.7"))
    }

    private func compare(_ seal: ConstrainedSeal, with printed: MachineReadableZone, _ draft: inout Draft) {
        if let zone = seal.machineReadableZone, zone.format == printed.format {
            return compare(zone, with: printed, &draft)
        }
        // A visa stands in a passport, whose number it holds.
        if let number = seal.passportNumber, printed.format == .td3 {
            let sealed = number.filter { $0 != " " }
            draft.show("compared", "document number")
            if sealed != printed.documentNumber.prefix(9).filter({ $0 != "<" }) {
                draft.fail("documentNumberDiffers", "the seal is for a document with another number")
            }
            return
        }
        guard let zone = seal.machineReadableZone else {
            return draft.pass(over: "noZone", "the seal holds nothing of a machine readable zone")
        }
        draft.leaveOpen(
            "otherFormat",
            "the seal holds a zone of the format \(zone.format.rawValue), and what was given is \(printed.format.rawValue)"
        )
    }

    /// Character by character, as far as the zone is sealed; the fields that differ are named.
    private func compare(_ zone: SealedZone, with printed: MachineReadableZone, _ draft: inout Draft) {
        draft.show("compared", "machine readable zone")
        // The optional data of a visa are not sealed.
        let isVisa = zone.format == .mrvA || zone.format == .mrvB
        let different = (zone.padded?.differences(from: printed) ?? []).filter { !isVisa || $0 != .optionalData }
        guard !different.isEmpty else { return }
        let names = different.map(\.label).joined(separator: ", ")
        draft.fail("zoneDiffers", "the printed zone is not the one that was sealed: \(names)")
    }

    private func compare(_ seal: NonConstrainedSeal, with printed: MachineReadableZone, _ draft: inout Draft) {
        guard let holder = seal.holder else {
            return draft.pass(over: "noHolder", "the seal does not say who it is for")
        }
        var compared: [String] = []
        func compare(_ what: String, _ code: String, _ sealed: String?, _ printed: String?) {
            guard let sealed, let printed, !sealed.isEmpty else { return }
            compared.append(what)
            if sealed != printed { draft.fail(code, "the \(what) that is printed is not the one that was sealed") }
        }
        compare(
            "document number", "documentNumberDiffers", holder.documentNumber?.filter { $0 != "-" && $0 != " " },
            printed.documentNumber)
        compare(
            "date of birth", "dateOfBirthDiffers", holder.dateOfBirth.flatMap { PartialDate(iso8601: $0) }?.description,
            printed.dateOfBirth(asOf: evaluation.context.time)?.description)
        compare("sex", "sexDiffers", holder.sex?.uppercased().replacing("X", with: "<"), printed.sexCharacter)
        if let name = holder.name {
            compared.append("name")
            let sealed = Self.letters(name)
            let zone = printed.name
            let printedName = Self.letters([zone.primary, zone.secondary].joined(separator: " "))
            // Names are truncated in a zone, written in another order and transliterated: never a proof by itself.
            if sealed != printedName, !sealed.sorted().elementsEqual(printedName.sorted()) {
                draft.leaveOpen("nameDiffers", "the name in the seal is written in another way than the printed one")
            }
        }
        guard !compared.isEmpty else {
            return draft.pass(over: "noHolder", "the seal does not say who it is for")
        }
        draft.show("compared", compared.joined(separator: ", "))
    }

    /// The words of a name, upper case.
    private static func letters(_ name: String) -> [String] {
        name.uppercased().split { !$0.isLetter }.map(String.init)
    }
}

extension MachineReadableZone {
    fileprivate var sexCharacter: String? {
        switch sex {
        case .male: "M"
        case .female: "F"
        case .unspecified, .unspecifiedAsX: "<"
        case nil: nil
        }
    }
}
