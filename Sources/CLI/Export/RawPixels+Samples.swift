import LDS
import Vision

extension RawPixels {
    /// The samples at eight bits a channel, whatever the depth they are stored at; nil for a depth of no known picture.
    var samples: PictureSamples? {
        let (channelCount, bytes): (Int, [UInt8])
        switch (bitsPerPixel, isPacked) {
        case (24, _): (channelCount, bytes) = (3, Array(self.bytes))
        case (8, _): (channelCount, bytes) = (1, Array(self.bytes))
        case (1...7, true): (channelCount, bytes) = (1, unpacked)
        case (1...7, false): (channelCount, bytes) = (1, self.bytes.map { scaled(Int($0)) })
        case (9...16, false): (channelCount, bytes) = (1, wide)
        default: return nil
        }
        return PictureSamples(width: width, height: height, channelCount: channelCount, bytes: bytes)
    }

    /// A sample between black and white, whatever the largest one is.
    private func scaled(_ sample: Int) -> UInt8 {
        let largest = 1 << bitsPerPixel - 1
        return UInt8(clamping: min(sample, largest) * 255 / largest)
    }

    /// Samples of two bytes each.
    private var wide: [UInt8] {
        let stored = Array(bytes)
        return stride(from: 0, to: stored.count - 1, by: 2).map { scaled(Int(stored[$0]) << 8 | Int(stored[$0 + 1])) }
    }

    /// Samples of less than a byte, one behind the other over lines and all.
    private var unpacked: [UInt8] {
        var samples: [UInt8] = []
        samples.reserveCapacity(width * height)
        var (held, heldBitCount) = (0, 0)
        for byte in bytes {
            held = held << 8 | Int(byte)
            heldBitCount += 8
            while heldBitCount >= bitsPerPixel, samples.count < width * height {
                heldBitCount -= bitsPerPixel
                samples.append(scaled(held >> heldBitCount & (1 << bitsPerPixel - 1)))
            }
            held &= 1 << heldBitCount - 1
        }
        return samples
    }
}
