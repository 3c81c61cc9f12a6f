/// Why nothing could be captured at all; a picture without a zone is no error.
public enum CaptureError: Error, Hashable, Sendable {
    /// The file of a network is missing or cannot be read.
    case weightsMissing(path: String)
    /// The file of a network is not the one that this version was built for.
    case weightsDamaged(path: String)
    /// The inference library refused a network or failed at it.
    case inferenceFailed(String)
    /// Whoever asked wants no answer any more.
    case cancelled
}
