#if Vision
    import BiometricImages
    import Capture
    import Vision

    /// A picture in colours as three of one channel each, as large as the grey one that was read.
    struct ColourPlanes {
        private let planes: [GreyPicture]

        private init?(_ planes: [GreyPicture?]) {
            self.planes = planes.compactMap { $0 }
            guard self.planes.count == 3 else { return nil }
        }

        /// - Returns: nil for a grey picture.
        init?(_ image: PixelImage) {
            guard image.channelCount == 3 else { return nil }
            self.init(
                (0..<3).map { channel in
                    GreyPicture(
                        width: image.width, height: image.height,
                        pixels: [UInt8](unsafeUninitializedCapacity: image.width * image.height) { target, count in
                            image.pixels.withUnsafeBufferPointer { source in
                                for index in 0..<image.width * image.height {
                                    target[index] = source[3 * index + channel]
                                }
                            }
                            count = image.width * image.height
                        })
                })
        }

        /// The picture in another size.
        func resized(width: Int, height: Int) -> ColourPlanes? {
            ColourPlanes(planes.map { $0.resized(width: width, height: height) })
        }

        /// A part of it, as `GreyPicture.part` takes one.
        func part(width: Int, height: Int, _ transform: PlaneTransform) -> ColourPlanes? {
            ColourPlanes(planes.map { $0.part(width: width, height: height, transform) })
        }

        /// The picture as pixels.
        var image: PixelImage? {
            let count = planes[0].pixels.count
            let pixels = [UInt8](unsafeUninitializedCapacity: 3 * count) { target, filled in
                for (channel, plane) in planes.enumerated() {
                    plane.pixels.withUnsafeBufferPointer { source in
                        for index in 0..<count { target[3 * index + channel] = source[index] }
                    }
                }
                filled = 3 * count
            }
            return PixelImage(width: planes[0].width, height: planes[0].height, channelCount: 3, pixels: pixels)
        }
    }

    extension CapturePage {
        /// The page in its colours, upright and as large as `picture`; nil where it is grey.
        func colours(_ bytes: [UInt8], _ request: CaptureRequest) -> ColourPlanes? {
            guard request.samples == nil,
                let decoded = try? ImageDecoder.decodeFile(bytes, page: request.page, longestSide: longestSide),
                let planes = ColourPlanes(decoded.picture)
            else { return nil }
            return planes.resized(width: picture.width, height: picture.height)
        }
    }
#endif
