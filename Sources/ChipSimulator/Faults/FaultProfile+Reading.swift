import CardTransport
import Issuing
import LDS

extension FaultProfile {
    /// READ BINARY.
    public static let reading: [FaultProfile] = [
        FaultProfile("no-extended", "no extended length", source: "field notes 50 and 53") {
            $0.behaviour.extendedLength = nil
        },
        FaultProfile(
            "extended-unstated", "extended length works, and EF.ATR/INFO is not there", source: "Doc 9303-10 §3.6"
        ) { $0.behaviour.statesExtendedLength = false },
        FaultProfile(
            "read-4000", "an extended read gives at most 4,000 bytes, with 9000 in mid-file",
            source: "a chip met in tests of other readers"
        ) { $0.behaviour.maximumReadByteCount = 4000 },
        FaultProfile("read-100", "a read gives at most 100 bytes, with 9000 in mid-file", source: "field note 42") {
            $0.behaviour.maximumReadByteCount = 100
        },
        FaultProfile("full-read-6700", "a read of 256 bytes in the channel answers 6700", source: "field note 36") {
            $0.behaviour.extendedLength = nil
            $0.behaviour.refusesFullShortRead = true
            $0.behaviour.overlongRead = .refused
        },
        FaultProfile("read-192-6700", "a read of more than 192 bytes answers 6700", source: "field note 43") {
            $0.behaviour.extendedLength = nil
            $0.behaviour.maximumReadByteCount = 192
            $0.behaviour.overlongRead = .refused
        },
        FaultProfile("read-6c", "a read of more than 128 bytes answers 6C80", source: "field note 42") {
            $0.behaviour.extendedLength = nil
            $0.behaviour.maximumReadByteCount = 128
            $0.behaviour.overlongRead = .corrected
        },
        FaultProfile("end-9000", "a read past the end gives the rest with 9000", source: "TR-03105-5.1 ISO7816_C") {
            $0.behaviour.endOfFile = .silent
        },
        FaultProfile("end-6b00", "a read past the end answers 6B00 without data", source: "TR-03105-5.1 ISO7816_C") {
            $0.behaviour.endOfFile = .refused
        },
        FaultProfile("end-6c", "a read past the end answers 6Cxx with what is left", source: "TR-03105-5.1 ISO7816_C") {
            $0.behaviour.endOfFile = .corrected
        },
        FaultProfile("sfi-6a86", "a read by short identifier answers 6A86", source: "a chip without SFI") {
            $0.behaviour.shortIdentifiers = .unsupported(.wrongParameters)
        },
        FaultProfile("sfi-6b00", "a read by short identifier answers 6B00", source: "field note 38") {
            $0.behaviour.shortIdentifiers = .unsupported(.offsetOutsideFile)
        },
        FaultProfile(
            "sfi-master-file", "a short identifier finds the file of the master file first",
            source: "a chip met in tests of other readers"
        ) {
            $0.document.files[.directory] = FileEncoder.directory(applications: [
                [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
            ])
            $0.behaviour.shortIdentifiers = .masterFileFirst
        },
        FaultProfile(
            "sfi-small-offsets", "a read by short identifier at 128 or beyond ends the session",
            source: "a chip met in tests of other readers"
        ) { $0.behaviour.shortIdentifiers = .smallOffsetsOnly },
        FaultProfile("no-odd-read", "READ BINARY with odd instruction answers 6D00", source: "Doc 9303-10 §3.6.6") {
            $0.behaviour.supportsOddRead = false
        },
    ]

    /// The secure channel.
    public static let session: [FaultProfile] = [
        FaultProfile(
            "bare-errors", "errors in the channel come bare, and the session goes on as if nothing had been asked",
            source: "field note 35"
        ) {
            $0.behaviour.errorsInSession = .bareKeepingCounter
            $0.behaviour.maximumReadByteCount = 192
            $0.behaviour.overlongRead = .refused
        },
        FaultProfile(
            "bare-errors-counted", "errors in the channel come bare, and the counter has counted the command",
            source: "field note 35"
        ) {
            $0.behaviour.errorsInSession = .bareCountingCommand
            $0.behaviour.maximumReadByteCount = 192
            $0.behaviour.overlongRead = .refused
        },
        FaultProfile(
            "bare-errors-fatal", "an error in the channel comes bare and ends the session", source: "field notes 38, 39"
        ) {
            $0.behaviour.errorsInSession = .bareEndingSession
            $0.behaviour.maximumReadByteCount = 192
            $0.behaviour.overlongRead = .refused
        },
        FaultProfile(
            "bare-9000", "the fifth answer in the channel is a bare 9000 with data in plain", source: "field note 34",
            kind: .hostile
        ) { $0.behaviour.sessionIncident = .bareSuccess(answer: 5) },
        FaultProfile(
            "counter-reset", "the chip's counter starts again at the fifth answer", source: "field note 39",
            kind: .hostile
        ) { $0.behaviour.sessionIncident = .counterReset(answer: 5) },
        FaultProfile(
            "no-status-object", "the fifth answer in the channel lacks DO'99'",
            source: "a chip met in tests of other readers", kind: .hostile
        ) { $0.behaviour.sessionIncident = .missingStatus(answer: 5) },
        FaultProfile("session-lost", "the fifth command in the channel is answered 6988", source: "field note 39") {
            $0.behaviour.sessionIncident = .sessionLost(answer: 5)
        },
        FaultProfile(
            "denial-ends-session", "an access that is denied (EF.DG3) ends the session", source: "field note 48"
        ) { simulated throws(IssuingError) in
            simulated.document.files[.dataGroup(.dg3)] = [0x63, 0x06, 0x7F, 0x61, 0x03, 0x02, 0x01, 0x00]
            try simulated.document.reissue()
            simulated.behaviour.dropsSessionOnDenial = true
        },
    ]
}
