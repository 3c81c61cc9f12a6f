import Cryptography
import LDS
import PKI
import Standards

/// What was found about security objects of one shape, and what verifies the next one.
final class SignerTemplate {
    let kept: [UInt8]
    /// The function of the signed digest.
    let messageDigest: HashAlgorithm
    /// The function of the hash values of data groups.
    let groupDigest: HashAlgorithm
    let verifier: SignatureVerifier
    let signerIdentifier: SignerInfo.Identifier
    let signer: Certificate
    /// Moments at which a certificate or a list begins or ends, in order.
    private let moments: [Timestamp]
    private var judgements: [(circumstances: Circumstances, judgement: RepeatedJudgement.Judgement)] = []

    /// What a judgement rests on, beside the shape.
    struct Circumstances: Equatable {
        /// Which data groups are there as files, a bit each.
        let files: UInt32
        /// Which data groups are there as hash values, a bit each.
        let hashes: UInt32
        /// What DG1 says of the document's type and state.
        let zone: UInt64
        /// Between which moments it was signed.
        let period: Int
        /// What lists say is wrong with the document.
        let defects: [KnownDefect]
    }

    /// Nil where the object cannot be verified by a key and an algorithm alone.
    init?(
        _ shape: SecurityObjectShape, _ result: PassiveAuthenticationResult, _ sod: [UInt8],
        _ context: PassiveAuthentication
    ) {
        guard let verified = result.verifiedSOD,
            let groupDigest = HashAlgorithm(oid: verified.securityObject.hashAlgorithm),
            let signer = result.signer.flatMap({ try? Certificate(encoded: $0.encoded) }),
            let key = try? context.keys.key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo),
            let info = (try? SignedData(contentInfo: sod[shape.contentInfo]))?.signerInfos.first,
            let messageDigest = HashAlgorithm(oid: info.digestAlgorithm.oid),
            let scheme = try? SignatureScheme(info.signatureAlgorithm, digest: info.digestAlgorithm.oid),
            let algorithm = SignatureAlgorithm(scheme), let verifier = SignatureVerifier(key, algorithm)
        else { return nil }
        kept = shape.kept
        self.groupDigest = groupDigest
        self.messageDigest = messageDigest
        self.verifier = verifier
        self.signer = signer
        signerIdentifier = info.sid
        moments = context.moments(of: signer)
    }

    /// Where a moment lies among those at which something begins or ends: on one of them, or between two.
    func period(of time: Timestamp) -> Int {
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if moments[middle] < time { low = middle + 1 } else { high = middle }
        }
        return low < moments.count && moments[low] == time ? 2 * low + 1 : 2 * low
    }

    func judgement(under circumstances: Circumstances) -> RepeatedJudgement.Judgement? {
        for known in judgements where known.circumstances == circumstances { return known.judgement }
        return nil
    }

    func remember(_ judgement: RepeatedJudgement.Judgement, under circumstances: Circumstances) {
        // Few differ: a signer signs one type of document for a few months.
        if judgements.count >= 32 { judgements.removeAll() }
        judgements.append((circumstances, judgement))
    }
}

extension PassiveAuthentication {
    /// Every moment at which a certificate or a list begins or ends that a document of this signer is judged by.
    fileprivate func moments(of signer: Certificate) -> [Timestamp] {
        var moments: Set<Timestamp> = []
        func add(_ times: Timestamp?...) { moments.formUnion(times.compactMap { $0 }) }
        func add(_ certificate: Certificate) {
            add(certificate.notBefore, certificate.notAfter)
            add(certificate.privateKeyUsagePeriod?.notBefore, certificate.privateKeyUsagePeriod?.notAfter)
        }
        add(signer)
        let anchors = material.anchors(for: signer)
        let named = signer.authorityKeyIdentifier.map { anchors.positions(keyIdentifier: $0) } ?? []
        let issuers = Set(named + anchors.positions(subject: signer.issuer)).map { anchors.certificates[$0] }
        for issuer in issuers { add(issuer) }
        // As revocation is judged: the state that the signer names, and that of an issuer of a linked state.
        for country in Set(([signer.issuer] + issuers.map(\.subject)).compactMap(CertificateCountry.normalised)) {
            let authorities = material.anchors(ofCountry: country).certificates.filter {
                CertificateCountry.normalised($0.subject) == country
            }
            for list in material.revocationLists(ofCountry: country) {
                add(list.thisUpdate, list.nextUpdate)
                for certificate in authorities + issuers + [signer] {
                    add(list.revocation(of: certificate.serialNumber))
                }
            }
        }
        return moments.sorted()
    }
}
