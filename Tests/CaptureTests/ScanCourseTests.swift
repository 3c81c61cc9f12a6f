import Capture
import MRZ
import Testing

@Suite("The course of a session: facts A24, A26, A106, A123")
struct ScanCourseTests {
    /// Runs frames through a session; what each gave.
    static func run(
        _ course: inout ScanCourse, _ script: [[CapturedZone]], picture: GreyPicture? = ScanVideo.picture(),
        times: [Duration]? = nil
    ) throws -> [FrameResult] {
        let reader = ScriptedReader(script)
        return try script.indices.map { index in
            course.process(
                try #require(ScanVideo.frame(index, picture)), at: times?[index] ?? .zero, by: reader,
                isCancelled: { false })
        }
    }

    static func zone(_ lines: [String] = ScanVideo.specimen, doubts: SeenLines.Doubts = [:]) throws -> CapturedZone {
        try #require(ScanVideo.zone(lines, doubts: doubts))
    }

    @Test func `ends with the second frame that agrees, and takes none after`() throws {
        var course = ScanCourse(ScanSettings())
        let zone = try Self.zone()
        let results = try Self.run(&course, [[], [zone], [zone], [zone]])
        #expect(results.map(\.status) == [.sideInProgress, .sideInProgress, .documentScanned, .documentScanned])
        #expect(results.map(\.hint) == [.noZone, .holdStill, nil, nil])
        #expect(results.map(\.error) == [nil, nil, nil, .processedAfterDocumentScanned])
        #expect(results[1].quadrilateral.count == 4 && results[0].quadrilateral.isEmpty)
        let result = try #require(course.result)
        #expect(result.isComplete && result.zone.zone.lines == ScanVideo.specimen)
        #expect(result.firstFrame.sequence == 1 && result.lastFrame.sequence == 2)
        #expect(result.lastFrame.time == .milliseconds(66))
    }

    @Test func `gives what was read so far before it is done`() throws {
        var course = ScanCourse(ScanSettings())
        #expect(course.result == nil)
        _ = try Self.run(&course, [[try Self.zone()]])
        let result = try #require(course.result)
        #expect(!result.isComplete && result.frameCount == 1)
    }

    @Test func `names what is missing`() throws {
        var course = ScanCourse(ScanSettings())
        let name = try Self.zone(doubts: [FrameVoteTests.name: ["E": 0.5, "F": 0.49]])
        let named = try Self.run(&course, [[name]]).first?.hint
        #expect(named == .namesUncertain)
        course = ScanCourse(ScanSettings())
        var wrong = ScanVideo.specimen
        wrong[1] = "L898902C37UTO7408122F1204159ZE184226B<<<<<10"
        let hints = try Self.run(&course, [[try Self.zone(wrong)], [try Self.zone(wrong)]]).map(\.hint)
        #expect(hints == [.checkDigits([.documentNumber, .composite]), .checkDigits([.documentNumber, .composite])])
        for (picture, zones, hint) in [
            (ScanVideo.picture(dark: 0, light: 9), [], .tooDark),
            (ScanVideo.picture(dark: 255, light: 255), [], .tooBright),
            (ScanVideo.picture(dark: 2, light: 12), [name], .tooDark),
        ] as [(GreyPicture?, [CapturedZone], ScanHint)] {
            course = ScanCourse(ScanSettings())
            let found = try Self.run(&course, [zones], picture: picture).first?.hint
            #expect(found == hint)
        }
        course = ScanCourse(ScanSettings())
        let small = try #require(ScanVideo.zone(doubts: [FrameVoteTests.name: ["E": 0.5, "F": 0.49]], pitch: 4))
        let far = try Self.run(&course, [[small]]).first?.hint
        #expect(far == .tooFar)
    }

    @Test func `says that the document changed, and keeps the one that was left`() throws {
        var course = ScanCourse(ScanSettings())
        let doubtful = try Self.zone(doubts: [FrameVoteTests.name: ["E": 0.5, "F": 0.49]])
        let results = try Self.run(&course, [[doubtful], [doubtful], [try Self.zone(ScanVideo.another)]])
        #expect(results.last?.hint == .documentChanged)
        #expect(course.replaced?.zone.zone.lines == ScanVideo.specimen)
        #expect(course.replaced?.isComplete == false)
    }

