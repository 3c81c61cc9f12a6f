/// The catalogue: what is run, unit by unit, and what is not.
///
/// Origin of the ids: BSI TR-03105 part 5.1, version 1.5 (10 February 2020). Subjects are in our own words.
extension TR03105Suite {
    /// Every case that is run, in the order of the ids.
    package static let catalogue: [SuiteCase] =
        (logicalDataStructure + securityObject + protocolCases).sorted { $0.id < $1.id }

    private static let logicalDataStructure =
        commonData + machineReadableZones + faces + fingerprints + irisPictures + protocols
        + activeAuthenticationKeys + cardSecurity + cardAttributes

    private static let securityObject =
        documentAlgorithms + securityObjectStructure + signerInformation + hashLists + signerCertificates
        + objectConsistency

    private static let protocolCases =
        accessCases + readingCases + revokedSigners + chipAuthenticationCases + activeAuthenticationCases + paceCases
        + mappingCases + mappingTrust

    /// The cases that are not run, each with the reason.
    package static let openCases: [SuiteReport.OpenCase] = openUnits.flatMap { unit in
        unit.numbers.map { number in
            let id = "\(unit.name)_" + (number < 10 ? "0" : "") + "\(number)"
            return SuiteReport.OpenCase(id: id, reason: unit.reason)
        }
    }.filter { one in !catalogue.contains { $0.id == one.id } }

    private struct OpenUnit {
        let name: String
        let numbers: ClosedRange<Int>
        let reason: String

        init(_ name: String, _ numbers: ClosedRange<Int>, _ reason: String) {
            self.name = name
            self.numbers = numbers
            self.reason = reason
        }
    }

    private static let openUnits: [OpenUnit] = [
        OpenUnit(
            "ISO7816_B", 5...6,
            "the simulated chip leaves out no single data object of an answer but the status"),
        OpenUnit("ISO7816_D", 5...5, "the simulated chip is given two keys at most here"),
        OpenUnit(
            "ISO7816_D", 10...10, "that ephemeral keys are used once is seen over many sessions, and not in a verdict"),
        OpenUnit("ISO7816_D", 11...12, "which specifications of a key are meant is not at hand"),
        OpenUnit(
            "ISO7816_E", 1...38,
            "Terminal Authentication needs the certificates of a terminal's state, which this suite does not issue"),
        OpenUnit("ISO7816_F", 3...3, "Doc 9303-11 knows no Active Authentication by RSA-PSS"),
        OpenUnit("ISO7816_F", 8...9, "the simulated chip signs under no trailer and no identifier that does not exist"),
        OpenUnit("ISO7816_G", 2...4, matrix), OpenUnit("ISO7816_G", 41...41, matrix),
        OpenUnit("ISO7816_G", 9...9, "the simulated chip does not alter its nonce"),
        OpenUnit(
            "ISO7816_G", 14...15, "what is to go wrong in this step, beside the cases that follow, is not at hand"),
        OpenUnit(
            "ISO7816_G", 20...20, "what is to go wrong in this step, beside the cases that follow, is not at hand"),
        OpenUnit("ISO7816_G", 27...28, "a chip without PACE that can be run falls back to another protocol here"),
        OpenUnit("ISO7816_G", 30...30, "the simulated chip encodes its proof in one way"),
        OpenUnit("ISO7816_G", 35...38, "the simulated chip does not show what these are about"),
        OpenUnit(
            "LDS_G", 1...2,
            "EF.CVCA is read for Terminal Authentication alone, whose certificates this suite does not issue"),
    ]

    private static let matrix =
        "all curves, groups and ciphers are run by 'emrtd bench matrix', and not as one document"
}
