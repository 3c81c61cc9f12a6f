internal import CVision

/// The library that runs the networks.
public enum CaptureLibrary {
    /// Its name and version: `OpenCV 4.6.0`.
    public static var name: String { "OpenCV \(String(cString: cvision_version()))" }
}