    @Test func `keeps the times of the whole and of a step`() throws {
        var settings = ScanSettings()
        settings.timeout = .seconds(60)
        settings.stepTimeout = .seconds(10)
        var course = ScanCourse(settings)
        let zone = try Self.zone(doubts: [FrameVoteTests.name: ["E": 0.5, "F": 0.49]])
        let other = try Self.zone(ScanVideo.another, doubts: [FrameVoteTests.name: ["S": 0.5, "5": 0.49]])
        #expect(other.zone.checkDigits.filter { !$0.isCorrect }.isEmpty)
        let errors = try Self.run(
            &course, [[zone], [zone], [zone]], times: [.seconds(100), .seconds(110), .seconds(111)]
        ).map(\.error)
        #expect(errors == [nil, nil, .stepTimedOut])
        course.restartTimes()
        let error = try Self.run(&course, [[zone]], times: [.seconds(200)]).first?.error
        #expect(error == nil)
        settings.stepTimeout = nil
        course = ScanCourse(settings)
        let whole = try Self.run(&course, [[zone], [zone]], times: [.seconds(0), .seconds(61)]).map(\.error)
        #expect(whole == [nil, .timedOut])
    }

    @Test func `starts over once it is reset`() throws {
        var course = ScanCourse(ScanSettings())
        _ = try Self.run(&course, [[try Self.zone()], [try Self.zone()]])
        course.reset()
        #expect(course.status == .sideInProgress && course.result == nil)
    }

    @Test func `follows one of two zones of a frame`() throws {
        var course = ScanCourse(ScanSettings())
        let (one, two) = (try Self.zone(), try Self.zone(ScanVideo.another))
        _ = try Self.run(&course, [[one], [two, one]])
        #expect(course.result?.zone.zone.lines == ScanVideo.specimen && course.result?.isComplete == true)
    }

    @Test func `gives one result for each document of a video`() throws {
        var series = ScanSeries(ScanSettings())
        let (one, two) = (try Self.zone(), try Self.zone(ScanVideo.another))
        let script = [[], [one], [one], [one], [one], [], [two], [two], [two], [one], [one]]
        let reader = ScriptedReader(script)
        var found: [(Int, [String])] = []
        for index in script.indices {
            let (_, results) = series.process(
                try #require(ScanVideo.frame(index)), at: .zero, by: reader)
            found += results.map { (index, $0.zone.zone.lines) }
        }
        #expect(found.map(\.0) == [2, 7, 10])
        #expect(found.map(\.1) == [ScanVideo.specimen, ScanVideo.another, ScanVideo.specimen])
        let rest = series.finish()
        #expect(rest.isEmpty)
    }

    @Test func `reads each of two documents in view once, whichever is larger`() throws {
        var series = ScanSeries(ScanSettings())
        let (one, two) = (try Self.zone(), try Self.zone(ScanVideo.another))
        let reader = ScriptedReader([[one, two]])
        var found: [[String]] = []
        for index in 0..<9 {
            let (_, results) = series.process(try #require(ScanVideo.frame(index)), at: .zero, by: reader)
            found += results.map(\.zone.zone.lines)
        }
        #expect(found == [ScanVideo.specimen, ScanVideo.another])
    }

    @Test func `tells how sure each frame is by itself`() throws {
        var course = ScanCourse(ScanSettings())
        let doubtful = try Self.zone(doubts: [FrameVoteTests.name: ["E": 0.6, "F": 0.39]])
        let results = try Self.run(&course, [[], [doubtful], [try Self.zone()]])
        #expect(results[0].confidence == nil)
        #expect(results[1].confidence == doubtful.confidence)
        #expect(try #require(results[2].confidence) > doubtful.confidence)
    }

    @Test func `gives what is left of a document that was not read to the end`() throws {
        var series = ScanSeries(ScanSettings())
        let reader = ScriptedReader([[try Self.zone()]])
        _ = series.process(try #require(ScanVideo.frame(0)), at: .zero, by: reader)
        let rest = series.finish()
        let left = try #require(rest.first)
        #expect(!left.isComplete && left.zone.zone.lines == ScanVideo.specimen)
    }
}
