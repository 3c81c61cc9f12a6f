import Vision

/// Reads items with a worker process of its own.
final class ScanWorker {
    private var worker: VisionWorker
    private let pictures: ScanPictures

    init(_ worker: consuming VisionWorker, _ pictures: ScanPictures) {
        self.worker = worker
        self.pictures = pictures
    }

    func read(_ item: ScanItem) -> ScannedPage {
        ScannedPage(
            file: item.file, page: item.page ?? 1, isOneOfSeveral: item.page != nil,
            result: Result { () throws(ScanFault) in try reading(item) })
    }

    private func reading(_ item: ScanItem) throws(ScanFault) -> ScannedPage.Reading {
        guard !StreamInterruption.wasAsked else { throw .interrupted }
        let bytes = try item.content.get()
        let request = CaptureRequest(
            page: item.pageOfBytes, wantsCrops: pictures.wantsCrops,
            annotation: pictures.wantsAnnotations ? .jpeg : nil)
        let answer: CaptureAnswer
        do throws(VisionError) { answer = try worker.capture(request, bytes) } catch { throw ScanFault(error) }
        guard !answer.zones.isEmpty || !answer.breaksOff else { throw ScanFault(damagedBy: answer.remarks) }
        let written = pictures.write(answer, stem: item.stem, page: item.page)
        return ScannedPage.Reading(
            width: answer.width, height: answer.height, zones: answer.zones, milliseconds: answer.milliseconds,
            engine: answer.engine, annotation: written.annotation, crops: written.crops, faults: written.faults,
            remarks: answer.remarks, breaksOff: answer.breaksOff)
    }
}

/// Which pages are wanted: all of them, or a list such as `1-3,5`.
struct PageSelection: Sendable {
    private let ranges: [ClosedRange<Int>]

    /// The most pages of one file that are read.
    static let limit = 1000

    static let all = PageSelection(ranges: [1...limit])

    var isAll: Bool { ranges == Self.all.ranges }

    private init(ranges: [ClosedRange<Int>]) { self.ranges = ranges }

    /// The pages of a list; nil where it is none.
    init?(_ text: String) {
        var ranges: [ClosedRange<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = ends.compactMap { $0.allSatisfy(\.isASCII) ? UInt16($0).map(Int.init) : nil }
            guard numbers.count == ends.count, let first = numbers.first, let last = numbers.last, numbers.count <= 2,
                1 <= first, first <= last, last <= Self.limit
            else { return nil }
            ranges.append(first...last)
        }
        self.ranges = ranges
    }

    /// The last page that is wanted.
    var last: Int { ranges.map(\.upperBound).max() ?? Self.limit }

    /// The first pages of parts of the list of which a file of so many pages has none.
    func missing(of pageCount: Int) -> [Int] { ranges.map(\.lowerBound).filter { $0 > pageCount } }

    /// Whether a file of so many pages has one of them.
    func hasPage(of pageCount: Int) -> Bool { ranges.contains { $0.lowerBound <= pageCount } }

    func contains(_ page: Int) -> Bool { ranges.contains { $0.contains(page) } }
}
