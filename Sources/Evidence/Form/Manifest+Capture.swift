import MRZ

extension Manifest {
    /// What a picture says of the printed lines, which stand beside it.
    struct Capture: Codable {
        var source: String
        var page: Int?
        var confidence: Double
        /// What speaks against the lines as a whole; missing where nothing does.
        var doubts: [LayoutDoubt]?
        /// The chance of each character, through all lines.
        var confidences: [Double]
        /// The characters of which there is more to say.
        var characters: [Character]
        /// What was read otherwise for a second try of the key.
        var retry: Retry?
        /// The zone cut out of the picture; nil where it is not kept.
        var picture: Picture?

        struct Character: Codable {
            var line: Int
            var position: Int
            var seen: String?
            var overruledBy: String?
            var alternatives: [Alternative]
        }

        struct Alternative: Codable {
            var character: String
            var chance: Double
        }

        struct Retry: Codable {
            var share: Double
            var replacements: [Replacement]
        }

        struct Replacement: Codable {
            var line: Int
            var position: Int
            var alternative: String
            var isSeen: Bool
        }
    }
}

extension Manifest.Capture {
    init(_ captured: CapturedMRZ, zone picture: [UInt8]?) {
        self.picture = picture.flatMap { Picture($0) }
        source = captured.source
        page = captured.page
        confidence = captured.confidence
        doubts = captured.layoutDoubts.isEmpty ? nil : captured.layoutDoubts
        confidences = captured.evidence.map(\.confidence)
        let length = max(captured.zone.format.lineLength, 1)
        characters = captured.evidence.enumerated().compactMap { index, evidence in
            guard evidence.seen != nil || !evidence.alternatives.isEmpty else { return nil }
            return Character(
                line: index / length + 1, position: index % length + 1, seen: evidence.seen.map(String.init),
                overruledBy: evidence.overruledBy,
                alternatives: evidence.alternatives.map {
                    Alternative(character: String($0.character), chance: $0.chance)
                })
        }
        retry = captured.retry.map { retry in
            Retry(
                share: retry.share,
                replacements: retry.replacements.map {
                    Replacement(
                        line: $0.place.line, position: $0.place.position, alternative: String($0.alternative),
                        isSeen: $0.isSeen)
                })
        }
    }

    /// Rebuilds what was captured.
    func captured(_ lines: [String]) throws(EvidenceError) -> CapturedMRZ {
        guard let zone = try? MachineReadableZone(concatenated: lines.joined().utf8), zone.lines == lines else {
            throw .manifest("'capture' has no printed lines beside it")
        }
        var evidence = confidences.map { CapturedMRZ.Evidence(confidence: $0) }
        for entry in characters {
            guard let index = zone.index(line: entry.line, position: entry.position), evidence.indices.contains(index)
            else { throw .manifest("'capture.characters' names a place that the zone does not have") }
            var alternatives: [CapturedMRZ.Alternative] = []
            for other in entry.alternatives {
                alternatives.append(.init(try Self.character(other.character), chance: other.chance))
            }
            evidence[index] = CapturedMRZ.Evidence(
                confidence: evidence[index].confidence,
                seen: try entry.seen.map { (text) throws(EvidenceError) in try Self.character(text) },
                overruledBy: entry.overruledBy, alternatives: alternatives)
        }
        var rereading: Rereading?
        if let retry {
            var replacements: [Rereading.Replacement] = []
            for entry in retry.replacements {
                guard
                    let replacement = zone.replacement(
                        line: entry.line, position: entry.position, by: try Self.character(entry.alternative),
                        isSeen: entry.isSeen)
                else { throw .manifest("'capture.retry' names a place that the zone does not have") }
                replacements.append(replacement)
            }
            rereading = Rereading(replacements: replacements, share: retry.share)
        }
        guard
            let captured = CapturedMRZ(
                zone, evidence: evidence, confidence: confidence, layoutDoubts: doubts ?? [], source: source,
                page: page, retry: rereading)
        else { throw .manifest("'capture' has a chance that cannot be, or not one for each character") }
        return captured
    }

    /// A character is one printable character of ASCII: more would not be a character of a picture.
    private static func character(_ text: String) throws(EvidenceError) -> Swift.Character {
        guard text.utf8.count == 1, let character = text.first,
            character.asciiValue.map({ $0 >= 0x20 && $0 < 0x7F }) == true
        else { throw .manifest("'capture' has a character that cannot be") }
        return character
    }
}
