import MRZ

extension CaptureAnswer {
    /// A zone as JSON, but for its picture: characters in columns, since most have nothing but a confidence.
    struct ZoneHead: Codable {
        let zone: Zone
        let cropSize: Int

        private enum Key: String, CodingKey {
            case lines, printed, confidences, characters, confidence, certain, quadrilateral, rotation, pitch, doubts,
                marked, cropSize
        }

        /// A character of which there is more to say.
        private struct Remark: Codable {
            let line: Int
            let position: Int
            let reason: Zone.Reason?
            /// The other characters, one after the other.
            let others: String
            let chances: [Double]
        }

        init(_ zone: Zone) {
            self.zone = zone
            cropSize = zone.crop.count
        }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(zone.lines, forKey: .lines)
            try members.encode(String(zone.characters.map(\.printed)), forKey: .printed)
            try members.encode(zone.characters.map(\.confidence), forKey: .confidences)
            let remarkable = zone.characters.filter { $0.reason != nil || !$0.alternatives.isEmpty }
            try members.encode(
                remarkable.map {
                    Remark(
                        line: $0.line, position: $0.position, reason: $0.reason,
                        others: String($0.alternatives.map(\.character)), chances: $0.alternatives.map(\.chance))
                }, forKey: .characters)
            try members.encode(zone.confidence, forKey: .confidence)
            try members.encode(zone.isCertain, forKey: .certain)
            try members.encode(zone.quadrilateral.flatMap { [$0.x, $0.y] }, forKey: .quadrilateral)
            try members.encode(zone.rotation, forKey: .rotation)
            try members.encode(zone.pitch, forKey: .pitch)
            try members.encode(zone.doubts, forKey: .doubts)
            try members.encode(zone.marked, forKey: .marked)
            try members.encode(cropSize, forKey: .cropSize)
        }

        /// Takes what another process sent.
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            let lines = try members.list(.lines, of: String.self, count: 2...3)
            let bytes = lines.flatMap { Array($0.utf8) }
            guard bytes.allSatisfy(Self.isInAlphabet), let read = try? MachineReadableZone(concatenated: bytes),
                read.lines == lines
            else { throw members.failure(.lines, "no zone of any format") }
            let corners = try members.list(.quadrilateral, of: Double.self, count: 8...8)
            guard corners.allSatisfy({ abs($0) <= Self.farthest }) else {
                throw members.failure(.quadrilateral, "out of bounds")
            }
            let marked = try members.list(.marked, of: Zone.Place.self, count: 0...bytes.count)
            guard
                marked.allSatisfy({
                    (1...read.format.lineCount).contains($0.line)
                        && (1...read.format.lineLength).contains($0.position)
                })
            else { throw members.failure(.marked, "out of bounds") }
            cropSize = try members.number(.cropSize, in: 0...VisionRequest.frameLimit)
            zone = Zone(
                zone: read, characters: try Self.characters(read, bytes, members),
                confidence: try members.number(.confidence, in: 0...1),
                isCertain: try members.decode(Bool.self, forKey: .certain),
                quadrilateral: stride(from: 0, to: corners.count, by: 2).map {
                    Zone.Point(x: corners[$0], y: corners[$0 + 1])
                },
                rotation: try members.number(.rotation, in: 0...360),
                pitch: try members.number(.pitch, in: 0...Self.farthest),
                doubts: try members.list(.doubts, of: LayoutDoubt.self, count: 0...LayoutDoubt.allCases.count),
                marked: marked)
        }

        /// Corners may lie outside of the picture, but not by more than its largest size.
        private static let farthest = 131_072.0

        private static func characters(
            _ zone: MachineReadableZone, _ bytes: [UInt8], _ members: KeyedDecodingContainer<Key>
        ) throws -> [Zone.Character] {
            let count = bytes.count
            let printed = Array(try members.decode(String.self, forKey: .printed).utf8)
            guard printed.count == count, printed.allSatisfy(isInAlphabet) else {
                throw members.failure(.printed, "not as many characters")
            }
            let confidences = try members.list(.confidences, of: Double.self, count: count...count)
            guard confidences.allSatisfy((0...1).contains) else {
                throw members.failure(.confidences, "out of bounds")
            }
            let length = zone.format.lineLength
            var remarks: [Int: Remark] = [:]
            for remark in try members.list(.characters, of: Remark.self, count: 0...count) {
                guard (1...zone.format.lineCount).contains(remark.line), (1...length).contains(remark.position),
                    remark.others.utf8.allSatisfy(isInAlphabet), remark.others.utf8.count == remark.chances.count,
                    remark.chances.count <= 37, remark.chances.allSatisfy((0...1).contains)
                else { throw members.failure(.characters, "out of bounds") }
                remarks[(remark.line - 1) * length + remark.position - 1] = remark
            }
            return (0..<count).map { index in
                let remark = remarks[index]
                return Zone.Character(
                    line: index / length + 1, position: index % length + 1, character: character(bytes[index]),
                    printed: character(printed[index]), confidence: confidences[index], reason: remark?.reason,
                    alternatives: zip(remark?.others ?? "", remark?.chances ?? []).map {
                        Zone.Alternative(character: $0, chance: $1)
                    })
            }
        }

        private static func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }

        private static func isInAlphabet(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "<"): true
            default: false
            }
        }
    }
}
