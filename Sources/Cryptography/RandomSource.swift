/// Where random bytes come from; passed in, so that a test can hand out the bytes of a published example.
public protocol RandomSource: Sendable {
    /// The next `count` bytes.
    mutating func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator.
public struct SystemRandomSource: RandomSource {
    private var generator = SystemRandomNumberGenerator()

    public init() {}

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
