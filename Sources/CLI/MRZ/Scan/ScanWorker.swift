import Vision

/// Reads the pages of items with a worker process of its own.
final class ScanWorker {
    private var worker: VisionWorker
    private let pages: PageSelection
    private let pictures: ScanPictures

    init(_ worker: consuming VisionWorker, _ pages: PageSelection, _ pictures: ScanPictures) {
        self.worker = worker
        self.pages = pages
        self.pictures = pictures
    }

    /// Reads every page that is wanted.
    func read(_ item: ScanItem) -> ScannedItem {
        let bytes: [UInt8]
        switch item.content {
        case .success(let content): bytes = content
        case .failure(let fault):
            return ScannedItem(
                file: item.file, pages: [ScannedPage(file: item.file, page: item.page ?? 1, result: .failure(fault))])
        }
        guard item.page == nil else { return ScannedItem(file: item.file, pages: [read(item, bytes, 0).page]) }
        var scanned: [ScannedPage] = []
        var index = pages.first - 1
        var count = index + 1
        while index < count {
            if pages.contains(index + 1) {
                let (page, pageCount) = read(item, bytes, index)
                scanned.append(page)
                count = min(pageCount ?? count, PageSelection.limit)
            }
            index += 1
        }
        return ScannedItem(file: item.file, pages: scanned)
    }

    private func read(_ item: ScanItem, _ bytes: [UInt8], _ index: Int) -> (page: ScannedPage, count: Int?) {
        let number = item.page ?? index + 1
        let request = CaptureRequest(
            page: index, wantsCrops: pictures.wantsCrops, annotation: pictures.wantsAnnotations ? .jpeg : nil)
        do throws(VisionError) {
            let answer = try worker.capture(request, bytes)
            let hasPages = item.page != nil || answer.pageCount > 1
            let written = pictures.write(answer, stem: item.stem, page: hasPages ? number : nil)
            let reading = ScannedPage.Reading(
                width: answer.width, height: answer.height, zones: answer.zones, milliseconds: answer.milliseconds,
                engine: answer.engine, annotation: written.annotation, crops: written.crops, faults: written.faults)
            return (ScannedPage(file: item.file, page: number, result: .success(reading)), answer.pageCount)
        } catch {
            return (ScannedPage(file: item.file, page: number, result: .failure(ScanFault(error))), nil)
        }
    }
}

/// Which pages are wanted: all of them, or a list such as `1-3,5`.
struct PageSelection: Sendable {
    private let ranges: [ClosedRange<Int>]

    /// The most pages of one file that are read.
    static let limit = 1000

    static let all = PageSelection(ranges: [1...limit])

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

    /// The first page that is wanted.
    var first: Int { ranges.map(\.lowerBound).min() ?? 1 }

    func contains(_ page: Int) -> Bool { ranges.contains { $0.contains(page) } }
}
