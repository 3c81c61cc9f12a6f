import CardTransport
import ChipReader
import Foundation
import LDS
import PCSCTransport
import Report
import Standards
import Synchronization

/// Says what happens on the readers: a line for people, or a line of JSON.
final class WatchLog: Sendable {
    private let isJSON: Bool
    /// One line at a time, from whichever thread.
    private let line = Mutex(())
    /// How many questions wait for an answer, which no progress of another reader may write over.
    private let questionCount = Mutex(0)

    init(isJSON: Bool) {
        self.isJSON = isJSON
    }

    func note(_ event: ReaderAttendance.Event) {
        switch event {
        case .attending(let reader): say("attending", reader, words: "lay a document on it")
        case .left(let reader): say("left", reader, words: "unplugged")
        case .trouble(let reader, let error): say("trouble", reader, words: "\(error)", message: "\(error)")
        }
    }

    func begin(_ reader: String) {
        say("document", reader, words: "a document is there: leave it on the reader")
    }

    /// The step that is running, on a terminal.
    func progress(_ reader: String, _ progress: ReadProgress) {
        guard Terminal.showsProgress, questionCount.withLock({ $0 }) == 0 else { return }
        line.withLock { _ in Terminal.progress("\(reader): \(progress.words) …") }
    }

    /// Does something that may ask questions.
    func asking<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
        questionCount.withLock { $0 += 1 }
        defer { questionCount.withLock { $0 -= 1 } }
        return try body()
    }

    func trouble(_ reader: String, _ message: String) {
        say("trouble", reader, words: message, message: message)
    }

    func end(_ reader: String, _ reading: ChipReading, in duration: Duration, evidence: String?) {
        let place = evidence.map { ", evidence in \($0)" } ?? ""
        let seconds = duration / .seconds(1)
        let words: String
        switch reading.ending {
        case .complete:
            let groups = reading.files.filter { reading.bytes(of: $0.file) != nil }.map(\.file.name)
            words = "read in \((seconds * 10).rounded() / 10) s: \(groups.joined(separator: ", "))\(place)"
        case .brokenOff(let reason): words = "not read to its end: \(reason.line)\(place)"
        }
        say("read", reader, words: words, seconds: seconds, reading: ChipReadingView(reading), evidence: evidence)
    }

    private func say(
        _ event: String, _ reader: String, words: String, message: String? = nil, seconds: Double? = nil,
        reading: ChipReadingView? = nil, evidence: String? = nil
    ) {
        line.withLock { _ in
            if Terminal.showsProgress { Terminal.endProgress() }
            guard isJSON else { return Terminal.print(String(SafeText.clean("\(reader): \(words)"))) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let entry = Entry(
                event: event, reader: reader, time: Timestamp.now.description, message: message, seconds: seconds,
                reading: reading, evidence: evidence)
            guard let bytes = try? encoder.encode(entry) else { return }
            Terminal.print(Terminal.harmlessJSON(String(decoding: bytes, as: UTF8.self)))
        }
    }

    private struct Entry: Encodable {
        let event: String
        let reader: String
        let time: String
        let message: String?
        let seconds: Double?
        let reading: ChipReadingView?
        let evidence: String?
    }
}
