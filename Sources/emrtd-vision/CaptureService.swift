#if Vision
    import BiometricImages
    import Capture
    import Vision

    /// Answers requests for zones; keeps its reader from the first one on.
    struct CaptureService {
        private var reader: MRZReader?

        mutating func answer(_ encoded: [UInt8]) -> VisionResponse {
            guard let (request, picture) = try? CaptureRequest.decode(encoded) else { return .notUnderstood }
            do throws(CaptureFailure) {
                return .captured(try capture(request, picture))
            } catch {
                return .notCaptured(error)
            }
        }

        /// Below so many pixels between characters a picture that was decoded smaller than it is is read again, where the
        /// first reading is not certain.
        private static let finePitch = 12.0

        private mutating func capture(_ request: CaptureRequest, _ bytes: [UInt8]) throws(CaptureFailure)
            -> CaptureAnswer
        {
            var watch = StageWatch()
            var page = try CapturePage(bytes, request, longestSide: request.longestSide)
            watch.end(.decode)
            let reader = try loadedReader()
            var zones: [CapturedZone] = []
            if page.mayHoldLine {
                zones = try read(page, reader)
                watch.endReading(reader.times)
            }
            if page.isReduced, zones.contains(where: { $0.pitch < Self.finePitch && !$0.isCertain }) {
                let whole = try CapturePage(bytes, request, longestSide: nil)
                watch.end(.decode)
                let again = try read(whole, reader)
                if again.count >= zones.count { (page, zones) = (whole, again) }
                watch.endReading(reader.times)
            }
            let colours =
                request.wantsCrops && !zones.isEmpty || request.annotation != nil ? page.colours(bytes, request) : nil
            let crops: [[UInt8]] = request.wantsCrops ? zones.map { ZonePictures.crop(of: $0, page, colours) } : []
            let answers = zones.enumerated().map { index, zone in
                CaptureAnswer.Zone(zone, page, crop: index < crops.count ? crops[index] : [])
            }
            let annotation =
                request.annotation.map { ZonePictures.annotation(of: zip(zones, answers), page, colours, $0) } ?? []
            watch.end(.draw)
            return CaptureAnswer(
                width: page.width, height: page.height, pageCount: page.pageCount, zones: answers,
                milliseconds: watch.stages, engine: CaptureLibrary.name, annotation: annotation,
                remarks: page.remarks, breaksOff: page.breaksOff)
        }

        /// The reader, loaded with its first use.
        mutating func loadedReader() throws(CaptureFailure) -> MRZReader {
            if let reader { return reader }
            do throws(CaptureError) {
                let loaded = try MRZReader()
                reader = loaded
                return loaded
            } catch { throw CaptureFailure(error) }
        }

        private func read(_ page: CapturePage, _ reader: MRZReader) throws(CaptureFailure) -> [CapturedZone] {
            do throws(CaptureError) { return try reader.read(page.picture) } catch { throw CaptureFailure(error) }
        }
    }

    extension CaptureFailure {
        init(_ error: CaptureError) {
            switch error {
            case .weightsMissing(let path): self.init(.weightsMissing, path)
            case .weightsDamaged(let path): self.init(.weightsDamaged, path)
            case .inferenceFailed(let words): self.init(.inferenceFailed, words)
            case .cancelled: self.init(.inferenceFailed, "cancelled")
            }
        }

        init(_ error: ImageError) {
            switch error {
            case .unrecognized: self.init(.unrecognized, "\(error)")
            case .tooManyPixels(let width, let height, _) where width < 1 || height < 1:
                self.init(.undecodable, "\(error)")
            case .tooManyBytes, .tooManyPixels: self.init(.tooLarge, "\(error)")
            case .noSuchPage: self.init(.noSuchPage, "\(error)")
            case .malformed, .unsupported, .damagedWSQ, .codecFailure: self.init(.undecodable, "\(error)")
            }
        }
    }
#endif
