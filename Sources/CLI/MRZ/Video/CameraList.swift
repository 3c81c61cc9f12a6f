import FrameSources

/// The cameras of this machine, listed.
enum CameraList {
    private struct View: Encodable {
        let cameras: [Entry]
        let unusable: [Fault]

        struct Entry: Encodable {
            let device: String
            let name: String
            let bus: String
            let formats: [Format]
            let chosen: Format?
        }

        struct Format: Encodable {
            let format: String
            let width: Int
            let height: Int

            init(_ format: CameraFormat) {
                self.format = format.pixelFormat.rawValue
                width = format.width
                height = format.height
            }
        }

        struct Fault: Encodable {
            let code: String
            let message: String
            let hint: String?
        }
    }

    /// Prints them.
    static func show(asJSON: Bool) throws -> ExitStatus {
        let (cameras, failures) = Camera.list()
        if asJSON {
            try Terminal.printJSON(
                View(
                    cameras: cameras.map { camera in
                        View.Entry(
                            device: camera.path, name: camera.name, bus: camera.bus,
                            formats: camera.formats.map(View.Format.init), chosen: camera.best.map(View.Format.init))
                    },
                    unusable: failures.map { .init(code: $0.code, message: "\($0)", hint: $0.hint) }))
            return cameras.isEmpty ? .failed : .success
        }
        for camera in cameras { Terminal.print(line(camera)) }
        for failure in failures { Terminal.error("\(failure)", hint: failure.hint) }
        if cameras.isEmpty, failures.isEmpty {
            Terminal.error("\(FrameError.noCamera)", hint: FrameError.noCamera.hint)
        }
        return cameras.isEmpty ? .failed : .success
    }

    private static func line(_ camera: Camera) -> String {
        var words = "\(camera.path)  \(camera.name)"
        if let best = camera.best {
            words += "  \(best.width) × \(best.height) \(best.pixelFormat.rawValue)"
        }
        return words
    }
}
