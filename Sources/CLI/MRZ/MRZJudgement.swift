import MRZ
import Standards

/// A text read in one of the two modes, and what there is to say about it.
struct MRZJudgement {
    enum Mode: String { case strict, tolerant }

    let mode: Mode
    let referenceDate: Timestamp
    /// nil where strict mode finds no lines of any format.
    let zone: MachineReadableZone?
    /// The lines as read.
    let lines: [String]
    let faults: [MRZFault]
    let adjustments: [MRZAdjustment]
    let proposal: MRZProposal?

    /// Reads text as it is: nothing is put right, and every broken rule counts.
    ///
    /// - Throws: `CommandError` where the text is nothing like a zone.
    init(strict bytes: [UInt8], asOf reference: Timestamp) throws {
        mode = .strict
        referenceDate = reference
        adjustments = []
        proposal = nil
        if let zone = MachineReadableZone(separatedByLineFeeds: bytes) {
            self.zone = zone
            lines = zone.lines
            faults = zone.faults(asOf: reference)
            return
        }
        zone = nil
        let text = String(decoding: bytes, as: UTF8.self)
        lines = text.split(whereSeparator: \.isNewline).prefix(4).map { String($0.filter(\.isPrintable)) }
        do {
            _ = try MachineReadableZone(strict: bytes, referenceDate: reference)
            faults = []
        } catch {
            // Some other text is not a zone with many faults: it is no zone.
            guard case .broken(let faults) = error, (try? MRZReading(text, referenceDate: reference)) != nil else {
                throw Self.noZone
            }
            self.faults = faults
        }
    }

    /// Finds a zone in text as real documents, keyboards and OCR deliver it.
    ///
    /// - Throws: `CommandError` where there is none.
    init(tolerant bytes: [UInt8], asOf reference: Timestamp) throws {
        mode = .tolerant
        referenceDate = reference
        guard let reading = try? MRZReading(MRZInput.text(bytes), referenceDate: reference) else { throw Self.noZone }
        zone = reading.zone
        lines = reading.zone.lines
        faults = reading.zone.faults(asOf: reference)
        adjustments = reading.adjustments
        proposal = reading.proposal
    }

    /// A zone that was made, not read.
    init(composed zone: MachineReadableZone, asOf reference: Timestamp) {
        mode = .strict
        referenceDate = reference
        self.zone = zone
        lines = zone.lines
        faults = zone.faults(asOf: reference)
        adjustments = []
        proposal = nil
    }

    /// A zone that was read from a picture: the lines are what is printed, so nothing is put right.
    init(captured zone: MachineReadableZone, asOf reference: Timestamp) {
        mode = .tolerant
        referenceDate = reference
        self.zone = zone
        lines = zone.lines
        faults = zone.faults(asOf: reference)
        adjustments = []
        proposal = nil
    }

    /// Whether what was read breaks no rule that counts in its mode.
    var isValid: Bool { zone != nil && faults.allSatisfy { mode == .tolerant && $0.isTolerable } }

    private static let noZone = CommandError(
        "there is no machine readable zone in this text",
        hint:
            "it has two lines of 44 or 36 characters or three of 30, at the foot of the page or on the back of the card"
    )
}

extension Character {
    /// Whether it does nothing to a terminal but take a place.
    fileprivate var isPrintable: Bool {
        unicodeScalars.allSatisfy { ![.control, .format, .surrogate].contains($0.properties.generalCategory) }
    }
}
