import Capture
import MRZ
import Testing

@Suite("The vote of frames on characters")
struct FrameVoteTests {
    static let name = SeenLines.Place(line: 1, position: 6)

    @Test func `lets many frames that are fairly sure outweigh one that is mistaken in a name`() throws {
        var vote = FrameVote()
        let mistaken = try #require(ScanVideo.zone(doubts: [Self.name: ["F": 0.8, "E": 0.19]]))
        let right = try #require(ScanVideo.zone(doubts: [Self.name: ["E": 0.8, "F": 0.19]]))
        let outcome = vote.add(mistaken)
        #expect(outcome == .counted)
        #expect(vote.zone?.zone.lines.first?.hasPrefix("P<UTOF") == true)
        for _ in 0..<3 {
            let outcome = vote.add(right)
            #expect(outcome == .counted)
        }
        #expect(vote.zone?.zone.lines == ScanVideo.specimen)
        #expect(vote.frameCount == 4)
        #expect(vote.agreeingFrameCount == 3)
    }

    @Test func `holds a letter to be marked where most frames show it so`() throws {
        var vote = FrameVote()
        for marks in [[7, 9], [7], [9], [7]] {
            _ = vote.add(try #require(ScanVideo.zone(marked: marks)))
        }
        #expect(vote.zone?.marked.map(\.position) == [8])
        #expect(vote.zone?.marked.map(\.line) == [1])
    }

    /// Sums of characters know nothing of other lines beside theirs, nor of cells that lie unevenly.
    @Test(arguments: [LayoutDoubt.furtherLine, .unevenLine, .longerLine])
    func `doubts the lines as most frames do`(_ doubt: LayoutDoubt) throws {
        var vote = FrameVote()
        for doubts in [[doubt], [], [doubt], [doubt]] as [[LayoutDoubt]] {
            _ = vote.add(try #require(ScanVideo.zone(layoutDoubts: doubts)))
        }
        #expect(vote.zone?.doubts == [doubt])
        #expect(vote.zone?.isCertain == false)
        for _ in 0..<2 { _ = vote.add(try #require(ScanVideo.zone())) }
        #expect(vote.zone?.doubts == [])
        #expect(vote.zone?.isCertain == true)
    }

    /// Something that lies on a character lies there in each frame: letter of a name, digit of the number.
    @Test(arguments: [FrameVoteTests.name, SeenLines.Place(line: 2, position: 3)])
    func `never grows sure of a character that no frame shows`(_ place: SeenLines.Place) throws {
        let printed = Array(ScanVideo.specimen[place.line - 1])[place.position - 1]
        var vote = FrameVote()
        for _ in 0..<12 {
            _ = vote.add(try #require(ScanVideo.zone(doubts: [place: [" ": 0.8, printed: 0.19]])))
        }
        let zone = try #require(vote.zone)
        #expect(!zone.isCertain)
        #expect(zone.characters[(place.line - 1) * 44 + place.position - 1].confidence < 0.5)
    }

    @Test func `grows surer with frames that agree, but less than if each were alone`() throws {
        var vote = FrameVote()
        let seen = try #require(ScanVideo.zone(doubts: [Self.name: ["E": 0.7, "F": 0.29]]))
        _ = vote.add(seen)
        let first = try #require(vote.zone).characters[5].confidence
        for _ in 0..<8 { _ = vote.add(seen) }
        let ninth = try #require(vote.zone).characters[5].confidence
        #expect(first < 0.75)
        // Nine frames count as two: 0.7² against 0.29².
        #expect(ninth > 0.84 && ninth < 0.87)
    }

    /// What eight frames show that are out of focus in all places, and then two that are not.
    private static func focused(_ doubt: [Character: Float]) throws -> CapturedZone {
        var doubts: SeenLines.Doubts = [:]
        for (line, text) in ScanVideo.specimen.enumerated() {
            for (index, printed) in text.enumerated() {
                doubts[.init(line: line + 1, position: index + 1)] = [printed: 0.9, printed == "X" ? "Y" : "X": 0.09]
            }
        }
        doubts[name] = doubt
        var vote = FrameVote()
        for _ in 0..<8 { _ = vote.add(try #require(ScanVideo.zone(doubts: doubts))) }
        try #require(vote.zone.map { $0.zone.lines == ScanVideo.specimen && !$0.isCertain } == true)
        for _ in 0..<2 { _ = vote.add(try #require(ScanVideo.zone())) }
        return try #require(vote.zone)
    }

    /// The blurred ones either take the letter for another, or are not sure that there is one.
    @Test(arguments: [["E": 0.5, "F": 0.49], ["E": 0.69, " ": 0.3]] as [[Character: Float]])
    func `takes two sharp frames for more than many blurred ones`(_ doubt: [Character: Float]) throws {
        let zone = try Self.focused(doubt)
        #expect(zone.zone.lines == ScanVideo.specimen)
        #expect(zone.characters[5].confidence > 0.98)
        #expect(zone.isCertain)
    }

    @Test func `puts each character right that another frame saw better, and holds the check digits against the sum`()
        throws
    {
        var vote = FrameVote()
        let number = SeenLines.Place(line: 2, position: 3)
        for doubts in [[number: ["9": 0.5, "8": 0.49]], [Self.name: ["E": 0.5, "F": 0.49]]] as [SeenLines.Doubts] {
            _ = vote.add(try #require(ScanVideo.zone(doubts: doubts)))
        }
        let zone = try #require(vote.zone)
        #expect(zone.zone.lines == ScanVideo.specimen)
        #expect(zone.zone.checkDigits.filter { !$0.isCorrect }.isEmpty)
    }

    @Test func `ignores what is unlike and unclear`() throws {
        var vote = FrameVote()
        _ = vote.add(try #require(ScanVideo.zone()))
        var doubts: SeenLines.Doubts = [:]
        for position in 1...44 {
            doubts[.init(line: 1, position: position)] = ["A": 0.3, "B": 0.28, "<": 0.2]
        }
        for position in 1...10 { doubts[.init(line: 2, position: position)] = ["1": 0.3, "7": 0.3, "T": 0.3] }
        if let blurred = ScanVideo.zone(doubts: doubts) {
            let outcome = vote.add(blurred)
            #expect(outcome == .ignored)
        }
        #expect(vote.frameCount == 1)
        #expect(vote.zone?.zone.lines == ScanVideo.specimen)
    }

    @Test func `starts over with another document that is clearly read`() throws {
        var vote = FrameVote()
        for _ in 0..<5 { _ = vote.add(try #require(ScanVideo.zone())) }
        let outcome = vote.add(try #require(ScanVideo.zone(ScanVideo.another)))
        #expect(outcome == .startedOver)
        #expect(vote.zone?.zone.lines == ScanVideo.another)
        #expect(vote.frameCount == 1)
        #expect(vote.agreeingFrameCount == 1)
    }

    @Test func `starts over where nothing but a number changed, clearly read both times`() throws {
        var vote = FrameVote()
        _ = vote.add(try #require(ScanVideo.zone()))
        // The next number of the same issuer, with its check digits.
        let next = [ScanVideo.specimen[0], "L898903C55UTO7408122F1204159ZE184226B<<<<<12"]
        let zone = try #require(ScanVideo.zone(next))
        #expect(zone.zone.checkDigits.filter { !$0.isCorrect }.map(\.id) == [])
        let outcome = vote.add(zone)
        #expect(outcome == .startedOver)
    }
}
