#if Vision
    import BiometricImages
    import Capture
    import Vision

    /// One page of a stored picture, as the reader takes it: grey and upright, smaller than it is where that was asked.
    struct CapturePage {
        let picture: GreyPicture
        /// The size of the upright original.
        let width: Int
        let height: Int
        let pageCount: Int

        var isReduced: Bool { picture.width < width }

        /// - Parameter longestSide: nil for the size in which it is stored.
        init(_ bytes: [UInt8], _ request: CaptureRequest, longestSide: Int?) throws(CaptureFailure) {
            let whole = try Self.whole(bytes, request)
            let (width, height) = (whole.width, whole.height)
            (self.width, self.height, pageCount) = (width, height, 1)
            let scale = longestSide.map { Double($0) / Double(max(width, height)) } ?? 1
            let size = (Int((Double(width) * scale).rounded()), Int((Double(height) * scale).rounded()))
            picture = scale < 1 ? whole.resized(width: max(size.0, 1), height: max(size.1, 1)) ?? whole : whole
        }

        /// Where a place of the picture lies in the original.
        func place(_ point: PicturePoint) -> CaptureAnswer.Zone.Point {
            let (x, y) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
            return CaptureAnswer.Zone.Point(x: (point.x + 0.5) * x - 0.5, y: (point.y + 0.5) * y - 0.5)
        }

        private static func whole(_ bytes: [UInt8], _ request: CaptureRequest) throws(CaptureFailure) -> GreyPicture {
            if let samples = request.samples { return try grey(samples, bytes) }
            return try decode(bytes, request.page)
        }

        private static func decode(_ bytes: [UInt8], _ page: Int) throws(CaptureFailure) -> GreyPicture {
            guard page == 0 else { throw CaptureFailure(.noSuchPage, "the file has one page") }
            do throws(ImageError) {
                let image = try ImageDecoder.decode(bytes).image
                return try grey(image.pixels, image.width, image.height, image.channelCount)
            } catch { throw CaptureFailure(error) }
        }

        private static func grey(_ samples: CaptureRequest.Samples, _ bytes: [UInt8]) throws(CaptureFailure)
            -> GreyPicture
        {
            guard
                let image = PixelImage(
                    width: samples.width, height: samples.height, channelCount: samples.channelCount, pixels: bytes)
            else { throw CaptureFailure(.undecodable, "the samples do not fit the size of the picture") }
            do throws(ImageError) {
                return try grey(image.pixels, image.width, image.height, image.channelCount)
            } catch { throw CaptureFailure(error) }
        }

        private static func grey(_ pixels: [UInt8], _ width: Int, _ height: Int, _ channelCount: Int)
            throws(ImageError) -> GreyPicture
        {
            let count = width * height
            let values =
                channelCount == 1
                ? pixels
                : [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                    pixels.withUnsafeBufferPointer { colours in
                        for index in 0..<count {
                            let (red, green, blue) = (
                                Int(colours[3 * index]), Int(colours[3 * index + 1]), Int(colours[3 * index + 2])
                            )
                            let value = (red * 77 + green * 150 + blue * 29) >> 8
                            buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: value))
                        }
                    }
                    filled = count
                }
            guard let picture = GreyPicture(width: width, height: height, pixels: values) else {
                throw .tooManyPixels(width: width, height: height, limit: ImageLimits.standard.pixelCount)
            }
            return picture
        }
    }
#endif
