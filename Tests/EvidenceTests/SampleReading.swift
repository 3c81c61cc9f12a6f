import CardTransport
import Evidence
import Foundation
import LDS
import Standards

/// A reading with every kind of outcome in it.
enum SampleReading {
    static let dg1: [UInt8] = [0x61, 0x03, 0x5F, 0x1F, 0x00]
    static let dg2: [UInt8] = [0x75, 0x0A] + Array(repeating: 0xAB, count: 4)

    static let reading = ChipReading(
        startedAt: Timestamp(secondsSince1970: 1_764_471_600), readerName: "Reader 1", answerToReset: [0x3B, 0x80],
        files: [
            FileReading(file: .attributes, outcome: .read([0x43, 0x01, 0x80])),
            FileReading(file: .cardAccess, outcome: .absent(status: 0x6A82)),
            FileReading(file: .com, outcome: .damaged([0x61, 0x00], Reason("wrongTag", "Another tag."))),
            FileReading(file: .dataGroup(.dg1), outcome: .read(dg1)),
            FileReading(file: .dataGroup(.dg2), outcome: .partial(dg2, total: 12)),
            FileReading(file: .dataGroup(.dg3), outcome: .protected),
            FileReading(file: .dataGroup(.dg11), outcome: .skipped),
            FileReading(file: .dataGroup(.dg12), outcome: .refused(status: 0x6982)),
        ],
        access: AccessReading(offersPACE: true, used: .bac, failure: Reason("code", "words")),
        activeAuthentication: ActiveAuthenticationReading(
            challenge: [1, 2, 3, 4, 5, 6, 7, 8], answer: .signature([9, 10])),
        steps: [
            .init(name: "bac", apduCount: 3, sentByteCount: 60, receivedByteCount: 50, duration: .microseconds(1234))
        ],
        remarks: [Reason("odd", "Something odd.")], ending: .brokenOff(Reason("cardRemoved", "Taken away.")))

    static let stored = StoredReading(
        reading: reading, printedLines: ["P<UTO", "L898902C3"], component: "emrtd 0.1.0",
        usedLists: [.init(name: "Utopia.cer", certificateCount: 1)],
        trace: Trace(
            detail: .redacted, startedAt: nil, readerName: nil, answerToReset: [], maximumCommandByteCount: 261,
            events: [.step("bac")]))

    /// The same, read to its end.
    static var complete: StoredReading {
        var stored = stored
        stored.reading.files[4] = FileReading(
            file: .dataGroup(.dg2), outcome: .read(dg2 + Array(repeating: 0xAB, count: 6)))
        stored.reading.ending = .complete
        return stored
    }
}
