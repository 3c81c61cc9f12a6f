import Glibc
import MRZ

/// What pictures say of one character: the logarithms of the chances of all 37.
///
/// From a single frame's answer, which names the likeliest characters with their chances; what it does not name shares
/// the rest. Adding the evidence of frames multiplies the chances.
struct CellEvidence: Hashable, Sendable {
    private(set) var logarithms: [Float]

    /// No chance counts for less, so that a single frame never outweighs many.
    private static let floor: Float = 1e-4

    init(_ character: CapturedCharacter) {
        var chances = [Float](repeating: 0, count: LineEvidence.between)
        var named: Float = 0
        for alternative in character.alternatives {
            guard let kind = Self.kind(of: alternative.character) else { continue }
            chances[kind] = Float(min(max(alternative.chance, 0), 1))
            named += chances[kind]
        }
        let rest = max(1 - named, 0)
        if let kind = Self.kind(of: character.character), chances[kind] == 0 {
            // What is held to be printed has the rest where the picture says it too, else no more than what is named.
            let isPrinted = character.printed == character.character
            let least = chances.filter { $0 > 0 }.min() ?? 0
            chances[kind] = isPrinted ? rest : min(rest, least)
        }
        let sum = chances.reduce(0) { $0 + max($1, Self.floor) }
        logarithms = chances.map { logf(max($0, Self.floor) / sum) }
    }

    mutating func add(_ other: CellEvidence, weight: Float) {
        for kind in logarithms.indices { logarithms[kind] += weight * other.logarithms[kind] }
    }

    /// The same with all logarithms multiplied and the chances made to add up to one again.
    func tempered(by factor: Float) -> [Float] {
        let scaled = logarithms.map { $0 * factor }
        let highest = scaled.max() ?? 0
        let total = highest + logf(scaled.reduce(0) { $0 + expf($1 - highest) })
        return scaled.map { $0 - total }
    }

    private static func kind(of character: Character) -> Int? {
        character.asciiValue.flatMap { LineEvidence.alphabet.firstIndex(of: $0) }
    }
}

extension LineEvidence {
    /// A line whose cells are known: two columns for each character's middle and two for what lies between.
    init?(cells: [[Float]]) {
        let seldom = logf(1e-6)
        let nothing = [Float](repeating: seldom, count: Self.between) + [-1e-5]
        var columns = nothing + nothing
        for cell in cells {
            let seen = cell + [seldom]
            columns += seen + seen + nothing + nothing
        }
        self.init(logarithms: columns)
    }
}
