import ByteCoding
import Cryptography
import Issuing
import LDS

extension FaultProfile {
    /// Unusual files, covered by EF.SOD as they are unless said otherwise.
    public static let files: [FaultProfile] = [
        FaultProfile("com-absent", "there is no EF.COM", source: "Doc 9303-10 §4.6.1") {
            $0.document.files[.com] = nil
        },
        FaultProfile(
            "com-lists-missing-group", "EF.COM lists DG13, which the chip does not have", source: "field note 47",
            kind: .defect
        ) { simulated in
            let groups = simulated.document.dataGroups.keys + [.dg13]
            simulated.document.files[.com] = FileEncoder.com(groups: groups.sorted())
        },
        FaultProfile(
            "com-lacks-group", "EF.SOD covers DG11, and EF.COM does not list it", source: "TR-03105-5.1 LDS_H_90",
            kind: .defect
        ) { simulated in
            let groups = simulated.document.dataGroups.keys.filter { $0 != .dg11 }
            simulated.document.files[.com] = FileEncoder.com(groups: groups.sorted())
        },
        FaultProfile(
            "group-absent", "DG11 is listed, and reading it answers 6A82", source: "field note 47", kind: .defect
        ) { $0.document.files[.dataGroup(.dg11)] = nil },
        face("dg2-record-length", "the facial record says one byte too few", "field note 60") { record in
            record[11] &-= 1
        },
        FaultProfile(
            "dg2-inner-length", "the biometric data block says one byte more than its template holds",
            source: "field note 60"
        ) { simulated throws(IssuingError) in
            guard var file = simulated.document.files[.dataGroup(.dg2)],
                let tag = file.indices.first(where: { file[$0...].starts(with: [0x5F, 0x2E, 0x82]) })
            else { return }
            // Two bytes of length follow the tag and 82; the portrait's is no multiple of 256 less one.
            file[tag + 4] &+= 1
            simulated.document.files[.dataGroup(.dg2)] = file
            try simulated.document.reissue()
        },
        FaultProfile("dg2-two-images", "DG2 holds two facial records", source: "Doc 9303-10 §4.7.2") {
            simulated throws(IssuingError) in
            try simulated.issueFace { records in records + records }
        },
        FaultProfile(
            "dg2-two-images-one-record", "DG2 holds one facial record of two images", source: "ISO/IEC 19794-5 §5.4"
        ) { simulated throws(IssuingError) in
            let portrait = try Portrait(image: Specimen.portrait)
            try simulated.issueFace { _ in [FileEncoder.facialRecord([portrait, portrait])] }
        },
        FaultProfile(
            "dg2-codestream", "the image of DG2 is a raw JPEG 2000 codestream", source: "field note 59"
        ) { simulated throws(IssuingError) in
            let portrait = try Portrait(image: Specimen.codestream)
            try simulated.issueFace { _ in [FileEncoder.facialRecord([portrait])] }
        },
        FaultProfile(
            "dg2-trailing-zeros", "zeros follow the data object in the file of DG2", source: "field note 59"
        ) { simulated in
            // The hash covers the data object alone.
            simulated.document.files[.dataGroup(.dg2)]? += [UInt8](repeating: 0x00, count: 300)
        },
        FaultProfile("dg2-300k", "DG2 is 300 kB long", source: "Doc 9303-10 §3.6.6") {
            simulated throws(IssuingError) in
            // A JPEG decoder stops at the end of the image; what follows it is weight.
            let portrait = try Portrait(image: Specimen.portrait + [UInt8](repeating: 0x00, count: 290_000))
            try simulated.issueFace { _ in [FileEncoder.facialRecord([portrait])] }
        },
        FaultProfile(
            "dg2-4gib", "DG2 declares a length of 4 GiB", source: "ITU-T X.690 §8.1.3", kind: .hostile
        ) { simulated in
            let rest = (simulated.document.files[.dataGroup(.dg2)] ?? []).dropFirst(4)
            simulated.document.files[.dataGroup(.dg2)] = [0x75, 0x84, 0xFF, 0xFF, 0xFF, 0xFF] + rest
        },
        object("sod-indefinite", "EF.SOD has indefinite lengths", "real object, NZ") { options in
            options.hasIndefiniteLengths = true
        },
        object("sod-sha512-groups", "EF.SOD hashes by SHA-512 and signs by SHA-256", "TR-03105-5.1 LDS_H_74") {
            options in options.groupDigest = .sha512
        },
        object("sod-v1", "EF.SOD is of version 1", "Doc 9303-10 §4.6.2.2") { options in
            options.versions = SODOptions.Versions()
        },
        object("sod-ski", "EF.SOD names its signer by key identifier", "RFC 5652 §5.3") { options in
            options.signerIdentifier = .subjectKeyIdentifier
        },
        FaultProfile(
            "sod-other-algorithm", "the DS certificate and EF.SOD are signed by different algorithms",
            source: "TR-03105-5.1 LDS_H_75"
        ) { simulated throws(IssuingError) in
            guard var authorities = simulated.document.authorities else { return }
            let signer = authorities.documentSigner
            authorities.documentSigner = SODIssuer(
                key: signer.key, certificate: signer.certificate, algorithm: signer.algorithm.withAnotherHash)
            simulated.document.authorities = authorities
            try simulated.document.reissue()
        },
        FaultProfile(
            "sod-without-certificate", "the document signer certificate is not in EF.SOD",
            source: "Doc 9303-10 §4.6.2.1", kind: .defect
        ) { simulated throws(IssuingError) in
            try simulated.reissueObject { $0.includesCertificate = false }
        },
    ]

    private static func object(
        _ name: String, _ summary: String, _ source: String, _ change: @escaping @Sendable (inout SODOptions) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.reissueObject(change)
        }
    }

    private static func face(
        _ name: String, _ summary: String, _ source: String, _ change: @escaping @Sendable (inout [UInt8]) -> Void
    ) -> FaultProfile {
        FaultProfile(name, summary, source: source) { simulated throws(IssuingError) in
            try simulated.issueFace { records in
                records.map { record in
                    var record = record
                    if record.count > 14 { change(&record) }
                    return record
                }
            }
        }
    }
}

extension SimulatedDocument {
    /// Issues the document anew with other facial records; they start from the specimen's.
    mutating func issueFace(_ change: ([[UInt8]]) -> [[UInt8]]) throws(IssuingError) {
        let portrait = try Portrait(image: Specimen.portrait)
        document.files[.dataGroup(.dg2)] = FileEncoder.dg2(
            facialRecords: change([FileEncoder.facialRecord([portrait])]))
        try document.reissue()
    }

    /// Signs EF.SOD anew with other options; without authorities nothing changes.
    mutating func reissueObject(_ change: (inout SODOptions) -> Void) throws(IssuingError) {
        guard var authorities = document.authorities else { return }
        change(&authorities.sodOptions)
        document.authorities = authorities
        try document.reissue()
    }
}
