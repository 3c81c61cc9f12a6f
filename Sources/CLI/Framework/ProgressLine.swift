/// One line that says what is being done and how far it is: `reading DG2   ████████░░░░  62 %`.
package struct ProgressLine: Sendable {
    /// The words, such as `reading DG2`.
    package let step: String
    /// How much of the step is done, 0 to 1; nil where that is not known.
    package let fraction: Double?

    private static let barWidth = 20

    package init(step: String, fraction: Double?) {
        self.step = step
        self.fraction = fraction
    }

    /// The line, for a terminal of `width` columns.
    package func text(width: Int) -> String {
        guard let fraction else { return "\(step) …" }
        let done = min(max(fraction, 0), 1)
        let percent = "\(Int((done * 100).rounded(.down)))"
        let number = String(repeating: " ", count: 3 - percent.count) + percent + " %"
        guard width >= step.count + Self.barWidth + 12 else { return "\(step) \(number)" }
        let full = Int((done * Double(Self.barWidth)).rounded(.down))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: Self.barWidth - full)
        let name = step + String(repeating: " ", count: max(0, 24 - step.count))
        return "\(name)  \(bar) \(number)"
    }

    /// Shows it.
    func show() {
        guard Terminal.showsProgress else { return }
        Terminal.progress(text(width: Terminal.width))
    }
}
