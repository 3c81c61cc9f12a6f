import Report
import Standards

/// Reports that tests render: the specimen of Doc 9303, accepted, undecided and rejected.
enum SampleReports {
    static let time = Timestamp(secondsSince1970: 1_764_471_600)
    static let later = Timestamp(secondsSince1970: 1_764_471_604)

    /// The smallest PNG: one grey pixel.
    static let pixel: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
        8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x68, 0, 0, 0,
        0x82, 0, 0x81, 0x77, 0xCD, 0x72, 0xB6, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]

    static func check(
        _ id: CheckID, _ answer: Check.Answer, _ result: CheckResult = .successful,
        _ obligation: Check.Obligation = .mandatory, source: SpecReference = .doc9303(11, "5.1"),
        evidence: [Finding.Evidence] = []
    ) -> Check {
        Check(id: id, result: result, obligation: obligation, answer: answer, source: source, evidence: evidence)
    }

    static let accepted = InspectionReport(
        transactionID: "7D0C5C0E-6F0B-4B52-9C0C-3E1E6B2C8A11", component: .init(name: "emrtd", version: "0.1.0"),
        startedAt: time, endedAt: later,
        policy: .init(name: "operational", access: "auto", judgedAt: time, basis: "now"),
        trustLists: [.init(kind: "certificates", name: "Utopia.cer", certificateCount: 1)],
        document: document, portrait: Portrait(mediaType: .png, bytes: pixel, width: 1, height: 1),
        reading: ReadingSummary(
            origin: .live, startedAt: time, readerName: "Virtual PCD 00 00", accessProtocol: "BAC", offersPACE: false,
            steps: [
                .init(
                    name: "bac", apduCount: 3, sentByteCount: 66, receivedByteCount: 56, duration: .milliseconds(212)),
                .init(
                    name: "DG2", apduCount: 79, sentByteCount: 1501, receivedByteCount: 19_020,
                    duration: .milliseconds(3104)),
            ]),
        files: [
            FileEntry(name: "CardAccess", state: .absent, status: "6A82"),
            FileEntry(name: "COM", state: .read, byteCount: 22, sha256: String(repeating: "0A", count: 32)),
            FileEntry(name: "DG1", state: .read, byteCount: 93, sha256: String(repeating: "1B", count: 32)),
            FileEntry(name: "DG2", state: .read, byteCount: 17_659, sha256: String(repeating: "2C", count: 32)),
            FileEntry(name: "DG3", state: .protected),
        ],
        dataGroups: [
            DataGroupEntry(number: 1, integrity: .identical, algorithm: "SHA-256"),
            DataGroupEntry(number: 2, integrity: .identical, algorithm: "SHA-256"),
            DataGroupEntry(number: 3, integrity: .present, algorithm: "SHA-256"),
        ],
        signer: SignerSummary(
            trust: .trusted, certificate: certificate("Utopia Document Signer 7"),
            anchor: certificate("Utopia Country Signing CA"), signatureAlgorithm: "ECDSA with SHA-256",
            signedAt: time),
        checks: [
            check("access.bac", .access, .successful, .recorded, source: .doc9303(11, "4.3")),
            check(
                "access.downgrade", .access,
                .notSupported(Reason("paceNotOffered", "The chip offers no PACE, so nothing was left unused.")),
                .recorded, source: .doc9303(11, "4.2")),
            check("files.complete", .files, source: .doc9303(10, "3")),
            check("files.agreement", .files, source: .doc9303(10, "4.6.1")),
            check(
                "aa.chip", .chipGenuineness, source: .doc9303(11, "6.1"),
                evidence: [.init("hash", "SHA-256"), .init("PACE", "not offered")]),
            check("consistency.expiry", .consistency, source: .tr03135("5.7.1")),
            check("pa.sod.signature", .dataIntegrity),
            check("pa.trust", .issuerTrust),
        ],
        remarks: [Reason("comTrailingBytes", "EF.COM is followed by two bytes that belong to nothing.")])

    static let document = DocumentSummary(
        origin: .chip, format: "TD3", documentCode: "P", documentKind: "passport", issuingState: "UTO",
        issuingStateName: "Utopia", documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON",
        secondaryIdentifier: "ANNA MARIA", nationality: "UTO", dateOfBirth: "1974-08-12", sex: "F",
        dateOfExpiry: "2032-04-15",
        lines: [
            "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204152ZE184226B<<<<<14",
        ],
        details: [
            .init(group: "DG11", name: "fullName", value: "Anna Maria Eriksson"),
            .init(group: "DG12", name: "dateOfIssue", value: "2022-04-16"),
        ])

    static func certificate(_ name: String) -> SignerSummary.Certificate {
        SignerSummary.Certificate(
            subject: "C=UT, O=Utopia, CN=\(name)", issuer: "C=UT, O=Utopia, CN=Utopia Country Signing CA",
            serialNumber: "0A3F", notBefore: time, notAfter: Timestamp(secondsSince1970: 2_000_000_000),
            sha256: String(repeating: "3D", count: 32))
    }

    /// The same document without a trusted certificate, read in part.
    static var undecided: InspectionReport {
        var report = accepted
        report.trustLists = []
        report.portrait = nil
        report.signer?.trust = .undetermined
        report.signer?.anchor = nil
        report.reading.brokenOff = Reason("cardRemoved", "The document was taken from the reader while DG2 was read.")
        report.checks = report.checks.map { check in
            switch check.id {
            case "pa.trust":
                self.check(
                    check.id, check.answer,
                    .undetermined(
                        Reason(
                            "noAnchor",
                            "No trusted CSCA certificate of Utopia is at hand, so nobody vouches for the signer.")))
            case "files.complete":
                self.check(
                    check.id, check.answer,
                    .aborted(Reason("cardRemoved", "The document was taken from the reader while DG2 was read.")))
            default: check
            }
        }
        return report
    }

    /// The same document with an altered DG2 and everything in it that a page must escape.
    static var rejected: InspectionReport {
        var report = accepted
        report.document?.primaryIdentifier = "<script>alert('1')</script> & \"quotes\""
        report.document?.details = [.init(group: "DG11", name: "placeOfBirth", value: "A\u{1B}[31m\u{202E}B")]
        report.dataGroups[1].integrity = .notIdentical
        report.checks.append(
            check(
                "pa.dataGroup.dg2", .dataIntegrity,
                .failed(
                    Reason("hashMismatch", "DG2 is not what the issuer signed: the portrait may have been replaced."))))
        report.records = [
            RecordEntry(
                name: "EntryRecords 1", kind: .entry,
                fields: [
                    .init("state", "UTO"), .init("travelDate", "2025-10-03"), .init("inspectionAuthority", "BORDER"),
                    .init("signer", "UT, serial number 0BB9"),
                ], result: .successful),
            RecordEntry(
                name: "VisaRecords 1", kind: .visa, fields: [.init("issuer", "UTO"), .init("holder", "<b>ANNA</b>")],
                result: .failed(Reason("signatureWrong", "The signature of VisaRecords 1 is wrong."))),
            RecordEntry(
                name: "EF.Biometrics1", kind: .biometrics, fields: [.init("pictures", "fingers: 1")],
                result: .undetermined(Reason("certificateMissing", "The certificate of its signer was not read."))),
        ]
        return report
    }

    /// A chip that stayed closed, so that every other check is open.
    static var unopened: InspectionReport {
        var report = undecided
        let reason = Reason("wrongPassword", "The chip refuses the CAN (6300): the CAN is not that of this document.")
        report.document = nil
        report.reading.accessProtocol = nil
        report.reading.brokenOff = reason
        report.files = []
        report.dataGroups = []
        report.signer = nil
        report.checks = accepted.checks.map { check in
            switch check.id {
            case "access.bac": self.check("access.pace", .access, .failed(reason), .recorded)
            case "access.downgrade", "consistency.expiry": check
            case "files.complete": self.check(check.id, check.answer, .aborted(reason))
            default: self.check(check.id, check.answer, .undetermined(Reason("notRead", "It was not read.")))
            }
        }
        return report
    }

    /// Read with the lines of a picture: one name differs where the picture is doubtful.
    static var captured: InspectionReport {
        var report = accepted
        report.capture = CaptureSummary(
            source: "page <1>.jpg", page: 2, format: "TD3", lines: document.lines, confidence: 712,
            doubts: [Reason("longerLine", "Other characters stand close <before> a line. Compare its ends.")],
            doubtful: [
                .init(
                    place: .init(line: 1, position: 9, field: "name"), character: "K", confidence: 803,
                    alternatives: ["X", "R"])
            ],
            overruled: [
                .init(
                    place: .init(line: 2, position: 4, field: "document number"), character: "8", confidence: 995,
                    seen: "B", overruledBy: "checkDigit", alternatives: ["B"])
            ],
            differences: [
                .init(place: .init(line: 1, position: 9, field: "name"), printed: "K", chip: "X", isDoubtful: true)
            ],
            rereadings: [
                .init(
                    replacements: [
                        .init(
                            place: .init(line: 2, position: 5, field: "document number"), character: "6",
                            alternative: "G")
                    ], share: 380, outcome: .opened)
            ],
            picture: Portrait(mediaType: .png, bytes: pixel, width: 1, height: 1))
        report.checks.append(
            check(
                "consistency.printedMRZ", .consistency,
                .undetermined(
                    Reason(
                        "printDoubtful",
                        "The lines in the picture and the chip differ only where the picture is doubtful. Line 1 position "
                            + "9: printed K, on the chip X.")), source: .tr03135("5.7.2")))
        return report
    }

    /// A chip that refused the key of a picture.
    static var refused: InspectionReport {
        var report = unopened
        let reason = Reason(
            "wrongKey", "The chip refuses the key (6300): the document number or a date is not its own.")
        report.reading.brokenOff = reason
        report.capture = captured.capture
        report.capture?.differences = nil
        report.capture?.rereadings[0].outcome = .refused
        report.capture?.rereadings.append(
            .init(
                replacements: [
                    .init(
                        place: .init(line: 2, position: 1, field: "document number"), character: "0", alternative: "O"),
                    .init(
                        place: .init(line: 2, position: 2, field: "document number"), character: "0", alternative: "O"),
                ], share: 21, outcome: .offered))
        report.checks = report.checks.map { check in
            switch check.id {
            case "access.pace": self.check("access.bac", .access, .failed(reason), .recorded)
            case "files.complete": self.check(check.id, check.answer, .aborted(reason))
            default: check
            }
        }
        return report
    }

    static let all = [
        ("accepted", accepted), ("undecided", undecided), ("rejected", rejected), ("unopened", unopened),
        ("captured", captured), ("refused", refused),
    ]
}
