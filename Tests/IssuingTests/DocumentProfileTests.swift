import Foundation
import Issuing
import LDS
import Standards
import TestSupport
import Testing

@Suite("Profiles")
struct DocumentProfileTests {
    private static let folder = Repository.testVectors.appending(path: "profiles")

    private static func load(_ path: String) -> [UInt8]? {
        (try? Data(contentsOf: folder.appending(path: path))).map(Array.init)
    }

    private static func profile(_ json: String) throws -> DocumentProfile {
        try DocumentProfile(json: Array(json.utf8), load: load)
    }

    static let mrz = """
        "mrz": {"lines": ["P<UTOLUMEN<<ADA<MIRA<<<<<<<<<<<<<<<<<<<<<<<<", "UT74021931UTO9002177F3508312SPEC1990<<<<<<42"]}
        """

    static let faults: [(json: String, message: String)] = [
        ("{", "the profile is malformed at the profile: it is not JSON"),
        ("[]", "the profile is malformed at the profile: an object is expected"),
        (#"{"format": 1}"#, "the profile is malformed at the profile: 'mrz' is missing"),
        (#"{"format": 2, \#(mrz)}"#, "the profile is malformed at format: a number from 1 to 1 is expected"),
        (
            #"{"format": 1, \#(mrz), "offersPACE": "yes"}"#,
            "the profile is malformed at offersPACE: true or false is expected"
        ),
        (
            #"{"format": 1, \#(mrz), "accessControl": "eac"}"#,
            "the profile is malformed at accessControl: one of bac, both, none, pace is expected"
        ),
        (
            #"{"format": 1, \#(mrz), "accessControl": "pace"}"#,
            "the profile is malformed at the profile: 'pace' is missing, which the accessControl asks for"
        ),
        (
            #"{"format": 1, \#(mrz), "pace": {"entries": []}}"#,
            "the profile is malformed at pace: 'pace' goes with the accessControl pace or both"
        ),
        (
            #"{"format": 1, \#(mrz), "accessControl": "both", "pace": {"entries": [], "can": "12 456"}}"#,
            "the profile is malformed at pace.can: one to sixteen digits are expected, as a string"
        ),
        (
            #"{"format": 1, \#(mrz), "fingerprints": [{"picture": "utopia.json", "finger": "leftThumb"}]}"#,
            "fingerprints[0].picture: utopia.json is neither WSQ, JPEG, JPEG 2000 nor PNG"
        ),
        (
            #"{"format": 1, \#(mrz), "irises": [{"picture": "pictures/finger.wsq", "eye": "left"}]}"#,
            "the profile is malformed at irises[0]: the picture of an eye is JPEG or JPEG 2000"
        ),
        (
            #"{"format": 1, \#(mrz), "lds2": {"records": {"Visas": "portrait.jpg"}}}"#,
            "the profile is malformed at lds2.records.Visas: no file of records has this name; known are EntryRecords, "
                + "ExitRecords, VisaRecords, TravelCertificates, VisaCertificates, BiometricCertificates"
        ),
        (
            #"{"format": 1, \#(mrz), "chipAuthentication": {"keys": [{"key": "secp256r1", "withoutOrder": true}]}}"#,
            "the profile is malformed at chipAuthentication.keys[0].withoutOrder: only the keys dh-0, dh-1 and dh-2 "
                + "have an order to leave out"
        ),
        (
            #"{"format": 1, \#(mrz), "terminalAuthentication": {"trustPoints": ["portrait.jpg"], "date": "2026-01-31"}}"#,
            "terminalAuthentication.trustPoints: portrait.jpg is no card verifiable certificate"
        ),
        (#"{"format": 1, \#(mrz), "portrait": "nobody.jpg"}"#, "the file nobody.jpg cannot be read"),
        (
            #"{"format": 1, \#(mrz), "portrait": "utopia.json"}"#,
            "portrait: utopia.json is neither JPEG nor JPEG 2000"
        ),
        (
            #"{"format": 1, \#(mrz), "files": {"DG17": "portrait.jpg"}}"#,
            "the profile is malformed at files.DG17: no file of a chip has this name; COM, SOD, DG1 and so on do"
        ),
        (
            #"{"format": 1, \#(mrz), "personalDetails": {"dateOfBirth": "17.2.1990"}}"#,
            "the profile is malformed at personalDetails.dateOfBirth: a date such as 2026-01-31 is expected"
        ),
        (
            #"{"format": 1, \#(mrz), "activeAuthentication": {"key": "rsa-300"}}"#,
            "the profile is malformed at activeAuthentication.key: 'rsa-3072', 'dsa-2048', the name of a "
                + "curve such as 'brainpoolP256r1', or a file is expected"
        ),
    ]

    @Test(arguments: faults.indices)
    func `are refused with the place of the fault`(_ index: Int) {
        let (json, message) = Self.faults[index]
        #expect {
            _ = try Self.profile(json)
        } throws: { "\($0)" == message }
    }

    @Test
    func `say in which form details and pictures are written`() throws {
        let document = try Self.profile(
            #"""
            {"format": 1, \#(Self.mrz), "biometricEncoding": "iso39794", "portrait": "portrait.jpg",
            "fingerprints": [{"picture": "pictures/finger.wsq", "finger": "leftThumb"}],
            "personalDetails": {"fullName": "LUMEN", "otherNames": ["LUX"], "dateOfBirth": "1964-08-12"},
            "detailForm": {"dates": "packed", "lists": "outside", "announcesTemplate": true, "emptyElements": true}}
            """#
        ).issue()
        let groups = document.dataGroups

        let details = try DG11(encoded: #require(groups[.dg11]))
        #expect(details.recordedDateOfBirth == [0x19, 0x64, 0x08, 0x12])
        #expect(details.announcedTags.contains(0xA0) && details.telephone == "")
        #expect(Set(details.notes.map(\.code)) == ["outsideList", "unusualDate"])
        #expect(try DG2(encoded: #require(groups[.dg2])).images.map(\.encoding) == [.iso39794])
        #expect(try DG3(encoded: #require(groups[.dg3])).images.map(\.information.position) == [.leftThumb])
    }

    @Test
    func `name an unknown key and the known ones`() {
        #expect {
            _ = try Self.profile(#"{"format": 1, \#(Self.mrz), "portrat": "x"}"#)
        } throws: { "\($0)".contains("unknown key 'portrat'; known are format, note, mrz, portrait") }
    }

    @Test
    func `are refused where no key can be derived from the zone`() {
        #expect(throws: IssuingError.self) {
            try Self.profile(#"{"format": 1, "mrz": {"lines": ["P<UTO"]}}"#).issue()
        }
        #expect(throws: IssuingError.self) {
            let wrong = Self.mrz.replacing("UT74021931", with: "UT74021930")
            _ = try Self.profile(#"{"format": 1, \#(wrong)}"#).issue()
        }
    }

    @Test
    func `compose the lines from what they are to say`() throws {
        let json = try #require(Self.load("utopia-card-open.json"))
        let profile = try DocumentProfile(json: json, load: Self.load)

        #expect(
            profile.mrzLines == [
                "I<UTOUT74021942<<<<<<<<<<<<<<<", "9002177F3508312UTO<<<<<<<<<<<2", "LUMEN<<ADA<MIRA<<<<<<<<<<<<<<<",
            ])
        #expect(throws: IssuingError.self) {
            let text = String(decoding: json, as: UTF8.self)
            _ = try Self.profile(text.replacing("1990-02-17", with: "1990-02-31"))
        }
    }

    @Test
    func `are refused where a file is no key`() {
        #expect(throws: IssuingError.unusableKey(path: "activeAuthentication.key")) {
            _ = try Self.profile(
                #"{"format": 1, \#(Self.mrz), "activeAuthentication": {"key": {"file": "portrait.jpg"}}}"#
            ).issue()
        }
    }

    @Test(
        arguments: try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") && !$0.hasPrefix("bsi") }.sorted())
    func `that are checked in can be issued`(_ name: String) throws {
        let document = try DocumentProfile(json: #require(Self.load(name)), load: Self.load).issue()

        #expect(document.files[.sod] != nil)
        #expect(document.files[.dataGroup(.dg1)] != nil)
    }

    @Test(.enabled(if: Repository.hasShared))
    func `serve the published files of the BSI data set unchanged`() throws {
        let base = Repository.shared.appending(path: "data/bsi-tr03105-5")
        func load(_ path: String) -> [UInt8]? { (try? Data(contentsOf: base.appending(path: path))).map(Array.init) }
        let json: [UInt8] = try #require(Self.load("bsi-tr03105-5.json"))
        let document = try DocumentProfile(json: json, load: load).issue()

        for (file, name) in [
            (ElementaryFile.com, "EF_COM"), (.sod, "EF_SOD"), (.dataGroup(.dg1), "Datagroup1"),
            (.dataGroup(.dg3), "Datagroup3"), (.dataGroup(.dg15), "Datagroup15"),
        ] {
            let published = try #require(load("\(name).bin"))
            #expect(document.files[file] == published)
        }
        #expect(document.readableWithoutTerminalAuthentication == [.dg3, .dg4])
        #expect(document.activeAuthentication != nil)
    }
}
