#if Vision
    import Capture
    import Vision

    /// Gathers what the frames of a session show.
    struct FrameService {
        private var series = ScanSeries(ScanSettings())

        /// Answers one step.
        mutating func answer(_ encoded: [UInt8], _ reader: MRZReader) -> VisionResponse {
            guard let (request, bytes) = try? FrameRequest.decode(encoded) else { return .notUnderstood }
            do throws(CaptureFailure) {
                switch request.step {
                case .begin:
                    var settings = ScanSettings()
                    settings.agreeingFrameCount = request.agreeingFrameCount
                    series = ScanSeries(settings)
                    return .frame(FrameAnswer(status: .sideInProgress))
                case .frame:
                    guard let head = request.frame else { return .notUnderstood }
                    return .frame(try take(head, bytes, reader))
                case .finish:
                    let left = series.finish()
                    series = ScanSeries(ScanSettings())
                    return .frame(
                        FrameAnswer(
                            status: .sideInProgress, documents: left.map(FrameAnswer.Document.init))
                    )
                }
            } catch {
                return .notCaptured(error)
            }
        }

        private mutating func take(
            _ head: FrameRequest.Frame, _ bytes: [UInt8], _ reader: MRZReader
        ) throws(CaptureFailure) -> FrameAnswer {
            let request = CaptureRequest(
                samples: head.isJPEG ? nil : CaptureRequest.Samples(width: head.width, height: head.height))
            var watch = StageWatch()
            let page = try CapturePage(bytes, request, longestSide: nil)
            watch.end(.decode)
            let frame = ScanFrame(
                page.picture, sequence: head.sequence, time: .microseconds(head.microseconds))
            let (result, documents) = series.process(frame, at: .zero, by: reader)
            if case .capture(let error)? = result.error { throw CaptureFailure(error) }
            watch.endReading(reader.times)
            return FrameAnswer(result, documents, watch.stages)
        }
    }

    extension FrameAnswer {
        fileprivate init(_ result: FrameResult, _ documents: [ScanResult], _ milliseconds: CaptureAnswer.Stages) {
            self.init(
                status: Status(result.status), hint: result.hint.map(Hint.init),
                quadrilateral: result.quadrilateral.map { .init(x: $0.x, y: $0.y) },
                quality: result.quality.map {
                    Quality(
                        sharpness: $0.sharpness, brightness: $0.brightness, contrast: $0.contrast, glare: $0.glare,
                        pitch: $0.pitch)
                }, confidence: result.confidence, documents: documents.map(Document.init), milliseconds: milliseconds)
        }
    }

    extension FrameAnswer.Status {
        fileprivate init(_ status: ScanningStatus) {
            switch status {
            case .sideInProgress: self = .sideInProgress
            case .sideScanned: self = .sideScanned
            case .documentScanned: self = .documentScanned
            case .cancelled: self = .cancelled
            }
        }
    }

    extension FrameAnswer.Document {
        fileprivate init(_ result: ScanResult) {
            self.init(
                zone: CaptureAnswer.Zone(result.zone), isComplete: result.isComplete, frameCount: result.frameCount,
                first: FrameAnswer.Mark(result.firstFrame), last: FrameAnswer.Mark(result.lastFrame))
        }
    }

    extension FrameAnswer.Mark {
        fileprivate init(_ mark: ScanFrameMark) {
            let (seconds, attoseconds) = mark.time.components
            self.init(
                sequence: mark.sequence, microseconds: Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000))
        }
    }

    extension FrameAnswer.Hint {
        fileprivate init(_ hint: ScanHint) {
            switch hint {
            case .tooDark: self.init(Kind.tooDark)
            case .tooBright: self.init(Kind.tooBright)
            case .noZone: self.init(Kind.noZone)
            case .tooFar: self.init(Kind.tooFar)
            case .glare: self.init(Kind.glare)
            case .blurred: self.init(Kind.blurred)
            case .turned(let degrees): self.init(Kind.turned, degrees: degrees)
            case .checkDigits(let digits):
                self.init(Kind.checkDigits, checkDigits: digits.compactMap { CheckDigit(rawValue: $0.rawValue) })
            case .namesUncertain: self.init(Kind.namesUncertain)
            case .charactersUncertain: self.init(Kind.charactersUncertain)
            case .holdStill: self.init(Kind.holdStill)
            case .documentChanged: self.init(Kind.documentChanged)
            }
        }
    }
#endif
