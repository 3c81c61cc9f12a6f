import MRZ
import Standards
import Vision

/// Which of the zones in a picture is that of the document whose chip is to be read.
enum ZoneChoice {
    /// The zone that is meant, and what a report has to say of the choice.
    ///
    /// A visa lies in a passport and has a zone of its own, which opens no chip: the document's is taken. Two documents
    /// in one picture are for the user to tell apart.
    ///
    /// - Parameter number: The zone that was named, from 1.
    static func choose(
        among zones: [CaptureAnswer.Zone], _ number: Int?
    ) throws(CommandError) -> (zone: CaptureAnswer.Zone, remark: Reason?) {
        guard let first = zones.first else {
            throw CommandError(
                "the picture shows no machine readable zone",
                hint: "it is the two or three lines of capital letters, digits and < at the edge of the page: "
                    + "take all of them, sharp and evenly lit")
        }
        if let number {
            guard zones.indices.contains(number - 1) else {
                throw CommandError("the picture shows no zone \(number)", hint: Self.list(zones))
            }
            return (zones[number - 1], nil)
        }
        let own = zones.filter { !$0.isOfVisa }
        guard let chosen = own.first else { return (first, nil) }
        // The same lines twice are the same document twice.
        guard own.allSatisfy({ $0.zone == chosen.zone }) else {
            throw CommandError(
                "the picture shows the zones of \(own.count) documents",
                hint: "\(Self.list(zones)); name one by --zone NUMBER")
        }
        guard own.count < zones.count else { return (chosen, nil) }
        return (chosen, visa)
    }

    /// What a report has to say where a visa is in the picture.
    static let visa = Reason(
        "visaInPicture",
        "The picture also shows the lines of a visa, which opens no chip; those of the document itself were taken.")

    /// `zone 1 is a TD3, zone 2 is an MRV-A`.
    private static func list(_ zones: [CaptureAnswer.Zone]) -> String {
        zones.enumerated().map { "zone \($0 + 1) is of format \($1.zone.format.rawValue)" }.joined(separator: ", ")
    }
}

extension CaptureAnswer.Zone {
    fileprivate var isOfVisa: Bool { zone.format == .mrvA || zone.format == .mrvB }
}
