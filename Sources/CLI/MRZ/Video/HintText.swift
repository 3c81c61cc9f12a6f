import MRZ
import Vision

extension FrameAnswer.Hint {
    /// What to do, for a person who holds a document before a camera.
    var words: String {
        switch kind {
        case .tooDark: "more light"
        case .tooBright: "less light"
        case .noZone: "show the lines at the foot of the page or on the back of the card"
        case .tooFar: "come closer"
        case .glare: "tilt it: light is reflected"
        case .blurred: "hold it still and let the camera focus"
        case .turned: "turn it by \(360 - (degrees ?? 0))° clockwise"
        case .checkDigits: "the check digit of the \(labels) does not hold: show it again"
        case .namesUncertain: "hold it still: the name is not sure yet"
        case .charactersUncertain: "hold it still: some characters are not sure yet"
        case .holdStill: "hold it still"
        case .documentChanged: "another document"
        }
    }

    private var labels: String {
        (checkDigits ?? []).compactMap { MRZCheckDigit.ID(rawValue: $0.rawValue)?.label }.joined(separator: ", ")
    }
}

/// One line on a terminal that says what is missing, renewed at most four times a second.
struct HintLine {
    private var last: ContinuousClock.Instant?

    private static let interval = Duration.milliseconds(250)

    /// Shows the line, where it is time.
    mutating func show(_ input: VideoInput, frame: Int, _ answer: FrameAnswer) {
        let now = ContinuousClock.now
        guard Terminal.showsProgress, last.map({ now - $0 >= Self.interval }) ?? true else { return }
        last = now
        // What to do comes first: a terminal may be too narrow for the rest.
        let words = answer.hint?.words ?? "read: take it away"
        Terminal.progress("\(words) (frame \(frame + 1) of \(input.place))")
    }
}
