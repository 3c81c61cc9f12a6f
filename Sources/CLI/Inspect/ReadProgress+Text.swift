import ChipReader

extension ReadProgress {
    /// What is being done, for somebody who waits.
    var words: String {
        switch step {
        case "select": "looking for the application"
        case "bac": "opening the chip"
        case "activeAuthentication": "asking the chip to prove itself"
        default: "reading \(step)"
        }
    }

    /// Shows it on the terminal.
    func show() {
        ProgressLine(step: words, fraction: file == nil || fraction == 0 ? nil : fraction).show()
    }
}
