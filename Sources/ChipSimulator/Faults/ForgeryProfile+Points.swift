import Cryptography
import Issuing
import LDS
import Standards

extension ForgeryProfile {
    /// Keys that anybody knows the other half of, or that have none, in the place of the chip's.
    static let points: [ForgeryProfile] =
        values.map { name, text, change in
            ForgeryProfile("ca-key-\(name)", "the key of DG14 is \(text)", breaks: .dataIntegrity) {
                simulated throws(IssuingError) in
                try simulated.needChipAuthentication()
                let key = simulated.document.chipAuthentication.first
                simulated.document.chipAuthentication = []
                simulated.document.activeAuthentication = nil
                simulated.replaceDG14 { infos in
                    infos.filter { !$0.isPublicKey }.map(\.encoded) + [key?.publicKeyInfo(change) ?? []]
                }
            }
        }
        + values.map { name, text, change in
            ForgeryProfile(
                "card-security-key-\(name)", "the key of EF.CardSecurity is \(text), signed as it is",
                breaks: .chipGenuineness
            ) { simulated throws(IssuingError) in
                try simulated.needMapping()
                let key = simulated.document.chipAuthentication.first
                try simulated.reissueCardSecurity { infos in
                    infos.filter { !$0.isPublicKey }.map(\.encoded) + [key?.publicKeyInfo(change) ?? []]
                }
            }
        }
        + [("zero", "zero", 0), ("one", "one", 1), ("minus-one", "the prime less one", -1)].map { name, text, offset in
            ForgeryProfile("ca-key-dh-\(name)", "the key of DG14 is \(text), in a group", breaks: .dataIntegrity) {
                simulated throws(IssuingError) in
                try simulated.needChipAuthentication()
                simulated.document.chipAuthentication = []
                simulated.document.activeAuthentication = nil
                guard let group = DHGroup(standardizedDomainParameters: 2) else { return }
                // The prime is odd.
                let number = offset < 0 ? group.p.dropLast() + [(group.p.last ?? 1) - 1] : [UInt8(offset)]
                simulated.replaceDG14 { infos in
                    infos.filter { !$0.isOfChipAuthentication }.map(\.encoded) + [
                        SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.dh, .aes128)),
                        SecurityInfoEncoder.chipAuthenticationPublicKey(
                            .idPKDH, KeyParameters(of: group, .explicit), bits: DER.integer(unsigned: number),
                            keyID: nil),
                    ]
                }
            }
        }
        + [
            ForgeryProfile(
                "aa-key-off-curve", "the key of DG15 is a point off the curve", breaks: .dataIntegrity,
                needs: .activeAuthentication(else: "ca-key-off-curve")
            ) { simulated in
                guard simulated.document.activeAuthentication != nil else { return }
                simulated.document.activeAuthentication = nil
                guard var file = simulated.document.files[.dataGroup(.dg15)] else { return }
                file[file.count - 1] ^= 0x01
                simulated.document.files[.dataGroup(.dg15)] = file
            }
        ]

    private static let values: [(name: String, text: String, change: @Sendable ([UInt8]) -> [UInt8])] = [
        ("off-curve", "a point off the curve", { $0.dropLast() + ($0.last.map { [$0 ^ 0x01] } ?? []) }),
        ("infinity", "the point at infinity", { _ in [0x00] }),
        ("zeros", "a point of zeros", { [0x04] + [UInt8](repeating: 0, count: max(0, $0.count - 1)) }),
    ]
}

extension ChipAuthenticationKey {
    /// The entry for this key, its point changed.
    fileprivate func publicKeyInfo(_ change: ([UInt8]) -> [UInt8]) -> [UInt8] {
        guard case .ecdh(let pair) = pair else { return [] }
        return SecurityInfoEncoder.chipAuthenticationPublicKey(
            .idPKECDH, KeyParameters(of: pair.publicPoint.curve, .explicit), bits: change(pair.publicPoint.encoded),
            keyID: keyID)
    }
}
