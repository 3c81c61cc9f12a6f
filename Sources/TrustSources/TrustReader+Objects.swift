import ByteCoding
import Cryptography
import PKI
import Standards
import Trust

/// Certificates and revocation lists that stand by themselves.
struct LooseObjects {
    var certificates: [TrustDelivery.Item<Certificate>] = []
    var revocationLists: [TrustDelivery.Item<CertificateRevocationList>] = []
    var refused: [TrustDelivery.Refusal] = []

    var isEmpty: Bool { certificates.isEmpty && revocationLists.isEmpty }
}

/// Data objects in DER and BER, and blocks of PEM.
extension TrustReader.Run {
    /// The most data objects of one file.
    private static let objectLimit = 100_000

    mutating func takeObjects(_ file: [UInt8], name: String) {
        var loose = LooseObjects()
        var file = file
        if file.dropFirst().first == 0x80 {
            // Signed data is taken as it is stored, since its form and its hash are told.
            let stored = file.withoutPadding
            if (try? SignedData(contentInfo: stored)) != nil {
                takeSigned(stored, name: name, place: nil, &loose)
                return deliver(loose, file, name)
            }
            do throws(DecodingFailure) {
                file = try BERNormaliser.normalise(stored)
            } catch {
                return refuse(name, .malformed("signed data in BER", error))
            }
        }
        var reader = ByteReader(file)
        var count = 0
        while !reader.isAtEnd {
            let offset = reader.offset
            if offset > 0, file[offset...].allSatisfy(\.isPadding) { break }
            count += 1
            guard count <= Self.objectLimit else {
                loose.refused.append(
                    .init(
                        place: "byte \(offset)",
                        reason: Reason("tooMany", "more than \(Self.objectLimit) objects; the rest is not read")))
                break
            }
            do throws(DecodingFailure) {
                let object = try reader.dataObject()
                let isAlone = offset == 0 && (reader.isAtEnd || file[reader.offset...].allSatisfy(\.isPadding))
                take(object, isAlone ? nil : "byte \(offset)", in: name, &loose)
            } catch {
                let reason = Reason.malformed("a data object", error)
                loose.refused.append(.init(place: offset == 0 ? name : "byte \(offset)", reason: reason))
                break
            }
        }
        deliver(loose, file, name)
    }

    mutating func takeBlocks(_ file: [UInt8], name: String) {
        var loose = LooseObjects()
        var blocks = PEMReader(file)
        var count = 0
        while let block = blocks.next() {
            count += 1
            let place = "line \(block.line)"
            guard count <= Self.objectLimit else {
                loose.refused.append(
                    .init(
                        place: place,
                        reason: Reason("tooMany", "more than \(Self.objectLimit) blocks; the rest is not read")))
                break
            }
            guard let content = block.content else {
                loose.refused.append(
                    .init(place: place, reason: Reason("malformed", "the block is no base64, or does not end")))
                continue
            }
            guard !block.label.contains("PRIVATE KEY"), !block.label.hasSuffix("REQUEST") else {
                loose.refused.append(
                    .init(place: place, reason: .notTrustData("a block of '\(block.label.withoutControls)'")))
                continue
            }
            do throws(DecodingFailure) {
                let isIndefinite = content.dropFirst().first == 0x80
                if isIndefinite, (try? SignedData(contentInfo: content)) != nil {
                    takeSigned(content, name: "\(name), \(place)", place: place, &loose)
                    continue
                }
                let content = isIndefinite ? try BERNormaliser.normalise(content) : content
                var reader = ByteReader(content)
                let object = try reader.dataObject(0x30)
                // Tolerated: the trust settings that OpenSSL writes behind a certificate.
                if block.label != "TRUSTED CERTIFICATE" { try reader.end() }
                take(object, place, in: name, &loose)
            } catch {
                loose.refused.append(.init(place: place, reason: .malformed("a block of PEM", error)))
            }
        }
        if count == 0 { return refuse(name, Reason("empty", "it holds no block of PEM")) }
        deliver(loose, file, name)
    }

    /// Takes one object, whose kind its first members tell.
    mutating func take(_ object: DataObject, _ place: String?, in name: String, _ loose: inout LooseObjects) {
        guard object.tag == 0x30 else {
            loose.refused.append(
                .init(
                    place: place ?? name,
                    reason: .notTrustData("a data object with tag \(String(object.tag, radix: 16, uppercase: true))")))
            return
        }
        let pieceName = place.map { "\(name), \($0)" } ?? name
        switch object.value.first {
        case 0x06: takeSigned(Array(object.encoded), name: pieceName, place: place, &loose)
        case 0x02: takeBare(Array(object.encoded), name: pieceName)
        default: takeLoose(object, place, in: name, &loose)
        }
    }

    private func takeLoose(_ object: DataObject, _ place: String?, in name: String, _ loose: inout LooseObjects) {
        let certificateFailure: DecodingFailure
        do throws(DecodingFailure) {
            return loose.certificates.append(.init(try Certificate(object), place: place))
        } catch {
            certificateFailure = error
        }
        do throws(DecodingFailure) {
            let list = try CertificateRevocationList(encoded: object.encoded)
            loose.revocationLists.append(.init(list, place: place))
        } catch {
            // Whichever was understood further is what it was meant to be; offsets of a list count from its start.
            let isCertificate = certificateFailure.offset - object.encoded.startIndex >= error.offset
            let reason =
                isCertificate
                ? Reason.malformed("a certificate", certificateFailure) : .malformed("a revocation list", error)
            loose.refused.append(.init(place: place ?? name, reason: reason))
        }
    }

    /// Delivers what stood by itself in a file, if anything did.
    private mutating func deliver(_ loose: LooseObjects, _ file: [UInt8], _ name: String) {
        guard !loose.isEmpty else {
            for refusal in loose.refused {
                let place = refusal.place == name ? name : "\(name), \(refusal.place)"
                refuse(place, refusal.reason, country: refusal.country)
            }
            return
        }
        let kind: TrustDelivery.Kind = loose.certificates.isEmpty ? .revocationList : .certificates
        var delivery = TrustDelivery(
            source: .init(kind: kind, name: name, sha256: HashAlgorithm.sha256.hash(file)),
            standing: looseStanding(kind))
        delivery.certificates = loose.certificates
        delivery.revocationLists = loose.revocationLists
        delivery.refused = Array(loose.refused.prefix(reader.limits.refusalCount))
        contents.furtherRefusals += loose.refused.count - delivery.refused.count
        contents.deliveries.append(delivery)
    }

    private func looseStanding(_ kind: TrustDelivery.Kind) -> TrustDelivery.Standing {
        if kind == .revocationList {
            return .untrusted(Reason("verifiedWhereUsed", "a revocation list is verified where it is used"))
        }
        return reader.trustsCertificates
            ? .direct
            : .untrusted(
                Reason(
                    "notNamed",
                    "certificates outside of signed lists are kept and trusted by nobody; where you know that they are "
                        + "genuine, import them with --trust-certificates"))
    }
}

extension UInt8 {
    /// What tools leave behind the end of a file.
    fileprivate var isPadding: Bool { self == 0 || self == 0x0A || self == 0x0D || self == 0x20 || self == 0x1A }
}

extension [UInt8] {
    fileprivate var withoutPadding: [UInt8] {
        // End-of-contents octets are zeros too: only what follows them may go.
        var end = count
        while end > 0, self[end - 1] == 0x0A || self[end - 1] == 0x0D { end -= 1 }
        return Array(prefix(end))
    }
}

extension String {
    var withoutControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "·" : $0 }))
    }
}
