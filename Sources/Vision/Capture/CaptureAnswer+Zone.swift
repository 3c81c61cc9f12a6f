import ByteCoding
public import MRZ

extension CaptureAnswer {
    /// A zone that was found in a picture.
    public struct Zone: Hashable, Sendable {
        /// The lines as they are held to be printed.
        public let zone: MachineReadableZone
        /// What is held of each character, through all lines.
        public let characters: [Character]
        /// The chance that all characters are right, from 0 to 1.
        public let confidence: Double
        /// Whether that chance suffices; otherwise the zone is no more than a proposal.
        public let isCertain: Bool
        /// The corners in pixels of the upright picture: that before the first character, then clockwise as one reads.
        public let quadrilateral: [Point]
        /// By how many degrees the reading direction is turned clockwise from left to right, from 0 up to 360.
        public let rotation: Double
        /// Pixels between two characters.
        public let pitch: Double
        /// What speaks against the lines as a whole, however clear their characters are.
        public let doubts: [LayoutDoubt]
        /// Letters that are printed with a mark, as Ñ is: no zone has such letters, and they are read without.
        public let marked: [Place]
        /// The zone cut out and turned upright, as a PNG; empty where it was not asked for.
        public internal(set) var crop: [UInt8]

        /// The lines as they are held to be printed.
        public var lines: [String] { zone.lines }
        /// The characters of which the picture alone would have said something else.
        public var overruled: [Character] { characters.filter { $0.printed != $0.character } }

        /// A place in the lines: the line and the position in it, both from 1.
        public struct Place: Codable, Hashable, Sendable {
            public let line: Int
            public let position: Int

            public init(line: Int, position: Int) {
                self.line = line
                self.position = position
            }
        }

        /// A place in the picture, in pixels from the upper left corner.
        public struct Point: Hashable, Sendable {
            public let x: Double
            public let y: Double

            public init(x: Double, y: Double) {
                self.x = x
                self.y = y
            }
        }

        /// One character.
        public struct Character: Hashable, Sendable {
            /// The line, from 1.
            public let line: Int
            /// The position in the line, from 1.
            public let position: Int
            /// What is held to be printed.
            public let character: Swift.Character
            /// What the picture alone says is the most probable.
            public let printed: Swift.Character
            /// The chance that `character` is right, from 0 to 1.
            public let confidence: Double
            /// Why `character` is not `printed`; nil where it is.
            public let reason: Reason?
            /// Other characters that the picture allows, the more probable first.
            public let alternatives: [Alternative]

            public init(
                line: Int, position: Int, character: Swift.Character, printed: Swift.Character, confidence: Double,
                reason: Reason? = nil, alternatives: [Alternative] = []
            ) {
                self.line = line
                self.position = position
                self.character = character
                self.printed = printed
                self.confidence = confidence
                self.reason = reason
                self.alternatives = alternatives
            }
        }

        /// What spoke against the character that the picture alone would have given.
        public enum Reason: String, CaseIterable, Codable, Hashable, Sendable {
            /// The check digits hold with this character.
            case checkDigit
            /// The field holds characters of another kind.
            case alphabet
            /// The other letters are no code of a State or organisation.
            case code
        }

        /// A character that may stand there as well.
        public struct Alternative: Hashable, Sendable {
            public let character: Swift.Character
            /// By the picture alone, from 0 to 1.
            public let chance: Double

            public init(character: Swift.Character, chance: Double) {
                self.character = character
                self.chance = chance
            }
        }

        public init(
            zone: MachineReadableZone, characters: [Character], confidence: Double, isCertain: Bool,
            quadrilateral: [Point], rotation: Double, pitch: Double, doubts: [LayoutDoubt] = [], marked: [Place] = [],
            crop: [UInt8] = []
        ) {
            self.zone = zone
            self.characters = characters
            self.confidence = confidence
            self.isCertain = isCertain
            self.quadrilateral = quadrilateral
            self.rotation = rotation
            self.pitch = pitch
            self.doubts = doubts
            self.marked = marked
            self.crop = crop
        }
    }
}
