import ByteCoding
import Cryptography
public import PKI
public import Standards

/// Verifies signed lists and judges their signers against pins.
///
/// A list is trusted where its signer was issued by a certificate that is pinned, or is pinned itself. What the list
/// says of its own signer's issuer counts for nothing unless that is pinned: else anybody could make a list with an
/// authority of their own in it.
///
/// Spec: ICAO Doc 9303-12 (8th ed.) §8 and §9; RFC 5652 §5; BSI TR-03129-2.
public struct ListVerifier: Sendable {
    /// SHA-256 of certificates that may issue signers of lists, or sign them.
    public var pins: Set<[UInt8]>
    /// Certificates from elsewhere, among which signers and their issuers are looked for.
    public var known: [Certificate]
    /// Whether a list whose signer is right, and not pinned, is to be trusted.
    public var acceptsUnpinned: Bool
    /// Departures that are refused otherwise, and that somebody asked to accept.
    public var accepted: Set<ListDeparture>

    let keys = PublicKeyCache()

    public init(
        pins: Set<[UInt8]> = [], known: [Certificate] = [], acceptsUnpinned: Bool = false,
        accepted: Set<ListDeparture> = []
    ) {
        self.pins = pins
        self.known = known
        self.acceptsUnpinned = acceptsUnpinned
        self.accepted = accepted
    }

    /// Verifies one list.
    ///
    /// - Parameter time: The time to judge a signer by that does not say when it signed.
    public func verify(_ signed: SignedData, at time: Timestamp) throws(ListRefusal) -> SignedList {
        var run = ListVerification(self, signed, time)
        return try run.verify()
    }
}

/// One run over one list.
struct ListVerification {
    private let verifier: ListVerifier
    private let signed: SignedData
    private let time: Timestamp
    private var departures: [ListDeparture] = []

    init(_ verifier: ListVerifier, _ signed: SignedData, _ time: Timestamp) {
        self.verifier = verifier
        self.signed = signed
        self.time = time
    }

    mutating func verify() throws(ListRefusal) -> SignedList {
        guard let kind = ListKind(contentType: signed.eContentType) else {
            throw ListRefusal("contentType", "the content type \(signed.eContentType) is not that of a list")
        }
        guard let content = signed.eContent else { throw ListRefusal("contentMissing", "nothing is inside") }
        guard let info = signed.signerInfos.first, signed.signerInfos.count == 1 else {
            throw ListRefusal("signerCount", "it has \(signed.signerInfos.count) signers instead of one")
        }
        if signed.version != 3 { departures.append(.signedDataVersion) }
        if signed.wasNormalised { departures.append(.indefiniteLengths) }
        let (attributes, scheme, signingTime) = try fields(info, content)
        let signer = try signer(info.sid)
        try checkSignature(info, attributes, scheme, signer)

        let fingerprint = HashAlgorithm.sha256.hash(signer.encoded)
        let issuer = issuer(of: signer, fingerprint, kind, content)
        let standing = standing(kind, signer, fingerprint, issuer, signingTime)
        return SignedList(
            kind: kind, content: content, signer: signer, signerFingerprint: fingerprint,
            issuer: issuer?.certificate, issuerFingerprint: issuer?.fingerprint, signingTime: signingTime,
            standing: standing, departures: departures)
    }

    // MARK: The signature

