package import MRZ

/// What a picture for measuring shows, as `ground-truth.tsv` beside it tells.
package struct CaptureTruth: Hashable, Sendable {
    package let file: String
    /// The zones that are printed; none where there is none.
    package private(set) var zones: [Zone]

    /// A zone that is printed.
    package struct Zone: Hashable, Sendable {
        package let lines: [String]
        package let format: DocumentFormat
        /// By how many degrees the reading direction is turned clockwise; nil where nobody measured it.
        package let rotation: Double?
        /// Pixels of a capital's height; nil where nobody measured it.
        package let capHeight: Double?

        package init(
            lines: [String], format: DocumentFormat, rotation: Double? = nil, capHeight: Double? = nil
        ) {
            self.lines = lines
            self.format = format
            self.rotation = rotation
            self.capHeight = capHeight
        }
    }

    package init(file: String, zones: [Zone]) {
        self.file = file
        self.zones = zones
    }

    /// Reads the list: columns by the names in its first line, one row for each zone or for each picture without one.
    ///
    /// - Throws: `CommandError` that names the line.
    package static func list(_ text: String) throws(CommandError) -> [CaptureTruth] {
        let rows = text.split(whereSeparator: \.isNewline).map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let names = rows.first, names.contains("file"), names.contains("line1"), names.contains("type") else {
            throw CommandError("the first line does not name the columns file, line1, line2, line3 and type")
        }
        var truths: [CaptureTruth] = []
        var places: [String: Int] = [:]
        for (number, row) in rows.enumerated().dropFirst() {
            let columns = Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
            guard let file = columns["file"], !file.isEmpty else {
                throw CommandError("line \(number + 1) has no file")
            }
            let zone = try zone(columns, line: number + 1)
            if let place = places[file] {
                truths[place].zones += zone
            } else {
                places[file] = truths.count
                truths.append(CaptureTruth(file: file, zones: zone))
            }
        }
        return truths
    }

    private static func zone(_ columns: [String: String], line: Int) throws(CommandError) -> [Zone] {
        let name = columns["type"] ?? ""
        guard name != "NONE" else { return [] }
        guard let format = formats[name] else { throw CommandError("line \(line) is of no known type: '\(name)'") }
        let lines = ["line1", "line2", "line3"].compactMap { columns[$0] }.filter { !$0.isEmpty }
        guard lines.count == format.lineCount, lines.allSatisfy({ $0.utf8.count == format.lineLength }) else {
            throw CommandError("line \(line) does not have the lines of a \(name)")
        }
        return [
            Zone(
                lines: lines, format: format, rotation: number(columns["rotation"], below: 360),
                capHeight: number(columns["cap"], below: 10_000))
        ]
    }

    private static func number(_ text: String?, below limit: Double) -> Double? {
        text.flatMap(Double.init).flatMap { $0 >= 0 && $0 < limit ? $0 : nil }
    }

    private static let formats: [String: DocumentFormat] = [
        "TD1": .td1, "TD2": .td2, "TD3": .td3, "MRVA": .mrvA, "MRVB": .mrvB, "FRID": .frenchIdentityCard,
    ]
}

extension CaptureTruth.Zone {
    /// How many characters stand as printed in lines that were read; where their count differs, to the shorter end.
    package func charactersRight(in read: [String]) -> Int {
        zip(lines, read).reduce(0) { sum, pair in
            sum + zip(pair.0.utf8, pair.1.utf8).count { $0 == $1 }
        }
    }

    /// Whether everything that a chip wants to know was read as printed: number, birth and expiry with their digits.
    package func keyIsRight(in read: [String]) -> Bool {
        guard read.map(\.utf8.count) == lines.map(\.utf8.count) else { return false }
        let (printed, found) = (Array(lines.joined().utf8), Array(read.joined().utf8))
        return keyPlaces(printed).allSatisfy { printed[$0] == found[$0] }
    }

    /// Where these characters stand, counted through all lines.
    private func keyPlaces(_ printed: [UInt8]) -> [Int] {
        let layout = MRZLayout.of(format)
        let fields: [MRZField] = [
            .documentNumber, .documentNumberCheckDigit, .dateOfBirth, .dateOfBirthCheckDigit, .dateOfExpiry,
            .dateOfExpiryCheckDigit,
        ]
        var places = fields.compactMap { layout.range(of: $0) }.flatMap(Array.init)
        // A number that is too long goes on in the optional data, and its digit follows it there.
        let filler = UInt8(ascii: "<")
        let isLong = [.td1, .td2].contains(format) && printed[layout.documentNumberCheckDigit] == filler
        if isLong, let rest = layout.optionalData { places += rest.prefix { printed[$0] != filler } }
        return places
    }
}
