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
        /// What was asked of the decoder.
        let longestSide: Int?
        /// What the decoder tolerated, and whether pixels or pages are missing.
        let remarks: [String]
        let breaksOff: Bool

        var isReduced: Bool { picture.width < width }

        /// Whether the picture is large enough for a line: the shortest has 30 characters, and none is read that is less
        /// than three pixels wide.
        var mayHoldLine: Bool { max(picture.width, picture.height) >= 90 }

        /// - Parameter longestSide: nil for the size in which it is stored, as far as the limit of pixels allows it.
        init(_ bytes: [UInt8], _ request: CaptureRequest, longestSide: Int?) throws(CaptureFailure) {
            self.longestSide = longestSide
            let grey: PixelImage
            if let samples = request.samples {
                grey = try Self.image(samples, bytes)
                (width, height, pageCount) = (grey.width, grey.height, 1)
                (remarks, breaksOff) = ([], false)
            } else {
                let decoded: GreyImage
                do throws(ImageError) {
                    decoded = try GreyDecoder.decode(bytes, page: request.page, longestSide: longestSide)
                } catch { throw CaptureFailure(error) }
                grey = decoded.picture
                (width, height, pageCount) = (decoded.originalWidth, decoded.originalHeight, decoded.pageCount)
                (remarks, breaksOff) = (decoded.remarks, decoded.breaksOff)
            }
            guard grey.channelCount == 1,
                let whole = GreyPicture(width: grey.width, height: grey.height, pixels: grey.pixels)
            else { throw CaptureFailure(.undecodable, "the picture is not of one channel") }
            picture = Self.reduced(whole, to: longestSide)
        }

        /// The picture no larger than was asked: decoders halve at the most, and most of them cannot even do that.
        private static func reduced(_ whole: GreyPicture, to longestSide: Int?) -> GreyPicture {
            guard let longestSide, max(whole.width, whole.height) > longestSide else { return whole }
            let scale = Double(longestSide) / Double(max(whole.width, whole.height))
            let size = (Int((Double(whole.width) * scale).rounded()), Int((Double(whole.height) * scale).rounded()))
            return whole.resized(width: max(size.0, 1), height: max(size.1, 1)) ?? whole
        }

        private static func image(_ samples: CaptureRequest.Samples, _ bytes: [UInt8]) throws(CaptureFailure)
            -> PixelImage
        {
            guard samples.channelCount == 1,
                let image = PixelImage(width: samples.width, height: samples.height, channelCount: 1, pixels: bytes)
            else { throw CaptureFailure(.undecodable, "the samples do not fit the size of a grey picture") }
            return image
        }

        /// Where a place of the picture lies in the original.
        func place(_ point: PicturePoint) -> CaptureAnswer.Zone.Point {
            let (x, y) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
            return CaptureAnswer.Zone.Point(x: (point.x + 0.5) * x - 0.5, y: (point.y + 0.5) * y - 0.5)
        }
    }
#endif
