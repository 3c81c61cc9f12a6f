import Glibc
import Vision

/// The worker that decodes pictures for `emrtd`: requests on standard input, answers on standard output.
@main
struct Main {
    static func main() {
        guard isatty(STDIN_FILENO) == 0 else {
            complain("error: this program is started by emrtd and reads its requests from a pipe")
            exit(64)
        }
        ProcessLimits.apply()
        AbandonmentWatch.start()
        // Ctrl-C reaches every program of the terminal: the one that started this decides whether its picture is waited for.
        signal(SIGINT, SIG_IGN)
        var service = PictureService()
        while let message = FrameStream.read() {
            ProcessLimits.renewTime()
            let response: VisionResponse
            if let request = try? VisionRequest(message: message) {
                response = service.answer(request)
            } else {
                response = .notUnderstood
            }
            guard FrameStream.write(response.message) else { exit(3) }
        }
    }

    private static func complain(_ text: String) {
        let line = Array("emrtd-vision: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