    /// Spec: RFC 5652 §5.3, §5.4 and §11.
    private mutating func fields(
        _ info: SignerInfo, _ content: [UInt8]
    ) throws(ListRefusal) -> (SignedAttributes, SignatureScheme, Timestamp?) {
        guard let attributes = info.signedAttributes else {
            throw ListRefusal("signedAttributesMissing", "the signer information has no signed attributes")
        }
        let (type, digest, signingTime): (OID?, [UInt8]?, Timestamp?)
        do throws(DecodingFailure) {
            type = try attributes.contentType()
            digest = try attributes.messageDigest()
            signingTime = try attributes.signingTime()
        } catch {
            throw ListRefusal("signedAttributes", "the signed attributes cannot be decoded: \(error)")
        }
        guard type == signed.eContentType else {
            throw ListRefusal("contentTypeAttribute", "the signed content type is not the one of the content")
        }
        guard let hash = HashAlgorithm(oid: info.digestAlgorithm.oid) else {
            throw ListRefusal(
                "unknownDigest", "the algorithm \(Evaluation.name(of: info.digestAlgorithm.oid)) cannot be verified")
        }
        guard let digest, equalInConstantTime(hash.hash(content), digest) else {
            throw ListRefusal("digestDiffers", "the content is not the one that was signed: it was changed")
        }
        if signingTime == nil { departures.append(.signingTimeMissing) }
        do throws(SignatureScheme.Failure) {
            let scheme = try SignatureScheme(info.signatureAlgorithm, digest: info.digestAlgorithm.oid)
            if scheme.digest == .sha1 { departures.append(.weakHash) }
            return (attributes, scheme, signingTime)
        } catch {
            throw ListRefusal("signatureAlgorithm", "the signature cannot be verified: \(error.words)")
        }
    }

    private mutating func signer(_ sid: SignerInfo.Identifier) throws(ListRefusal) -> Certificate {
        if let inside = SignerSearch.find(sid, in: signed.certificates)?.certificate { return inside }
        if let outside = SignerSearch.find(sid, in: verifier.known)?.certificate {
            departures.append(.signerOutside)
            return outside
        }
        throw ListRefusal(
            "signerMissing", "the signer's certificate is neither inside nor known, so nothing can be verified")
    }

    private mutating func checkSignature(
        _ info: SignerInfo, _ attributes: SignedAttributes, _ scheme: SignatureScheme, _ signer: Certificate
    ) throws(ListRefusal) {
        let (outcome, _) = verifier.keys.verify(info, attributes, by: scheme, with: signer)
        if attributes.storedAsSet != attributes.encodedAsDER { departures.append(.unsortedAttributes) }
        switch outcome {
        case .valid: break
        case .validWithoutNull:
            guard verifier.accepted.contains(.digestInfoWithoutNull) else {
                throw ListRefusal(
                    "digestInfoWithoutNull",
                    "the signature is right but for a DigestInfo that lacks its NULL; "
                        + "--accept digest-info-without-null takes it nevertheless")
            }
            departures.append(.digestInfoWithoutNull)
        case .invalid:
            throw ListRefusal("signatureWrong", "the signature is wrong: the list was changed, or is a forgery")
        case .unknownAlgorithm(let algorithm):
            throw ListRefusal(
                "unknownAlgorithm", "the algorithm \(Evaluation.name(of: algorithm)) cannot be verified")
        case .unusableKey(let why): throw ListRefusal("unusableKey", "the signer's key cannot be used: \(why)")
        }
        if let key = try? verifier.keys.key(subjectPublicKeyInfo: signer.subjectPublicKeyInfo), key.isBreakable {
            throw ListRefusal("brokenKey", "the signer's key has \(key.bitCount) bits, which anybody can break")
        }
    }

    // MARK: The signer

    private typealias Issuer = (certificate: Certificate, fingerprint: [UInt8], isPinned: Bool)

    /// Who issued the signer's certificate: a pinned one if any is, else one from inside or elsewhere.
    private func issuer(
        of signer: Certificate, _ fingerprint: [UInt8], _ kind: ListKind, _ content: [UInt8]
    ) -> Issuer? {
        if signer.claimsAuthority { return (signer, fingerprint, verifier.pins.contains(fingerprint)) }
        var candidates = signed.certificates + verifier.known
        if kind == .master, let list = try? MasterList(encoded: content) { candidates += list.certificates }
        var best: Issuer?
        var seen: Set<[UInt8]> = []
        for candidate in candidates where mayHaveIssued(candidate, signer) {
            let fingerprint = HashAlgorithm.sha256.hash(candidate.encoded)
            guard seen.insert(fingerprint).inserted,
                verifier.keys.verifies(signer, with: candidate, accepting: verifier.accepted)
            else { continue }
            if verifier.pins.contains(fingerprint) { return (candidate, fingerprint, true) }
            if best.map({ $0.certificate.isLink && !candidate.isLink }) ?? true {
                best = (candidate, fingerprint, false)
            }
        }
        return best
    }

