import ByteCoding
import Cryptography
import PKI
import Standards
import Trust

/// Signed lists, and contents of lists that nobody signed.
extension TrustReader.Run {
    mutating func takeSigned(_ bytes: [UInt8], name: String, place: String?, _ loose: inout LooseObjects) {
        let signed: SignedData
        do throws(DecodingFailure) {
            signed = try SignedData(contentInfo: bytes)
        } catch {
            return refuse(name, .malformed("signed data", error))
        }
        if signed.signerInfos.isEmpty, signed.eContent == nil || signed.eContent == [] {
            return takeBundle(signed, name: name, place: place, &loose)
        }
        guard let kind = ListKind(contentType: signed.eContentType) else {
            return refuse(name, .notTrustData("signed data whose content, \(signed.eContentType), is no list"))
        }
        do throws(ListRefusal) {
            let list = try reader.verifier.verify(signed, at: reader.time)
            if list.issuer == nil, !list.standing.isTrusted, !isFinal { return waiting.append((bytes, name)) }
            var delivery = TrustDelivery(source: list.source(name, bytes), standing: list.standing)
            noteAttribute(of: name, &delivery.source)
            for encoded in signed.crls {
                guard let revocations = try? CertificateRevocationList(encoded: encoded) else { continue }
                delivery.revocationLists.append(.init(revocations))
            }
            if reader.keepsSignedLists {
                contents.signedLists.append(.init(name: name, bytes: bytes, data: signed))
            }
            take(list.content, kind, delivery, name)
        } catch {
            if error.reason.code == "signerMissing", !isFinal { return waiting.append((bytes, name)) }
            refuse(name, error.reason, country: signed.certificates.first.flatMap { $0.issuer.countryCode })
        }
    }

    /// Names where a list stood in a directory, if under the earlier name of its attribute.
    private func noteAttribute(of name: String, _ source: inout TrustDelivery.Source) {
        if earlyPieces.contains(name) { source.departures.append(ListDeparture.earlyAttribute.quirk) }
    }

    /// The content of a list whose signature is right.
    private mutating func take(_ content: [UInt8], _ kind: ListKind, _ delivery: TrustDelivery, _ name: String) {
        var delivery = delivery
        do throws(DecodingFailure) {
            switch kind {
            case .master:
                let list = try MasterList(encoded: content)
                guard list.version == 0 else { throw DecodingFailure(.invalidValue("version"), at: 0) }
                delivery.source.departures += ListDeparture.departures(of: list).map(\.quirk)
                delivery.add(list, reader.limits)
            case .deviation: delivery.deviationLists = [.init(try DeviationList(encoded: content))]
            case .defect: delivery.defectLists = [.init(try DefectList(encoded: content))]
            }
        } catch {
            return refuse(name, .malformed("a \(kind.name)", error), country: delivery.source.country)
        }
        contents.deliveries.append(delivery)
    }

    /// Certificates and revocation lists that CMS holds together without signing anything (`.p7b`).
    private mutating func takeBundle(_ signed: SignedData, name: String, place: String?, _ loose: inout LooseObjects) {
        let before = loose.certificates.count + loose.revocationLists.count
        loose.certificates += signed.certificates.map { .init($0, place: place) }
        for failure in signed.malformedCertificates {
            loose.refused.append(.init(place: place ?? name, reason: .malformed("a certificate", failure)))
        }
        for encoded in signed.crls {
            do throws(DecodingFailure) {
                loose.revocationLists.append(.init(try CertificateRevocationList(encoded: encoded), place: place))
            } catch {
                loose.refused.append(.init(place: place ?? name, reason: .malformed("a revocation list", error)))
            }
        }
        if loose.certificates.count + loose.revocationLists.count == before, signed.malformedCertificates.isEmpty {
            refuse(name, Reason("empty", "it is signed data with nothing inside"))
        }
    }

    /// The content of a list without the signed data around it.
    mutating func takeBare(_ bytes: [UInt8], name: String) {
        let failure: DecodingFailure
        do throws(DecodingFailure) {
            let list = try MasterList(encoded: bytes)
            if !list.certificates.isEmpty, list.version == 0 {
                var source = TrustDelivery.Source(
                    kind: .masterListContent, name: name, sha256: HashAlgorithm.sha256.hash(bytes))
                source.departures = [ListDeparture.bareContent.quirk] + ListDeparture.departures(of: list).map(\.quirk)
                noteAttribute(of: name, &source)
                var delivery = TrustDelivery(source: source, standing: bareStanding)
                delivery.add(list, reader.limits)
                contents.deliveries.append(delivery)
                return
            }
            failure = list.malformedCertificates.first?.failure ?? DecodingFailure(.missing("certificate"), at: 0)
        } catch {
            failure = error
        }
        if (try? DeviationList(encoded: bytes)) != nil || (try? DefectList(encoded: bytes)) != nil {
            return refuse(
                name,
                Reason("notSigned", "it is a list of deviations or defects that nobody signed, which says nothing"))
        }
        refuse(name, .malformed("the content of a list", failure))
    }

    private var bareStanding: TrustDelivery.Standing {
        reader.verifier.acceptsUnpinned
            ? .accepted
            : .untrusted(
                Reason(
                    "notSigned",
                    "nobody signed it; where you know that it is genuine, import it with --accept-unpinned"))
    }
}

extension SignedList {
    fileprivate func source(_ name: String, _ bytes: [UInt8]) -> TrustDelivery.Source {
        var source = TrustDelivery.Source(
            kind: kind.sourceKind, name: name, sha256: HashAlgorithm.sha256.hash(bytes))
        source.country = country
        source.signingTime = signingTime
        source.signer = signerFingerprint
        source.signerIssuer = issuerFingerprint
        source.departures = departures.map(\.quirk)
        return source
    }
}

extension TrustDelivery {
    /// Adds the members of a master list.
    fileprivate mutating func add(_ list: MasterList, _ limits: SourceLimits) {
        certificates += list.certificates.enumerated().map { Item($1, place: "\($0 + 1)") }
        for (index, member) in list.malformedCertificates.prefix(limits.refusalCount).enumerated() {
            refused.append(
                Refusal(
                    place: "broken member \(index + 1)",
                    reason: Reason("malformed", "the member is no certificate: \(member.failure)")))
        }
    }
}
