import Foundation
package import FrameSources
import Vision

/// What reading zones from pictures needs: the worker's networks and library, and programs for other kinds of files.
package enum CaptureDiagnosis {
    static var all: [Diagnosis] { [capture, programs, cameras] }

    /// Hands the worker an empty picture: where networks and library work it finds no zone in it.
    static var capture: Diagnosis {
        var worker = VisionWorker(timeout: .seconds(10))
        let side = 64
        let request = CaptureRequest(samples: .init(width: side, height: side))
        do throws(VisionError) {
            let answer = try worker.capture(request, [UInt8](repeating: 200, count: side * side))
            return Diagnosis(
                "capture", .ok, "the networks that find and read zones are intact, run by \(answer.engine)")
        } catch {
            return Diagnosis(
                "capture", .warning, "pictures of machine readable zones are not read: \(error)", hint: error.hint)
        }
    }

    /// Programs that take files apart which no library here reads.
    static var programs: Diagnosis { programs(in: Terminal.environment("PATH") ?? "") }

    static func programs(in searchPath: String) -> Diagnosis {
        let folders = searchPath.split(separator: ":")
        let missing = needed.filter { program in
            !folders.contains { access("\($0)/\(program.name)", X_OK) == 0 }
        }
        guard !missing.isEmpty else {
            return Diagnosis("captureFiles", .ok, needed.map { "\($0.name) for \($0.files)" }.joined(separator: ", "))
        }
        return Diagnosis(
            "captureFiles", .warning,
            "not installed: " + missing.map { "\($0.name) for \($0.files)" }.joined(separator: ", "),
            hint: "Debian: apt-get install " + missing.map(\.package).joined(separator: " "))
    }

    /// Cameras, and devices of cameras that this user or this program cannot use.
    static var cameras: Diagnosis {
        let (cameras, failures) = Camera.list()
        return diagnosis(
            ofCameras: cameras.map { camera in
                "\(camera.path) \(camera.name)" + (camera.best == nil ? " (no format that is read)" : "")
            }, failures)
    }

    package static func diagnosis(ofCameras cameras: [String], _ failures: [FrameError]) -> Diagnosis {
        guard let first = failures.first else {
            return Diagnosis(
                "cameras", .ok,
                cameras.isEmpty ? "none is attached (there is no /dev/video*)" : cameras.joined(separator: "; "))
        }
        return Diagnosis(
            "cameras", .warning, (cameras + failures.map { "\($0)" }).joined(separator: "; "), hint: first.hint)
    }

    private static let needed = [
        (name: "pdftoppm", files: "pages of PDF", package: "poppler-utils"),
        (name: "heif-convert", files: "HEIC pictures", package: "libheif-examples"),
        (name: "ffmpeg", files: "video", package: "ffmpeg"),
    ]
}
