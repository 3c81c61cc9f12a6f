import MRZ
import Vision

/// What came of all pictures of a folder: by zones, by groups of them, and what was found where nothing is.
package struct CaptureTally: Encodable, Sendable {
    package private(set) var all = CaptureScore()
    /// By the quarter turn that is nearest to the reading direction, in degrees.
    package private(set) var byQuadrant: [String: CaptureScore] = [:]
    package private(set) var byFormat: [String: CaptureScore] = [:]
    /// By the height of capitals in pixels.
    package private(set) var byCapHeight: [String: CaptureScore] = [:]
    package private(set) var pictures = 0
    /// Pictures without a zone.
    package private(set) var empty = 0
    /// Of those, pictures in which one was found for certain, and with too little confidence alone.
    package private(set) var foundInEmpty = 0
    package private(set) var suspectedInEmpty = 0
    /// Zones that were found for certain beside those that are printed.
    package private(set) var surplus = 0
    /// Pictures that could not be read at all.
    package private(set) var failures = 0
    /// What went wrong, in the order of the pictures.
    package private(set) var wrong: [Wrong] = []

    /// A picture of which something was read otherwise than it is printed.
    package struct Wrong: Encodable, Sendable {
        package let file: String
        /// The lines that are printed; empty where nothing is.
        package let printed: [String]
        /// The lines that were read; empty where nothing was.
        package let read: [String]
        package let result: String
        package let confidence: Double
    }

    package init() {}

    /// Counts a picture and the zones that were found in it.
    package mutating func count(_ truth: CaptureTruth, _ readings: [CaptureReading]) {
        pictures += 1
        var rest = readings
        for zone in truth.zones {
            let best = rest.indices.max {
                zone.charactersRight(in: rest[$0].lines) < zone.charactersRight(in: rest[$1].lines)
            }
            let reading = best.map { rest.remove(at: $0) }
            count(zone, reading)
            guard reading?.lines != zone.lines else { continue }
            note(truth.file, zone.lines, reading, reading?.result.rawValue ?? "missed")
        }
        let certain = rest.filter { $0.result != .undetermined }
        if truth.zones.isEmpty {
            empty += 1
            foundInEmpty += certain.isEmpty ? 0 : 1
            suspectedInEmpty += certain.isEmpty && !rest.isEmpty ? 1 : 0
            for reading in rest { note(truth.file, [], reading, reading.result.rawValue) }
        } else {
            surplus += certain.count
            for reading in certain { note(truth.file, [], reading, reading.result.rawValue) }
        }
    }

    /// Counts a picture that could not be read.
    package mutating func count(_ truth: CaptureTruth, failure: String) {
        pictures += 1
        failures += 1
        for zone in truth.zones { count(zone, nil) }
        if truth.zones.isEmpty { empty += 1 }
        note(truth.file, truth.zones.first?.lines ?? [], nil, failure)
    }

    private mutating func count(_ zone: CaptureTruth.Zone, _ reading: CaptureReading?) {
        all.count(zone, reading)
        byFormat[zone.format.rawValue, default: CaptureScore()].count(zone, reading)
        if let rotation = zone.rotation {
            let quadrant = Int((rotation / 90).rounded()) % 4 * 90
            byQuadrant["\(quadrant)", default: CaptureScore()].count(zone, reading)
        }
        if let height = zone.capHeight {
            let name = height < 13 ? "below 13" : height < 18 ? "13 to 18" : "18 and more"
            byCapHeight[name, default: CaptureScore()].count(zone, reading)
        }
    }

    private mutating func note(_ file: String, _ printed: [String], _ reading: CaptureReading?, _ result: String) {
        wrong.append(
            Wrong(
                file: file, printed: printed, read: reading?.lines ?? [], result: result,
                confidence: reading?.confidence ?? 0))
    }
}
