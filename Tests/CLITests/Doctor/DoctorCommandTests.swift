import CLI
import Foundation
import FrameSources
import TestSupport
import Testing

@Suite("emrtd doctor")
struct DoctorCommandTests {
    private struct Examination: Decodable {
        struct Check: Decodable {
            let id: String
            let state: String
            let finding: String
            let hint: String?
        }

        let checks: [Check]
        let state: String

        subscript(id: String) -> Check? { checks.first { $0.id == id } }
    }

    private func examine(_ environment: [String: String]) throws -> (Examination, Int32) {
        let outcome = try BuiltProgram.run(["doctor", "--json"], environment: environment)
        return (try JSONDecoder().decode(Examination.self, from: Data(outcome.output.utf8)), outcome.status)
    }

    @Test(.enabled(if: VirtualReader.isAvailable, "\(VirtualReader.requirement)"))
    func `finds nothing wrong where a reader works`() async throws {
        try await VirtualReader.run { reader in
            let (examination, status) = try examine(["PCSCLITE_CSOCK_NAME": reader.socketPath])
            #expect(status == 0)
            for id in ["service", "socket", "readers", "cryptography", "pictures", "evidenceFolder", "terminal"] {
                #expect(examination[id]?.state == "ok", "\(id): \(examination[id]?.finding ?? "not looked at")")
            }
        }
    }

    @Test
    func `fails without a service, with a hint`() throws {
        let (examination, status) = try examine(["PCSCLITE_CSOCK_NAME": "/nowhere/pcscd.comm"])
        #expect(status == 3)
        #expect(examination.state == "failed")
        #expect(examination["service"]?.state == "failed")
        #expect(examination["service"]?.hint != nil)
        #expect(examination["socket"]?.hint?.contains("PCSCLITE_CSOCK_NAME") == true)
    }

    @Test
    func `warns of a worker that is not there and of a locale that is not UTF-8`() throws {
        let (examination, _) = try examine(["EMRTD_VISION": "/nowhere/emrtd-vision", "LC_ALL": "C"])
        #expect(examination["pictures"]?.state == "warning")
        #expect(examination["capture"]?.state == "warning")
        #expect(examination["terminal"]?.state == "warning")
    }

    @Test
    func `finds the networks of capture intact, and names them where they are not`() throws {
        let (sound, _) = try examine([:])
        #expect(sound["capture"]?.state == "ok")
        #expect(sound["capture"]?.finding.contains("OpenCV") == true)
        let folder = TemporaryFolder()
        for name in ["detector.onnx", "recogniser.onnx"] {
            try Data("cut".utf8).write(to: folder.url.appending(path: name))
        }
        let (damaged, _) = try examine(["EMRTD_WEIGHTS": folder.url.path()])
        #expect(damaged["capture"]?.state == "warning")
        #expect(damaged["capture"]?.finding.contains("detector.onnx is not the network") == true)
        #expect(damaged["capture"]?.hint?.contains("EMRTD_WEIGHTS") == true)
        let (bare, _) = try examine(["PATH": "/nowhere"])
        #expect(bare["captureFiles"]?.hint == "Debian: apt-get install poppler-utils libheif-examples ffmpeg")
    }

    @Test
    func `names programs of packages that the Debian package recommends`() throws {
        let (bare, _) = try examine(["PATH": "/nowhere"])
        let hint = try #require(bare["captureFiles"]?.hint)
        let recipe = try String(contentsOf: Repository.root.appending(path: "Scripts/package"), encoding: .utf8)
        let line = try #require(recipe.split(separator: "\n").first { $0.hasPrefix("Recommends: ") })
        let recommended = line.dropFirst(12).split(separator: ",").map { $0.drop { $0 == " " } }
        for name in hint.replacing("Debian: apt-get install ", with: "").split(separator: " ") {
            #expect(recommended.contains(name), "\(name)")
        }
    }

    @Test
    func `tells of cameras, of those that cannot be used with a hint`() throws {
        let (examination, _) = try examine([:])
        let found = try #require(examination["cameras"])
        #expect(FileManager.default.fileExists(atPath: "/dev/video0") || found.finding.hasPrefix("none is attached"))
        let failures: [FrameError] = [.permissionDenied(path: "/dev/video1"), .busy(path: "/dev/video2")]
        let diagnosis = CaptureDiagnosis.diagnosis(ofCameras: ["/dev/video0 Desk"], failures)
        #expect(diagnosis.state == .warning)
        #expect(
            diagnosis.finding == "/dev/video0 Desk; /dev/video1 may not be used by this user; "
                + "/dev/video2 is in use by another program")
        #expect(diagnosis.hint?.contains("usermod -aG video") == true)
        #expect(CaptureDiagnosis.diagnosis(ofCameras: ["/dev/video0 Desk"], []).state == .ok)
    }

    @Test
    func `warns where this user has no trust store, and fails where it is none`() throws {
        let (examination, _) = try examine(["XDG_DATA_HOME": "/nowhere"])
        #expect(examination["trustAnchors"]?.state == "warning")
        let folder = TemporaryFolder()
        let data = folder.url.appending(path: "emrtd")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try Data("a text and no database".utf8).write(to: data.appending(path: "trust.sqlite"))
        let (broken, status) = try examine(["XDG_DATA_HOME": folder.url.path()])
        #expect(broken["trustAnchors"]?.state == "failed")
        #expect(status == 3)
        #expect(examination["trustAnchors"]?.hint?.contains("--csca") == true)
    }

    @Test
    func `prints one word, one name and one finding a line`() throws {
        let outcome = try BuiltProgram.run(["doctor"], environment: ["PCSCLITE_CSOCK_NAME": "/nowhere/pcscd.comm"])
        #expect(outcome.output.hasPrefix("fail  service         the PC/SC service is not running\n"))
        #expect(outcome.output.contains("\nok    cryptography    OpenSSL 3"))
    }

    @Test
    func `names kernel modules that take readers away, in the order of their removal`() {
        let modules = "nfc 131072 1 pn533, Live 0x0\npn533 65536 1 pn533_usb, Live 0x0\npn533_usb 20480 0 - Live 0x0\n"
        let found = KernelModuleDiagnosis.diagnose(modules: modules)
        #expect(found.state == .warning)
        #expect(found.hint?.contains("modprobe -r pn533_usb pn533 nfc") == true)
        #expect(KernelModuleDiagnosis.diagnose(modules: "nfcsim 1 0 - Live 0x0\nusbcore 2 0 - Live 0x0\n").state == .ok)
    }
}
