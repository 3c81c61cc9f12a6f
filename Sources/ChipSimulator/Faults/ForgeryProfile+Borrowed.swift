import Cryptography
import Issuing
import LDS
import Standards

/// Copies that prove themselves by the key and the EF.CardSecurity of another chip of the state, whose key came out: both
/// are signed as they should be, and neither is this document's.
extension ForgeryProfile {
    static let borrowed: [ForgeryProfile] = [
        ForgeryProfile(
            "cam-borrowed",
            "a copy without a key of its own runs PACE-CAM by the EF.CardSecurity and key of another chip",
            breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.withoutActiveAuthentication()
            try simulated.borrow(SimulatedDocument.paceInfo(.chipAuthentication), announcing: [])
        },
        ForgeryProfile(
            "ca-borrowed",
            "a copy whose DG14 holds a key that it lacks runs Chip Authentication by the EF.CardSecurity and key of another "
                + "chip",
            breaks: .chipGenuineness
        ) { simulated throws(IssuingError) in
            try simulated.withoutActiveAuthentication()
            simulated.document.files[.dataGroup(.dg14)] = FileEncoder.dg14(
                securityInfos: [
                    SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128)),
                    SecurityInfoEncoder.chipAuthenticationPublicKey(try SimulatedDocument.key()),
                ])
            try simulated.document.reissue()
            try simulated.borrow(
                SimulatedDocument.paceInfo(),
                announcing: [SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128), keyID: 13)])
        },
    ]
}

extension SimulatedDocument {
    /// Puts the EF.CardSecurity and the key of another chip onto this one; nothing that EF.SOD covers changes.
    fileprivate mutating func borrow(_ pace: [UInt8], announcing infos: [[UInt8]]) throws(IssuingError) {
        guard let authorities = document.authorities else { return }
        let key = try Self.key(13)
        if document.pace == nil { document.pace = PACEPasswords(can: Array("123456".utf8)) }
        document.chipAuthentication = [key]
        document.files[.cardAccess] = SecurityInfoEncoder.cardAccess([pace] + infos)
        document.files[.cardSecurity] = try authorities.documentSigner.issueCardSecurity(
            [
                SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128), keyID: 13),
                SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: .standardized), pace,
            ], options: authorities.sodOptions)
    }
}
