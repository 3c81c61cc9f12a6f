import FrameSources
import Vision

extension Command {
    static let benchVideo = Command(
        "bench", "video",
        summary: "measure how fast and how soon documents are read from a video",
        discussion: """
            Three measures of one video file. Frames a second on one core: frames over the CPU time of all three processes, \
            the decoder ffmpeg, emrtd-vision and this one, with the decoder's share told apart; the video is read again \
            until there are enough frames. Frames to the answer: from the first frame that by itself shows the lines \
            that come out in the end, to the frame with which the first document was complete. Memory: of emrtd-vision and \
            this program after the first hundred frames and at the end.

            'Training/video.py' renders such videos.
            """,
        operands: [Operand("FILE", "a video file")],
        options: [
            .value("frames", "N", "how many frames to read (default 300)"), .flag("json", "print JSON"),
        ],
        examples: [
            Example(
                """
                ffmpeg -nostdin -loglevel error -y -loop 1 -framerate 10 -t 1 -i TestVectors/capture/specimen-td3.png \
                -c:v mjpeg specimen-passport-clip.mkv && emrtd bench video specimen-passport-clip.mkv --frames 20
                """, "the three measures over a still specimen, beside the figures to reach")
        ]
    ) { invocation in
        let frames = try invocation.integer("frames", in: 1...10_000_000) ?? 300
        let bench = VideoBench(path: invocation.operands[0])
        let result = try bench.run(frameCount: frames)
        if invocation[flag: "json"] { try Terminal.printJSON(result) } else { Terminal.print(result.text) }
        return .success
    }
}

extension VideoBench.Result {
    /// The figures, for people.
    var text: String {
        func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        let speed = "\(number(framesPerSecond)) frames/s on one core (to reach: \(targetFramesPerSecond)), "
        let times =
            "decoder \(number(decoderMilliseconds)) ms, emrtd-vision \(number(workerMilliseconds)) ms, "
            + "emrtd \(number(programMilliseconds)) ms"
        var delay = "no document was read to the end"
        if let firstExactFrame, let firstCompleteFrame {
            delay = "first document complete with frame \(firstCompleteFrame), "
            delay += "\(firstCompleteFrame - firstExactFrame) frames after the first exact one by itself "
            delay += "(to reach: \(targetDelay) at most)"
        }
        return """
            \(speed)\(frames) frames of \(width) × \(height)
            CPU time of a frame: \(times)
            \(number(framesPerSecondWithoutDecoder)) frames/s without the decoder, \
            \(number(framesPerWallSecond)) frames/s by the clock
            \(delay)
            memory after 100 frames and at the end: emrtd-vision \(workerMegabytesEarly) and \(workerMegabytes) MB, \
            emrtd \(programMegabytesEarly) and \(programMegabytes) MB
            """
    }
}
