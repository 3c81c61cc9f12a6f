import LDS
import MRZ
import Report
import Standards

extension CheckList {
    /// Whether print, chip and dates agree.
    ///
    /// - Parameters:
    ///   - captured: What a picture says of the printed lines, where they come from one.
    ///   - isPrintUnreadable: Whether lines were handed in that are no machine readable zone.
    ///   - keyFitsDG1: Whether the typed key is that of DG1, where that is known.
    ///   - isProven: Whether a trusted issuer vouches for DG1.
    mutating func addConsistency(
        _ contents: DocumentContents, printed: MachineReadableZone?, captured: CapturedMRZ?, isPrintUnreadable: Bool,
        keyFitsDG1: Bool?, isProven: Bool, at time: Timestamp
    ) {
        let comparison: CheckResult =
            if printed == nil, keyFitsDG1 == false {
                .failed(Self.keyDiffers)
            } else if isPrintUnreadable {
                .undetermined(Self.printUnreadable)
            } else {
                Self.compare(contents.zone, with: printed, captured, without: Self.noZone(contents))
            }
        add(.printedMRZ, comparison, source: .tr03135("5.7.2"))
        add(
            .checkDigits, Self.checkDigits(of: contents.zone, without: Self.noZone(contents)),
            source: .doc9303(3, "4.9"))
        add(
            .expiry,
            Self.expiry(of: contents.zone ?? printed, without: Self.noZone(contents), isProven: isProven, at: time),
            source: .tr03135("5.7.1"))
    }

    private static let printUnreadable = Reason(
        "printUnreadable", "What was handed in as the printed lines is no machine readable zone; nothing was compared.")
    private static func noZone(_ contents: DocumentContents) -> Reason {
        let what = contents.hasDG1 ? "DG1 was read and holds no machine readable zone" : "DG1 was not read"
        return Reason("noDG1", "\(what), so there is nothing to compare.")
    }

    private static let keyDiffers = Reason(
        "keyDiffers",
        "The document number and dates that the chip was opened with are not those in its DG1. "
            + "Either they were not typed as printed, or print and chip do not belong together.")

    /// Spec: BSI TR-03135-1 §5.7.2: where only the optional data differ, nothing is decided.
    private static func compare(
        _ zone: MachineReadableZone?, with printed: MachineReadableZone?, _ captured: CapturedMRZ?,
        without noZone: Reason
    ) -> CheckResult {
        guard let printed else {
            return .notSupported(Reason("notTyped", "The printed lines were not handed in, so they were not compared."))
        }
        guard let zone else { return .undetermined(noZone) }
        guard zone != printed else { return .successful }
        let places = differences(printed, zone)
        // What is doubtful in a picture speaks neither for the chip nor against it.
        let sure = captured.map { $0.zone(assuming: zone) } ?? printed
        guard zone != sure else {
            return .undetermined(
                Reason(
                    "printDoubtful",
                    "The lines in the picture and the chip differ only where the picture is doubtful.\(places)"))
        }
        let cause = captured == nil ? "they were not typed as printed" : "the picture was misread"
        let reference = Timestamp(secondsSince1970: 0)
        let fields: [(String, (MachineReadableZone) -> String)] = [
            ("format", { $0.format.rawValue }), ("document code", { $0.documentCode }),
            ("issuing state", { $0.issuingState }), ("document number", { $0.documentNumber }),
            ("surname", { $0.name.primary }), ("given names", { $0.name.secondary }),
            ("nationality", { $0.nationality }), ("sex", { $0.sex?.rawValue ?? "" }),
            ("date of birth", { $0.dateOfBirth(asOf: reference)?.mrzCharacters ?? "" }),
            ("date of expiry", { $0.dateOfExpiry(asOf: reference)?.mrzCharacters ?? "" }),
        ]
        let differing = fields.filter { $0.1(zone) != $0.1(sure) }.map(\.0)
        guard differing.isEmpty else {
            return .failed(
                Reason(
                    "printDiffers",
                    "The printed lines and the chip differ in: \(differing.joined(separator: ", ")). "
                        + "Either \(cause), or print and chip do not belong together.\(places)"))
        }
        return .undetermined(
            Reason(
                "optionalDataDiffers",
                "The printed lines and the chip differ in optional data or check digits alone.\(places)"))
    }

    /// The most places that are named.
    private static let placeLimit = 8

    /// Each place where print and chip have different characters, as sentences.
    private static func differences(_ printed: MachineReadableZone, _ zone: MachineReadableZone) -> String {
        let all = printed.characterDifferences(from: zone) ?? []
        let named = all.prefix(placeLimit).map {
            " Line \($0.place.line) position \($0.place.position): printed \($0.character), on the chip \($0.other)."
        }
        let rest = all.count - named.count
        return named.joined() + (rest > 0 ? " And \(rest) more." : "")
    }

    private static func checkDigits(of zone: MachineReadableZone?, without noZone: Reason) -> CheckResult {
        guard let zone else { return .undetermined(noZone) }
        let wrong = zone.checkDigits.filter { !$0.isCorrect }.map(\.id.label)
        guard !wrong.isEmpty else { return .successful }
        return .failed(
            Reason("checkDigits", "Check digits in DG1 are wrong: \(wrong.joined(separator: ", "))."))
    }

    /// A date that nobody vouches for keeps a document from being accepted, and is no ground to reject it.
    private static func expiry(
        of zone: MachineReadableZone?, without noZone: Reason, isProven: Bool, at time: Timestamp
    ) -> CheckResult {
        guard let zone else { return .undetermined(noZone) }
        guard zone.format != .frenchIdentityCard else {
            return .notSupported(Reason("noExpiry", "The lines of this document have no date of expiry."))
        }
        guard let date = zone.dateOfExpiry(asOf: time), let isOver = date.isOver(at: time) else {
            return .undetermined(Reason("expiryUnknown", "The date of expiry is not a whole date."))
        }
        guard isOver else { return .successful }
        guard isProven else {
            return .undetermined(
                Reason(
                    "documentExpired",
                    "The document says that it expired on \(date), and no trusted issuer vouches for it."))
        }
        return .failed(Reason("documentExpired", "The document expired on \(date)."))
    }
}
