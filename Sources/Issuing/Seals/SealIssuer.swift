import ByteCoding
public import Cryptography
import Foundation
import Seals
import Standards

/// A signer of visible digital seals, of both kinds.
///
/// Spec: ICAO Doc 9303-13 (8th ed.) §2; ICAO Technical Report VDS-NC.
public struct SealIssuer: Sendable {
    /// On a curve.
    public let key: PrivateKey
    /// The certificate of the signer, in DER.
    public let certificate: [UInt8]

    public init(key: PrivateKey, certificate: [UInt8]) {
        self.key = key
        self.certificate = certificate
    }

    /// A seal of bytes.
    public func issue(_ contents: ConstrainedSealContents) throws(IssuingError) -> [UInt8] {
        var signed = try header(contents)
        var features = contents.features
        if contents.deviations.contains(.repeatedFeature), let first = features.first { features.append(first) }
        for feature in features {
            signed += [feature.tag] + Self.length(feature.value.count, version: contents.version) + feature.value
        }
        let signature = try sign(signed, hash, contents.deviations)
        if contents.deviations.contains(.changedContent) { signed[signed.count - 1] ^= 0x01 }
        return signed + [0xFF] + Self.length(signature.count, version: 4) + signature
            + (contents.deviations.contains(.trailingByte) ? [0x00] : [])
    }

    private func header(_ contents: ConstrainedSealContents) throws(IssuingError) -> [UInt8] {
        let reference = contents.certificateReference
        let digits = String(reference.utf8.count, radix: 16, uppercase: true)
        let count = contents.version == 4 ? (digits.count == 1 ? "0" : "") + digits : ""
        let country = contents.issuingCountry + String(repeating: "<", count: max(0, 3 - contents.issuingCountry.count))
        guard contents.signerIdentifier.utf8.count == 4, contents.version == 4 || reference.utf8.count == 5,
            let encodedCountry = C40Encoder.encode(country), encodedCountry.count == 2,
            let signer = C40Encoder.encode(contents.signerIdentifier + count + reference)
        else { throw .invalidField(path: "header", problem: "country, signer and reference do not fit a seal") }
        let version: UInt8 = contents.version == 4 ? 0x03 : 0x02
        return [ConstrainedSeal.magic, contents.deviations.contains(.unknownVersion) ? 0x7F : version]
            + encodedCountry + signer + Self.date(contents.documentIssueDate)
            + Self.date(contents.signatureCreationDate)
            + [contents.featureDefinitionReference, contents.typeCategory]
    }

    private static func date(_ day: Timestamp) -> [UInt8] {
        let (year, month, day) = day.date
        let number = month * 1_000_000 + day * 10_000 + year
        return [UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }

    private static func length(_ count: Int, version: Int) -> [UInt8] {
        version == 3 || count < 128 ? [UInt8(clamping: count)] : [0x81, UInt8(clamping: count)]
    }

    /// A seal in JSON.
    public func issue(_ contents: NonConstrainedSealContents) throws(IssuingError) -> [UInt8] {
        let data = SealJSON.object([
            .init(
                "hdr",
                .object([
                    .init("t", .text(contents.type)), .init("v", .number(Double(contents.version))),
                    .init("is", .text(contents.issuer)),
                ])),
            .init("msg", contents.message),
        ])
        var algorithm = "ES\(hash.byteCount * 8)"
        if contents.deviations.contains(.spacedAlgorithm) { algorithm = "ES \(hash.byteCount * 8)" }
        if contents.deviations.contains(.otherAlgorithm) { algorithm = hash == .sha384 ? "ES256" : "ES384" }
        var members = [SealJSON.Member("alg", .text(algorithm))]
        if !contents.deviations.contains(.withoutCertificate) {
            members.append(.init("cer", .text(Self.base64URL(certificate))))
        }
        let signature = try sign(data.canonical, hash, contents.deviations)
        members.append(.init("sigvl", .text(Self.base64URL(signature))))
        var signed = data
        if contents.deviations.contains(.changedContent), case .object(var parts) = data {
            parts[1] = .init("msg", .object([.init("changed", .boolean(true))]))
            signed = .object(parts)
        }
        return SealJSON.object([.init("data", signed), .init("sig", .object(members))]).canonical
            + (contents.deviations.contains(.trailingByte) ? Array("}".utf8) : [])
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }

    /// As long as the curve.
    private var hash: HashAlgorithm {
        switch key.publicKey.bitCount {
        case ...224: .sha224
        case ...256: .sha256
        case ...384: .sha384
        default: .sha512
        }
    }

    private func sign(
        _ bytes: [UInt8], _ hash: HashAlgorithm, _ deviations: Set<SealDeviation>
    ) throws(IssuingError) -> [UInt8] {
        let encoding: SignatureAlgorithm.ECDSAEncoding = deviations.contains(.derSignature) ? .der : .plain
        var signature: [UInt8]
        do { signature = try key.sign(bytes, algorithm: .ecdsa(hash, encoding: encoding)) } catch {
            throw .signingFailed("a seal")
        }
        // Of DER there must be an even number, or the seal says at once that it is none.
        if deviations.contains(.derSignature), !signature.count.isMultiple(of: 2) { signature.append(0) }
        if deviations.contains(.brokenSignature), !signature.isEmpty { signature[signature.count / 2] ^= 0x01 }
        return signature
    }
}
