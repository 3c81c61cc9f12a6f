import ByteCoding
import LDS
import Standards
import Trust

extension OddityRow {
    /// Files as issuers write them.
    static let files: [OddityRow] =
        [
            "com-absent", "mrz-short-number", "mrz-empty-optional", "mrz-leading-filler", "mrz-single-name",
        ].map { OddityRow($0) }
        + ["mrz-td1-long-number", "mrz-td2-long-number"].map { OddityRow($0, on: .identityCard) }
        + faces + personalDetails + documentDetails

    private static let faces: [OddityRow] = [
        face("dg2-record-length"), face("dg2-inner-length"), face("dg2-trailing-zeros"), face("dg2-300k"),
        face("dg2-39794") { $0.first?.encoding == .iso39794 }, face("dg2-7f2e") { $0.first?.encoding == .iso19794 },
        face("dg2-two-images") { $0.count == 2 }, face("dg2-two-images-one-record") { $0.count == 2 },
        face("dg2-codestream") { $0.first?.format == .jpeg2000Codestream },
        face("dg2-padded-codestream") { $0.first?.format == .jpeg2000Codestream },
    ]

    private static func face(
        _ fault: String, _ isRight: @escaping @Sendable ([FaceImage]) -> Bool = { $0.count == 1 }
    ) -> OddityRow {
        OddityRow(fault) {
            $0.shows = { reading in
                let images = try reading.bytes(of: .dataGroup(.dg2)).map { try DG2(encoded: $0).images } ?? []
                return isRight(images) && images.allSatisfy { $0.format != nil }
            }
        }
    }

    private static let personalDetails: [OddityRow] = [
        personal("dg11-packed-date") { $0.dateOfBirth == RecordedDate(year: 1964, month: 8, day: 12) },
        personal("dg11-year") { $0.dateOfBirth == RecordedDate(year: 1964) },
        personal("dg11-names-twice") { Set($0.otherNames.map(\.secondary)) == ["A", "M"] },
        personal("dg11-names-outside") { Set($0.otherNames.map(\.secondary)) == ["A", "M"] },
        personal("dg11-empty") { $0.profession == "" && $0.fullName?.primary == "LUMEN" },
        personal("dg11-diacritics") { $0.fullName?.primary == "LÜMEN" && $0.fullName?.secondary == "ADA MİRA" },
        personal("dg11-trailing-fillers") {
            $0.fullName?.secondary == "ADA MIRA" && $0.personalNumber == "SPEC1990"
        },
    ]

    private static func personal(_ fault: String, _ isRight: @escaping @Sendable (DG11) -> Bool) -> OddityRow {
        OddityRow(fault) {
            $0.shows = { try $0.bytes(of: .dataGroup(.dg11)).map { isRight(try DG11(encoded: $0)) } ?? false }
        }
    }

    private static let documentDetails: [OddityRow] = [
        document("dg12-14-digits") { $0.personalizedAt == signedAt },
        document("dg12-packed-time") { $0.personalizedAt == signedAt },
        document("dg12-empty") { $0.endorsements == "" && $0.issuingAuthority == "REGISTRY OF UTOPIA" },
        OddityRow("dg12-malformed") { $0.shows = { $0.ending == .complete } },
    ]

    private static let signedAt = RecordedDate(
        year: 2025, month: 9, day: 1, time: .init(hour: 10, minute: 14, second: 0))

    private static func document(_ fault: String, _ isRight: @escaping @Sendable (DG12) -> Bool) -> OddityRow {
        OddityRow(fault) {
            $0.shows = { try $0.bytes(of: .dataGroup(.dg12)).map { isRight(try DG12(encoded: $0)) } ?? false }
        }
    }

    /// EF.SOD and who signed it.
    static let signers: [OddityRow] =
        [
            "sod-indefinite", "sod-sha512-groups", "sod-v1", "sod-ski", "sod-other-algorithm",
            "sod-sha224",
            "sod-legacy-type", "sod-legacy-type-nl", "sod-issuer-strings", "sod-long-attributes", "sod-plain-ecdsa",
            "ds-brainpool-p512", "ds-without-cofactor", "ds-rsa", "sod-sha1-groups",
        ].map { OddityRow($0) } + [
            OddityRow("sod-without-wrapper") { $0.remarks = ["shortIdentifierAstray"] },
            // The policies that judge today's border let no expired signer pass.
            OddityRow("ds-expired-since") { $0.policy = TrustPolicy(name: .archive) },
        ]
}
