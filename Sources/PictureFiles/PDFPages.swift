import ChildPrograms

/// The pages of a PDF, drawn one at a time.
struct PDFPages {
    private let file: String
    private let path: String
    private let surroundings: ProgramSurroundings
    /// Keeps what came on standard input.
    private let folder: PrivateFolder?
    private let pageCount: Int
    /// The longer side of each page, in points of 1/72 inch.
    private let sides: [Int: Double]
    private var page = 0

    init(_ file: String, path: String, folder: PrivateFolder?, _ surroundings: ProgramSurroundings)
        throws(PictureFileError)
    {
        let outcome = try Program.pageCounter.run(
            ["-f", "1", "-l", "\(surroundings.limits.pageCount)", Program.argument(path)], for: file, surroundings)
        guard outcome.isSuccess else { throw Self.failure(file, nil, .pageCounter, outcome) }
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        var (count, sides): (Int, [Int: Double]) = (0, [:])
        for line in lines {
            let words = line.split { $0 == " " || $0 == ":" }
            if words.count == 2, words[0] == "Pages" { count = Int(words[1]) ?? 0 }
            // Page 1 size: 595.3 x 841.9 pts (A4)
            guard words.count >= 6, words[0] == "Page", words[2] == "size", let page = Int(words[1]),
                let width = Double(words[3]), let height = Double(words[5])
            else { continue }
            sides[page] = max(width, height)
        }
        guard count > 0 else { throw PictureFileError(file, .refused(program: "pdfinfo", words: "it has no page")) }
        (self.file, self.path, self.folder, self.surroundings) = (file, path, folder, surroundings)
        (pageCount, self.sides) = (count, sides)
    }

    /// The next page, or why it or the rest cannot be drawn; nil at the end.
    mutating func next() -> Result<PictureInput, PictureFileError>? {
        guard page < pageCount else { return nil }
        page += 1
        guard page <= limits.pageCount else {
            page = pageCount
            return .failure(PictureFileError(file, .tooManyPages(limit: limits.pageCount)))
        }
        do { return .success(try drawn()) } catch { return .failure(error) }
    }

    private func drawn() throws(PictureFileError) -> PictureInput {
        let form = limits.drawsColours ? [] : ["-gray"]
        let arguments = form + ["-r", "\(resolution)", "-f", "\(page)", "-l", "\(page)", Program.argument(path)]
        let outcome = try Program.pageDrawer.run(arguments, for: file, page: page, surroundings)
        guard outcome.isSuccess, !outcome.output.isEmpty else {
            throw Self.failure(file, page, .pageDrawer, outcome)
        }
        return PictureInput(file: file, kind: .pdf, page: page, pageCount: pageCount, bytes: outcome.output)
    }

    private var limits: PictureFileLimits { surroundings.limits }

    /// Dots to an inch, fewer for a page that would be too large; less than one for a page of many yards.
    private var resolution: Double {
        let most = Double(limits.dotsPerInch)
        guard let side = sides[page], side > 0, side.isFinite else { return most }
        // A square page in colours has three bytes for each dot.
        let longestInColours = Double(limits.byteCount / 3).squareRoot()
        let longest =
            limits.drawsColours ? min(Double(limits.longestSide), longestInColours) : Double(limits.longestSide)
        let fitting = longest * 72 / side
        return min(most, fitting < 1 ? max(fitting, 0.001) : fitting.rounded(.down))
    }

    private static func failure(
        _ file: String, _ page: Int?, _ program: Program, _ outcome: ChildProgram.Outcome
    ) -> PictureFileError {
        if outcome.errors.contains("Incorrect password") { return PictureFileError(file, page: page, .encrypted) }
        let words = outcome.errors.isEmpty ? "it ended with \(outcome.ending)" : outcome.errors
        return PictureFileError(file, page: page, .refused(program: program.name, words: words))
    }
}
