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

    private static let protocolCases = revokedSigners + mappingTrust

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
            "ISO7816_A", 1...3, "selection of the application is tested on simulated chips, not under these ids yet"),
        OpenUnit(
            "ISO7816_B", 1...9,
            "Basic Access Control and its channel are tested on simulated chips, not under these ids yet"
        ),
        OpenUnit(
            "ISO7816_C", 1...8, "reading of files is tested on simulated chips, not under these ids yet"),
        OpenUnit(
            "ISO7816_D", 1...15, "Chip Authentication is tested on simulated chips, not under these ids yet"),
        OpenUnit(
            "ISO7816_E", 1...38,
            "Terminal Authentication needs the certificates of a terminal's state, which this suite does not issue"),
        OpenUnit(
            "ISO7816_F", 1...9, "Active Authentication is tested on simulated chips, not under these ids yet"),
        OpenUnit("ISO7816_G", 1...41, "PACE is tested on simulated chips, not under these ids yet"),
        OpenUnit(
            "LDS_G", 1...2,
            "EF.CVCA is read for Terminal Authentication alone, whose certificates this suite does not issue"),
        OpenUnit("LDS_H", 8...8, dsa), OpenUnit("LDS_H", 97...98, dsa),
    ]

    private static let dsa = "DSA is verified, and no key of it can be made here to sign with"
}