    /// A state's key makes list signers of that state alone: one that calls itself another's has no issuer.
    private func mayHaveIssued(_ candidate: Certificate, _ signer: Certificate) -> Bool {
        guard CertificateCountry.normalised(candidate.subject) == CertificateCountry.normalised(signer.issuer) else {
            return false
        }
        if let named = signer.authorityKeyIdentifier, candidate.keyIdentifier == named { return true }
        return candidate.subject.match(signer.issuer) != nil
    }

    private mutating func standing(
        _ kind: ListKind, _ signer: Certificate, _ fingerprint: [UInt8], _ issuer: Issuer?, _ signingTime: Timestamp?
    ) -> TrustDelivery.Standing {
        let moment = signingTime ?? time
        if signer.claimsAuthority { departures.append(.signedByAuthority) }
        let hasPurpose = signer.extendedKeyUsage?.contains(kind.purpose) ?? false
        if hasPurpose, signer[.extendedKeyUsage]?.isCritical == false { departures.append(.purposeNotCritical) }
        if !hasPurpose, !signer.claimsAuthority { departures.append(.purposeMissing) }
        if let issuer = issuer?.certificate, !issuer.isValid(at: moment) { departures.append(.issuerNotValid) }

        let isSignerPinned = verifier.pins.contains(fingerprint)
        // Whoever is pinned by a certificate of their own may sign; others need to be made for it.
        guard hasPurpose || signer.claimsAuthority || isSignerPinned else {
            return .untrusted(
                Reason("signerPurpose", "the certificate of its signer is not one that signs a \(kind.name)"))
        }
        guard signer.isValid(at: moment) else {
            return .untrusted(
                Reason("signerNotValid", "the certificate of its signer is not valid on \(moment), when it was signed"))
        }
        if isSignerPinned { return .pinned(fingerprint) }
        if let issuer, issuer.isPinned { return .pinned(issuer.fingerprint) }
        if verifier.acceptsUnpinned { return .accepted }
        let (whose, toPin) = issuer.map { ("who issued its signer", $0.fingerprint) } ?? ("its signer", fingerprint)
        return .untrusted(
            Reason(
                "notPinned",
                "no pin is known for \(whose); compare the fingerprint with the one that the state publishes, then: "
                    + "emrtd trust pin add \(Hexadecimal.encode(toPin).lowercased())"))
    }
}

extension Certificate {
    func isValid(at moment: Timestamp) -> Bool { notBefore <= moment && moment <= notAfter }
}

extension PublicKeyCache {
    /// Whether the key of `issuer` signed a certificate.
    func verifies(
        _ certificate: Certificate, with issuer: Certificate, accepting accepted: Set<ListDeparture> = []
    ) -> Bool {
        guard let scheme = try? SignatureScheme(certificate.signatureAlgorithm) else { return false }
        switch verify(certificate.signature, over: certificate.tbs, by: scheme, with: issuer) {
        case .valid: return true
        case .validWithoutNull: return accepted.contains(.digestInfoWithoutNull)
        case .invalid, .unknownAlgorithm, .unusableKey: return false
        }
    }
}

extension SignatureScheme.Failure {
    fileprivate var words: String {
        switch self {
        case .unknownAlgorithm(let oid): "the algorithm \(Evaluation.name(of: oid)) is not known"
        case .malformedParameters(let oid): "the parameters of \(oid) are missing or broken"
        case .disagreeingDigest(let named, let implied):
            "the algorithm uses \(Evaluation.name(of: implied)) and the signer names \(Evaluation.name(of: named))"
        }
    }
}
