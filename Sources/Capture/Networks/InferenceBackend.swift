/// Runs a convolutional network over pictures of one channel.
///
/// One value runs one network, and is used by one task at a time.
package protocol InferenceBackend {
    /// - Parameter input: `height` times `width` values, line after line.
    /// - Returns: The network's output, channel after channel.
    /// - Throws: `CaptureError.inferenceFailed`.
    mutating func run(_ input: [Float], height: Int, width: Int, outputCount: Int) throws(CaptureError) -> [Float]
}
