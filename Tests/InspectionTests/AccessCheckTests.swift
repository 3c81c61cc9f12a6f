import Cryptography
import Inspection
import Issuing
import LDS
import Report
import Standards
import Testing
import Trust

@Suite("Inspection: access, and what was downgraded, Doc 9303-11 §4.2")
struct AccessCheckTests {
    private var fixture: ProtocolFixture

    init() throws {
        fixture = try ProtocolFixture()
    }

    @Test func `names variant, parameters and password of PACE`() throws {
        let report = try fixture.judge { $0.access.remainingTries = 3 }
        let check = try #require(report["access.pace"])

        #expect(check.result == .successful)
        #expect(check.evidence.contains(.init("variant", "PACE-CAM, ECDH, AES-128")))
        #expect(check.evidence.contains(.init("parameters", "brainpoolP256r1 (13)")))
        #expect(check.evidence.contains(.init("password", "MRZ")))
        #expect(check.evidence.contains(.init("tries left", "3")))
        #expect(report["access.bac"] == nil)
        #expect(report["access.downgrade"]?.result == .successful)
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `says which attempts failed before`() throws {
        let report = try fixture.judge {
            $0.access.attempts = [
                AccessAttempt(method: .pace, identifier: ProtocolFixture.generic, reason: Reason("stepFailed", "No."))
            ]
        }
        let evidence = report["access.pace"]?.evidence ?? []
        #expect(evidence.contains(.init("failed attempt", "PACE-GM, ECDH, AES-128: stepFailed")))
    }

    @Test(
        arguments: [
            ("paceNotOffered", "access.pace"), ("cardAccessDamaged", "access.pace"), ("keyNeeded", "access.bac"),
        ] as [(String, CheckID)])
    func `says of which protocol it is that the chip was not opened`(code: String, check: CheckID) throws {
        let report = try fixture.judge {
            $0.access = AccessReading(failure: Reason(code, "Why."))
            $0.files = []
        }
        #expect(report.code(check) == code)
        #expect((report["access.pace"] == nil) != (report["access.bac"] == nil))
    }

    @Test(arguments: ["auto", "pace-only", nil] as [String?])
    mutating func `says that PACE was broken off where the card was lost during it`(policy: String?) throws {
        fixture.accessPolicy = policy
        let lost = ChipReading.Ending.brokenOff(Reason("noCard", "There is no card."))
        func report(_ fixture: ProtocolFixture, _ steps: [String]) throws -> InspectionReport {
            try fixture.judge {
                $0.access = AccessReading(offersPACE: true)
                $0.steps = steps.map {
                    ChipReading.Step(name: $0, apduCount: 1, sentByteCount: 5, receivedByteCount: 2, duration: .zero)
                }
                $0.ending = lost
                $0.files = []
            }
        }
        let broken = try report(fixture, ["cardAccess", "pace.select"])
        #expect(broken.code("access.pace") == "noCard")
        #expect(broken["access.pace"]?.result.isFailure == false)
        #expect(broken["access.bac"] == nil)
        #expect(broken.verdict == .undecided)

        // Not where BAC was begun, or was to be.
        #expect(try report(fixture, ["cardAccess", "bac"])["access.pace"] == nil)
        fixture.accessPolicy = "bac-only"
        let other = try report(fixture, ["cardAccess"])
        #expect(other["access.pace"] == nil)
        #expect(other.code("access.bac") == "noCard")
    }

    @Test func `gives each protocol that failed its own reason`() throws {
        let report = try fixture.judge {
            $0.access = AccessReading(offersPACE: true, failure: Reason("wrongKey", "Last."))
            $0.access.attempts = [
                AccessAttempt(method: .pace, reason: Reason("wrongPassword", "First.")),
                AccessAttempt(method: .bac, reason: Reason("wrongKey", "Last.")),
            ]
            $0.ending = .brokenOff(Reason("wrongKey", "Last."))
            $0.files = []
        }
        #expect(report.code("access.pace") == "wrongPassword")
        #expect(report.code("access.bac") == "wrongKey")
        #expect(report.code("access.downgrade") == "notOpened")
        #expect(report.answer(.access)?.reason?.code == "wrongPassword")
        #expect(report.answer(.access)?.isFailure == true)
        #expect(report.verdict == .undecided)
    }

    /// Which policy the reader had, what the chip offered, and what the check says of Basic Access Control.
    @Test(
        arguments: [
            ("auto", true, "downgraded"), ("pace-only", true, "downgraded"), ("bac-only", true, "paceNotUsed"),
            (nil, true, "paceNotUsed"), ("auto", nil, "downgraded"), ("bac-only", nil, "paceNotUsed"),
            ("auto", false, "paceHidden"), ("bac-only", false, "paceHidden"), (nil, false, "paceHidden"),
        ] as [(String?, Bool?, String)])
    mutating func `fails a downgrade that nobody asked for`(policy: String?, offers: Bool?, code: String) throws {
        fixture.accessPolicy = policy
        for trust in TrustPolicy.Name.allCases {
            fixture.policy = TrustPolicy(name: trust)
            let report = try fixture.judge {
                $0.access = AccessReading(offersPACE: offers, used: .bac)
                if offers == false { $0.replace(.cardAccess, .absent(status: 0x6A82)) }
            }
            let check = try #require(report["access.downgrade"])
            #expect(report.code("access.downgrade") == code)
            #expect(check.result.isFailure == (code != "paceNotUsed"))
            if check.result.isFailure {
                #expect(check.obligation == .mandatory)
                #expect(report.verdict == .rejected)
            } else {
                #expect(trust == .strict || check.obligation != .mandatory)
            }
        }
    }

    @Test func `fails files that are open to everyone beside PACE`() throws {
        let report = try fixture.judge { $0.access = AccessReading(offersPACE: true, used: .unprotected) }
        #expect(report.code("access.downgrade") == "downgraded")
        #expect(report.code("access.bac") == "unprotected")
    }

    @Test func `misses nothing on a chip without PACE`() throws {
        let plain = try ProtocolFixture { $0.pace = nil }
        let report = try plain.judge {
            $0.access = AccessReading(offersPACE: false, used: .bac)
            $0.replace(.cardAccess, .absent(status: 0x6A82))
        }
        #expect(report.code("access.downgrade") == "paceNotOffered")
        #expect(report.code("consistency.cardAccess") == "noPACE")
        #expect(report["access.bac"]?.result == .successful)
        #expect(report["access.pace"] == nil)
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `does not know what a chip offers whose EF.CardAccess nobody read`() throws {
        let plain = try ProtocolFixture { $0.pace = nil }
        let report = try plain.judge { $0.access = AccessReading(used: .bac) }
        #expect(report.code("access.downgrade") == "notKnown")
    }

    @Test(
        arguments: [
            // Whatever stands in EF.CardAccess, the signed DG14 and EF.CardSecurity hold CAM and GM.
            ([SecurityInfoEncoder.pace(ProtocolFixture.generic, parameterIdentifier: 13)], "paceEntriesMissing"),
            ([], "paceEntriesMissing"),
            (
                [
                    SecurityInfoEncoder.pace(ProtocolFixture.mapping, parameterIdentifier: 13),
                    SecurityInfoEncoder.pace(ProtocolFixture.generic, parameterIdentifier: 13),
                    SecurityInfoEncoder.pace(ProtocolFixture.generic, parameterIdentifier: 8),
                ], "paceEntriesAdded"
            ),
            (
                [
                    SecurityInfoEncoder.pace(ProtocolFixture.mapping, parameterIdentifier: 13),
                    SecurityInfoEncoder.pace(ProtocolFixture.generic, parameterIdentifier: 13),
                    SecurityInfoEncoder.paceDomainParameters(
                        OID.idPACE.appending(2), .named(.brainpoolP256r1), parameterIdentifier: 40),
                ], "parametersDiffer"
            ),
        ] as [([[UInt8]], String)])
    mutating func `fails an EF.CardAccess that the signed copies contradict`(infos: [[UInt8]], code: String) throws {
        for trust in TrustPolicy.Name.allCases {
            fixture.policy = TrustPolicy(name: trust)
            let report = try fixture.judge { $0.replace(.cardAccess, .read(SecurityInfoEncoder.cardAccess(infos))) }
            #expect(report.code("consistency.cardAccess") == code)
            #expect(report["consistency.cardAccess"]?.obligation == .mandatory)
            #expect(report["consistency.cardSecurity"]?.obligation == .mandatory)
            #expect(report.code("consistency.cardSecurity") == code)
            #expect(report.verdict == .rejected, "\(trust)")
        }
    }

    @Test func `takes equal entries in another order for the same`() throws {
        let infos = [
            SecurityInfoEncoder.pace(ProtocolFixture.generic, parameterIdentifier: 13),
            SecurityInfoEncoder.pace(ProtocolFixture.mapping, parameterIdentifier: 13),
        ]
        let report = try fixture.judge {
            $0.replace(.cardAccess, .read(SecurityInfoEncoder.cardAccess(infos.reversed(), form: .unsorted)))
        }
        #expect(report["consistency.cardAccess"]?.result == .successful)
        #expect(report["consistency.cardSecurity"]?.result == .successful)
    }

    @Test func `leaves open what was not read, and rejects nothing for it`() throws {
        let report = try fixture.judge { $0.replace(.cardAccess, nil) }
        #expect(report.code("consistency.cardAccess") == "notRead")
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `asks no old chip for a signed copy`() throws {
        let old = try ProtocolFixture {
            $0.pace?.entries = []
            $0.chipAuthentication?.keys.removeLast()
        }
        let report = try old.judge { $0.replace(.cardAccess, .read(DocumentProfile.cardAccessOfferingPACE)) }
        #expect(report.code("consistency.cardAccess") == "notRepeated")
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `compares with no DG14 that nobody signed`() throws {
        let report = try fixture.judge {
            $0.replace(.sod, .absent(status: 0x6A82))
            $0.replace(.cardAccess, .read(DocumentProfile.cardAccessOfferingPACE))
        }
        #expect(report.code("consistency.cardAccess") == "notSigned")
    }

    @Test(
        arguments: [
            (TerminalAuthenticationReading.Outcome.accepted(groups: [.dg3]), nil),
            (.refused(status: 0x6300, at: "externalAuthenticate"), "refused"),
            (.notTried(Reason("noChain", "No certificate leads to a trust point of the chip.")), "noChain"),
        ] as [(TerminalAuthenticationReading.Outcome, String?)])
    func `records how Terminal Authentication went, and rejects nothing for it`(
        outcome: TerminalAuthenticationReading.Outcome, code: String?
    ) throws {
        let report = try fixture.judge {
            $0.terminalAuthentication = TerminalAuthenticationReading(
                version: 1, trustPoints: ["UTCVCA00001"], chain: ["UTIS00001"], outcome: outcome)
            $0.replace(.dataGroup(.dg3), .refused(status: 0x6982))
        }
        #expect(report.code("ta.terminal") == code)
        #expect(report["ta.terminal"]?.obligation == .recorded)
        // DG3 may be withheld from a terminal without the right, and from no other.
        #expect(report.code("files.DG3") == (code == nil ? "refused" : "notLetIn"))
        #expect(report.answer(.access) == .successful)
        #expect(report.answer(.files)?.reason?.code == "unreadThoughAskedFor")
        #expect(report.verdict == .accepted, "\(report.obstacles)")
    }

    @Test func `says nothing of Terminal Authentication where nobody tried it`() throws {
        #expect(try fixture.judge()["ta.terminal"] == nil)
    }
}
