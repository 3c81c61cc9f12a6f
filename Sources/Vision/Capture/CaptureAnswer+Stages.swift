extension CaptureAnswer {
    /// How long each stage took, in milliseconds.
    public struct Stages: Codable, Hashable, Sendable {
        /// From the stored picture to grey pixels.
        public let decode: Double
        /// Where zones and their lines are.
        public let find: Double
        /// What each line shows, character by character.
        public let recognise: Double
        /// Which format and characters are the most probable, check digits considered.
        public let decide: Double
        /// Cutting out and marking; 0 where nothing of it was asked for.
        public let draw: Double
        /// All of it in the worker.
        public let total: Double
        /// Time of the processor for all of it.
        public let processor: Double

        public init(
            decode: Double, find: Double, recognise: Double, decide: Double, draw: Double, total: Double,
            processor: Double
        ) {
            self.decode = decode
            self.find = find
            self.recognise = recognise
            self.decide = decide
            self.draw = draw
            self.total = total
            self.processor = processor
        }

        private enum CodingKeys: String, CodingKey { case decode, find, recognise, decide, draw, total, processor }

        /// Takes what another process sent.
        public init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            func time(_ key: CodingKeys) throws -> Double { try members.number(key, in: 0...1e7) }
            decode = try time(.decode)
            find = try time(.find)
            recognise = try time(.recognise)
            decide = try time(.decide)
            draw = try time(.draw)
            total = try time(.total)
            processor = try time(.processor)
        }
    }
}
