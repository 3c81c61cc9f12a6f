/// What a worker allows itself, whatever a picture makes a codec do.
public enum WorkerLimits {
    /// The most memory, in bytes of address space.
    public static let byteCount = 1 << 30
    /// The most processor time for one picture, in seconds.
    public static let processorSeconds = 20
}
