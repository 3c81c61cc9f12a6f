import ByteCoding
import Cryptography
import LDS
import MRZ
import PKI
import Standards

/// Whether the objects of one LDS2 application are signed by those who may sign them.
///
/// Each object names the record with the certificate of its signer, which the chip holds too; that certificate leads to
/// a country signing certificate, as a document signer's does.
///
/// Spec: ICAO Doc 9303-10 (8th ed.) §5.3 to §5.5; Doc 9303-12 §4.1 and §7.1.
struct RecordEvaluation {
    private let context: PassiveAuthentication
    private let reading: ChipReading
    private let kind: SignedObjectKind
    private let objects: [SignedRecordObject]

    /// Nil where the reading has no such object, and the chip was not found to keep any back.
    init?(_ context: PassiveAuthentication, _ reading: ChipReading, _ kind: SignedObjectKind) {
        self.context = context
        self.reading = reading
        self.kind = kind
        objects = SignedRecordObject.all(kind, in: reading)
        guard !objects.isEmpty || !omissions.isEmpty else { return nil }
    }

    func finding() -> Finding {
        var draft = Draft()
        draft.show("objects", "\(objects.count)")
        for object in objects.indices { draft.add(judged(object)) }
        for omission in omissions { draft.leaveOpen(omission) }
        return Finding(
            kind.check, draft.result, source: kind.source, evidence: draft.evidence, leniency: draft.leniency)
    }

    /// What is said of each object by itself.
    func judgements() -> [RecordJudgement] {
        objects.indices.map { index in
            let draft = judged(index)
            return RecordJudgement(
                source: objects[index].source, result: draft.result, signer: draft.evidence.first?.value)
        }
    }

    private func judged(_ index: Int) -> Draft {
        var draft = Draft()
        let object = objects[index]
        let decoded: SignedRecordObject.Decoded
        switch object.content {
        case .malformed(let fault):
            draft.fail("malformed", "\(object.name) cannot be decoded: \(fault)")
            return draft
        case .decoded(let found): decoded = found
        }
        judgePlace(of: index, &draft)
        judgeHolder(of: object, decoded, &draft)
        guard let seal = decoded.seal else {
            draft.fail("notSigned", "\(object.name) has no signature, or does not say by whom")
            return draft
        }
        guard let signer = signer(seal.certificateRecord, of: object, &draft) else { return draft }
        if let country = CertificateCountry.normalised(signer.issuer) {
            draft.show(object.name, "\(country), serial number \(signer.serialNumberText)")
        }
        judgeSignature(of: object, seal, signer, &draft)
        judgeState(of: object, decoded, signer, &draft)
        judge(signer, of: object, madeOn: decoded.date, &draft)
        return draft
    }

    // MARK: What was left out

    /// What of the application is there, perhaps, and was not read.
    private var omissions: [Reason] {
        let files = RecordFile.all(in: kind.application).filter { $0 != kind.certificates }
        let records = files.compactMap { file -> Reason? in
            switch reading[file]?.outcome {
            case .incomplete(let reason):
                Reason("recordsMissing", "records of EF.\(file.rawValue) are missing: \(reason.text)")
            case .refused: Reason("recordsRefused", "the chip does not give out EF.\(file.rawValue)")
            case .protected: Reason("recordsProtected", "the terminal has no right to read EF.\(file.rawValue)")
            case .read, .absent, .skipped, nil: nil
            }
        }
        let biometrics = reading.files.filter { $0.file.application == .additionalBiometrics && kind == .biometrics }
        return records
            + biometrics.compactMap { file in
                switch file.outcome {
                case .protected: Reason("recordsProtected", "the terminal has no right to read \(file.file)")
                case .refused: Reason("recordsRefused", "the chip does not give out \(file.file)")
                case .partial, .damaged: Reason("recordsMissing", "\(file.file) was not read to its end")
                case .read, .absent, .skipped: nil
                }
            }
    }

    // MARK: Each object

    /// Records are appended, so that their dates rise with their numbers, and no two are the same.
    ///
    /// Tolerated: a date that is one day earlier than one before it, since travellers cross the date line.
    private func judgePlace(of index: Int, _ draft: inout Draft) {
        guard case .record(let file, let number) = objects[index].source else { return }
        let earlier = objects.filter {
            if case .record(file, let other) = $0.source { other < number } else { false }
        }
        if let same = earlier.first(where: { $0.bytes == objects[index].bytes }) {
            draft.fail("repeated", "\(objects[index].name) is the same as \(same.name)")
        }
        guard kind == .travelRecord, let day = objects[index].decoded?.date?.timestamp,
            let latest = earlier.compactMap({ $0.decoded?.date?.timestamp }).max(),
            day.secondsSince1970 < latest.secondsSince1970 - 86_400
        else { return }
        draft.fail("outOfOrder", "\(objects[index].name) is older than a record before it")
    }

