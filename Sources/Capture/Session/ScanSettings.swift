/// What a session asks for, and how long it may take.
public struct ScanSettings: Hashable, Sendable {
    /// How many frames must by themselves show the lines that are answered: a letter that is mistaken in one frame is
    /// seldom mistaken in the same way in the next. 1 is for a single photo.
    public var agreeingFrameCount = 2
    /// The most time for a document; nil for no end.
    public var timeout: Duration?
    /// The most time for a step: from the first frame, or from the last change of what is in view, until it is read.
    public var stepTimeout: Duration?

    public init() {}
}

/// A way to find zones in a picture.
package protocol ZoneSource {
    /// All zones, the largest first.
    ///
    /// - Parameter last: The zone of the frame before; where it still stands near its place, it alone may be answered.
    /// - Throws: `CaptureError.cancelled` once `isCancelled` answers yes.
    func read(_ picture: GreyPicture, after last: ZoneInView?, isCancelled: @escaping () -> Bool) throws(CaptureError)
        -> [CapturedZone]
}
