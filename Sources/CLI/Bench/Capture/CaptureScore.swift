import MRZ
package import Vision

/// How many zones were read, and how well.
package struct CaptureScore: Encodable, Hashable, Sendable {
    /// Zones that are printed.
    package private(set) var zones = 0
    /// Zones of which every character of every line was read as printed.
    package private(set) var exact = 0
    /// Zones of which number, birth and expiry were read as printed, with their check digits.
    package private(set) var key = 0
    package private(set) var characters = 0
    package private(set) var charactersRight = 0
    /// Zones that were said to be valid.
    package private(set) var valid = 0
    /// Zones that were said to be valid and are printed otherwise.
    package private(set) var validWrong = 0
    /// Zones that were read for certain and break a rule.
    package private(set) var invalid = 0
    /// Zones that were read with too little confidence.
    package private(set) var undetermined = 0
    /// Zones that were not found.
    package private(set) var missed = 0

    package init() {}

    /// Counts a zone and what was read of it; nil where nothing was.
    package mutating func count(_ truth: CaptureTruth.Zone, _ reading: CaptureReading?) {
        zones += 1
        characters += truth.lines.reduce(0) { $0 + $1.utf8.count }
        guard let reading else {
            missed += 1
            return
        }
        let isExact = reading.lines == truth.lines
        exact += isExact ? 1 : 0
        key += truth.keyIsRight(in: reading.lines) ? 1 : 0
        charactersRight += truth.charactersRight(in: reading.lines)
        switch reading.result {
        case .valid:
            valid += 1
            validWrong += isExact ? 0 : 1
        case .invalid: invalid += 1
        case .undetermined: undetermined += 1
        }
    }
}

/// A zone as it was read.
package struct CaptureReading: Hashable, Sendable {
    /// How it is to be taken.
    package typealias Result = CaptureAnswer.Zone.Result

    package let lines: [String]
    package let result: Result
    package let confidence: Double

    package init(lines: [String], result: Result, confidence: Double) {
        self.lines = lines
        self.result = result
        self.confidence = confidence
    }
}
