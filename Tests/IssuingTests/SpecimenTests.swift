import ByteCoding
import Cryptography
import Foundation
import Issuing
import LDS
import MRZ
import Standards
import TestSupport
import Testing

@Suite("The specimen of Utopia")
struct SpecimenTests {
    @Test
    func `has the files it is documented to have, about 20 kB of them`() throws {
        let document = try Specimen.utopia()

        #expect(
            Set(document.files.keys.map(\.name)) == ["COM", "SOD", "DG1", "DG2", "DG11", "DG12", "DG14", "DG15"])
        #expect((16_000...24_000).contains(document.files.values.reduce(0) { $0 + $1.count }))
        #expect(document.authorities != nil)
        #expect(document.accessControl == .bac)
    }

    @Test
    func `is the same each time`() throws {
        #expect(try Specimen.utopia().files == Specimen.utopia().files)
    }

    @Test
    func `has a security object that covers its data groups as they are`() throws {
        let document = try Specimen.utopia()
        let sod = try SOD(encoded: #require(document.files[.sod]))
        let issued = document.dataGroups

        #expect(sod.notes.isEmpty)
        #expect(Set(sod.securityObject.dataGroupHashes.map(\.number)) == Set(issued.keys.map(\.rawValue)))
        for entry in sod.securityObject.dataGroupHashes {
            let group = try #require(DataGroup(rawValue: entry.number))
            #expect(HashAlgorithm.sha256.hash(try #require(issued[group])) == Array(entry.hash))
        }
    }

    @Test
    func `was made from the profile that is checked in`() throws {
        let folder = Repository.testVectors.appending(path: "profiles")
        let json = try Data(contentsOf: folder.appending(path: "utopia.json"))
        let fresh = try DocumentProfile(json: Array(json)) { path in
            (try? Data(contentsOf: folder.appending(path: path))).map(Array.init)
        }.issue()
        let embedded = try Specimen.utopia()

        #expect(fresh.dataGroups == embedded.dataGroups)
        #expect(fresh.files[.com] == embedded.files[.com])
        #expect(fresh.mrzLines == embedded.mrzLines)
    }

    @Test
    func `has a zone that breaks no rule and expires well after 2030`() throws {
        let reference = try #require(Timestamp(year: 2026, month: 6, day: 1))
        let lines = try Specimen.utopia().mrzLines.joined(separator: "\n")
        let zone = try MachineReadableZone(strict: lines, referenceDate: reference)

        #expect(zone.issuingState == "UTO")
        #expect(zone.dateOfExpiry(asOf: reference)?.year == 2035)
    }

    @Test
    func `has groups that the decoders read without a remark`() throws {
        let document = try Specimen.utopia()
        func file(_ group: DataGroup) throws -> [UInt8] { try #require(document.files[.dataGroup(group)]) }

        #expect(
            try COM(encoded: #require(document.files[.com])).dataGroups == [.dg1, .dg2, .dg11, .dg12, .dg14, .dg15])
        #expect(try DG1(encoded: file(.dg1)).notes.isEmpty)
        let faces = try DG2(encoded: file(.dg2))
        #expect(faces.notes.isEmpty)
        #expect(try DG11(encoded: file(.dg11)).notes.isEmpty)
        #expect(try DG12(encoded: file(.dg12)).notes.isEmpty)
        #expect(try DG15(encoded: file(.dg15)).notes.isEmpty)
    }
}
