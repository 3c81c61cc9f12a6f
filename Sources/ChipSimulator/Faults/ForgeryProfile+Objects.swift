import Cryptography
import Issuing
import LDS

extension ForgeryProfile {
    /// Objects of hashes and signatures that were tampered with, or that do not cover what the chip has.
    static let objects: [ForgeryProfile] = tampered + incomplete

    private static let tampered: [ForgeryProfile] = [
        ForgeryProfile("sod-absent", "there is no EF.SOD", breaks: .files) { $0.document.files[.sod] = nil },
        ForgeryProfile("sod-bit", "one bit of the signature is flipped", breaks: .issuerTrust) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.brokenSignature) }
        },
        ForgeryProfile("sod-unsigned", "EF.SOD has no signed attributes", breaks: .issuerTrust) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.withoutSignedAttributes) }
        },
        ForgeryProfile("sod-wrong-digest", "the signed digest is not that of the object", breaks: .issuerTrust) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.wrongMessageDigest) }
        },
        ForgeryProfile("sod-other-signer", "EF.SOD names another signer than the one inside", breaks: .issuerTrust) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.otherSigner) }
        },
        ForgeryProfile("sod-two-signers", "EF.SOD has two signers", breaks: .dataIntegrity) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.secondSigner) }
        },
        ForgeryProfile("sod-other-content", "what is signed is called something else", breaks: .dataIntegrity) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.wrongContentType) }
        },
        ForgeryProfile(
            "sod-weak-hash-added",
            "DG2 is exchanged, and its SHA-1 hash put into the list beside the right one of the old; nothing is signed "
                + "again", breaks: .issuerTrust
        ) { simulated throws(IssuingError) in
            try simulated.exchangePortrait(addingHashTo: [.wrongMessageDigest])
        },
        ForgeryProfile(
            "sod-weak-hash-signed", "DG2 is exchanged, and its SHA-1 hash signed beside the right one of the old",
            breaks: .dataIntegrity
        ) { simulated throws(IssuingError) in
            try simulated.exchangePortrait(addingHashTo: [])
        },
    ]

    private static let incomplete: [ForgeryProfile] = [
        ForgeryProfile("sod-without-dg2", "the signed list leaves DG2 out", breaks: .dataIntegrity) {
            simulated throws(IssuingError) in
            try simulated.reissueObject { $0.deviations.insert(.withoutHash(.dg2)) }
        },
        ForgeryProfile(
            "group-added", "the chip and EF.COM have a DG13 that EF.SOD does not cover", breaks: .dataIntegrity
        ) { simulated in
            simulated.document.files[.dataGroup(.dg13)] = FileEncoder.file(of: .dg13, contents: [0x04, 0x00])
            simulated.document.files[.com] = FileEncoder.com(groups: simulated.document.dataGroups.keys.sorted())
        },
    ]
}

extension SimulatedDocument {
    /// Exchanges the portrait, and lists its SHA-1 hash behind the hashes of the groups as they were.
    fileprivate mutating func exchangePortrait(
        addingHashTo deviations: Set<SODOptions.Deviation>
    ) throws(IssuingError) {
        guard let authorities = document.authorities else { return }
        let portrait = FileEncoder.dg2(records: [[try Portrait(image: Specimen.codestream)]])
        var options = authorities.sodOptions
        options.deviations = deviations.union([.addedHash(.dg2, HashAlgorithm.sha1.hash(portrait))])
        document.files[.sod] = try authorities.documentSigner.issue(document.dataGroups, options: options)
        document.files[.dataGroup(.dg2)] = portrait
    }
}
