import ByteCoding
import CardTransport
import ChipSimulator
import Issuing
import LDS
import Standards
import Trust

/// ISO7816_A, ISO7816_B and ISO7816_C: selection, Basic Access Control, secure messaging and the reading of files.
extension TR03105Suite {
    private static let selection = Expectation.Origin.derived(.doc9303(10, "3.6"))
    private static let access = Expectation.Origin.derived(.doc9303(11, "4.3"))
    private static let messaging = Expectation.Origin.derived(.doc9303(11, "9.8"))

    /// A chip whose every answer in the channel has a fault, from the third on.
    private static func channel(
        _ id: String, _ subject: String, at check: CheckID = "files.complete", _ code: String,
        _ incident: ChipBehaviour.SessionIncident
    ) -> SuiteCase {
        .stops(id, subject, at: check, code, origin: messaging) {
            $0.chip = { simulated in
                simulated.behaviour.sessionIncident = incident
                simulated.behaviour.repeatsSessionIncident = true
            }
        }
    }

    static let accessCases: [SuiteCase] = [
        .passes("ISO7816_A_01", "a chip that gives its files to everyone", selection) { $0.misbehave("open") },
        .passes("ISO7816_A_02", "a chip that Basic Access Control opens", access),
        .stops(
            "ISO7816_A_03", "SELECT of the application answers 6A82", at: "files.complete", "noApplication",
            origin: selection
        ) {
            $0.misbehave("application-6a82")
        },
        .stops(
            "ISO7816_B_01", "the chip's proof has a wrong checksum", at: "files.complete", "chipNotAuthenticated",
            origin: access
        ) {
            $0.misbehave("bac-altered-proof")
        },
        .stops(
            "ISO7816_B_02", "the chip's proof decrypts to another nonce", at: "files.complete", "chipNotAuthenticated",
            origin: access
        ) {
            $0.misbehave("bac-foreign-nonce")
        },
        .stops(
            "ISO7816_B_03", "the chip refuses the terminal's proof", at: "files.complete", "wrongKey", origin: access
        ) {
            $0.chip = { simulated in
                var other = SuiteZone()
                other.documentNumber = "UT7402299"
                simulated.document.keyInformation = try SuiteDocument.keyInformation(of: other)
            }
        },
        channel("ISO7816_B_04", "answers in the channel are 6988", at: "files.DG1", "refused", .sessionLost(answer: 3)),
        channel("ISO7816_B_07", "answers without status object", "notAuthentic", .missingStatus(answer: 3)),
        channel(
            "ISO7816_B_08", "answers with the checksum of another counter", "notAuthentic", .counterReset(answer: 3)),
        channel(
            "ISO7816_B_09", "answers with one bit of the cryptogram flipped", "notAuthentic", .bitFlipped(answer: 3)),
    ]

    /// A chip that answers the read of the end of a file in its own way.
    private static func reading(_ id: String, _ subject: String, _ fault: String) -> SuiteCase {
        .passes(id, subject, selection) { $0.misbehave(fault) }
    }

    static let readingCases: [SuiteCase] = [
        .fails(
            "ISO7816_C_01", "SELECT of DG2 answers 6A82", at: "files.DG2", "absent", origin: selection,
            alongside: [.dataGroupIntegrity(.dg2)]
        ) {
            $0.files = { $0[.dataGroup(.dg2)] = nil }
        },
        reading("ISO7816_C_02", "DG2 of 300 kB", "dg2-300k"),
        reading("ISO7816_C_03", "a read past the end gives the rest with 9000", "end-9000"),
        reading("ISO7816_C_04", "a read past the end answers 6B00", "end-6b00"),
        reading("ISO7816_C_05", "a read past the end gives the rest with 6282", "end-6282"),
        reading("ISO7816_C_06", "a read past the end answers 6Cxx", "end-6c"),
        .passes("ISO7816_C_07", "files beyond 32 kB, by READ BINARY with odd instruction", selection) {
            $0.groups = { groups in
                // Zeros follow the picture, as far as a read with even instruction does not reach.
                let padding = [UInt8](repeating: 0x00, count: 40_000)
                groups[.dg13] = FileEncoder.file(of: .dg13, contents: DataObjectWriter.encode(0x04, padding))
            }
        },
        .fails(
            "ISO7816_C_08", "a picture of no bytes in DG2", at: "files.DG2", "noPicture",
            .noted("noPicture", "the issuer signed the file as it is: what is wrong with it is named"),
            origin: .derived(.doc9303(10, "4.7.2"))
        ) {
            $0.groups = { groups in
                groups[.dg2] = Template.replacing(0x5F2E, in: try SuiteFace.dg2()) { record in
                    guard record.count > 46 else { return record }
                    var changed = Array(record[..<46])
                    changed.replaceSubrange(8..<12, with: FileEncoder.number(46, width: 4))
                    changed.replaceSubrange(14..<18, with: FileEncoder.number(32, width: 4))
                    return changed
                }
            }
        },
    ]
}
