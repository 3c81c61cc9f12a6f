import Capture
import MRZ
import Testing

@Suite("Documents one after the other that differ in a character")
struct AlikeDocumentTests {
    static let first = ScanVideo.specimen
    /// The same with one other letter of the name, digit of the number, or digit of the optional data, check digits with it.
    static let others = [
        ["P<UTOERIKSSON<<ANNE<MARIA<<<<<<<<<<<<<<<<<<<", first[1]],
        ["P<UTOFRIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", first[1]],
        [first[0], "L898903C33UTO7408122F1204159ZE184226B<<<<<16"],
        [first[0], "L898902C36UTO7408122F1204159ZE184227B<<<<<46"],
    ]
    /// Pairs, in both orders.
    static let pairs = others.map { (first, $0) } + others.map { ($0, first) }

    static func zone(_ lines: [String], doubts: SeenLines.Doubts = [:]) throws -> CapturedZone {
        try #require(ScanVideo.zone(lines, doubts: doubts))
    }

    /// A frame between both: nothing in it is sure.
    static func blurred(_ lines: [String]) throws -> CapturedZone {
        var doubts: SeenLines.Doubts = [:]
        for (line, text) in lines.enumerated() {
            for (position, character) in text.enumerated() where position.isMultiple(of: 6) {
                doubts[.init(line: line + 1, position: position + 1)] = [
                    character: 0.55, character == "X" ? "Y" : "X": 0.4,
                ]
            }
        }
        return try zone(lines, doubts: doubts)
    }

    /// The results of a series over frames.
    static func results(_ script: [[CapturedZone]]) throws -> [ScanResult] {
        let reader = ScriptedReader(script)
        var series = ScanSeries(ScanSettings())
        var results: [ScanResult] = []
        for index in script.indices {
            results += series.process(try #require(ScanVideo.frame(index)), at: .zero, by: reader).results
        }
        return results + series.finish()
    }

    @Test(arguments: pairs)
    func `both are read, and nothing else`(_ one: [String], _ two: [String]) throws {
        let (before, after) = (try Self.zone(one), try Self.zone(two))
        let cut = try Self.results(Array(repeating: [before], count: 4) + Array(repeating: [after], count: 4))
        #expect(cut.map(\.zone.zone.lines) == [one, two])
        #expect(cut.map(\.isComplete) == [true, true])
        #expect(cut.last?.firstFrame.sequence == 4 && cut.last?.lastFrame.sequence == 5)
    }

    @Test(arguments: pairs)
    func `one that was seen in a single frame leaves nothing behind in the next`(_ one: [String], _ two: [String])
        throws
    {
        let (before, after) = (try Self.zone(one), try Self.zone(two))
        let results = try Self.results([[before], [after], [after], [after]])
        #expect(results.map(\.zone.zone.lines) == [two])
        #expect(results.first?.firstFrame.sequence == 1 && results.first?.isComplete == true)
    }

    @Test(arguments: pairs)
    func `blurred frames between do not join them`(_ one: [String], _ two: [String]) throws {
        let (before, after) = (try Self.zone(one), try Self.zone(two))
        let between = [[try Self.blurred(one)], [try Self.blurred(one)], [], [try Self.blurred(two)]]
        for count in 1...3 {
            let script = Array(repeating: [before], count: count) + between + Array(repeating: [after], count: 4)
            let complete = try Self.results(script).filter(\.isComplete).map(\.zone.zone.lines)
            #expect(complete == [one, two] || count == 1 && complete == [two])
        }
    }

    @Test func `a single frame that contradicts is kept apart, and the second begins anew`() throws {
        var vote = FrameVote()
        for _ in 0..<5 { _ = vote.add(try Self.zone(Self.first)) }
        let other = try Self.zone(Self.others[0])
        let one = vote.add(other)
        #expect(one == .contradicted(1))
        #expect(vote.frameCount == 5 && vote.zone?.zone.lines == Self.first)
        let two = vote.add(other)
        #expect(two == .startedOver)
        #expect(vote.frameCount == 2 && vote.zone?.zone.lines == Self.others[0])
    }

    @Test func `frames that contradict in different ways do not come together`() throws {
        var vote = FrameVote()
        for _ in 0..<2 { _ = vote.add(try Self.zone(Self.first)) }
        for lines in [Self.others[0], Self.others[1], Self.others[0], Self.others[1]] {
            let outcome = vote.add(try Self.zone(lines))
            #expect(outcome == .contradicted(1))
        }
        // Nor do such between which the document itself was seen.
        for lines in [Self.others[0], Self.first, Self.others[0]] { _ = vote.add(try Self.zone(lines)) }
        #expect(vote.zone?.zone.lines == Self.first)
    }

    @Test func `frames that are not clear begin anew once there are five of them`() throws {
        let doubts: SeenLines.Doubts = [
            .init(line: 1, position: 8): ["I": 0.5, "1": 0.3, "L": 0.2],
            .init(line: 1, position: 14): ["<": 0.5, "K": 0.4],
        ]
        let unclear = try Self.zone(Self.others[0], doubts: doubts)
        try #require(unclear.confidence < 0.5)
        var vote = FrameVote()
        _ = vote.add(try Self.zone(Self.first))
        var outcomes: [FrameVote.Outcome] = []
        for _ in 0..<5 { outcomes.append(vote.add(unclear)) }
        #expect(outcomes == [.contradicted(1), .contradicted(2), .contradicted(3), .contradicted(4), .startedOver])
    }

    /// One frame shows a page that is sure of one letter and leans in another, the next frames the reverse: the sums are
    /// sure of a pair that is on neither page.
    @Test func `no lines come out of which no frame is sure`() throws {
        let (name, end) = (SeenLines.Place(line: 1, position: 6), SeenLines.Place(line: 1, position: 20))
        let one = try Self.zone(Self.first, doubts: [name: ["E": 0.5, "F": 0.45]])
        let two = try Self.zone(Self.others[1], doubts: [end: ["<": 0.55, "K": 0.44]])
        var vote = FrameVote()
        for zone in [one, one, one, two, two, two] { _ = vote.add(zone) }
        #expect(vote.zone?.isCertain == true && vote.zone?.zone.lines == Self.others[1])
        #expect(vote.agreeingFrameCount == 3 && !vote.isShown)
        let results = try Self.results([[one], [one], [one], [two], [two], [two]])
        #expect(results.allSatisfy { !$0.isComplete })
    }

    @Test func `a frame that was misread among those of a document that was read is no other document`() throws {
        let (right, misread) = (try Self.zone(Self.first), try Self.zone(Self.others[1]))
        let script = [right, right, misread, right, misread, right, misread].map { [$0] }
        #expect(try Self.results(script).map(\.zone.zone.lines) == [Self.first])
    }

    @Test func `blurred frames of a document that was read are no other document`() throws {
        let blurred = try Self.zone(
            Self.others[1],
            doubts: [
                .init(line: 1, position: 8): ["I": 0.5, "1": 0.3, "L": 0.2],
                .init(line: 1, position: 14): ["<": 0.5, "K": 0.4],
            ])
        try #require(blurred.confidence < 0.5)
        let right = try Self.zone(Self.first)
        let script = [right, right, right, blurred, blurred, blurred, blurred].map { [$0] }
        #expect(try Self.results(script).map(\.zone.zone.lines) == [Self.first])
    }

    @Test func `of several zones of a frame that one is followed which does not contradict`() throws {
        let doubtful: SeenLines.Doubts = [.init(line: 1, position: 20): ["<": 0.8, "K": 0.19]]
        let (one, two) = (try Self.zone(Self.first, doubts: doubtful), try Self.zone(Self.others[0]))
        var course = ScanCourse(ScanSettings())
        _ = try ScanCourseTests.run(&course, [[one], [two, one], [two, one]])
        #expect(course.result?.zone.zone.lines == Self.first && course.result?.frameCount == 3)
    }

    @Test func `what was left for a document much like it waits for that one, and counts where it was clear`() throws {
        let left = try Self.zone(Self.others[1], doubts: [.init(line: 1, position: 20): ["<": 0.8, "K": 0.19]])
        let next = try Self.zone(Self.first)
        let results = try Self.results(Array(repeating: [left], count: 4) + Array(repeating: [next], count: 3))
        #expect(results.map(\.zone.zone.lines) == [Self.others[1], Self.first])
        #expect(results.map(\.isComplete) == [false, true])
        let unsure = try Self.zone(
            Self.others[1],
            doubts: [
                .init(line: 1, position: 8): ["I": 0.5, "1": 0.3], .init(line: 1, position: 14): ["<": 0.4, "K": 0.4],
            ])
        try #require(unsure.confidence < 0.5)
        let dropped = try Self.results(Array(repeating: [unsure], count: 4) + Array(repeating: [next], count: 3))
        #expect(dropped.map(\.zone.zone.lines) == [Self.first])
    }
}

@Suite("Frames that see no character in a cell")
struct FramePresenceTests {
    static let name = SeenLines.Place(line: 1, position: 7)

