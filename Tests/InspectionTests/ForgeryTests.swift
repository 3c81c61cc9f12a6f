import ChipReader
import ChipSimulator
import Cryptography
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: no forgery is accepted, however it is read and judged")
struct ForgeryTests {
    /// A way to read that leaves something out.
    enum Way: String, CaseIterable {
        case whole, withoutPortrait, groupOne, groupsOneAndTwo, withoutProof

        func change(_ request: inout ReadRequest) {
            switch self {
            case .whole: break
            case .withoutPortrait: request.skipsPortrait = true
            case .groupOne: request.groups = [.dg1]
            case .groupsOneAndTwo: request.groups = [.dg1, .dg2]
            case .withoutProof: request.performsActiveAuthentication = false
            }
        }
    }

    /// What cannot be seen by a reader that leaves the forged part out.
    private static func isInvisible(_ forgery: String, _ way: Way) -> Bool {
        switch forgery {
        case "dg2-swapped", "dg2-bit": way == .withoutPortrait || way == .groupOne
        case "group-added": way == .groupOne || way == .groupsOneAndTwo
        default: false
        }
    }

    @Test(arguments: ForgeryProfile.all.map(\.name), Way.allCases)
    func `accepts none`(name: String, way: Way) throws {
        var fixture = try InspectionFixture()
        try #require(ForgeryProfile(named: name)).apply(&fixture.simulated)
        way.change(&fixture.request)
        let reading = fixture.read()
        for policy in TrustPolicy.Name.allCases {
            fixture.policy = TrustPolicy(name: policy)
            let report = fixture.judge(reading)
            guard Self.isInvisible(name, way) else {
                #expect(report.verdict != .accepted, "\(policy)")
                continue
            }
            if name == "group-added" { #expect(report.remarks.contains { $0.text.contains("EF.COM names DG13") }) }
            // What was not read is not called right.
            if way == .withoutPortrait || way == .groupOne {
                #expect(report["pa.dataGroup.DG2"]?.result != .successful)
                #expect(report["files.DG2"]?.result != .successful)
                #expect(report.portrait == nil)
            }
        }
    }

    @Test(arguments: [DataGroup.dg1, .dg2], Way.allCases)
    func `accepts no list of hashes without DG1 or DG2, whatever was read, and names the group`(
        group: DataGroup, way: Way
    ) throws {
        var fixture = try InspectionFixture()
        var options = try #require(fixture.simulated.document.authorities).sodOptions
        options.deviations.insert(.withoutHash(group))
        try fixture.simulated.document.reissue(options: options)
        way.change(&fixture.request)
        let reading = fixture.read()
        for policy in TrustPolicy.Name.allCases {
            fixture.policy = TrustPolicy(name: policy)
            let report = fixture.judge(reading)
            let check = report[CheckID(rawValue: "pa.dataGroup.\(group.name)")]
            let isRead = reading[.dataGroup(group)].map { $0.outcome != .skipped } ?? false
            // Strict, that EF.COM names it is enough.
            let isNamed = policy == .strict && reading[.com] != nil
            #expect(report.verdict == (isRead || isNamed ? .rejected : .undecided))
            #expect(check?.result.reason?.code == "dataGroupNotListed")
            #expect(report.remarks.contains { $0.code == "groupsNotSigned" && $0.text.contains(group.name) })
        }
    }

    @Test(arguments: [DataGroup.dg1, .dg2, .dg14, .dg15], [Way.whole, .groupsOneAndTwo, .withoutProof])
    func `accepts no list of hashes that leaves a group out`(group: DataGroup, way: Way) throws {
        for versions in [nil, SODOptions.Versions()] {
            var fixture = try InspectionFixture()
            var options = try #require(fixture.simulated.document.authorities).sodOptions
            options.versions = versions
            options.deviations.insert(.withoutHash(group))
            try fixture.simulated.document.reissue(options: options)
            way.change(&fixture.request)
            #expect(fixture.inspect().verdict != .accepted)
        }
    }

    @Test(arguments: Way.allCases)
    func `accepts the genuine specimen unless its proof is left out`(way: Way) throws {
        var fixture = try InspectionFixture()
        way.change(&fixture.request)
        #expect(fixture.inspect().verdict == (way == .withoutProof ? .undecided : .accepted))
    }

    /// A chip whose copy lies on the reader after the genuine one was taken away, at every command.
    @Test func `accepts no copy that takes the place of the genuine chip`() throws {
        let fixture = try InspectionFixture()
        let whole = fixture.connection
        var first = ChipReader(whole)
        _ = first.read(fixture.request, at: InspectionFixture.time)
        for index in 0..<whole.cost.apduCount {
            let connection = fixture.connection
            connection.incidents = [.pull(afterAPDU: index)]
            var copy = fixture.simulated.document
            copy.activeAuthentication = nil
            connection.replacement = SimulatedChip(copy)
            var reader = ChipReader(connection)
            let report = fixture.judge(reader.read(fixture.request, at: InspectionFixture.time))
            #expect(report.verdict == .rejected, "after command \(index)")
        }
    }

    /// What comes before a session has no protection, and is seen to differ from what is signed: EF.CardAccess, and the
    /// proof of the Chip Authentication Mapping.
    private static let unprotected: Set<CheckID> = [
        "access.downgrade", "consistency.cardAccess", "consistency.cardSecurity", "cam.chip",
    ]

    @Test(arguments: ["specimen-pace", "specimen-cam", "specimen-eac", "specimen-identity-card"])
    func `rejects no genuine document over one altered answer of a session`(name: String) throws {
        let fixture = try InspectionFixture(specimen: name)
        let whole = fixture.connection
        whole.recordsTraffic = true
        var first = ChipReader(whole)
        _ = first.read(fixture.request, at: InspectionFixture.time)
        for (index, exchange) in whole.traffic.enumerated() {
            for byte in Set([exchange.answer.count / 2, exchange.answer.count - 1]) {
                let connection = fixture.connection
                connection.incidents = [.flip(answer: index + 1, byte: byte, mask: 0x01)]
                var reader = ChipReader(connection)
                let report = fixture.judge(reader.read(fixture.request, at: InspectionFixture.time))
                let failed = Set(report.obstacles.filter(\.result.isFailure).map(\.id))
                let isProtected = exchange.command[0] & 0x0C == 0x0C
                #expect(
                    failed.isSubset(of: isProtected ? [] : Self.unprotected),
                    "answer \(index + 1), byte \(byte): \(failed)")
            }
        }
    }

    @Test(arguments: [UInt8(0x01), 0x80])
    func `accepts a reading with altered answers only if nothing of it is wrong`(mask: UInt8) throws {
        let fixture = try InspectionFixture()
        let whole = fixture.connection
        whole.recordsTraffic = true
        var first = ChipReader(whole)
        _ = first.read(fixture.request, at: InspectionFixture.time)
        for (index, exchange) in whole.traffic.enumerated() {
            for byte in Set([0, 1, 2, 3, exchange.answer.count / 2, exchange.answer.count - 1]) {
                let connection = fixture.connection
                connection.incidents = [.flip(answer: index + 1, byte: byte, mask: mask)]
                var reader = ChipReader(connection)
                let reading = reader.read(fixture.request, at: InspectionFixture.time)
                for file in reading.files where file.file.application == .lds1 {
                    guard case .read(let bytes) = file.outcome else { continue }
                    #expect(bytes == fixture.simulated.document.files[file.file], "answer \(index + 1), byte \(byte)")
                }
                // A bare answer that says no, or an altered challenge of BAC, keeps the chip shut; nothing makes it wrong.
                #expect(fixture.judge(reading).verdict != .rejected, "answer \(index + 1), byte \(byte)")
            }
        }
    }
}
