import Evidence
import LDS
import Standards

extension SampleReading {
    /// `id-PACE-ECDH-CAM-AES-CBC-CMAC-128`.
    static let paceCAM = OID.idPACE.appending(6).appending(2)
    static let biometrics = ElementaryFile.additionalBiometrics(7)

    /// A reading in which every protocol was run, with files and records of the LDS2 applications.
    static var protocols: StoredReading {
        var stored = complete
        stored.accessPolicy = "pace-only"
        stored.reading.access.used = .pace
        stored.reading.access.pace = PACEReading(
            identifier: paceCAM, parameterID: 13, password: .can,
            chipAuthenticationMapping: .init(mappingPublicKey: [4, 1, 2], chipAuthenticationData: [3]))
        stored.reading.access.attempts = [
            AccessAttempt(method: .pace, identifier: paceCAM, reason: Reason("wrongPassword", "The CAN is wrong.")),
            AccessAttempt(method: .bac, reason: Reason("wrongKey", "The key is wrong.")),
        ]
        stored.reading.access.remainingTries = 2
        stored.reading.chipAuthentication = chipAuthentication(.confirmed)
        stored.reading.terminalAuthentication = terminalAuthentication(.accepted(groups: [.dg3, .dg4]))
        if let biometrics {
            stored.reading.files.append(FileReading(file: biometrics, outcome: .read([0x7F, 0x2E, 0])))
        }
        stored.reading.files.append(FileReading(file: .cardSecurity, outcome: .read([0x30, 0])))
        stored.reading.records = [
            RecordReading(file: .entryRecords, number: 1, bytes: [0x5F, 0x44, 0]),
            RecordReading(file: .entryRecords, number: 254, bytes: [0x73, 0]),
            RecordReading(file: .travelCertificates, number: 1, bytes: [0x72, 0]),
        ]
        return stored
    }

    static func chipAuthentication(_ outcome: ChipAuthenticationReading.Outcome) -> ChipAuthenticationReading {
        ChipAuthenticationReading(
            version: 1, identifier: OID.idCA.appending(2).appending(2), keyID: 300, source: .dataGroup(.dg14),
            subjectPublicKeyInfo: [0x30, 0], outcome: outcome)
    }

    static func terminalAuthentication(
        _ outcome: TerminalAuthenticationReading.Outcome
    ) -> TerminalAuthenticationReading {
        TerminalAuthenticationReading(
            version: 1, trustPoints: ["UTCVCA00001"], chain: ["UTDV00001", "UTIS00001"], outcome: outcome)
    }
}