    /// The vote of frames of which so many see nothing at a place.
    static func vote(covered: Int, of count: Int, _ place: SeenLines.Place = name) throws -> FrameVote {
        var vote = FrameVote()
        let printed = Array(ScanVideo.specimen[place.line - 1])[place.position - 1]
        let cover = try #require(ScanVideo.zone(doubts: [place: [" ": 0.9, printed: 0.09]]))
        for number in 0..<count {
            _ = vote.add(number < covered ? cover : try #require(ScanVideo.zone()))
        }
        return vote
    }

    @Test(arguments: [(1, 5, true), (2, 8, true), (1, 3, false), (3, 6, false), (5, 6, false)])
    func `light that passes over a letter does no harm, and what hides it in many frames does`(
        covered: Int, count: Int, isCertain: Bool
    ) throws {
        #expect(try Self.vote(covered: covered, of: count).zone?.isCertain == isCertain)
    }

    /// What four frames say that see a filler, or nothing, in one place.
    private static func voteOnFiller(at place: SeenLines.Place, presence: Float) throws -> CapturedZone {
        var vote = FrameVote()
        for _ in 0..<4 {
            _ = vote.add(try #require(ScanVideo.zone(doubts: [place: ["<": presence, " ": 0.999 - presence]])))
        }
        return try #require(vote.zone)
    }

    /// The digit 0 of the number and a filler have the same weight in check digits.
    @Test(arguments: [(0.93, false), (0.998, true)] as [(Float, Bool)])
    func `a filler within the number is sure only where frames are sure that one stands there`(
        presence: Float, isSure: Bool
    ) throws {
        let zone = try Self.voteOnFiller(at: SeenLines.Place(line: 2, position: 6), presence: presence)
        try #require(zone.characters[44 + 5].character == "<")
        #expect((zone.characters[44 + 5].confidence > 0.5) == isSure)
        #expect(isSure || !zone.isCertain)
    }

    @Test(arguments: [(0.94, false), (0.998, true)] as [(Float, Bool)])
    func `a filler between letters is sure only where frames are sure that one stands there`(
        presence: Float, isSure: Bool
    ) throws {
        let zone = try Self.voteOnFiller(at: SeenLines.Place(line: 1, position: 9), presence: presence)
        try #require(zone.characters[8].character == "<")
        #expect((zone.characters[8].confidence > 0.5) == isSure)
    }
}
