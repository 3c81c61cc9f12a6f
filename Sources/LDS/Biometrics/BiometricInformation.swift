/// How good a picture is, by one algorithm.
public struct BiometricQuality: Hashable, Sendable {
    /// 0 to 100; nil where it could not be computed.
    public let score: Int?
    /// Who made the algorithm, as ISO/IEC JTC 1/SC 37 registers it.
    public let organization: Int?
    public let algorithm: Int?

    init(score: Int?, organization: Int? = nil, algorithm: Int? = nil) {
        self.score = score
        self.organization = organization
        self.algorithm = algorithm
    }

    /// A score byte of ISO/IEC 19794: 0 to 100, or a code that says why there is none.
    init(code: Int, organization: Int? = nil, algorithm: Int? = nil) {
        self.init(
            score: (0...100).contains(code) ? code : nil, organization: organization, algorithm: algorithm)
    }
}

/// A registered device, algorithm or kind of data: who registered it, and its number.
public struct RegistryIdentifier: Hashable, Sendable {
    public let organization: Int
    public let identifier: Int
}

extension RegistryIdentifier: CustomStringConvertible {
    public var description: String { "\(organization)/\(identifier)" }
}

/// How many samples lie in one unit of length.
public struct SamplingRate: Hashable, Sendable {
    public let horizontal: Int
    public let vertical: Int
    public let unit: Unit

    public enum Unit: String, Hashable, Sendable { case inch, centimetre }
}

/// Samples that are stored as they are, without compression.
public struct RawPixels: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Bits of one pixel: 8 for grey, 24 for colours.
    public let bitsPerPixel: Int
    /// Whether pixels of less than eight bits follow one another without filling.
    public let isPacked: Bool
    /// The samples, line after line from the top.
    public let bytes: ArraySlice<UInt8>

    /// Samples at the start of `data`; nil where there are fewer than the size asks for, or the size is zero.
    init?(width: Int?, height: Int?, bitsPerPixel: Int?, isPacked: Bool, in data: ArraySlice<UInt8>) {
        guard let width, let height, let bitsPerPixel, width > 0, height > 0, (1...64).contains(bitsPerPixel),
            width <= 0xFFFF, height <= 0xFFFF
        else { return nil }
        let count = isPacked ? (width * height * bitsPerPixel + 7) / 8 : width * height * ((bitsPerPixel + 7) / 8)
        guard count <= data.count else { return nil }
        self.width = width
        self.height = height
        self.bitsPerPixel = bitsPerPixel
        self.isPacked = isPacked
        bytes = data.prefix(count)
    }
}
