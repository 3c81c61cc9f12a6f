import MRZ

/// The ways in which the check digits of a format may lie over its cells, each as the steps of a trellis.
///
/// Most formats have one. A TD1 or TD2 has one more for each place at which a long document number may end.
enum CheckedCells {
    /// One way, and what must stand in certain cells for it.
    struct Way {
        var steps: [CheckDigitTrellis.Step]
        /// Cells that hold a filler, or no filler, in this way.
        var fillers: Set<Int> = []
        /// Where the document number goes on behind its field.
        var overflow: Range<Int>?
    }

    static func ways(of format: DocumentFormat) -> [Way] {
        let layout = MRZLayout.of(format)
        var ways = [Way(steps: steps(layout, overflowDigit: nil))]
        guard format == .td1 || format == .td2, let optional = layout.optionalData else { return ways }
        // Doc 9303-5 §4.2.2 note j: at least one more character, then the check digit.
        for digit in optional.lowerBound + 1..<optional.upperBound {
            var way = Way(steps: steps(layout, overflowDigit: digit))
            way.fillers = [layout.documentNumberCheckDigit]
            if digit + 1 < optional.upperBound { way.fillers.insert(digit + 1) }
            way.overflow = optional.lowerBound..<digit
            ways.append(way)
        }
        return ways
    }

    private static let weights = [7, 3, 1]

    private static func steps(_ layout: MRZLayout, overflowDigit: Int?) -> [CheckDigitTrellis.Step] {
        var covered: [(cell: Int, composite: Int)] = []
        if layout.composite.isEmpty {
            covered = uncovered(layout).map { ($0, 0) }
        } else {
            for cell in layout.composite.joined() { covered.append((cell, weights[covered.count % 3])) }
        }
        let fields = fields(layout, overflowDigit: overflowDigit)
        var steps: [CheckDigitTrellis.Step] = covered.map { place in
            var step = CheckDigitTrellis.Step(cell: place.cell, compositeWeight: place.composite)
            for field in fields {
                if let position = field.cells.firstIndex(of: place.cell) { step.fieldWeight = weights[position % 3] }
                if field.digit == place.cell { step.role = .fieldDigit(mayBeFiller: field.mayBeFiller) }
            }
            return step
        }
        if !layout.composite.isEmpty {
            steps.append(CheckDigitTrellis.Step(cell: layout.compositeCheckDigit, role: .compositeDigit))
        }
        return steps
    }

    /// A field with its digit.
    private struct Field {
        var cells: [Int]
        let digit: Int
        var mayBeFiller = false
    }

    private static func fields(_ layout: MRZLayout, overflowDigit: Int?) -> [Field] {
        var number = Field(cells: Array(layout.documentNumber), digit: layout.documentNumberCheckDigit)
        if let overflowDigit, let optional = layout.optionalData {
            number = Field(cells: number.cells + Array(optional.lowerBound..<overflowDigit), digit: overflowDigit)
        }
        var fields = [number, Field(cells: Array(layout.dateOfBirth), digit: layout.dateOfBirth.upperBound)]
        if let expiry = layout.dateOfExpiry { fields.append(Field(cells: Array(expiry), digit: expiry.upperBound)) }
        if layout.hasOptionalDataCheckDigit, let optional = layout.optionalData {
            fields.append(Field(cells: Array(optional), digit: optional.upperBound, mayBeFiller: true))
        }
        return fields
    }

    /// The cells with check digits of a format without a composite one.
    private static func uncovered(_ layout: MRZLayout) -> [Int] {
        var cells = Array(layout.documentNumber) + [layout.documentNumberCheckDigit]
        cells += Array(layout.dateOfBirth) + [layout.dateOfBirth.upperBound]
        if let expiry = layout.dateOfExpiry { cells += Array(expiry) + [expiry.upperBound] }
        return cells
    }
}
