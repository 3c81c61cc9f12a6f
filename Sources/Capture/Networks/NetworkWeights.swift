import Foundation

/// The files of the networks, checked against the hashes that this version was built for.
package struct NetworkWeights: Sendable {
    package let detector: [UInt8]
    package let recogniser: [UInt8]
    package let secondReader: [UInt8]

    /// Looks for the files: the folder that `EMRTD_WEIGHTS` names, else beside the program, else `../share/emrtd`.
    package init() throws(CaptureError) {
        let folders = Self.folders
        for folder in folders where FileManager.default.fileExists(atPath: "\(folder)/\(ShippedNetwork.detector.file)")
        {
            try self.init(folder: folder)
            return
        }
        throw .weightsMissing(path: folders.first ?? ShippedNetwork.detector.file)
    }

    package init(folder: String) throws(CaptureError) {
        detector = try Self.read(.detector, in: folder)
        recogniser = try Self.read(.recogniser, in: folder)
        secondReader = try Self.read(.secondReader, in: folder)
    }

    private static func read(_ network: ShippedNetwork, in folder: String) throws(CaptureError) -> [UInt8] {
        let path = "\(folder)/\(network.file)"
        guard let data = FileManager.default.contents(atPath: path) else { throw .weightsMissing(path: path) }
        let bytes = [UInt8](data)
        guard network.isIntact(bytes) else { throw .weightsDamaged(path: path) }
        return bytes
    }

    private static var folders: [String] {
        if let named = ProcessInfo.processInfo.environment["EMRTD_WEIGHTS"], !named.isEmpty { return [named] }
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let place = (program as NSString).deletingLastPathComponent
        return ["\(place)/emrtd_Capture.resources/Weights", "\(place)/../share/emrtd", "\(place)/../../share/emrtd"]
    }
}
