import MRZ

extension MRZReader {
    /// Whether another line like those of a zone stands above, below or between its lines, which the detector left out.
    ///
    /// A zone has as many lines as its format, and the detector shows no more of them: lines of two documents that lie on
    /// each other may come out as one zone, and no check digit speaks against that.
    ///
    /// - Parameter strips: The zone's lines, as they were cut out, first line first.
    func showsFurtherLine(beside strips: [Strip], at place: Place, of pyramid: PicturePyramid) throws(CaptureError)
        -> Bool
    {
        let ink = strips.reduce(0) { $0 + $1.unrest } / Double(max(strips.count, 1))
        for curve in Self.neighbours(of: strips.map(\.curve)) {
            // Bare ground is no line, and needs no look by the network.
            guard let strip = strip(along: curve, at: place, of: pyramid), strip.unrest > ink * Self.leastInk,
                let seen = try recognise(strip)
            else { continue }
            if CellAlignment(seen, count: DocumentFormat.td1.lineLength)?.isPlainlyLikeZone == true { return true }
        }
        return false
    }

    /// How much of the unrest of the zone's print another line has at least.
    private static let leastInk = 0.5
    /// From how many characters' widths on there is room for a line between two of a zone.
    private static let wideSpacing = 3.6

    /// Where other lines would stand: as far above and below as the zone's lines stand apart, and between such as leave
    /// room.
    private static func neighbours(of lines: [LineCurve]) -> [LineCurve] {
        guard let first = lines.first, let last = lines.last, lines.count > 1 else { return [] }
        var neighbours: [LineCurve] = []
        var least = Double.infinity
        for (line, next) in zip(lines, lines.dropFirst()) {
            let middle = (line.start + line.end) / 2
            var spacing = next.height(at: middle) - line.height(at: middle)
            if spacing > wideSpacing * line.pitch {
                spacing /= 2
                neighbours.append(line.lowered(by: spacing))
            }
            least = min(least, spacing)
        }
        return neighbours + [first.lowered(by: -least), last.lowered(by: least)]
    }
}

extension CellAlignment {
    /// Whether nearly each of its characters is beyond doubt, and they are not a few that come again and again, as edges
    /// and patterns look like fillers or an I.
    fileprivate var isPlainlyLikeZone: Bool {
        let best = cells.map { cell in cell.indices.max { cell[$0] < cell[$1] } ?? 0 }
        let doubtful = zip(cells, best).count { cell, kind in exponential(cell[kind]) < 0.9 }
        return isLikeZone && doubtful <= 2 && Set(best).count >= 6
    }
}

extension Strip {
    /// How much the brightness of its pixels changes along the line: print changes more than ground, shades and borders.
    fileprivate var unrest: Double {
        let width = picture.width
        return picture.pixels.withUnsafeBufferPointer { pixels in
            var sum = 0
            for index in pixels.indices.dropFirst() where index % width != 0 {
                sum += abs(Int(pixels[index]) - Int(pixels[index - 1]))
            }
            return Double(sum) / Double(max(pixels.count, 1))
        }
    }
}

extension LineCurve {
    /// The same line, further down in the part.
    fileprivate func lowered(by distance: Double) -> LineCurve {
        var line = self
        line.coefficients[0] += distance
        return line
    }
}
