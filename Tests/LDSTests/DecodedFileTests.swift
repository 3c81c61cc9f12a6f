import ByteCoding
import Conformance
import Foundation
import LDS
import PKI
import Standards
import TestSupport
import Testing

@Suite("EF.CardSecurity, EF.CVCA and data groups that are kept as they are")
struct OtherFileTests {
    static func cardSecurity() throws -> [CardSecurityVector] {
        try CardSecurityVector.published()
    }

    static func references() throws -> [AuthorityReferencesVector] {
        try AuthorityReferencesVector.published()
    }

    static func raw() throws -> [RawDataGroupVector] { try RawDataGroupVector.published() }

    @Test(arguments: try cardSecurity())
    func `decodes EF.CardSecurity`(_ vector: CardSecurityVector) throws {
        try vector.check()
    }

    @Test(arguments: try references())
    func `decodes the references of EF.CVCA`(_ vector: AuthorityReferencesVector) throws {
        try vector.check()
    }

    @Test(arguments: try raw())
    func `keeps other data groups and checks their tag`(_ vector: RawDataGroupVector) throws {
        try vector.check()
    }
}

@Suite("Telling which file bytes belong to")
struct DetectionTests {
    static let folders: [(String, ElementaryFile)] = [
        ("com", .com), ("attributes", .attributes), ("directory", .directory), ("sod", .sod),
        ("card-security", .cardSecurity), ("cvca", .cvca), ("dg1", .dataGroup(.dg1)), ("dg2", .dataGroup(.dg2)),
        ("dg3", .dataGroup(.dg3)), ("dg4", .dataGroup(.dg4)), ("displayed", .dataGroup(.dg5)),
        ("dg11", .dataGroup(.dg11)), ("dg12", .dataGroup(.dg12)), ("dg15", .dataGroup(.dg15)),
        ("dg16", .dataGroup(.dg16)),
    ]

    @Test(arguments: folders)
    func `knows a sound file by its tag and content, and decodes it as that`(
        _ folder: String, _ file: ElementaryFile
    ) throws {
        let bytes = try #require(try MutationTests.files(in: folder).first)

        #expect(ElementaryFile.detect(bytes) == file)
        #expect(throws: Never.self) { try DecodedFile(file, encoded: bytes) }
    }

    @Test
    func `tells CardAccess from DG14 and raw groups from one another`() throws {
        let files = try MutationTests.files(in: "security-infos")
        let found = files.compactMap(ElementaryFile.detect)
        #expect(found.contains(.cardAccess))
        #expect(found.contains(.dataGroup(.dg14)))
        #expect(ElementaryFile.detect([0x63, 0x00]) == .dataGroup(.dg3))
        #expect(ElementaryFile.detect([]) == nil)
        #expect(ElementaryFile.detect([0x01, 0x00]) == nil)
    }

    @Test(.enabled(if: Repository.hasShared))
    func `decodes every file of the BSI reference data set without a remark`() throws {
        let folder = Repository.shared.appending(path: "data/bsi-tr03105-5")
        for name in ["EF_COM", "EF_SOD"] + [1, 2, 3, 4, 14, 15].map({ "Datagroup\($0)" }) {
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "\(name).bin")))
            let file = try #require(ElementaryFile.detect(bytes))
            #expect(try DecodedFile(file, encoded: bytes).notes == [], "\(name)")
        }
    }
}
