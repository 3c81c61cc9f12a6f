import ChipReader
import ChipSimulator
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing

/// The document is taken away in the middle of the protocols, and comes back, or another one does, or none.
@Suite("Inspection: the document is gone in mid-session, field note 46")
struct CardGoneTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let session: GoneSession
        let point: GonePoint
        var testDescription: String { "\(session.rawValue), \(point.rawValue)" }

        func count(_ fixture: GoneFixture) throws -> Int { try #require(point.commandCount(in: fixture.commands)) }
    }

    static func places() throws -> [Place] { try GonePoint.table().map { Place(session: $0, point: $1) } }

    @Test func `is about every place in every session that has it`() throws {
        let found = try Dictionary(grouping: GonePoint.table(), by: \.0).mapValues { $0.map(\.1) }
        let pace: [GonePoint] = [.afterNonce, .afterMapping]
        #expect(found[.bac] == [.inPortrait])
        #expect(found[.pace] == pace + [.inPortrait])
        #expect(found[.chipAuthentication] == GonePoint.allCases)
        #expect(found[.mapping] == pace + [.inPortrait])
        #expect(found[.terminalAuthentication] == GonePoint.allCases)
        #expect(found[.card] == pace + [.afterSelection, .inPortrait])
    }

    @Test(arguments: GoneSession.allCases)
    func `accepts each document that stays where it is`(_ session: GoneSession) throws {
        let fixture = try session.fixture()
        let reading = fixture.read(fixture.connection())
        let isWhole = fixture.isWhole(reading)
        #expect(isWhole)
        #expect(try fixture.judge(reading).verdict == .accepted)
    }

    // MARK: Back within three seconds

    @Test(arguments: try places(), [false, true])
    func `completes the read where it comes back in time`(_ place: Place, isInCommand: Bool) throws {
        let fixture = try place.session.fixture()
        let count = try place.count(fixture)
        let connection = fixture.connection([isInCommand ? .pullDuring(apdu: count + 1) : .pull(afterAPDU: count)])
        connection.absence = .milliseconds(2900)
        let reading = fixture.read(connection)
        let isWhole = fixture.isWhole(reading)
        #expect(isWhole)
        #expect(reading.remarks.contains { $0.code == "cardLost" })
        #expect(try fixture.judge(reading).verdict == .accepted)
    }

    @Test(arguments: GoneSession.allCases)
    func `completes the read after a loss at any command`(_ session: GoneSession) throws {
        let fixture = try session.fixture()
        for index in fixture.places {
            for incident in [WireIncident.pull(afterAPDU: index), .pullDuring(apdu: index + 1)] {
                let reading = fixture.read(fixture.connection([incident]))
                let isWhole = fixture.isWhole(reading)
                #expect(isWhole, "\(incident): \(reading.ending)")
                #expect(try fixture.judge(reading).verdict == .accepted, "\(incident)")
            }
        }
    }

    // MARK: Another document

    @Test(arguments: try places(), GoneFixture.Other.allCases)
    func `never mixes it with what lies there instead, and says so`(_ place: Place, other: GoneFixture.Other) throws {
        let fixture = try place.session.fixture()
        let connection = fixture.connection([.pull(afterAPDU: try place.count(fixture))])
        let stranger = try fixture.other(other, place.session)
        connection.replacement = SimulatedChip(stranger)
        let reading = fixture.read(connection)
        #expect(connection.replacement == nil)
        try judge(reading, other, stranger, fixture, place.session)
    }

    @Test(arguments: GoneSession.allCases, GoneFixture.Other.allCases)
    func `never mixes two documents, at whichever command the other is laid down`(
        _ session: GoneSession, other: GoneFixture.Other
    ) throws {
        let fixture = try session.fixture()
        let stranger = try fixture.other(other, session)
        for index in fixture.places {
            let connection = fixture.connection([.pull(afterAPDU: index)])
            connection.replacement = SimulatedChip(stranger)
            let reading = fixture.read(connection)
            guard connection.replacement == nil else { continue }
            try judge(reading, other, stranger, fixture, session, "after command \(index)")
        }
    }

    private func judge(
        _ reading: ChipReading, _ other: GoneFixture.Other, _ stranger: IssuedDocument, _ fixture: GoneFixture,
        _ session: GoneSession, _ place: Comment? = nil
    ) throws {
        let report = try fixture.judge(reading, trusting: [stranger])
        let isOfOne = GoneFixture.isOfOne(reading, [fixture.document, stranger])
        #expect(isOfOne, place)
        switch other {
        case .otherHolder:
            // Nothing opens it, or it is found to be another one.
            #expect(report.verdict == .undecided, place)
            guard case .brokenOff(let reason) = reading.ending else {
                Issue.record("the other document was read with the printed key")
                return
            }
            #expect(["otherChip", "paceBroken", "wrongPassword", "wrongKey", "notOpened"].contains(reason.code), place)
        case .sameKey:
            // Either the read ends, or it is one of the other document from its first file to its last.
            guard reading.ending == .complete else {
                #expect(report.verdict == .undecided, place)
                guard case .brokenOff(let reason) = reading.ending else { return }
                #expect(reason.code == "otherChip", place)
                return
            }
            #expect(reading.bytes(of: .sod) == stranger.files[.sod], place)
        case .copy:
            #expect(report.verdict != .accepted, place)
            if reading.ending == .complete {
                #expect(report.verdict == .rejected, place)
                #expect(report.answer(.chipGenuineness)?.isFailure == true, place)
            }
        }
    }

    // MARK: Never back

    @Test(arguments: try places())
    func `keeps what it has where nothing comes back, and goes on from there later`(_ place: Place) throws {
        let fixture = try place.session.fixture()
        let connection = fixture.connection([.pull(afterAPDU: try place.count(fixture))])
        connection.absence = .seconds(4)
        let broken = fixture.read(connection)
        guard case .brokenOff(let reason) = broken.ending else {
            Issue.record("nothing was lost")
            return
        }
        #expect(["timedOut", "cardRemoved", "noCard"].contains(reason.code))
        let isOfOne = GoneFixture.isOfOne(broken, [fixture.document])
        #expect(isOfOne)
        #expect(try fixture.judge(broken).verdict == .undecided)
        if place.point == .inPortrait {
            guard case .partial(let bytes, _)? = broken[.dataGroup(.dg2)]?.outcome else {
                Issue.record("the beginning of DG2 was thrown away")
                return
            }
            #expect(!bytes.isEmpty)
        }
        let resumed = fixture.read(fixture.connection(), resuming: broken)
        let isWhole = fixture.isWhole(resumed)
        #expect(isWhole)
        #expect(try fixture.judge(resumed).verdict == .accepted)
    }
}
