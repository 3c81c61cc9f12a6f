import ChipReader

extension ReadProgress {
    /// What is being done, for somebody who waits.
    var words: String {
        switch step {
        case "select": "looking for the application"
        case "bac": "opening the chip"
        case "pace.select", "pace.nonce": "opening the chip by PACE"
        case "pace.map": "opening the chip by PACE (mapping, which slow chips take seconds for)"
        case "pace.agree": "opening the chip by PACE (key agreement)"
        case "pace.token": "opening the chip by PACE (proof of the password)"
        case "pace.reader": "type the password on the reader"
        case "activeAuthentication": "asking the chip to prove itself"
        case "EntryRecords": "reading entries"
        case "ExitRecords": "reading exits"
        case "VisaRecords": "reading visas"
        case "TravelCertificates", "VisaCertificates", "BiometricCertificates": "reading who signed the records"
        default: "reading \(step)"
        }
    }

    /// Shows it on the terminal.
    func show() {
        ProgressLine(step: words, fraction: fraction == 0 ? nil : fraction).show()
    }
}
