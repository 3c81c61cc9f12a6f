import Cryptography
import Issuing
import LDS
import Standards

extension SimulatedDocument {
    /// What the profiles of PACE and Chip Authentication are about: which protocols a document offers.
    ///
    /// A document that has its own offers other ones from here on; EF.SOD and EF.CardSecurity cover what is there then.
    struct Offer {
        /// The entries of EF.CardAccess; none where it is not there.
        var pace: [[UInt8]] = []
        /// The keys and entries of DG14, beside those of Active and Terminal Authentication.
        var keys: [ChipAuthenticationKey] = []
        var chipAuthentication: [[UInt8]] = []
        /// How DG14 is encoded.
        var form = SecurityInfosForm.der
        /// The entries of EF.CardSecurity, beside the copy of EF.CardAccess; none where it is not there.
        var cardSecurity: [[UInt8]] = []
    }

    /// PACEInfos by the numbers of their protocols: mapping and key agreement, then the cipher.
    static func paceInfo(
        _ mapping: PACEMapping = .generic, _ agreement: KeyAgreementKind = .ecdh, _ cipher: SessionCipher = .aes128,
        _ parameterID: Int? = 13
    ) -> [UInt8] {
        guard let identifier = OID.pace(mapping, agreement, cipher) else { return [] }
        return SecurityInfoEncoder.pace(identifier, parameterIdentifier: parameterID)
    }

    /// Offers PACE, beside Basic Access Control or in its place.
    mutating func offerPACE(_ infos: [[UInt8]] = [paceInfo()], alone isAlone: Bool = false) throws(IssuingError) {
        try offer(Offer(pace: infos), alone: isAlone)
    }

    /// Offers PACE, and Chip Authentication by a key on brainpoolP256r1.
    mutating func offerChipAuthentication(
        _ cipher: SessionCipher = .aes128, form: SecurityInfosForm = .der
    ) throws(IssuingError) {
        let key = try Self.key()
        try offer(
            Offer(
                pace: [Self.paceInfo()], keys: [key],
                chipAuthentication: [
                    SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, cipher)),
                    SecurityInfoEncoder.chipAuthenticationPublicKey(key),
                ], form: form))
    }

    /// Takes Active Authentication away, so that the document's only proof is another.
    mutating func withoutActiveAuthentication() throws(IssuingError) {
        document.activeAuthentication = nil
        document.files[.dataGroup(.dg14)] = nil
        document.files[.dataGroup(.dg15)] = nil
        try document.reissue()
    }

    /// Offers PACE with Chip Authentication Mapping; EF.CardSecurity holds the key, and the chip has no other use for it.
    mutating func offerMapping() throws(IssuingError) {
        let key = try Self.key(13)
        try offer(
            Offer(
                pace: [Self.paceInfo(.chipAuthentication)], keys: [key],
                cardSecurity: [
                    SecurityInfoEncoder.chipAuthentication(.chipAuthentication(.ecdh, .aes128), keyID: 13),
                    SecurityInfoEncoder.chipAuthenticationPublicKey(key, form: .standardized),
                ]))
    }

    mutating func offer(_ offer: Offer, alone isAlone: Bool = false) throws(IssuingError) {
        if document.pace == nil { document.pace = PACEPasswords(can: Array("123456".utf8)) }
        if isAlone { document.accessControl = .pace }
        document.files[.cardAccess] = offer.pace.isEmpty ? nil : SecurityInfoEncoder.cardAccess(offer.pace)
        document.chipAuthentication = offer.keys
        let old = document.files[.dataGroup(.dg14)].flatMap { try? SecurityInfos(encoded: $0) }
        let kept = (old?.infos ?? []).filter { info in
            switch info.content {
            case .activeAuthentication, .terminalAuthentication: true
            default: false
            }
        }
        let infos = offer.chipAuthentication + kept.map(\.encoded) + offer.pace
        document.files[.dataGroup(.dg14)] = FileEncoder.dg14(securityInfos: infos, form: offer.form)
        document.files[.cardSecurity] = nil
        if !offer.cardSecurity.isEmpty, let authorities = document.authorities {
            document.files[.cardSecurity] = try authorities.documentSigner.issueCardSecurity(
                offer.cardSecurity + offer.pace, options: authorities.sodOptions)
        }
        try document.reissue()
    }

    /// A new key for Chip Authentication.
    static func key(
        _ keyID: Int? = nil, _ curve: EllipticCurve = .brainpoolP256r1
    ) throws(IssuingError) -> ChipAuthenticationKey {
        var random = SystemRandomSource()
        guard let pair = try? ECDHKeyPair(on: curve, random: &random) else {
            throw .signingFailed("a key for Chip Authentication")
        }
        return ChipAuthenticationKey(keyID: keyID, pair: .ecdh(pair))
    }

    /// A new key for Chip Authentication in a group whose order its parameters may leave out.
    static func groupKey(withOrder hasOrder: Bool) throws(IssuingError) -> ChipAuthenticationKey {
        var random = SystemRandomSource()
        guard let known = DHGroup(standardizedDomainParameters: 0),
            let group = hasOrder ? known : try? DHGroup(p: known.p, g: known.g, q: nil),
            let pair = try? DHKeyPair(in: group, random: &random)
        else { throw .signingFailed("a key for Chip Authentication") }
        return ChipAuthenticationKey(pair: .dh(pair))
    }
}
