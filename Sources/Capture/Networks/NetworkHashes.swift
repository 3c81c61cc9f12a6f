/// SHA-256 of the networks' files; written by `Training/export.py`.
enum NetworkHashes {
    static let detector: [UInt8] = []
    static let recogniser: [UInt8] = []
}
