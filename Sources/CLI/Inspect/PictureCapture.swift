import Foundation
import PictureFiles
import Vision

/// The zones of a picture, or of a page of a file that has several.
struct PictureCapture {
    private let path: String
    private let page: Int?
    /// The first page that was read and shows no zone.
    private var blank: Found?
    /// Why a page before was not read.
    private var fault: CommandError?
    private var pageCount: Int?

    /// What was found.
    struct Found {
        let answer: CaptureAnswer
        /// The page, from 1; nil where the file is one picture.
        let page: Int?
    }

    /// - Parameter page: The page that is wanted; nil for the first that shows a zone.
    init(_ path: String, page: Int?) {
        self.path = path
        self.page = page
    }

    /// Reads the pages up to the one that is wanted.
    mutating func read(by worker: inout VisionWorker) throws -> Found {
        defer { Terminal.endProgress() }
        guard path == "-" || !EvidenceSource.isFolder(path) else {
            throw CommandError(
                "'\(path)' is a folder, and one picture is wanted",
                hint: "name the picture of this document; 'emrtd mrz scan' reads whole folders")
        }
        var limits = PictureFileLimits(drawsColours: true)
        limits.pageCount = page ?? limits.pageCount
        var files = PictureFiles([path], limits: limits, isCancelled: { StreamInterruption.wasAsked })
        while let result = files.next() {
            do {
                if let found = try take(result, &worker) { return found }
            } catch let error as CommandError {
                // Another page may be sound; where one was asked for there is no other.
                fault = fault ?? error
                if page != nil { break }
            }
        }
        guard !StreamInterruption.wasAsked else { throw CapturedInput.ended }
        if let fault { throw fault }
        if let blank { return blank }
        guard let page, let pageCount else {
            throw CommandError(
                "'\(path)': there is no picture in it",
                hint: "take it again, or give the printed lines by --mrz-file FILE")
        }
        throw CommandError(
            "'\(path)': the file has no page \(page): it has \(pageCount)",
            hint: "leave --page out: the first page with printed lines is taken then")
    }

    /// Looks at a page; nil where it is not the one.
    private mutating func take(
        _ result: Result<PictureInput, PictureFileError>, _ worker: inout VisionWorker
    ) throws -> Found? {
        let input: PictureInput
        do { input = try result.get() } catch {
            // Pages behind the one that is wanted are not missed.
            if case .tooManyPages = error.cause, page != nil { return nil }
            guard page == nil || error.page == nil || error.page == page else { return nil }
            throw refusal(error.page, error.reason, Self.hint(for: error))
        }
        pageCount = input.pageCount
        guard page == nil || (input.page ?? 1) == page else { return nil }
        let step = input.page.map { "reading page \($0) of \(input.pageCount)" } ?? "reading the picture"
        ProgressLine(step: step, fraction: nil).show()
        let answer: CaptureAnswer
        do throws(VisionError) {
            answer = try worker.capture(CaptureRequest(page: input.pageOfBytes, wantsCrops: true), input.bytes)
        } catch {
            throw refusal(input.page, "\(error)", error.hint)
        }
        let found = Found(answer: answer, page: input.page)
        guard answer.zones.isEmpty else {
            if let fault { Terminal.note("\(fault.message); a later page was read", hint: fault.hint) }
            return found
        }
        guard !answer.breaksOff else {
            let damage = ScanFault(damagedBy: answer.remarks)
            throw refusal(input.page, damage.message, damage.hint)
        }
        blank = blank ?? Found(answer: answer, page: input.pageCount > 1 && page == nil ? nil : input.page)
        return nil
    }

    private func refusal(_ page: Int?, _ words: String, _ hint: String) -> CommandError {
        CommandError(
            "\(path == "-" ? "standard input" : "'\(path)'")\(page.map { ", page \($0)" } ?? ""): \(words)",
            hint: "\(hint); or give the printed lines by --mrz-file FILE")
    }

    private static func hint(for error: PictureFileError) -> String {
        guard case .videoOnStandardInput = error.cause else { return error.hint }
        return "store it as a file, or add --stream where it is Y4M"
    }
}
