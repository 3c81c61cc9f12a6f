import ByteCoding
import FoundationEssentials
import MRZ
import Standards
import Vision

/// A line of JSON: a zone, a page without one, or an input that failed.
struct ScanView: Encodable {
    /// The name as people see it; where it is not UTF-8, or looks as if it were not, its bytes in hexadecimal, too.
    let file: String
    var fileBytes: String?
    let page: Int
    /// `valid`, `invalid`, `undetermined`; `none` for a page without a zone, `failed` where there is an error.
    let result: String
    var error: ScanFault?
    /// What the codec tolerated, in its own words; and whether pixels or pages are missing that the file should have.
    var remarks: [String]?
    var breaksOff: Bool?
    /// The zone, from 1, and how many the page has.
    var zone: Int?
    var zones: Int?
    var width: Int?
    var height: Int?
    var ms: Stages?
    var engine: String?
    var annotated: String?
    /// Why pictures that were asked for were not written.
    var outputErrors: [ScanFault]?
    var format: String?
    var lines: [String]?
    var valid: Bool?
    var confidence: Double?
    var fields: MRZView.Fields?
    /// The least confidence of the characters of each field.
    var fieldConfidence: [String: Double]?
    var checks: [MRZView.Check]?
    var key: Key?
    /// What speaks against the lines as a whole.
    var doubts: [String]?
    var overruled: [Overruled]?
    /// Letters printed with a mark, which are read without.
    var marked: [Place]?
    var characters: [Character]?
    /// Four corners, x and y.
    var quadrilateral: [[Double]]?
    var rotation: Double?
    var pitch: Double?
    var crop: String?
    /// Of a video: the frame with which the document was complete (else the last one that shows it), from 1, its time,
    /// the first frame that shows it, and on how many frames the lines rest.
    var frame: Int?
    var seconds: Double?
    var firstFrame: Int?
    var frames: Int?
    /// Of a video: whether the document was read to the end; else it went out of view before.
    var complete: Bool?

    /// Milliseconds by stage; `total` and `cpu` are for all of it.
    struct Stages: Encodable {
        let decode: Double
        let find: Double
        let recognise: Double
        let decide: Double
        let draw: Double
        let total: Double
        let cpu: Double

        init(_ stages: CaptureAnswer.Stages) {
            decode = stages.decode.rounded(places: 3)
            find = stages.find.rounded(places: 3)
            recognise = stages.recognise.rounded(places: 3)
            decide = stages.decide.rounded(places: 3)
            draw = stages.draw.rounded(places: 3)
            total = stages.total.rounded(places: 3)
            cpu = stages.processor.rounded(places: 3)
        }
    }

    struct Key: Encodable {
        let sound: Bool
        let sure: Bool
        let confidence: Double
        let parts: [Part]

        struct Part: Encodable {
            let field: String
            let sound: Bool
            let confidence: Double
        }
    }

    struct Place: Encodable {
        let line: Int
        let position: Int
    }

    struct Overruled: Encodable {
        let line: Int
        let position: Int
        let printed: String
        let taken: String
        let reason: String?
    }

    struct Character: Encodable {
        let line: Int
        let position: Int
        let character: String
        let printed: String
        let confidence: Double
        let reason: String?
        let alternatives: [Alternative]

        struct Alternative: Encodable {
            let character: String
            let chance: Double
        }
    }

    private init(_ page: ScannedPage, _ result: String) {
        file = page.name
        fileBytes = page.name == page.file ? nil : Hexadecimal.encode(FileName.bytes(page.file))
        self.page = page.page
        self.result = result
    }

    /// Of a video of which the rest is missing.
    init(_ page: ScannedPage, breakingOff end: VideoScan.BreakOff) {
        self.init(page, CaptureAnswer.Zone.Result.undetermined.rawValue)
        breaksOff = true
        frames = end.frameCount
        remarks = end.words.isEmpty ? nil : [end.words]
    }

    /// The lines of one page, one at least.
    static func all(of page: ScannedPage, asOf reference: Timestamp, withCharacters: Bool) -> [ScanView] {
        switch page.result {
        case .failure(let fault):
            var view = ScanView(page, "failed")
            view.error = fault
            return [view]
        case .success(let reading) where reading.zones.isEmpty:
            var view = ScanView(page, "none")
            view.take(reading)
            return [view]
        case .success(let reading):
            return reading.zones.enumerated().map { index, zone in
                var view = ScanView(page, zone.result(asOf: reference).rawValue)
                view.take(reading)
                view.zone = index + 1
                view.crop = index < reading.crops.count ? reading.crops[index] : nil
                view.take(zone, reference)
                view.characters = withCharacters ? zone.characters.map(Character.init) : nil
                return view
            }
        }
    }

    private mutating func take(_ reading: ScannedPage.Reading) {
        zones = reading.zones.count
        width = reading.width
        height = reading.height
        ms = Stages(reading.milliseconds)
        engine = reading.engine
        remarks = reading.remarks.isEmpty ? nil : reading.remarks
        breaksOff = reading.breaksOff ? true : nil
        annotated = reading.annotation
        outputErrors = reading.faults.isEmpty ? nil : reading.faults
    }

    private mutating func take(_ zone: CaptureAnswer.Zone, _ reference: Timestamp) {
        format = zone.zone.format.rawValue
        lines = zone.lines
        valid = zone.result(asOf: reference) == .valid
        confidence = zone.confidence.rounded(places: 4)
        fields = MRZView.Fields(zone.zone, reference)
        fieldConfidence = Dictionary(
            uniqueKeysWithValues: MRZField.allCases.compactMap { field in
                zone.confidence(of: field).map { (field.rawValue, $0.rounded(places: 4)) }
            })
        checks = zone.zone.checkDigits.map(MRZView.Check.init)
        let key = zone.key
        self.key = Key(
            sound: key.isSound, sure: key.isSure, confidence: key.confidence.rounded(places: 4),
            parts: key.parts.map {
                .init(field: $0.id.rawValue, sound: $0.isSound, confidence: $0.confidence.rounded(places: 4))
            })
        doubts = zone.doubts.map(\.rawValue)
        overruled = zone.overruled.map {
            Overruled(
                line: $0.line, position: $0.position, printed: String($0.printed), taken: String($0.character),
                reason: $0.reason?.rawValue)
        }
        marked = zone.marked.map { Place(line: $0.line, position: $0.position) }
        quadrilateral = zone.quadrilateral.map { [$0.x.rounded(places: 1), $0.y.rounded(places: 1)] }
        // What is rounded up to a whole turn is upright.
        rotation = zone.rotation.rounded(places: 2).truncatingRemainder(dividingBy: 360)
        pitch = zone.pitch.rounded(places: 2)
    }

    /// The view as one line of JSON.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Terminal.harmlessJSON(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}

extension ScanView.Character {
    fileprivate init(_ character: CaptureAnswer.Zone.Character) {
        line = character.line
        position = character.position
        self.character = String(character.character)
        printed = String(character.printed)
        confidence = character.confidence.rounded(places: 4)
        reason = character.reason?.rawValue
        alternatives = character.alternatives.map {
            Alternative(character: String($0.character), chance: $0.chance.rounded(places: 4))
        }
    }
}

extension Double {
    /// The number with so many decimals.
    fileprivate func rounded(places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        return (self * factor).rounded() / factor
    }
}
