/// One picture of many, as a camera or a video gives them.
public struct ScanFrame: Hashable, Sendable {
    public let picture: GreyPicture
    /// How many frames of the source came before it.
    public let sequence: Int
    /// When it was taken, from any point that is the same for all frames.
    public let time: Duration

    public init(_ picture: GreyPicture, sequence: Int, time: Duration) {
        self.picture = picture
        self.sequence = sequence
        self.time = time
    }
}

/// How far a session has come with a document.
public enum ScanningStatus: String, CaseIterable, Hashable, Sendable {
    /// The side in view is being read.
    case sideInProgress
    /// The side in view has been read, and another one is awaited.
    case sideScanned
    /// All that the session was asked for has been read.
    case documentScanned
    /// Processing was cancelled; `resume` goes on with what was read.
    case cancelled
}

/// Why a frame was not processed, or a session not reset.
public enum ScanSessionError: Error, Hashable, Sendable {
    /// The document has been read: take the result, and begin another session.
    case processedAfterDocumentScanned
    /// The result has been taken: begin another session.
    case resetAfterResultRetrieved
    /// Processing was cancelled, before this frame or within it.
    case cancelled
    /// The session was not done within its time.
    case timedOut
    /// The step was not done within its time.
    case stepTimedOut
    /// The networks failed.
    case capture(CaptureError)
}

/// What keeps a document from being read, to be told to the person who holds it: the first thing to do about it.
public enum ScanHint: Hashable, Sendable {
    /// The picture is too dark to find anything.
    case tooDark
    /// The picture is too bright to find anything.
    case tooBright
    /// No zone is in view.
    case noZone
    /// The characters are too small.
    case tooFar
    /// Light is reflected from the zone.
    case glare
    /// The zone is blurred: out of focus, or moved.
    case blurred
    /// The zone is read, but turned by so many degrees clockwise; a hint only while something else is missing.
    case turned(degrees: Int)
    /// These check digits do not hold.
    case checkDigits([CheckDigit])
    /// Letters of the name are not sure.
    case namesUncertain
    /// Other characters are not sure.
    case charactersUncertain
    /// The zone is read; it is being compared with further frames.
    case holdStill
    /// Another document is in view than before.
    case documentChanged

    /// A check digit that does not hold.
    public enum CheckDigit: String, Hashable, Sendable {
        case documentNumber, dateOfBirth, dateOfExpiry, optionalData, composite
    }
}

/// What one frame gave.
public struct FrameResult: Sendable {
    /// The session's state after the frame.
    public let status: ScanningStatus
    /// Why the frame was not processed; nil where it was.
    public let error: ScanSessionError?
    /// The corners of the zone in the frame, as in `CapturedZone`; empty where none was found.
    public let quadrilateral: [PicturePoint]
    /// How good the picture of the zone is; of the middle of the frame where no zone was found.
    public let quality: FrameQuality?
    /// What is missing; nil once the document is read.
    public let hint: ScanHint?
    /// Frames that the reading rests on.
    public let agreedFrameCount: Int
    /// The chance that all characters are right as this frame alone shows them; nil where no zone was read.
    public let confidence: Double?

    init(
        _ status: ScanningStatus, error: ScanSessionError? = nil, quadrilateral: [PicturePoint] = [],
        quality: FrameQuality? = nil, hint: ScanHint? = nil, agreedFrameCount: Int = 0, confidence: Double? = nil
    ) {
        self.status = status
        self.error = error
        self.quadrilateral = quadrilateral
        self.quality = quality
        self.hint = hint
        self.agreedFrameCount = agreedFrameCount
        self.confidence = confidence
    }
}

/// What a session has read.
public struct ScanResult: Sendable {
    /// The zone as all frames together show it, its corners those of the last of them.
    public let zone: CapturedZone
    /// Whether check digits hold and every character is sure enough; else this is what was read so far.
    public let isComplete: Bool
    /// How many frames it rests on.
    public let frameCount: Int
    /// The first frame in which this document was seen.
    public let firstFrame: ScanFrameMark
    /// The frame with which it was complete; else the last one.
    public let lastFrame: ScanFrameMark
}

/// Which frame.
public struct ScanFrameMark: Hashable, Sendable {
    public let sequence: Int
    public let time: Duration

    init(_ frame: ScanFrame) {
        sequence = frame.sequence
        time = frame.time
    }
}
