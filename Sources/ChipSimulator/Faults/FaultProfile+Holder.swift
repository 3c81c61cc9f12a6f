import Issuing
import LDS
import MRZ

extension FaultProfile {
    /// Machine readable zones and details as issuers write them.
    static let holder: [FaultProfile] = zones + personalDetails + documentDetails

    // MARK: DG1

    private static let zones: [FaultProfile] = [
        zone(
            "mrz-short-number", "the document number has seven characters", "field notes 1, 3",
            ["P<UTOLUMEN<<ADA<MIRA<<<<<<<<<<<<<<<<<<<<<<<<", "UT74022<<8UTO9002177F3508312SPEC1990<<<<<<48"]),
        zone(
            "mrz-empty-optional", "the empty optional data has a filler for a check digit", "field note 69",
            ["P<UTOLUMEN<<ADA<MIRA<<<<<<<<<<<<<<<<<<<<<<<<", "UT74022019UTO9002177F3508312<<<<<<<<<<<<<<<8"]),
        zone(
            "mrz-leading-filler", "the optional data begins with a filler", "field note 69",
            ["P<UTOLUMEN<<ADA<MIRA<<<<<<<<<<<<<<<<<<<<<<<<", "UT74022019UTO9002177F3508312<SPEC1990<<<<<46"]),
        zone(
            "mrz-single-name", "the holder has one name", "field note 69",
            ["P<UTOLUMEN<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "UT74022019UTO9002177F3508312<<<<<<<<<<<<<<08"]),
        zone(
            "mrz-td1-long-number", "the number of a TD1 goes on in its optional data", "field notes 4, 5",
            ["I<UTOUT7402204<X999<<<<<<<<<<<", "9002177F3508312UTO<<<<<<<<<<<6", "LUMEN<<ADA<MIRA<<<<<<<<<<<<<<<"]),
        zone(
            "mrz-td2-long-number", "the number of a TD2 goes on in its optional data", "field note 5",
            ["I<UTOLUMEN<<ADA<MIRA<<<<<<<<<<<<<<<<", "UT7402204<UTO9002177F3508312X90<<<<6"]),
    ]

    private static func zone(_ name: String, _ summary: String, _ source: String, _ lines: [String]) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            guard let zone = try? MachineReadableZone(concatenated: Array(lines.joined().utf8)),
                let keyInformation = zone.keyInformation
            else { throw .invalidField(path: "mrz", problem: "the lines of \(name) make no key") }
            simulated.document.mrzLines = lines
            simulated.document.keyInformation = keyInformation
            simulated.document.files[.dataGroup(.dg1)] = FileEncoder.dg1(lines: lines)
            try simulated.document.reissue()
        }
    }

    // MARK: DG11

    private static let personalDetails: [FaultProfile] = [
        personal("dg11-packed-date", "DG11 has the date of birth in four bytes", "field note 63", form: .packed),
        personal("dg11-year", "DG11 has the year of birth alone", "field note 63", form: .year),
        personal(
            "dg11-names-twice",
            "DG11 has the first of the other names outside of its template too, and lists the template",
            "field note 64", form: DetailForm(lists: .both, announcesTemplate: true)),
        personal(
            "dg11-names-outside", "DG11 has the other names outside of a template", "field note 64",
            form: DetailForm(lists: .outside)),
        personal(
            "dg11-empty", "what DG11 does not say is there with a length of zero", "field note 66",
            form: DetailForm(hasEmptyElements: true)),
        personal("dg11-diacritics", "DG11 has the name as the holder writes it", "field note 64") {
            $0.fullName = "LÜMEN<<ADA<MİRA"
        },
        personal("dg11-trailing-fillers", "name and number in DG11 end in fillers", "field note 64") {
            $0.fullName = "LUMEN<<ADA<MIRA<<<<<<<<<<"
            $0.personalNumber = "SPEC1990<<<<<<"
        },
    ]

    private static func personal(
        _ name: String, _ summary: String, _ source: String, form: DetailForm = DetailForm(),
        _ change: @escaping @Sendable (inout PersonalDetails) -> Void = { _ in }
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            var details = PersonalDetails(
                fullName: "LUMEN<<ADA<MIRA", otherNames: ["LUMEN<<A", "LUMEN<<M"], personalNumber: "SPEC1990",
                dateOfBirth: "19640812", placeOfBirth: ["UTOPOLIS", "UTOPIA"])
            change(&details)
            simulated.document.files[.dataGroup(.dg11)] = FileEncoder.dg11(details, form: form)
            try simulated.document.reissue()
        }
    }

    // MARK: DG12

    private static let documentDetails: [FaultProfile] = [
        document("dg12-14-digits", "DG12 has the time of personalisation in 14 digits", "field note 63"),
        document(
            "dg12-packed-time", "DG12 has the time of personalisation in seven bytes", "field note 63", form: .packed),
        document(
            "dg12-empty", "what DG12 does not say is there with a length of zero", "field note 66",
            form: DetailForm(hasEmptyElements: true)),
        FaultProfile(
            "dg12-malformed", "a length inside of DG12 goes over its end", source: "an optional group that is no TLV"
        ) { simulated throws(IssuingError) in
            simulated.document.files[.dataGroup(.dg12)] = [0x6C, 0x06, 0x5C, 0x02, 0x5F, 0x19, 0x5F, 0x19]
            try simulated.document.reissue()
        },
    ]

    private static func document(
        _ name: String, _ summary: String, _ source: String, form: DetailForm = DetailForm()
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            let details = DocumentDetails(
                issuingAuthority: "REGISTRY OF UTOPIA", dateOfIssue: "20250901", personalizationTime: "20250901101400",
                personalizationSystem: "SPECIMEN")
            simulated.document.files[.dataGroup(.dg12)] = FileEncoder.dg12(details, form: form)
            try simulated.document.reissue()
        }
    }
}

extension DetailForm {
    fileprivate static let packed = DetailForm(dates: .packed)
    fileprivate static let year = DetailForm(dates: .year)
}