    /// A visa is for the holder of DG1.
    private func judgeHolder(
        of object: SignedRecordObject, _ decoded: SignedRecordObject.Decoded, _ draft: inout Draft
    ) {
        guard let holder = decoded.holder,
            let zone = reading.bytes(of: .dataGroup(.dg1)).flatMap({ try? DG1(encoded: $0).machineReadableZone() })
        else { return }
        if let number = holder.passportNumber?.filter({ $0 != "<" }), !number.isEmpty, number != zone.documentNumber {
            draft.fail("otherDocument", "\(object.name) is for the document with another number than DG1 has")
        }
        if let born = holder.dateOfBirth, born.day != nil,
            let date = zone.dateOfBirth(asOf: reading.startedAt)?.description, !date.contains("?"),
            date != born.description
        {
            draft.fail("otherHolder", "\(object.name) is for somebody born on another day than DG1 says")
        }
    }

    private func signer(_ number: Int, of object: SignedRecordObject, _ draft: inout Draft) -> Certificate? {
        guard let record = reading.records.first(where: { $0.file == kind.certificates && $0.number == number }) else {
            draft.leaveOpen(
                "certificateMissing", "the certificate of the signer of \(object.name), record \(number), was not read")
            return nil
        }
        do { return try RecordCertificate(encoded: record.bytes).certificate } catch {
            draft.fail(
                "certificateMalformed", "the certificate of the signer of \(object.name) cannot be decoded: \(error)")
            return nil
        }
    }

    /// The digest is not written down: the one as long as the key comes first, then every other one that fits.
    private func judgeSignature(
        of object: SignedRecordObject, _ seal: RecordSeal, _ signer: Certificate, _ draft: inout Draft
    ) {
        let key: PublicKey
        do {
            key = try context.keys.key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo)
        } catch {
            return draft.leaveOpen("unusableKey", "the key of the signer of \(object.name) cannot be used: \(error)")
        }
        guard key.curve != nil else {
            return draft.fail("notECDSA", "the signer of \(object.name) has no key for ECDSA, which alone is allowed")
        }
        let digests: [HashAlgorithm] = [.sha256, .sha384, .sha512, .sha224]
        let ordered = digests.sorted { distance($0, key) < distance($1, key) }
        let isValid = ordered.contains { digest in
            let valid = try? key.verify(
                signature: seal.signature, over: seal.signedObject, algorithm: .ecdsa(digest, encoding: .plain))
            return valid ?? false
        }
        if !isValid {
            draft.fail("signatureWrong", "the signature of \(object.name) is wrong: it was changed, or is a forgery")
        }
    }

    private func distance(_ digest: HashAlgorithm, _ key: PublicKey) -> Int { abs(digest.byteCount * 8 - key.bitCount) }

    /// What stands outside of the signature must be what stands inside, and the signer's own state.
    private func judgeState(
        of object: SignedRecordObject, _ decoded: SignedRecordObject.Decoded, _ signer: Certificate,
        _ draft: inout Draft
    ) {
        if let outside = decoded.state, let inside = decoded.signedState, outside != inside {
            draft.fail("stateDiffers", "\(object.name) is filed under '\(outside)' and signed for '\(inside)'")
        }
        guard let state = decoded.signedState?.filter({ $0 != "<" }),
            let country = CertificateCountry.normalised(signer.issuer),
            CertificateCountry.agrees(country, issuingState: state) == false
        else { return }
        draft.fail("otherState", "\(object.name) of \(state) is signed by a signer of \(country)")
    }

    /// The certificate is judged as of the day the object was made: a signer's key is used for a year or two.
    private func judge(
        _ signer: Certificate, of object: SignedRecordObject, madeOn date: RecordedDate?, _ draft: inout Draft
    ) {
        guard let purposes = signer.extendedKeyUsage, purposes.contains(kind.purpose) else {
            return draft.fail("otherPurpose", "the certificate of the signer of \(object.name) is for another purpose")
        }
        var evaluation = Evaluation(context, reading)
        if let day = date?.timestamp { evaluation.validityTime = day }
        let anchor = evaluation.findIssuer(of: signer)
        evaluation.checkValidity(of: signer, and: anchor)
        evaluation.checkExtensions(of: signer)
        let issuer = anchor.map { evaluation.anchors.certificates[$0] }
        evaluation.checkRevocation(of: signer, and: issuer)
        evaluation.nameQuirks(of: signer, as: .other, and: issuer)
        for quirk in evaluation.quirks { draft.show("tolerated", "\(quirk): \(quirk.words)") }
        for finding in evaluation.findings {
            let obligation = context.policy.obligation(
                of: finding.id, hasRevocationLists: evaluation.hasRevocationLists, endedIn: finding.result)
            guard obligation == .mandatory, let reason = finding.result.reason else { continue }
            let words = "the signer of \(object.name): \(reason.text)"
            switch finding.result {
            case .failed: draft.fail(reason.code, words)
            case .undetermined, .aborted: draft.leaveOpen(reason.code, words)
            case .successful, .notSupported: break
            }
        }
    }
}

extension RecordedDate {
    /// The beginning of the day; nil for a date that lacks a part.
    fileprivate var timestamp: Timestamp? {
        guard let month, let day else { return nil }
        return Timestamp(year: year, month: month, day: day)
    }
}
