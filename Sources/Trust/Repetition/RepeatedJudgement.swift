import ByteCoding
import Cryptography
import LDS
import PKI
import Standards

/// Judges security objects one after another, as `PassiveAuthentication` does, and makes again what differs between
/// those of one signer: digest, signature, and the hash of each data group.
///
/// The first object of a shape is judged in full. Another one gets the same judgement if it has the same shape, if the
/// same groups came with it, if DG1 is of the same type and state, if its time of signing lies between the same moments
/// at which certificates and lists begin and end, if the same is known to be wrong with it, and if digest, signature and every hash are right. Where one of these
/// is not so, it is judged in full: nothing here ever finds fault with a document. Belongs to one thread.
package struct RepeatedJudgement: ~Copyable {
    /// How an object was judged.
    package final class Judgement {
        package let result: PassiveAuthenticationResult
        /// What the caller makes of the result, once.
        package var text: [UInt8] = []
        /// What the text says, in one word.
        package var verdict = ""

        init(_ result: PassiveAuthenticationResult) {
            self.result = result
        }
    }

    /// How many objects were judged, and how many of them by what was known of their signer.
    package private(set) var counts = (all: 0, repeated: 0)

    private let context: PassiveAuthentication
    private var shape = SecurityObjectShape()
    private var hashing = HashBuffer()
    private var known = BoundedMemory<SignerTemplate>(limit: 4096)

    package init(_ context: PassiveAuthentication) {
        self.context = context
    }

    /// Judges one object.
    package mutating func judge(_ record: SecurityObjectRecord) -> Judgement {
        counts.all += 1
        guard shape.read(record.sod) else { return Judgement(context.evaluate(record)) }
        var hasher = Hasher()
        shape.kept.withUnsafeBytes { hasher.combine(bytes: $0) }
        let key = hasher.finalize()
        let template = known[key].flatMap { $0.kept == shape.kept ? $0 : nil }
        if let template, let circumstances = circumstances(of: record, template),
            let judgement = template.judgement(under: circumstances), isRight(record, template)
        {
            counts.repeated += 1
            return judgement
        }
        return judgeInFull(record, template, key)
    }

    private mutating func judgeInFull(_ record: SecurityObjectRecord, _ known: SignerTemplate?, _ key: Int)
        -> Judgement
    {
        let judgement = Judgement(context.evaluate(record))
        guard judgement.result.verifiedSOD != nil,
            let template = known ?? SignerTemplate(shape, judgement.result, record.sod, context),
            let circumstances = circumstances(of: record, template), isRight(record, template)
        else { return judgement }
        template.remember(judgement, under: circumstances)
        self.known[key] = template
        return judgement
    }

    // MARK: What has to be the same

    private func circumstances(of record: SecurityObjectRecord, _ template: SignerTemplate)
        -> SignerTemplate.Circumstances?
    {
        guard let zone = DocumentKind.packed(record.files[0]) else { return nil }
        if let algorithm = record.hashAlgorithm, algorithm != template.groupDigest { return nil }
        var signedAt: Timestamp?
        if !shape.signingTime.isEmpty {
            var reader = ByteReader(record.sod[shape.signingTime])
            guard let object = try? reader.dataObject(),
                let signingTime = try? DERTime.timestamp(object, "signingTime")
            else { return nil }
            signedAt = signingTime
        }
        return .init(
            files: record.fileMask, hashes: record.hashMask, zone: zone,
            period: template.period(of: signedAt ?? record.readAt ?? context.time),
            defects: defects(of: record, template, signedAt))
    }

    /// What is known to be wrong with a document may concern that document alone.
    private func defects(of record: SecurityObjectRecord, _ template: SignerTemplate, _ signingTime: Timestamp?)
        -> [KnownDefect]
    {
        guard context.material.knowsDefects else { return [] }
        return context.material.defects(
            of: DocumentIdentity(
                dg1: record.files[0], dg12: record.files[11], signingTime: signingTime,
                signerIdentifier: template.signerIdentifier, signer: template.signer))
    }

    // MARK: What has to be right

    private mutating func isRight(_ record: SecurityObjectRecord, _ template: SignerTemplate) -> Bool {
        let (files, hashes) = (record.fileMask, record.hashMask)
        guard (files | hashes) & ~shape.listed == 0 else { return false }
        for index in 0..<16 where hashes & 1 << index != 0 {
            guard isEqual(record.hashes[index], record.sod, shape.hashes[index]) else { return false }
        }
        for index in 0..<16 where files & 1 << index != 0 {
            hashing.hash(FileHash.covered(record.files[index]), by: template.groupDigest)
            guard isEqual(hashing.value, record.sod, shape.hashes[index]) else { return false }
        }
        hashing.hash(record.sod[shape.content], by: template.messageDigest)
        guard isEqual(hashing.value, record.sod, shape.messageDigest) else { return false }
        // The attributes are signed under the tag of a SET: RFC 5652 §5.4.
        hashing.hash(record.sod[shape.attributes], after: 0x31, by: template.verifier.algorithm.hash)
        return template.verifier.verify(record.sod[shape.signature], overDigest: hashing.value)
    }

    /// None of it is a secret.
    private func isEqual(_ value: [UInt8], _ sod: [UInt8], _ range: Range<Int>) -> Bool {
        value[...] == sod[range]
    }
}

/// What of DG1 the judgement of a signer asks for.
enum DocumentKind {
    /// Document code and issuing state, the first five characters, as a number; 0 without DG1, nil where DG1 is of an
    /// uncommon form.
    static func packed(_ file: [UInt8]) -> UInt64? {
        guard !file.isEmpty else { return 0 }
        guard file.count > 5, file[0] == 0x61, file[2] == 0x5F, file[3] == 0x1F, file[1] < 0x80,
            Int(file[1]) == file.count - 2, Int(file[4]) == file.count - 5, [90, 72, 88].contains(file[4])
        else { return nil }
        var packed: UInt64 = 0
        for index in 5..<file.count {
            guard (0x30...0x39).contains(file[index]) || (0x41...0x5A).contains(file[index]) || file[index] == 0x3C
            else { return nil }
            if index < 10 { packed = packed << 8 | UInt64(file[index]) }
        }
        return packed
    }
}
